// The first look at a pair of e-mail addresses, written once and compiled for each CPU level: email_lane_look.cpp includes
// this file in a namespace of its own for every level, behind that level's Bytes (64 bytes of text, compared at once).

// Places in the said text: a set of those behind what was matched last. The last bit is never a match, so that no set is
// empty while there is a way.
struct Short {
  std::uint64_t bits;

  static Short all() { return {~std::uint64_t{0}}; }
  bool none() const { return bits == 0; }
  Short operator|(Short other) const { return {bits | other.bits}; }
  Short operator&(Short other) const { return {bits & other.bits}; }
  // The places of this set behind the first one that `found` has too.
  Short behind(Short found) const {
    const std::uint64_t hit = bits & found.bits;
    return {~(hit ^ (hit - 1))};
  }
};

struct Long {
  std::uint64_t low, high;

  static Long all() { return {~std::uint64_t{0}, ~std::uint64_t{0}}; }
  bool none() const { return (low | high) == 0; }
  Long operator|(Long other) const { return {low | other.low, high | other.high}; }
  Long operator&(Long other) const { return {low & other.low, high & other.high}; }
  Long behind(Long found) const {
    const std::uint64_t hit_low = low & found.low, hit_high = high & found.high;
    if (hit_low != 0) return {~(hit_low ^ (hit_low - 1)), ~std::uint64_t{0}};
    return {0, ~(hit_high ^ (hit_high - 1))};
  }
};

// Texts below 64 bytes, and longer ones.
struct ShortText {
  using Set = Short;
  Bytes bytes;

  explicit ShortText(const Scan& scan) : bytes(scan.text) {}
  Short places(char c) const { return {bytes.places(c)}; }
};

struct LongText {
  using Set = Long;
  Bytes low, high;

  explicit LongText(const Scan& scan) : low(scan.text), high(scan.text + 64) {}
  Long places(char c) const { return {low.places(c), high.places(c)}; }
};

// The letters of a stored mailbox name that are looked for, as bits of their places: a doubled one counts once, also with
// a sign between, or a letter that was left out of "double t".
inline std::uint64_t wanted_letters(const PlainAddress& stored, bool vowels) {
  const Bytes text(stored.text);
  const std::uint64_t name = (std::uint64_t{1} << stored.name) - 1;
  std::uint64_t left = name & ~(stored.signs | stored.digits);
  left &= ~(Bytes(stored.text + 1).equal(text) << 1) & ~(Bytes(stored.text + 2).equal(text) << 2);
  if (vowels) return left;
  return left & ~(text.places('a') | text.places('e') | text.places('i') | text.places('o') | text.places('u'));
}

// Looks for the letters of a stored mailbox name in the part `within` of what was said.
template <class Text>
struct Search {
  // Compilers before clang 16 want the word.
  using Set = typename Text::Set;  // NOLINT(readability-redundant-typename)
  const Text& said;
  Set within;
  const SourceTable& table;

  // Are they all there, in order, but one at most? Or both parts of the name in the other order?
  bool finds(const PlainAddress& stored, std::uint64_t letters) const {
    Set every = Set::all();
    if (follows<true>(stored.text, letters, every)) return true;
    const std::uint64_t signs = stored.signs & ((std::uint64_t{1} << stored.name) - 1);
    if (signs == 0 || (signs & (signs - 1)) != 0) return false;
    every = Set::all();
    return follows<false>(stored.text, letters & ~(signs - 1), every) &&
           follows<false>(stored.text, letters & (signs - 1), every);
  }

  // Do the letters of these places follow in order behind the places that `every` leaves out?
  template <bool kMayMiss>
  bool follows(const char* text, std::uint64_t letters, Set& every) const {
    Set but_one = every;
    for (; letters != 0; letters &= letters - 1) {
      const Sources& sources = table[static_cast<unsigned char>(text[std::countr_zero(letters)])];
      Set places = said.places(sources.own) | said.places(sources.other);
      if (sources.third != 0) places = places | said.places(sources.third);
      places = places & within;
      but_one = but_one.behind(places);
      if constexpr (kMayMiss) but_one = but_one | every;
      every = every.behind(places);
      if (but_one.none()) return false;
    }
    return true;
  }
};

inline bool take_plain_address(const Scan& scan, PlainAddress& address) {
  if (scan.size > kMaxPlainAddress) return false;
  const std::uint64_t used = ~std::uint64_t{0} >> (64 - scan.size);
  const std::uint64_t signs = used & ~(scan.letters.at[0] | scan.digits.at[0]);
  const std::uint64_t ends = 1 | std::uint64_t{1} << (scan.size - 1);
  const Bytes text(scan.text);
  const std::uint64_t ats = text.places('@'), pluses = text.places('+');
  const std::uint64_t others = text.places('.') | text.places('-') | text.places('_');
  const bool irregular = (signs & (signs << 1 | ends)) != 0 || (signs & ~(ats | pluses | others)) != 0;
  if (irregular || ats == 0 || (ats & (ats - 1)) != 0 || pluses > ats) return false;
  const auto at = static_cast<std::uint32_t>(std::countr_zero(ats));
  const auto name = static_cast<std::uint32_t>(std::countr_zero(ats | pluses));
  address = {scan.text, scan.size, at, name, signs, scan.digits.at[0]};
  return true;
}

