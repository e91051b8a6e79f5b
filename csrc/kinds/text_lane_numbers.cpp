// English numbers in words for the fast lane: what read_number (spoken.hpp) gives for them, longest cardinals first.
#include "text_lane_words.hpp"

namespace ablmatch {

namespace {

class LaneCardinals {
 public:
  LaneCardinals(const TextWord* const* words, int count) : words_(words), to_(count) {}

  // Writes the figures of all cardinals one behind the other; 0 when that is not how the words are surely read.
  std::size_t read(char* out, std::size_t capacity) {
    std::size_t size = 0;
    while (at_ < to_) {
      if (size + kLongest > capacity) return 0;
      if (worth_of(NumberClass::unit) == 0) {
        out[size++] = '0';
        ++at_;
        continue;
      }
      if (const int times = worth_of(NumberClass::multiplier); times > 0) {
        ++at_;
        const int unit = worth_of(NumberClass::unit);
        if (unit < 0) return 0;
        ++at_;
        for (int k = 0; k < times; ++k) out[size++] = static_cast<char>('0' + unit);
        continue;
      }
      const std::uint32_t value = cardinal();
      if (broken_ || value == 0) return 0;
      char room[kLongest];
      std::size_t digits = 0;
      for (std::uint32_t rest = value; rest != 0; rest /= 10) room[digits++] = static_cast<char>('0' + rest % 10);
      while (digits > 0) out[size++] = room[--digits];
    }
    return size;
  }

 private:
  static constexpr std::size_t kLongest = 12;
  static constexpr int kNone = -1;

  bool is(NumberClass cls) const { return at_ < to_ && class_of(at_) == cls; }
  NumberClass class_of(int k) const { return words_[k]->number; }
  int worth(int k) const { return words_[k]->worth; }
  int worth_of(NumberClass cls) const { return is(cls) ? worth(at_) : kNone; }
  bool take(NumberClass cls) {
    if (!is(cls)) return false;
    ++at_;
    return true;
  }

  // 1 to 99, or 0.
  std::uint32_t below_hundred() {
    if (const int tens = worth_of(NumberClass::tens); tens > 0) {
      ++at_;
      const int unit = worth_of(NumberClass::unit);
      if (unit <= 0) return static_cast<std::uint32_t>(tens);
      ++at_;
      return static_cast<std::uint32_t>(tens + unit);
    }
    const int one = is(NumberClass::teen) ? worth(at_) : worth_of(NumberClass::unit);
    if (one <= 0) return 0;
    ++at_;
    return static_cast<std::uint32_t>(one);
  }

  std::uint32_t rest_below_hundred() {
    const bool joined = take(NumberClass::conjunction);
    const int from = at_;
    const std::uint32_t value = below_hundred();
    broken_ |= joined && value == 0;
    // "nine hundred one two three" is 900 1 2 3.
    broken_ |= at_ == from + 1 && class_of(from) == NumberClass::unit && is(NumberClass::unit);
    return value;
  }

  // 1 to 9999, or 0.
  std::uint32_t below_thousand() {
    std::uint32_t value = below_hundred();
    if (value > 0 && take(NumberClass::hundred)) value = value * 100 + rest_below_hundred();
    return value;
  }

  std::uint32_t cardinal() {
    std::uint32_t value = below_thousand();
    if (value > 0 && take(NumberClass::thousand)) {
      const bool joined = take(NumberClass::conjunction);
      const std::uint32_t rest = below_thousand();
      broken_ |= joined && rest == 0;
      value = value * 1000 + rest;
    }
    // What goes on with a scale or "and" is another number.
    broken_ |= is(NumberClass::hundred) || is(NumberClass::thousand) || is(NumberClass::conjunction);
    return value;
  }

  const TextWord* const* const words_;
  int at_ = 0;
  const int to_;
  bool broken_ = false;
};

}  // namespace

std::size_t write_lane_number(const TextWord* const* words, int count, LaneFigures& out) {
  return LaneCardinals(words, count).read(out, sizeof out);
}

bool read_lane_number(LaneText& text, int from, int to) {
  const TextWord* words[kMaxLaneWords];
  int count = 0;
  for (int k = from; k < to; ++k) words[count++] = tables::text_words + text.word(k).id;
  LaneFigures figures;
  const std::size_t size = write_lane_number(words, count, figures);
  if (size == 0) return false;
  const std::string_view kept = text.keep(figures, size);
  if (kept.empty()) return false;
  text.numbers[text.number_count++] = {from, to, kept.data(), size};
  return true;
}

}  // namespace ablmatch
