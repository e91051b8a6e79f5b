// Walks the readings of a spoken number against stored figures: the lattice of spoken_numbers.cpp, never written down.
#include <algorithm>

#include "number_phrase.hpp"

namespace ablmatch {
namespace {

using Kind = NumberKind;

// The one-slip automaton of lattice.cpp in single words: places reached without a slip, with one at most, and after the
// first half of a swap.
struct Places {
  std::uint64_t exact, slip, swap;

  bool empty() const { return (exact | slip) == 0; }
  void merge(const Places& other) {
    exact |= other.exact;
    slip |= other.slip;
    swap |= other.swap;
  }
};

class Walk {
 public:
  Walk(const Scan& scan, const NumberPhrase& phrase, int to, NumberReader reader, const DigitPlaces& target, bool ones)
      : scan_(scan), phrase_(phrase), to_(to), phone_(reader == NumberReader::phone), target_(target), ones_(ones) {}

  int distance(int from);

 private:
  // Numbers that start at one token: where each ends and what it is worth.
  struct Values {
    static constexpr int kMost = 32;
    std::uint8_t end[kMost];
    std::uint32_t worth[kMost];
    int count = 0;

    void add(int to, std::uint32_t value) {
      if (count == kMost) return;
      end[count] = static_cast<std::uint8_t>(to);
      worth[count++] = value;
    }
  };

  const NumberToken& token(int at) const { return phrase_.at[at]; }
  // The token that goes on with the number of token `at`; the empty one behind the phrase when none does.
  int next(int at) const { return token(at + 1).cut ? phrase_.count : at + 1; }
  Kind kind(int at) const { return token(at).sense.kind; }
  unsigned languages(int at) const { return token(at).sense.languages; }
  std::uint32_t value(int at) const { return token(at).sense.value; }
  bool is_unit(int at) const { return kind(at) == Kind::unit && value(at) > 0; }
  bool is_scale(int at) const { return kind(at) == Kind::hundred || kind(at) == Kind::thousand; }
  int after_conjunction(int at) const { return kind(at) == Kind::conjunction ? next(at) : at; }

  // The rules of spoken_cardinals.cpp.
  Kind scale_at(int at, int head) const;
  bool must_multiply(int at) const;
  bool ends_tens(int unit) const { return unit > phrase_.first && !token(unit).cut && kind(unit - 1) == Kind::tens; }
  void ten_to_nineteen(int at, Values& out) const;
  void below_hundred(int at, Values& out) const;
  void below_thousand(int at, Values& out) const;
  void all(int at, Values& out) const;

  Places step(Places places, unsigned digit) const;
  Places read(Places places, std::uint32_t value) const;
  void reach(int at, const Places& places);
  bool walk_tens(int at, Places& here);
  void walk_values(int at, const Places& here);
  Places walk_multiplied(int at, Places here) const;

