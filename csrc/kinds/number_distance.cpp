// Walks the readings of a spoken number against stored figures: the lattice of spoken_numbers.cpp, never written down.
#include <algorithm>

#include "number_phrase.hpp"

namespace ablmatch {
namespace {

using Kind = NumberKind;

constexpr std::uint32_t kBelowHundred = number_kind_bit(Kind::unit) | number_kind_bit(Kind::teen) |
                                        number_kind_bit(Kind::tens) | number_kind_bit(Kind::compound);

// The one-slip automaton of lattice.cpp in single words: places reached without a slip, with one at most, and after the
// first half of a swap.
struct Places {
  std::uint64_t exact, slip, swap;

  // What is reached without a slip is reached with one at most.
  bool empty() const { return slip == 0; }
  void merge(const Places& other) {
    exact |= other.exact;
    slip |= other.slip;
    swap |= other.swap;
  }
};

// `Ones`: any run of 0 and 1 in front of the target costs nothing.
template <bool Ones>
class Walk {
 public:
  Walk(const Scan& scan, const NumberPhrase& phrase, int to, NumberReader reader, const DigitPlaces& target)
      : scan_(scan), phrase_(phrase), to_(to), phone_(reader == NumberReader::phone), target_(target) {}

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

  void step(Places& places, unsigned digit) const;
  void read(Places& places, std::uint32_t value) const;
  void reach(int at, const Places& places);
  bool walk_tens(int at, Places& here);
  void walk_values(int at, const Places& here);
  void walk_multiplied(int at, Places& here) const;

  const Scan& scan_;
  const NumberPhrase& phrase_;
  const int to_;
  const bool phone_;
  const DigitPlaces& target_;
  // Sets of places in front of later tokens, where bit k of `waiting_` is set.
  Places later_[kMostNumberTokens + 1];
  std::uint64_t waiting_ = 0;
};

template <bool Ones>
Kind Walk<Ones>::scale_at(int at, int head) const {
  if (!is_scale(at)) return Kind::none;
  if (kind(at) == Kind::hundred && (languages(at) & ~unsigned{kSpanish | kPortuguese}) == 0) return Kind::none;
  const bool mille = (token(at).sense.flags & kNumberMille) != 0;
  return mille && at > head && !(languages(head) & kFrench) ? Kind::none : kind(at);
}

template <bool Ones>
bool Walk<Ones>::must_multiply(int at) const {
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

template <bool Ones>
void Walk<Ones>::ten_to_nineteen(int at, Values& out) const {
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

template <bool Ones>
void Walk<Ones>::below_hundred(int at, Values& out) const {
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

template <bool Ones>
void Walk<Ones>::below_thousand(int at, Values& out) const {
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

template <bool Ones>
void Walk<Ones>::all(int at, Values& out) const {
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

template <bool Ones>
inline void Walk<Ones>::step(Places& s, unsigned digit) const {
  const std::uint64_t places = target_.of[digit];
  std::uint64_t exact = (s.exact & places) << 1;
  if (Ones && digit < 2) exact |= s.exact & 1;
  s.slip = ((s.slip & places) | s.exact) << 1 | s.exact | (s.swap & places) << 2 | exact << 1 | exact;
  s.swap = s.exact & places >> 1;
  s.exact = exact;
}

template <bool Ones>
inline void Walk<Ones>::read(Places& places, std::uint32_t value) const {
  if (value >= 100) {
    std::uint32_t unit = 100;
    while (value / unit >= 10) unit *= 10;
    for (; unit >= 100; unit /= 10) step(places, value / unit % 10);
  }
  if (value >= 10) step(places, value / 10 % 10);
  step(places, value % 10);
}

template <bool Ones>
void Walk<Ones>::reach(int at, const Places& places) {
  if (at > to_) return;
  if ((waiting_ >> at & 1) != 0) {
    later_[at].merge(places);
  } else {
    later_[at] = places;
    waiting_ |= std::uint64_t{1} << at;
  }
}

template <bool Ones>
void Walk<Ones>::walk_values(int at, const Places& here) {
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
    if (is_cut) continue;
    Places there = here;
    read(there, values.worth[k]);
    reach(end, there);
  }
  if (kind(at) != Kind::unit || value(at) != 0) return;
  Places there = here;
  step(there, 0);
  reach(at + 1, there);
}

// "twenty five", where nothing but 25 and 20 5 can be meant: the walk goes on with the 20. False for any other number.
template <bool Ones>
bool Walk<Ones>::walk_tens(int at, Places& here) {
  const NumberToken &tens = token(at), &unit = token(at + 1);
  if (!tens.is(Kind::tens) || !unit.is(Kind::unit) || unit.sense.value == 0) return false;
  if (!(tens.sense.languages & unit.sense.languages & ~unsigned{kGerman | kDutch})) return false;
  if (is_scale(next(at + 1))) return false;
  step(here, tens.sense.value / 10u);
  Places both = here;
  step(both, unit.sense.value);
  reach(at + 2, both);
  if (unit.hyphened) here = {};
  else step(here, 0);
  return true;
}

template <bool Ones>
void Walk<Ones>::walk_multiplied(int at, Places& here) const {
  const NumberToken& digit = token(at + 1);
  const std::uint32_t times = value(at);
  for (std::uint32_t k = 0; k < times; ++k) {
    if (digit.is(Kind::figures)) step(here, static_cast<unsigned>(scan_.text[digit.begin] - '0'));
    else read(here, digit.sense.value);
  }
}

template <bool Ones>
int Walk<Ones>::distance(int from) {
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
    if ((word.sense.flags & kBelowHundred) != 0) {
      const Kind behind = token(at + 1).cut ? Kind::none : kind(at + 1);
      if ((word.sense.before >> static_cast<unsigned>(behind) & 1) == 0) {
        // One and two digits take turns: no branch would know.
        const std::uint32_t tens = word.sense.value / 10u;
        Places both = here;
        step(both, tens);
        if (tens != 0) here = both;
        step(here, word.sense.value - 10u * tens);
      } else if (!walk_tens(at, here)) {
        walk_values(at, here);
        here = {};
      }
      continue;
    }
    switch (word.sense.kind) {
      case Kind::figures:
        for (std::size_t k = word.begin; k < word.end; ++k) step(here, static_cast<unsigned>(scan_.text[k] - '0'));
        break;
      case Kind::multiplier:
        // Only this leads to what follows the digit.
        walk_multiplied(at, here);
        reach(at + 2, here);
        here = {};
        break;
      case Kind::hundreds:
      case Kind::hundred:
      case Kind::thousand:
        walk_values(at, here);
        here = {};
        break;
      case Kind::conjunction:
      case Kind::gap: break;
      default:
        if (!phone_ || (word.sense.flags & kNumberSeparator) == 0) here = {};
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
  return ones_in_front ? Walk<true>(scan, phrase, to, reader, target).distance(from)
                       : Walk<false>(scan, phrase, to, reader, target).distance(from);
}

}  // namespace ablmatch
