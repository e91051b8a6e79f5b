// Whether two addresses say the same, told token by token without reading either.
#include "address_same.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "../distance.hpp"
#include "../tables/address_lexicon.hpp"
#include "address_form.hpp"
#include "address_match.hpp"
#include "address_points.hpp"
#include "address_same_words.hpp"
#include "address_words_of.hpp"

namespace ablmatch::postal {

namespace {

constexpr std::size_t kShortestStem = 3;  // of a word that ends in a street type
constexpr std::size_t kShortestType = 5;
constexpr std::size_t kLongestStateCode = 3;
constexpr std::size_t kFewestTokens = 3;  // of an address that may have a slip

// The tokens of a value: words, numbers, and symbols other than commas and full stops.
class Tokens {
 public:
  explicit Tokens(const Scan& scan) : scan_(scan) {
    const ScanMask &letters = scan.letters, &digits = scan.digits;
    const ScanMask signs = signs_of(scan.symbols());
    const std::uint64_t ends[] = {
        signs.at[0] | (letters.at[0] & ~(letters.at[0] >> 1 | letters.at[1] << 63)) |
            (digits.at[0] & ~(digits.at[0] >> 1 | digits.at[1] << 63)),
        signs.at[1] | (letters.at[1] & ~(letters.at[1] >> 1)) | (digits.at[1] & ~(digits.at[1] >> 1))};
    std::uint64_t starts =
        signs.at[0] | (letters.at[0] & ~(letters.at[0] << 1)) | (digits.at[0] & ~(digits.at[0] << 1));
    std::size_t from = 0, count = 0;
    for (std::size_t half = 0; half < 2; ++half)
      for (std::uint64_t rest = ends[half]; rest != 0; rest &= rest - 1) {
        if (starts == 0) {
          starts = signs.at[1] | (letters.at[1] & ~(letters.at[1] << 1 | letters.at[0] >> 63)) |
                   (digits.at[1] & ~(digits.at[1] << 1 | digits.at[0] >> 63));
          from = 64;
        }
        at_[count] = static_cast<std::uint8_t>(from + static_cast<std::size_t>(std::countr_zero(starts)));
        end_[count++] = static_cast<std::uint8_t>(64 * half + 1 + static_cast<std::size_t>(std::countr_zero(rest)));
        starts &= starts - 1;
      }
    count_ = count;
  }
  std::size_t count() const { return count_; }
  bool is_word(std::size_t k) const { return k < count_ && first(k) >= 'a' && first(k) <= 'z'; }
  bool is_number(std::size_t k) const { return k < count_ && first(k) >= '0' && first(k) <= '9'; }
  // The byte behind a token: the text has zeros behind it.
  char behind(std::size_t k) const { return scan_.text[end_[k]]; }
  bool has_one_comma() const { return commas_ == 1; }
  bool is_behind_comma(std::size_t k) const { return at_[k] > comma_; }
  std::size_t count_before_comma() const {
    std::size_t k = 0;
    while (k < count_ && !is_behind_comma(k)) ++k;
    return k;
  }
  char first(std::size_t k) const { return scan_.text[at_[k]]; }
  std::string_view text(std::size_t k) const { return {scan_.text + at_[k], std::size_t{end_[k]} - at_[k]}; }
  // How many tokens start in front of a byte.
  std::size_t count_before(std::size_t byte) const {
    std::size_t k = 0;
    while (k < count_ && at_[k] < byte) ++k;
    return k;
  }
  // From a token to the end of the last one.
  std::string_view rest(std::size_t k) const { return {scan_.text + at_[k], std::size_t{end_[count_ - 1]} - at_[k]}; }
  // From a token to the end of the text.
  std::string_view all_behind(std::size_t k) const { return scan_.view().substr(at_[k]); }
  // Two words with one space between them, or nothing.
  std::string_view pair(std::size_t k) const {
    if (!is_word(k + 1) || end_[k] + 1 != at_[k + 1] || behind(k) != ' ') return {};
    return {scan_.text + at_[k], std::size_t{end_[k + 1]} - at_[k]};
  }

