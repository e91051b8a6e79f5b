// How two runs of names agree: word by word, or run together in another way.
#include <algorithm>
#include <bit>
#include <cstring>

#include "../distance.hpp"
#include "address_match.hpp"

namespace ablmatch::postal {

namespace {

constexpr std::size_t kJoinedCapacity = 192;
constexpr std::size_t kShortestJoined = 8;  // letters of a joined name that may have a slip
constexpr std::size_t kMostBytes = 4;       // of a character

std::size_t letters_of(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::count(text.begin(), text.end(), ' '));
}

// The text of a run without spaces and honors.
struct JoinedText {
  char text[kJoinedCapacity];
  std::size_t size = 0;
  bool fits = true;

  void add(std::string_view more) {
    if (size + more.size() > sizeof text) {
      fits = false;
      return;
    }
    for (const char c : more)
      if (c != ' ') text[size++] = c;
  }
  std::string_view view() const { return {text, size}; }
};

// A run with its words as they are compared.
struct Words {
  const AddressName* names;
  NameRun run;
  bool town;

  bool is_whole(int k) const { return run.stem == 0 || k != run.to - 1; }
  std::string_view text(int k) const {
    const std::string_view all = text_of(names[k], town);
    return is_whole(k) ? all : all.substr(0, run.stem);
  }
  std::string_view raw(int k) const {
    return names[k].to == names[k].from + 1 && run.stem == 0 ? names[k].raw : text(k);
  }
  bool skippable(int k) const {
    const AddressName& name = names[k];
    if (run.count() < 2 || name.direction) return false;
    return name.particle || (town ? name.row && (name.row->roles & kTownExtra) : is_honor(names, k, run.to));
  }
  void join(JoinedText& texts, JoinedText& raws) const {
    for (int k = run.from; k < run.to; ++k) {
      if (is_honor(names, k, run.to)) continue;
      texts.add(text(k));
      raws.add(raw(k));
    }
  }
};

// `whole`: so are words whose type was cut off.
bool are_same(NamePairs& pairs, const Words& said, int at, const Words& stored, int other, bool whole) {
  if (said.is_whole(at) && stored.is_whole(other)) return pairs.same(at, other, said.town);
  return same_word(said.names[at], said.text(at), stored.names[other], stored.text(other), whole);
}

NamePairs::Slips slips_of(NamePairs& pairs, const Words& said, int at, const Words& stored, int other) {
  if (said.is_whole(at) && stored.is_whole(other)) return pairs.slips(at, other, said.town);
  NamePairs::Slips found{-1, false, false};
  found.slips = slips_between(said.text(at), stored.text(other), found.near);
  found.romanized = found.slips < 0 && romanized_agree(said.text(at), stored.text(other));
  return found;
}

// Word by word; false where they part.
bool agree_in_turn(NamePairs& pairs, const Words& said, const Words& stored, NameMatch& match) {
  const int said_end = said.run.to, stored_end = stored.run.to;
  int at = said.run.from, other = stored.run.from;
  bool words = false;
  while (at < said_end || other < stored_end) {
    const bool both = at < said_end && other < stored_end;
    if (both && are_same(pairs, said, at, stored, other, false)) {
      words = true;
      ++at;
      ++other;
      continue;
    }
    if (at < said_end && said.skippable(at)) {
      match.particle = true;
      ++at;
      continue;
    }
    if (other < stored_end && stored.skippable(other)) {
      match.particle = true;
      ++other;
      continue;
    }
    if (!both || said.names[at].digits || stored.names[other].digits) return false;
    const NamePairs::Slips found = slips_of(pairs, said, at, stored, other);
    match.near |= found.near;
    match.romanized |= found.romanized;
    if (found.slips < 0 && !found.romanized) return false;
    match.slips += std::max(found.slips, 0);
    words = true;
    ++at;
    ++other;
  }
  return words;
}

// Cedarhill and Cedar Hill.
bool agree_joined(NamePairs& pairs, const Words& said, const Words& stored, NameMatch& match) {
  const NameSums& one = pairs.said_sums();
  const NameSums& other = pairs.stored_sums();
  const bool town = said.town;
  const std::size_t size = one.size(said.run, town), stored_size = other.size(stored.run, town);
  const bool near_size = (size > stored_size ? size - stored_size : stored_size - size) <= kMostBytes &&
                         size >= kShortestJoined && stored_size >= kShortestJoined &&
                         said.run.count() != stored.run.count();
  const bool raw_size = one.raw_size(said.run, town) == other.raw_size(stored.run, town);
  if (!near_size && !raw_size && size != stored_size) return false;
  const NameSums::Ends ends = one.ends(said.run, town), stored_ends = other.ends(stored.run, town);
  const NameSums::Ends raw = one.raw_ends(said.run, town), stored_raw_ends = other.raw_ends(stored.run, town);
  const bool may_slip = near_size && (ends.first == stored_ends.first || ends.last == stored_ends.last) &&
                        !one.holds_exact(said.run) && !other.holds_exact(stored.run);
  const bool may_equal = size == stored_size && ends == stored_ends;
  if (!may_slip && !may_equal && !(raw_size && raw == stored_raw_ends)) return false;
  if (one.holds_two_numbers(said.run) || other.holds_two_numbers(stored.run)) return false;
  JoinedText said_joined, stored_joined, said_raw, stored_raw;
  said.join(said_joined, said_raw);
  stored.join(stored_joined, stored_raw);
  if (!said_joined.fits || !stored_joined.fits) return false;
  if (said_joined.view() == stored_joined.view() || said_raw.view() == stored_raw.view()) {
    match = {0, false, true, false, false};
    return true;
  }
  bool near = false;
  if (!may_slip || osa_distance_utf8(said_joined.view(), stored_joined.view(), 1) > 1 ||
      slips_between(said_joined.view(), stored_joined.view(), near) != 1)
    return false;
  match = {1, false, true, false, false};
  return true;
}

}  // namespace

