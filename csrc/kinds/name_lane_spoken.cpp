// Cuts the common forms of a said name by the masks of its scan, without pieces and tokens: the same words that
// LaneReader finds there (name_lane_read.cpp).
#include "name_lane_spoken.hpp"

#include <cstring>

#include "../distance.hpp"
#include "../tables/name_word.hpp"
#include "name_tokens.hpp"

namespace ablmatch {

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};
constexpr int kFewestSpelled = 4;  // fewer letters may be initials
constexpr int kMostSpelled = 16;
// Cleaning looks at no shorter text whose words may be names.
constexpr int kFewestCleaned = 4;

std::uint64_t below(int at) { return (std::uint64_t{1} << at) - 1; }  // at < 64
int highest(std::uint64_t mask) { return 63 - std::countl_zero(mask); }

class SpokenReader {
 public:
  explicit SpokenReader(const Scan& said)
      : text_(said.text),
        letters_(said.letters.at[0]),
        spaces_(said.spaces.at[0]),
        starts_(letters_ & ~(letters_ << 1)),
        size_(static_cast<int>(said.size)) {}

  bool read(SpokenName& out) {
    if (letters_ == 0 || std::popcount(starts_) < kFewestCleaned || !cut_end()) return false;
    skip_lead();
    if (begin_ >= end_) return false;
    const std::uint64_t inside = ~below(begin_) & below(end_);
    std::uint64_t single = starts_ & ~(letters_ >> 1) & inside;
    out.name.hyphens = out.name.commas = 0;
    out.spelled = single != 0;
    if (single == 0) {
      if (!read_words(begin_, end_, 2, out.name) || !are_quiet(out.name)) return false;
    } else if (!find_run(single) || !squeeze(out.letters) || !read_spelled(out)) {
      return false;
    }
    return !behind_filler_ || first_ == begin_ || is_no_number(out.name.at[0]);
  }

 private:
  std::uint64_t head(int at) const { return detail::load8(text_ + at) & (kAll >> (64 - 8 * size_of_word(at))); }
  // Of at most eight letters.
  int size_of_word(int at) const {
    const int size = std::countr_one(letters_ >> at);
    return size < 8 ? size : 8;
  }
  bool stands(int at, std::string_view words) const { return std::memcmp(text_ + at, words.data(), words.size()) == 0; }

  // Takes full stops and one closing off.
  bool cut_end() {
    end_ = highest(letters_) + 1;
    for (int at = end_; at < size_; ++at)
      if (text_[at] != '.') return false;
    int from = highest(starts_);
    const std::uint64_t word = head(from);
    if (word == head_of("you")) {
      if (from < 7 || !stands(from - 6, "thank ")) return true;
      from -= 6;
    } else if ((word != head_of("please") && word != head_of("thanks") && word != head_of("speaking")) ||
               end_ - from > 8) {
      return true;
    }
    // It stands behind a gap, as it may behind a comma or a full stop.
    int before = from - 1;
    if (before < 1 || text_[before] != ' ') return false;
    before -= text_[before - 1] == ',' || text_[before - 1] == '.';
    if (before < 1 || !is_letter(before - 1)) return false;
    end_ = before;
    return true;
  }

  // Fillers, and then phrases that lead up to a name.
  void skip_lead() {
    const auto skip = [this](std::string_view words) {
      const bool found = stands(begin_, words);
      if (found) begin_ += static_cast<int>(words.size());
      return found;
    };
    const auto skip_with_comma = [&](std::string_view word) {
      const int behind = begin_ + static_cast<int>(word.size());
      if (!stands(begin_, word) || is_letter(behind)) return false;
      const int gap = behind + (text_[behind] == ',');
      if (text_[gap] != ' ') return false;
      begin_ = gap + 1;
      return true;
    };
    while (skip_with_comma("um") || skip_with_comma("uh") || skip_with_comma("er") || skip_with_comma("erm"))
      behind_filler_ = true;
    const int begin = begin_;
    while (skip_with_comma("yes") || skip_with_comma("hi") || skip_with_comma("hello")) {
    }
    if (!skip("this is ") && !skip("it's ") && !skip("my name is ") && !skip("the name is ") && !skip("it is ") &&
        (skip("i'm ") || skip("i am ")) && (stands(begin_, "at ") || stands(begin_, "called ")))
      begin_ = size_;  // leads up to something else
    behind_filler_ &= begin == begin_;
  }