 private:
  // The symbols that are tokens.
  ScanMask signs_of(const ScanMask& symbols) {
    ScanMask signs{{0, 0}};
    for (std::size_t half = 0; half < 2; ++half)
      for (std::uint64_t rest = symbols.at[half]; rest != 0; rest &= rest - 1) {
        const std::size_t at = 64 * half + static_cast<std::size_t>(std::countr_zero(rest));
        const char c = scan_.text[at];
        if (c == ',') {
          comma_ = std::min(comma_, at);
          ++commas_;
        } else if ((c != '.' && c != '-') || stop_counts(at)) {
          signs.at[half] |= rest & (0 - rest);
        }
      }
    return signs;
  }
  // A full stop between two figures is more than the end of an abbreviation, a hyphen in 13-D is none.
  bool stop_counts(std::size_t at) const {
    const char c = scan_.text[at];
    const bool behind_figure = at > 0 && scan_.digits.test(at - 1);
    if (c == '.') return behind_figure && at + 1 < scan_.size && scan_.digits.test(at + 1);
    return !(behind_figure && at + 1 < scan_.size && scan_.letters.test(at + 1) &&
             (at + 2 == scan_.size || scan_.spaces.test(at + 2)));
  }

  const Scan& scan_;
  std::size_t count_ = 0;
  int commas_ = 0;
  std::size_t comma_ = kScanCapacity;  // the first
  std::uint8_t at_[kScanCapacity + 1], end_[kScanCapacity + 1];
};

bool ends_words(const LexiconEntry& entry) { return entry.address != 0 && (row(entry).place & kCompound) != 0; }

// A word that nothing but a name or a type is made of.
bool is_open(std::string_view word) {
  const LexiconEntry& entry = entry_of(word);
  constexpr unsigned kClosed = kDirectionPart | kUnitPart | kStatePart | kFirstPart | kNumberPart;
  // Washington Street.
  const bool street = (entry.parts & kClosed) == kStatePart && (entry.parts & kStreetPart) != 0;
  return (street || (entry.parts & kClosed) == 0) && (entry.roles & (kNumberRole | kBoxRole | kOrdinalRole)) == 0;
}

// Text of up to two words.
struct Piece {
  std::string_view one, two;

  std::size_t size() const { return one.size() + two.size(); }
  char at(std::size_t k) const { return k < one.size() ? one[k] : two[k - one.size()]; }
  bool operator==(const Piece& other) const {
    if (size() != other.size()) return false;
    for (std::size_t k = 0; k < size(); ++k)
      if (at(k) != other.at(k)) return false;
    return true;
  }
};

// Grünau folds to grunau and is gruenau too, which only the whole reading knows.
bool writes_umlaut(std::string_view one, std::string_view other) {
  if (one.size() < other.size()) std::swap(one, other);
  if (one.size() == other.size()) return false;
  std::size_t at = 0;
  while (at < other.size() && one[at] == other[at]) ++at;
  return at > 0 && (one[at] == 'e' || one[at] == 'a') &&
         std::string_view("aou").find(one[at - 1]) != std::string_view::npos;
}

// Walks both sides at once.
class Walk {
 public:
  Walk(const Tokens& said, const Tokens& stored) : said_(said), stored_(stored) {}

  // Tokens in front of these bytes agree.
  void skip(std::size_t said, std::size_t stored) {
    at_ = said_.count_before(said);
    there_ = stored_.count_before(stored);
    for (std::size_t k = 0; k < at_ && !number_; ++k) number_ = said_.is_number(k);
  }

  std::int16_t run() {
    while (at_ < said_.count() && there_ < stored_.count() && !skip_rest())
      if (!step()) return kUndecided;
    if (there_ < stored_.count() || (at_ < said_.count() && !closes())) return kUndecided;
    const int changes = changes_[0] + changes_[1];
    if (changes == 0 && !postcode_slips_ && !state_slips_) return 100;
    if (!number_ || said_.count() < kFewestTokens) return kUndecided;
    if ((changes != 1 || postcode_slips_ || state_slips_ || type_parts_) && !is_plain()) return kUndecided;
    return static_cast<std::int16_t>(100 - (spacing_ ? kSmall : 0) - kSlip * slips_ -
                                     (postcode_slips_ ? kPostcodeSlip : 0) - (state_slips_ ? kStateDiffers : 0));
  }