bool is_honor(const AddressName* names, int at, int to) {
  return names[at].text == "junior" ||
         (names[at].text == "doctor" && at + 1 < to && names[at + 1].text.starts_with("martin"));
}

void NameSums::fill(const AddressName* names, int count) {
  names_ = names;
  for (int town = 0; town < 2; ++town) before_[town][0] = raw_before_[town][0] = 0;
  for (int k = 0; k < count; ++k) {
    const AddressName& name = names[k];
    const std::uint64_t bit = std::uint64_t{1} << k;
    const bool honor = is_honor(names, k, count);
    if (honor) (name.text == "junior" ? juniors_ : doctors_) |= bit;
    if (name.digits || name.direction || name.raw.size() == 1) exact_ |= bit;
    if (k > 0 && name.digits && names[k - 1].digits && (name.spoken || names[k - 1].spoken)) second_numbers_ |= bit;
    for (int town = 0; town < 2; ++town) {
      const std::string_view text = text_of(name, town != 0);
      // A name as it is written is one token, without spaces.
      const std::size_t size = honor ? 0 : text.data() == name.raw.data() ? text.size() : letters_of(text);
      const std::size_t raw = honor ? 0 : name.to == name.from + 1 ? name.raw.size() : size;
      before_[town][k + 1] = static_cast<std::uint16_t>(before_[town][k] + size);
      raw_before_[town][k + 1] = static_cast<std::uint16_t>(raw_before_[town][k] + raw);
    }
  }
}

template <class Text>
std::size_t NameSums::size_of(NameRun run, const std::uint16_t* before, Text text) const {
  std::size_t size = static_cast<std::size_t>(before[run.to] - before[run.from]);
  const int last = run.to - 1;
  // A doctor at the end is none, and was left out.
  if (doctors_ >> last & 1) size += letters_of(text(last));
  if (run.stem > 0 && !(juniors_ >> last & 1))
    size = size - letters_of(text(last)) + letters_of(text(last).substr(0, run.stem));
  return size;
}