// Two mailbox names that are near each other in any way begin or end with the same two characters, or the parts of the one
// stand in the other order. (A single edit leaves two characters at one end as they are, where there are five letters or
// more, and one, where there are three. A provider may ignore a sign behind the first character or before the last.)
inline bool may_be_near(const PlainAddress& said, const PlainAddress& stored) {
  constexpr std::uint32_t kFive = 9, kThree = 6;  // that many letters at least, among signs
  const char* const one = said.text;
  const char* const two = stored.text;
  const auto same = [&](std::uint32_t k, std::uint32_t l) {
    return (one[k] == two[l]) | ((said.signs >> k & 1) != 0) | ((stored.signs >> l & 1) != 0);
  };
  const std::uint32_t last = said.at - 1, stored_last = stored.at - 1;
  const std::uint32_t shorter = said.at < stored.at ? said.at : stored.at;
  const bool begins = one[0] == two[0], ends = one[last] == two[stored_last];
  const bool alike = (begins & same(1, 1)) | (ends & same(last - (last > 0), stored_last - (stored_last > 0)));
  const bool brief = (shorter < kThree) | ((shorter < kFive) & (begins | ends));
  // The first sign is the @ where there is none before it.
  const bool swapped = (said.name == stored.name) & (one[0] == two[std::countr_zero(stored.signs) + 1]);
  return alike | brief | swapped;
}

template <class Text>
FirstLook look_closer(const Scan& said, const PlainAddress& stored, PlainAddress& typed) {
  const Text text(said);
  const std::uint64_t used = (std::uint64_t{1} << stored.size) - 1;
  const Bytes address(stored.text);
  const auto holds_at = [&](std::uint32_t place) { return (~Bytes(said.text + place).equal(address) & used) == 0; };
  std::uint64_t low = 0, high = 0;
  if constexpr (sizeof(typename Text::Set) == sizeof(Short)) {
    low = text.places('@').bits;
  } else {
    low = text.places('@').low;
    high = text.places('@').high;
  }
  FirstLook look = FirstLook::unsigned_words;
  if ((low | high) != 0) {
    const std::uint64_t one = low != 0 ? low : high;
    look = (one & (one - 1)) != 0 || (low != 0 && high != 0) ? FirstLook::several : FirstLook::typed;
    const auto at = static_cast<std::uint32_t>(std::countr_zero(one) + (low != 0 ? 0 : 64));
    if (look == FirstLook::typed && at >= stored.at && holds_at(at - stored.at)) {
      typed.at = at;
      return said.size == stored.size ? FirstLook::equal : FirstLook::held;
    }
    if (look == FirstLook::typed && (take_plain_address(said, typed) || find_plain_address(said, at, typed)))
      return may_be_near(typed, stored) ? FirstLook::plain : FirstLook::unrelated;
  }
  const Search<Text> search{text, Text::Set::all(), kSpoken};
  // A figure by itself may stand for a word, and %6A in a mailto URL for a letter.
  if (!search.finds(stored, wanted_letters(stored, false)) && !holds_lone_figure(said) &&
      (text.places('%') & Text::Set::all()).none())
    return FirstLook::unrelated;
  if (look == FirstLook::unsigned_words && !(text.places('(') | text.places('[')).none()) return FirstLook::typed;
  return look;
}

inline FirstLook look_at(const Scan& said, const Scan& stored_scan, PlainAddress& stored, PlainAddress& typed) {
  if (!take_plain_address(stored_scan, stored)) return FirstLook::none;
  if (said.size < 64) return look_closer<ShortText>(said, stored, typed);
  return said.size < kScanCapacity ? look_closer<LongText>(said, stored, typed) : FirstLook::none;
}

inline bool lacks_letters(const Scan& said, std::size_t end, bool literal, const PlainAddress& stored) {
  const SourceTable& table = literal ? kLiteral : kSpoken;
  const std::uint64_t letters = wanted_letters(stored, literal);
  if (end < 64) {
    const ShortText text(said);
    return !Search<ShortText>{text, {(std::uint64_t{1} << end) - 1}, table}.finds(stored, letters);
  }
  const LongText text(said);
  const Long within{~std::uint64_t{0}, (std::uint64_t{1} << (end - 64)) - 1};
  return !Search<LongText>{text, within, table}.finds(stored, letters);
}

inline constexpr Level kLevel{look_at, lacks_letters};