  bool is_letter(int at) const { return (letters_ >> at & 1) != 0; }

  // The letters that are spelled at the end of `single`: with one sign or gap between two, or a sign and a gap.
  bool find_run(std::uint64_t single) {
    const int last = highest(single);
    if (last < 3) return false;
    stride_ = (single >> (last - 2) & 1) != 0 ? 2 : 3;
    std::uint64_t run = 0;
    int at = last;
    for (; at >= begin_ && (single >> at & 1) != 0; at -= stride_) run |= std::uint64_t{1} << at;
    first_ = at + stride_;
    count_ = std::popcount(run);
    if (first_ > 0 && text_[first_ - 1] == '\'') {
      run &= run - 1;
      first_ += stride_;
      --count_;
    }
    behind_ = last + 1;
    if (first_ >= 8 && stands(first_ - 7, "that's ")) {
      announced_ = 7;
      run |= std::uint64_t{1} << (first_ - 2);
    } else if (first_ >= 9 && stands(first_ - 8, "spelled ")) {
      announced_ = 8;
    }
    return count_ > 1 && count_ <= kMostSpelled && (single & ~run) == 0;
  }

  // Puts the letters together; false when what parts them is not alike, or no separator.
  bool squeeze(char* letters) const {
    if (stride_ == 3) {
      const char sign = text_[first_ + 1];
      int other = 0;
      for (int k = 0; k < count_; ++k) {
        const char* const unit = text_ + first_ + 3 * k;
        letters[k] = unit[0];
        if (k + 1 < count_) other |= (unit[1] ^ sign) | (unit[2] ^ ' ');
      }
      return other == 0 && (sign == ',' || sign == '.' || sign == '-');
    }
    const auto pack = [](std::uint64_t bytes) {
      bytes = (bytes | bytes >> 8) & 0x0000FFFF0000FFFF;
      return static_cast<std::uint32_t>(bytes | bytes >> 16);
    };
    const char sign = text_[first_ + 1];
    const std::uint64_t alike = 0x0001000100010001u * static_cast<unsigned char>(sign);
    std::uint64_t other = 0;
    for (int k = 0; k < kMostSpelled; k += 4) {
      const std::uint64_t bytes = detail::load8(text_ + first_ + 2 * k);
      const std::uint32_t packed = pack(bytes & 0x00FF00FF00FF00FF);
      std::memcpy(letters + k, &packed, sizeof packed);
      const int signs = count_ - 1 - k;  // that count
      const std::uint64_t used = signs >= 4 ? kAll : signs <= 0 ? 0 : below(16 * signs);
      other |= ((bytes >> 8 & 0x00FF00FF00FF00FF) ^ alike) & used;
    }
    return other == 0 && (sign == ' ' || sign == '-' || sign == '.' || sign == ',');
  }

  bool read_spelled(SpokenName& out) {
    LaneName& name = out.name;
    const auto put = [&](int k) { place_lane_word(out.letters, static_cast<std::size_t>(count_), name.at[k]); };
    // "i m …" and "a e s …" read as the beginning of a phrase.
    const auto begins = [&out](const char* two) { return std::memcmp(out.letters, two, 2) == 0; };
    if (first_ == begin_ && (count_ < kFewestSpelled || begins("im") || begins("ae"))) return false;
    if (first_ == begin_ && behind_ == end_) {
      put(0);
      name.count = 1;
      return are_quiet(name);
    }
    if (first_ == begin_) {
      const int from = behind_ + (text_[behind_] == '.') + 1;
      if (text_[from - 1] != ' ' || !is_letter(from)) return false;
      if (!read_words(from, end_, 1, name, 1)) return false;
      put(0);
      return are_quiet(name) && !may_be_letter(name.at[1]) && name.at[1].head != head_of("ray");
    }
    if (behind_ != end_) return false;
    return read_behind(out, put);
  }