template <class Text>
NameSums::Ends NameSums::ends_of(NameRun run, Text text) const {
  const std::uint64_t kept = bits_of(run) & ~honors_in(run);
  if (kept == 0) return {};
  const int last = 63 - std::countl_zero(kept);
  const char end = run.stem > 0 && last == run.to - 1 ? text(last)[run.stem - 1] : text(last).back();
  return {text(std::countr_zero(kept)).front(), end};
}

std::size_t NameSums::size(NameRun run, bool town) const {
  return size_of(run, before_[town], [&](int k) { return text_of(names_[k], town); });
}

std::size_t NameSums::raw_size(NameRun run, bool town) const {
  if (run.stem > 0) return size(run, town);
  return size_of(run, raw_before_[town], [&](int k) { return raw_text(k, town); });
}

NameSums::Ends NameSums::ends(NameRun run, bool town) const {
  return ends_of(run, [&](int k) { return text_of(names_[k], town); });
}

NameSums::Ends NameSums::raw_ends(NameRun run, bool town) const {
  if (run.stem > 0) return ends(run, town);
  return ends_of(run, [&](int k) { return raw_text(k, town); });
}

NamePairs::NamePairs(const AddressParse& said, const AddressParse& stored)
    : said_(said.names), stored_(stored.names), said_count_(said.count), stored_count_(stored.count) {
  const auto figures = [](const AddressParse& parse) {
    std::uint64_t found = 0;
    for (int k = 0; k < parse.count; ++k)
      found |= std::uint64_t{parse.names[k].digits || parse.names[k].raw.size() == 1} << k;
    return found;
  };
  said_figures_ = figures(said);
  stored_figures_ = figures(stored);
  const std::size_t size = static_cast<std::size_t>(said_count_) * static_cast<std::size_t>(stored_count_);
  for (auto& cells : cells_) std::memset(cells, 0, size * sizeof(Cell));
}

void NamePairs::find_same(int said, int stored, bool town, Cell& cell) const {
  const AddressName& one = said_[said];
  const AddressName& other = stored_[stored];
  const std::string_view said_text = text_of(one, town), stored_text = text_of(other, town);
  cell |= kKnown;
  if (same_word(one, said_text, other, stored_text, true)) cell |= kSame;
  else if (!one.digits && !other.digits && names_letter(one, stored_text)) cell |= kLetter;
}

NamePairs::Slips NamePairs::slips(int said, int stored, bool town) {
  Cell& cell = cell_of(said, stored, town);
  if (!(cell & kSlipsKnown)) {
    const std::string_view said_text = text_of(said_[said], town), stored_text = text_of(stored_[stored], town);
    bool near = false;
    const int found = slips_between(said_text, stored_text, near);
    cell |= static_cast<Cell>(kSlipsKnown | (near ? kNear : 0) | (found + 1) << kSlipsShift);
    if (found < 0 && romanized_agree(said_text, stored_text)) cell |= kRomanized;
  }
  return {(cell >> kSlipsShift) - 1, (cell & kNear) != 0, (cell & kRomanized) != 0};
}

NameMatch compare_names(NamePairs& pairs, NameRun said_run, NameRun stored_run, bool town) {
  const Words said{pairs.said(), said_run, town}, stored{pairs.stored(), stored_run, town};
  NameMatch match{0, false, false, false, false};
  if (said_run.count() == 0 || stored_run.count() == 0) return {-1, false, false, false, false};
  if (agree_in_turn(pairs, said, stored, match)) {
    match.near = false;
    return match;
  }
  if (said_run.count() != stored_run.count() || said_run.stem != stored_run.stem) {
    if (agree_joined(pairs, said, stored, match)) return match;
    if (said_run.count() != stored_run.count()) match.near = false;
  } else if (match.near && said_run.count() > 1) {
    // One word near and the others equal, or not near at all.
    int differing = 0;
    for (int k = 0; k < said_run.count() && differing < 2; ++k)
      differing += !are_same(pairs, said, said_run.from + k, stored, stored_run.from + k, true);
    match.near = differing == 1;
  }
  match.slips = -1;
  return match;
}

}  // namespace ablmatch::postal