  const Scan& scan_;
  const NumberPhrase& phrase_;
  const int to_;
  const bool phone_;
  const DigitPlaces& target_;
  const bool ones_;
  // Sets of places in front of later tokens, where bit k of `waiting_` is set.
  Places later_[kMostNumberTokens + 1];
  std::uint64_t waiting_ = 0;
};

Kind Walk::scale_at(int at, int head) const {
  if (!is_scale(at)) return Kind::none;
  if (kind(at) == Kind::hundred && (languages(at) & ~unsigned{kSpanish | kPortuguese}) == 0) return Kind::none;
  const bool mille = (token(at).sense.flags & kNumberMille) != 0;
  return mille && at > head && !(languages(head) & kFrench) ? Kind::none : kind(at);
}

bool Walk::must_multiply(int at) const {
  const int head = at - 1;
  if (head < phrase_.first || token(at).cut || !token(head).is_numeric()) return false;
  const Kind front = kind(head);
  const bool small = front == Kind::unit || front == Kind::teen || front == Kind::tens || front == Kind::compound;
  if (front == Kind::unit && value(head) == 0) return false;
  if (kind(at) == Kind::hundred) {
    const bool iberian = (languages(at) & ~unsigned{kSpanish | kPortuguese}) == 0;
    if (iberian || (languages(at) & kItalian)) return false;
    if (languages(at) & kFrench) return front == Kind::unit && value(head) > 1 && !ends_tens(head);
    return small;
  }
  if ((token(at).sense.flags & kNumberMille) != 0 && !(languages(head) & kFrench)) return false;
  if (front == Kind::unit && value(head) == 1) return (languages(head) & (kEnglish | kGerman | kDutch | kHindi)) != 0;
  return small || front == Kind::hundreds || front == Kind::hundred;
}

void Walk::ten_to_nineteen(int at, Values& out) const {
  if (kind(at) != Kind::teen) return;
  out.add(at + 1, value(at));
  if (value(at) != 10) return;
  const int unit = next(at);
  if (is_unit(unit) && value(unit) >= 7 && (languages(at) & languages(unit) & kFrench))
    out.add(unit + 1, 10 + value(unit));
  if (kind(unit) != Kind::conjunction) return;
  const int behind = next(unit);
  if (is_unit(behind) && value(behind) >= 6 && (languages(at) & languages(behind) & kSpanish))
    out.add(behind + 1, 10 + value(behind));
}

void Walk::below_hundred(int at, Values& out) const {
  switch (kind(at)) {
    case Kind::unit: {
      const std::uint32_t unit = value(at);
      if (unit == 0) return;
      out.add(at + 1, unit);
      const int second = next(at);
      if (kind(second) == Kind::conjunction) {
        const int tens = next(second);
        if (kind(tens) == Kind::tens && (languages(at) & languages(second) & languages(tens) & (kGerman | kDutch)))
          out.add(tens + 1, value(tens) + unit);
      }
      if (unit == 4 && kind(second) == Kind::tens && value(second) == 20 &&
          (languages(at) & languages(second) & kFrench)) {
        out.add(second + 1, 80);
        const int rest = next(second);
        if (is_unit(rest) && (languages(rest) & kFrench)) out.add(rest + 1, 80 + value(rest));
        Values teens;
        ten_to_nineteen(rest, teens);
        for (int k = 0; k < teens.count; ++k) out.add(teens.end[k], 80 + teens.worth[k]);
      }
      return;
    }
    case Kind::teen: ten_to_nineteen(at, out); return;
    case Kind::compound: out.add(at + 1, value(at)); return;
    case Kind::tens: {
      out.add(at + 1, value(at));
      int rest = next(at);
      unsigned shared = languages(at) & ~unsigned{kGerman | kDutch};
      if (kind(rest) == Kind::conjunction) {
        shared &= languages(rest) & (kSpanish | kFrench | kPortuguese | kItalian);
        rest = next(rest);
      }
      if (is_unit(rest) && (shared & languages(rest))) out.add(rest + 1, value(at) + value(rest));
      if (value(at) == 60 && (shared & kFrench)) {
        Values teens;
        ten_to_nineteen(rest, teens);
        for (int k = 0; k < teens.count; ++k) out.add(teens.end[k], 60 + teens.worth[k]);
      }
      return;
    }
    default: return;
  }
}

void Walk::below_thousand(int at, Values& out) const {
  const auto with_rest = [&](int last, std::uint32_t hundreds) {
    out.add(last + 1, hundreds);
    Values rest;
    below_hundred(after_conjunction(next(last)), rest);
    for (int k = 0; k < rest.count; ++k) out.add(rest.end[k], hundreds + rest.worth[k]);
  };
  if (kind(at) == Kind::hundreds) with_rest(at, value(at));
  if (kind(at) == Kind::hundred && !must_multiply(at)) with_rest(at, 100);
  Values small;
  below_hundred(at, small);
  for (int k = 0; k < small.count; ++k) {
    out.add(small.end[k], small.worth[k]);
    const int after = next(small.end[k] - 1);
    if (scale_at(after, at) == Kind::hundred) with_rest(after, small.worth[k] * 100);
  }
}

void Walk::all(int at, Values& out) const {
  Values heads;
  below_thousand(at, heads);
  const auto with_rest = [&](int last, std::uint32_t thousands) {
    out.add(last + 1, thousands);
    Values rest;
    below_thousand(after_conjunction(next(last)), rest);
    for (int k = 0; k < rest.count; ++k) out.add(rest.end[k], thousands + rest.worth[k]);
  };
  for (int k = 0; k < heads.count; ++k) {
    out.add(heads.end[k], heads.worth[k]);
    const int after = next(heads.end[k] - 1);
    if (scale_at(after, at) == Kind::thousand) with_rest(after, heads.worth[k] * 1000);
  }
  if (kind(at) == Kind::thousand && !must_multiply(at)) with_rest(at, 1000);
}

Places Walk::step(Places s, unsigned digit) const {
  const std::uint64_t places = target_.of[digit];
  const std::uint64_t exact = (s.exact & places) << 1 | (ones_ && digit < 2 ? s.exact & 1 : 0);
  const std::uint64_t moved = (s.swap & places) << 2;
  return {exact, ((s.slip & places) | s.exact) << 1 | s.exact | moved | exact << 1 | exact, s.exact & places >> 1};
}

Places Walk::read(Places places, std::uint32_t value) const {
  if (value < 10) return step(places, value);
  if (value < 100) return step(step(places, value / 10), value % 10);
  return step(step(read(places, value / 100), value / 10 % 10), value % 10);
}

void Walk::reach(int at, const Places& places) {
  if (at > to_) return;
  if ((waiting_ >> at & 1) != 0) {
    later_[at].merge(places);
  } else {
    later_[at] = places;
    waiting_ |= std::uint64_t{1} << at;
  }
}

void Walk::walk_values(int at, const Places& here) {
  Values values;
  all(at, values);
  // Numbers that yield to a shorter reading hold no other back; see add_number_arcs.
  bool yields[Values::kMost];
  for (int k = 0; k < values.count; ++k) {
    const int last = values.end[k] - 1;
    int head = last - 1;
    if (head > at && kind(head) == Kind::conjunction) --head;
    const auto single = [&](int place) {
      return kind(place) == Kind::unit || (kind(place) == Kind::figures && token(place).end - token(place).begin == 1);
    };
    yields[k] = values.worth[k] > 100 && last > at && single(last) && single(next(last)) &&
                (kind(head) == Kind::hundred || kind(head) == Kind::hundreds);
  }
  for (int k = 0; k < values.count; ++k) {
    const int end = values.end[k];
    const bool conjunction = kind(next(end - 1)) == Kind::conjunction;
    const bool hyphened = end < phrase_.count && token(end).hyphened && !token(end).is(Kind::figures);
    bool is_cut = false;
    if (conjunction || hyphened)
      for (int other = 0; other < values.count; ++other)
        is_cut |=
            values.end[other] > end && !yields[other] && (conjunction || values.worth[other] < values.worth[k] + 100);
    if (!is_cut) reach(end, read(here, values.worth[k]));
  }
  if (kind(at) == Kind::unit && value(at) == 0) reach(at + 1, step(here, 0));
}

// "twenty five", where nothing but 25 and 20 5 can be meant: the walk goes on with the 20. False for any other number.
bool Walk::walk_tens(int at, Places& here) {
  const NumberToken &tens = token(at), &unit = token(at + 1);
  if (!tens.is(Kind::tens) || !unit.is(Kind::unit) || unit.sense.value == 0) return false;
  if (!(tens.sense.languages & unit.sense.languages & ~unsigned{kGerman | kDutch})) return false;
  if (is_scale(next(at + 1))) return false;
  const Places first = step(here, tens.sense.value / 10);
  reach(at + 2, step(first, unit.sense.value));
  here = unit.hyphened ? Places{} : step(first, 0);
  return true;
}

Places Walk::walk_multiplied(int at, Places here) const {
  const NumberToken& digit = token(at + 1);
  const std::uint32_t times = value(at);
  for (std::uint32_t k = 0; k < times; ++k)
    here = digit.is(Kind::figures) ? step(here, static_cast<unsigned>(scan_.text[digit.begin] - '0'))
                                   : read(here, digit.sense.value);
  return here;
}

int Walk::distance(int from) {
  Places here{1, 3, 0};
  for (int at = from; at < to_; ++at) {
    if ((waiting_ >> at & 1) != 0) here.merge(later_[at]);
    if (here.empty()) {
      // Only numbers of several words lead on from here.
      if (waiting_ >> at >> 1 == 0) return 2;
      here = {};
      continue;
    }
    const NumberToken& word = token(at);
    switch (word.sense.kind) {
      case Kind::figures:
        for (std::size_t k = word.begin; k < word.end; ++k)
          here = step(here, static_cast<unsigned>(scan_.text[k] - '0'));
        break;
      case Kind::multiplier:
        reach(at + 2, walk_multiplied(at, here));
        here = {};
        break;
      case Kind::conjunction:
      case Kind::gap: break;
      case Kind::unit:
      case Kind::teen:
      case Kind::tens:
      case Kind::compound:
        if ((word.sense.before >> static_cast<unsigned>(kind(next(at))) & 1) == 0) {
          here = read(here, word.sense.value);
          break;
        }
        if (walk_tens(at, here)) break;
        [[fallthrough]];
      case Kind::hundreds:
      case Kind::hundred:
      case Kind::thousand:
        walk_values(at, here);
        here = {};
        break;
      default:
        if (phone_ && (word.sense.flags & kNumberSeparator) != 0) break;
        here = {};
        break;
    }
  }
  if ((waiting_ >> to_ & 1) != 0) here.merge(later_[to_]);
  if ((here.exact >> target_.size & 1) != 0) return 0;
  return (here.slip >> target_.size & 1) != 0 ? 1 : 2;
}

}  // namespace

int phrase_distance(const Scan& scan, const NumberPhrase& phrase, int from, int to, NumberReader reader,
                    const DigitPlaces& target, bool ones_in_front) {
  return Walk(scan, phrase, to, reader, target, ones_in_front).distance(from);
}

}  // namespace ablmatch