 private:
  // The rest of both is the same text: so are its tokens.
  bool skip_rest() {
    const std::string_view rest = said_.all_behind(at_), other = stored_.all_behind(there_);
    if (rest.size() != other.size() || !same_text(rest, other)) return false;
    for (; !number_ && at_ < said_.count(); ++at_) number_ = said_.is_number(at_);
    at_ = said_.count();
    there_ = stored_.count();
    return true;
  }
  // A closer behind the address.
  bool closes() const {
    const std::string_view rest = said_.rest(at_);
    return rest == "please" || rest == "thanks" || rest == "that's it";
  }
  bool step() {
    if (said_.is_word(at_) && stored_.is_word(there_)) return words();
    if (said_.is_number(at_) && stored_.is_number(there_)) return numbers();
    // # and Apt.
    if (said_.first(at_) == '#' && names_unit(stored_, there_)) return advance(true);
    if (stored_.first(there_) == '#' && names_unit(said_, at_)) return advance(true);
    return advance(said_.first(at_) == stored_.first(there_));
  }
  static bool names_unit(const Tokens& tokens, std::size_t k) {
    if (!tokens.is_word(k)) return false;
    return postal::names_unit(entry_of(tokens.text(k)));
  }
  // "12 Oak Street, North Elko NV 89801": where the street ends and what the last words are is beyond doubt, and there is at
  // most one change in the street and one in the town.
  bool is_plain() const {
    if (doubtful_ || (state_slips_ && (postcode_slips_ || changes_[1] > 0)) || changes_[0] > 1 || changes_[1] > 1 ||
        at_ != said_.count())
      return false;
    if (!said_.has_one_comma() || !stored_.has_one_comma()) return false;
    const std::size_t last = stored_.count() - 1, town = stored_.count_before_comma();
    const std::size_t figures = stored_.text(last).size();
    if (town < 3 || town + 1 >= last || last - town != at_ - 1 - said_.count_before_comma()) return false;
    if (!said_.is_number(0) || !stored_.is_number(0) || !said_.is_number(at_ - 1) || !stored_.is_number(last))
      return false;
    if ((figures != 4 && figures != 5) || said_.text(at_ - 1).size() != figures) return false;
    for (std::size_t k = 1; k < last; ++k)
      if (!stored_.is_word(k) || (entry_of(stored_.text(k)).parts & kUnitPart) != 0 ||
          (k + 1 < town && !is_name(stored_.text(k))))
        return false;
    for (std::size_t k = 1; k + 1 < at_; ++k)
      if (!said_.is_word(k) || (entry_of(said_.text(k)).roles & kNumberRole) != 0) return false;
    return said_.behind(at_ - 2) == ' ' && is_common_type(stored_.text(town - 1)) &&
           (is_name(stored_.text(town)) || (entry_of(stored_.text(town)).parts & kDirectionPart) != 0) &&
           (entry_of(stored_.text(last - 1)).parts & kStatePart) != 0;
  }
  static bool is_name(std::string_view word) {
    const LexiconEntry& entry = entry_of(word);
    return word.size() > 1 && entry.address == 0 && entry.spoken == 0 && entry.roles == 0;
  }
  static bool is_common_type(std::string_view word) {
    const LexiconEntry& entry = entry_of(word);
    return (entry.parts & kTypePart) != 0 && (row(entry).place & kCommon) != 0;
  }

  bool numbers() {
    number_ = true;
    if (said_.text(at_) == stored_.text(there_)) return advance(true);
    if (at_ + 1 == said_.count() && there_ + 1 == stored_.count()) {
      postcode_slips_ = osa_distance(said_.text(at_), stored_.text(there_), 1) <= 1;
      return advance(postcode_slips_);
    }
    if (const std::size_t parts = parts_of(said_, at_, stored_.text(there_)); parts > 0) return advance(true, parts, 1);
    const std::size_t parts = parts_of(stored_, there_, said_.text(at_));
    return parts > 0 && advance(true, 1, parts);
  }
  // The tokens of 45-17, or of 6 8 in NG16 8JZ, where the other side writes the figures together; 0: they are others.
  static std::size_t parts_of(const Tokens& tokens, std::size_t k, std::string_view figures) {
    const bool hyphen = k == 0 && k + 2 < tokens.count() && tokens.first(1) == '-' && tokens.behind(1) != ' ';
    const bool code = k > 0 && k + 3 == tokens.count() && tokens.is_word(k - 1) && tokens.text(k - 1).size() <= 2 &&
                      tokens.is_word(k + 2) && tokens.text(k + 2).size() == 2 && tokens.text(k + 1).size() == 1;
    const std::size_t last = k + (hyphen ? 2 : 1);
    if ((!hyphen && !code) || !tokens.is_number(last)) return 0;
    const Piece whole{figures, {}}, parts{tokens.text(k), tokens.text(last)};
    return whole == parts ? last + 1 - k : 0;
  }
  bool advance(bool agree, std::size_t said = 1, std::size_t stored = 1) {
    at_ += said;
    there_ += stored;
    return agree;
  }
  bool in_town() const { return said_.is_behind_comma(at_); }
  bool change() {
    doubtful_ |= in_town() != stored_.is_behind_comma(there_);
    return ++changes_[in_town() ? 1 : 0] == 1;
  }