  // Letters behind words: the surname, or the word before them once more.
  template <class Put>
  bool read_behind(SpokenName& out, Put put) {
    LaneName& name = out.name;
    int before = first_ - announced_ - 1;
    if (before < begin_ + 2 || text_[before] != ' ') return false;
    const bool comma = text_[before - 1] == ',';
    before -= comma;
    const int words = std::popcount(starts_ & ~below(begin_) & below(before));
    if (words == 1) {
      if (announced_ != 0 || comma || count_ < kFewestSpelled || !read_words(begin_, before, 1, name)) return false;
      put(1);
      name.count = 2;
      return are_quiet(name) && keeps_word(name.at[0], name.at[1]);
    }
    if (!read_words(begin_, before, 2, name)) return false;
    LaneWord letters;
    place_lane_word(out.letters, static_cast<std::size_t>(count_), letters);
    if (!same_word(letters, name.at[1]) || !are_quiet(name) || may_be_letter(name.at[1])) return false;
    return !RawNameWriter::announces(lane_token(name.at[1]));
  }

  // Is a word before letters just a word? It may name a letter, or they may be the same word again.
  static bool keeps_word(LaneWord& word, const LaneWord& spelled) {
    const bool letter = may_be_letter(word);
    const bool known = word.row->name_row != 0;
    const std::uint32_t flags = known ? kNameWords.values[word.row->name_row - 1].flags : 0;
    if (letter && !(flags & kGivenName)) return false;
    if ((flags & kGivenName) && !(flags & kSurname)) return !same_word(word, spelled);
    const int slips = spelled.size >= 6 ? 2 : 1, difference = word.size - spelled.size;
    if (difference > slips || -difference > slips) return true;
    return osa_distance({spelled.text, spelled.size}, {word.text, word.size}, slips) > slips;
  }

  static bool may_be_letter(LaneWord& word) {
    look_up_lane_word(word);
    return (word.roles & kLaneLetter) != 0;
  }

  // A filler in front of a number may be one as well.
  static bool is_no_number(LaneWord& word) {
    look_up_lane_word(word);
    return word.row->spoken_row == 0;
  }

  // Words with one gap between two, and nothing else.
  bool read_words(int from, int to, int count, LaneName& name, int at = 0) const {
    const std::uint64_t inside = ~below(from) & below(to);
    std::uint64_t starts = starts_ & inside;
    if (std::popcount(starts) != count || (inside & ~(letters_ | spaces_)) != 0) return false;
    name.count = at + count;
    for (; starts != 0; starts &= starts - 1, ++at) {
      const int begin = std::countr_zero(starts), size = std::countr_one(letters_ >> begin);
      place_lane_word(text_ + begin, static_cast<std::size_t>(size), name.at[at]);
      name.at[at].from = static_cast<std::uint8_t>(begin);
    }
    return true;
  }

  // Do words do nothing in a name but name?
  static bool are_quiet(const LaneName& name) {
    bool marked = false;
    for (int k = 0; k < name.count; ++k) marked |= is_lane_marked(lane_hash(name.at[k].head, name.at[k].tail));
    return !marked;
  }

  const char* text_;
  std::uint64_t letters_, spaces_, starts_;
  int size_, begin_ = 0, end_ = 0;
  int first_ = -1, behind_ = 0, count_ = 0, stride_ = 0;  // of the letters
  int announced_ = 0;  // bytes of the words that announce them
  bool behind_filler_ = false;  // begins right behind a filler
};

}  // namespace

bool read_spoken_name(const Scan& said, SpokenName& out) {
  return said.size <= kMaxLaneSize && said.digits.at[0] == 0 && SpokenReader(said).read(out);
}

}  // namespace ablmatch