  bool words() {
    const std::string_view word = said_.text(at_), other = stored_.text(there_);
    if (word.size() == other.size() && same_text(word, other)) return advance(true);
    const LexiconEntry& one = entry_of(word);
    const LexiconEntry& two = entry_of(other);
    if (one.address != 0 && two.address != 0) {
      if (word.size() == 1 || other.size() == 1) return letters(word, other, one, two) || parts_type(word, other);
      const unsigned parts = one.parts & two.parts;
      if (parts & kDirectionPart) return advance(row(one).direction == row(two).direction);
      if (share_type(one, two)) return advance(true);
      if (parts & kStatePart) return advance(row(one).state == row(two).state);
      if (parts & kUnitPart) return advance(row(one).unit == row(two).unit);
    }
    if (names_state(one, stored_.pair(there_))) return advance(true, 1, 2);
    if (names_state(two, said_.pair(at_))) return advance(true, 2, 1);
    if (numbered_roads(one, two)) return true;
    if (compounds(word, other)) return doubtful_ = true;
    return spaces(word, other) || joins_type(word, other) || state_slip(word, other, two) ||
           slip(word, other, one, two);
  }

  // CR and County Road, Co Rd and County Road.
  bool numbered_roads(const LexiconEntry& one, const LexiconEntry& two) {
    const AddressWord* const said = road_of(one, said_, at_);
    const AddressWord* const stored = road_of(two, stored_, there_);
    if (said && two.address != 0 && share_type(*said, row(two))) return advance(true, 2, 1);
    if (stored && one.address != 0 && share_type(row(one), *stored)) return advance(true, 1, 2);
    return said && stored && share_type(*said, *stored) && advance(true, 2, 2);
  }
  // The row of two words that are a road with a number, or null.
  static const AddressWord* road_of(const LexiconEntry& first, const Tokens& tokens, std::size_t k) {
    const std::string_view words = first.seconds != 0 ? tokens.pair(k) : std::string_view{};
    const AddressWord* const found = words.empty() ? nullptr : kAddressWords.find(words);
    return found && (found->place & kNumbered) && tokens.is_number(k + 2) ? found : nullptr;
  }

  // N. Oak Street; C/ Mayor, r. Monge: a letter is a type only where it is written as one.
  bool letters(std::string_view word, std::string_view other, const LexiconEntry& one, const LexiconEntry& two) {
    if (one.parts & two.parts & kDirectionPart) return advance(row(one).direction == row(two).direction);
    const auto abbreviates = [](const Tokens& tokens, std::size_t at, std::string_view text) {
      return text.size() > 1 || tokens.behind(at) == '.' || tokens.behind(at) == '/';
    };
    if (!share_type(one, two) || !abbreviates(said_, at_, word) || !abbreviates(stored_, there_, other)) return false;
    return advance(true, 1 + std::size_t{said_.behind(at_) == '/'}, 1 + std::size_t{stored_.behind(there_) == '/'});
  }

  // Tasman p lace.
  bool parts_type(std::string_view letter, std::string_view type) {
    if (letter.size() > 1 || type.size() < kShortestType || !said_.is_word(at_ + 1) || !behind_word()) return false;
    if (stored_.behind(there_) != ',') return false;
    if (!(Piece{letter, said_.text(at_ + 1)} == Piece{type, {}}) || !is_common_type(type)) return false;
    type_parts_ = spacing_ = true;
    return change() && advance(true, 2, 1);
  }

  // Tasmankplace for Tasman Place: a letter in the place of the space.
  bool joins_type(std::string_view word, std::string_view name) {
    if (word.size() < name.size() + 1 + kShortestType || !word.starts_with(name) || !stored_.is_word(there_ + 1) ||
        stored_.behind(there_ + 1) != ',')
      return false;
    const std::string_view type = stored_.text(there_ + 1);
    if (word.size() != name.size() + 1 + type.size() || !word.ends_with(type)) return false;
    if (!is_common_type(type) || !is_name(word) || !is_name(name)) return false;
    type_parts_ = spacing_ = true;
    ++slips_;
    return change() && advance(true, 1, 2);
  }

  // Nss for NSW: no state, in front of the same postal code.
  bool state_slip(std::string_view word, std::string_view state, const LexiconEntry& entry) {
    if (at_ + 2 != said_.count() || there_ + 2 != stored_.count() || !(entry.parts & kStatePart)) return false;
    if (state.size() > kLongestStateCode || !is_name(word) || osa_distance(word, state, 1) > 1) return false;
    state_slips_ = true;
    return advance(true);
  }

  // Mühlenstr. and Mühlenstraße, Mühlen Str. and Mühlenstraße.
  bool compounds(std::string_view word, std::string_view other) {
    const auto end = std::min(word.size(), other.size());
    const auto same = static_cast<std::size_t>(
        std::mismatch(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(end), other.begin()).first -
        word.begin());
    if (same < kShortestStem) return false;
    const auto apart = [](const Tokens& tokens, std::size_t at) {
      return tokens.is_word(at) ? tokens.text(at) : std::string_view{};
    };
    if (same == word.size()) {
      const std::string_view type = apart(said_, at_ + 1);
      if (ends_alike(type, other.substr(same))) return advance(true, 2, 1);
    }
    if (same == other.size()) {
      const std::string_view type = apart(stored_, there_ + 1);
      if (ends_alike(word.substr(same), type)) return advance(true, 1, 2);
    }
    // The types begin alike: str, straße.
    for (std::size_t stem = same; stem >= kShortestStem; --stem)
      if (ends_alike(word.substr(stem), other.substr(stem))) return advance(true);
    return false;
  }
  static bool ends_alike(std::string_view said, std::string_view stored) {
    if (said.size() < 2 || stored.size() < 2) return false;
    const LexiconEntry& one = entry_of(said);
    const LexiconEntry& two = entry_of(stored);
    return ends_words(one) && ends_words(two) && share_type(one, two);
  }

  // A space that stands elsewhere, is missing, or is one too many.
  bool spaces(std::string_view word, std::string_view other) {
    const bool more_said = said_.is_word(at_ + 1), more_stored = stored_.is_word(there_ + 1);
    const std::string_view next = more_said ? said_.text(at_ + 1) : std::string_view{};
    const std::string_view there = more_stored ? stored_.text(there_ + 1) : std::string_view{};
    for (const bool two_said : {false, true})
      for (const bool two_stored : {false, true}) {
        if ((two_said && !more_said) || (two_stored && !more_stored)) continue;
        const Piece one{word, two_said ? next : std::string_view{}};
        const Piece two{other, two_stored ? there : std::string_view{}};
        if (!(one == two)) continue;
        for (const std::string_view part : {one.one, one.two, two.one, two.two})
          if (!part.empty() && !is_open(part)) return false;
        // 5 B Eagle Street is not 5 Beagle Street.
        if (!behind_word() && std::min(word.size(), other.size()) == 1) return false;
        spacing_ = true;
        doubtful_ |= in_town() || two_said == two_stored || (two_said && !(is_name(word) && is_name(next)));
        return change() && advance(true, two_said ? 2 : 1, two_stored ? 2 : 1);
      }
    return false;
  }
  bool behind_word() const { return at_ > 0 && there_ > 0 && said_.is_word(at_ - 1) && stored_.is_word(there_ - 1); }

  bool slip(std::string_view word, std::string_view other, const LexiconEntry& one, const LexiconEntry& two) {
    bool near = false;
    if (one.address != 0 || one.spoken != 0 || one.roles != 0 || !is_open(other) || writes_umlaut(word, other))
      return false;
    // A damaged type is none, whatever letter it starts with.
    const bool type = two.address != 0 && (two.parts & kTypePart) != 0 && other.size() >= kShortestType;
    const bool slips = type ? osa_distance(word, other, 1) <= 1 : slips_between(word, other, near) == 1;
    slips_ += slips;
    doubtful_ |= type && (in_town() || stored_.behind(there_) != ',');
    return slips && change() && advance(true);
  }

  const Tokens& said_;
  const Tokens& stored_;
  std::size_t at_ = 0, there_ = 0;
  int changes_[2] = {};  // in front of the first comma and behind it
  int slips_ = 0;
  bool spacing_ = false;
  bool type_parts_ = false;  // a type is no word of its own
  bool state_slips_ = false;
  bool doubtful_ = false;  // what changed may count otherwise beside another change
  bool postcode_slips_ = false;
  bool number_ = false;
};

}  // namespace

std::int16_t agree_by_words(const Scan& said, const Scan& stored) {
  // What is said in words begins with none of the figures.
  const auto begins = [](const Scan& scan) { return scan.digits.test(0) ? 1 : scan.letters.test(0) ? 2 : 0; };
  if (const int one = begins(said), other = begins(stored); one != other && one != 0 && other != 0) return kUndecided;
  std::size_t at = 0, there = 0;
  if (const Agreement agreement = compare_words(said, stored, at, there); agreement != Agreement::open)
    return agreement == Agreement::agree ? std::int16_t{100} : kUndecided;
  const Tokens one(said), other(stored);
  Walk walk(one, other);
  walk.skip(at, there);
  return walk.run();
}

}  // namespace ablmatch::postal
