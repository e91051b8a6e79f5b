// What speech reads otherwise in a text of the fast lane: carrier phrases, numbers in words, contractions. It is what
// clean_spoken (spoken.hpp) and read_spoken_text find in the phrases that are known here; others are left to them.
#include <algorithm>
#include <cstring>

#include "text_judge.hpp"
#include "text_lane_words.hpp"
#include "text_vocabulary.hpp"

namespace ablmatch {

namespace {

class LaneReadings {
 public:
  explicit LaneReadings(LaneText& text) : text_(text) {}

  bool find(bool said) {
    if (text_.any & kOrdinal) return false;
    if (text_.count() > 2 && (text_.has_figures() || (text_.any & (kEnglishNumber | kOtherNumber))) && has_decimal())
      return false;
    if (text_.spelled && may_be_spelled()) return false;
    if ((text_.any & (kEnglishNumber | kOtherNumber)) && !find_numbers()) return false;
    return !said || !(is_surrounded() || (text_.any & (kHesitation | kCorrects))) || find_answer();
  }

  // May a carrier phrase begin it, or thanks end it?
  bool is_surrounded() const { return has_start(0) || has(text_.count() - 1, kClose); }

 private:
  bool is(int k, std::uint64_t head) const { return exists(k) && text_.word(k).head == head && !clipped(k); }
  bool clipped(int k) const { return text_.word(k).clipped; }
  bool exists(int k) const { return static_cast<unsigned>(k) < static_cast<unsigned>(text_.count()); }
  bool has(int k, std::uint32_t roles) const { return exists(k) && text_.word(k).is(roles); }

  // Two letters next to each other, or a letter that is explained: the run may be a spelled word.
  bool may_be_spelled() const {
    int sure = 0;
    for (int k = 0; k < text_.count(); ++k) {
      const Word& word = text_.word(k);
      if (word.clipped) {  // its stem ends what went before, its s may begin a run
        sure = 1;
      } else if (!word.is(kSpelling)) {
        sure = 0;
        continue;
      } else if (word.is(kSureLetter)) {
        ++sure;
      }
      if (sure > 1 || ((word.clipped || word.is(kLetterName)) && has(k + 1, kJoin))) return true;
    }
    return false;
  }

  // "three point five", "3 coma 5"
  bool has_decimal() const {
    constexpr std::uint64_t kMarks[] = {head_of("point"),   head_of("dot"),     head_of("decimal"), head_of("punto"),
                                        head_of("coma"),    head_of("virgule"), head_of("komma"),   head_of("virgula"),
                                        head_of("virgola"), head_of("ponto")};
    for (int k = 1; k + 1 < text_.count(); ++k)
      if (may_count(k - 1) && may_count(k + 1) &&
          std::find(std::begin(kMarks), std::end(kMarks), text_.word(k).head) != std::end(kMarks))
        return true;
    return false;
  }

  bool find_numbers() {
    const bool numbers = text_.has_figures() || (text_.any & kEnglishNumber) != 0;
    for (int k = 0; k < text_.count(); ++k) {
      if (is_counted(k)) {
        int end = k + 1;
        while (goes_on(end)) ++end;
        // Another number next to this one could change how it is read.
        const bool joined = class_of(end) == NumberClass::conjunction && may_count(end + 1);
        if (joined || may_count(k - 1) || may_count(end) || !read_lane_number(text_, k, end)) return false;
        k = end - 1;
      } else if (has(k, kOtherNumber) && !clipped(k)) {
        if (has(k, kNumberWord)) return false;  // of another language, or of another class
        // A weak one is a number beside another only.
        if (numbers && (stands_by_number(k - 1) || stands_by_number(k + 1))) return false;
      }
    }
    return true;
  }

  NumberClass class_of(int k) const {
    if (!exists(k) || clipped(k) || text_.word(k).id == kNoTextWord) return NumberClass::none;
    return tables::text_words[text_.word(k).id].number;
  }
  bool is_figure(int k) const { return exists(k) && text_.word(k).figure; }
  bool may_count(int k) const { return has(k, kEnglishNumber | kOtherNumber) || is_figure(k); }
  bool stands_by_number(int k) const { return has(k, kNumberWord | kOtherNumber | kSeparates) || is_figure(k); }

  // A word of a number that the lane can read: English; "oh" and "double" where one follows or, for "oh", precedes.
  bool is_counted(int k) const {
    if (clipped(k)) return false;
    if (has(k, kEnglishNumber)) return true;
    const std::uint64_t head = text_.word(k).head;
    if (head == head_of("oh")) return has_plain_number(k + 1, k + 1) || has_plain_number(k - 1, k);
    return (head == head_of("double") || head == head_of("triple")) && has_plain_number(k + 1, k + 1) &&
           class_of(k + 1) == NumberClass::unit;
  }
  // Word k is a number, and no symbol stands in front of word `behind`.
  bool has_plain_number(int k, int behind) const {
    return has(k, kEnglishNumber) && !clipped(k) && text_.symbols_before(behind) == 0;
  }

  bool goes_on(int k) const {
    if (k >= text_.count() || text_.symbols_before(k) != 0) return false;
    if (is_counted(k)) return true;
    return is(k, head_of("and")) && (text_.signs >> text_.begin[k] & 1) == 0 && k + 1 < text_.count() &&
           is_counted(k + 1) && text_.symbols_before(k + 1) == 0;
  }

  // Takes away what stands round the answer.
  bool find_answer() {
    if (text_.any & kCorrects) return false;
    int start = 0;
    while (has(start, kHesitation) && !clipped(start)) ++start;
    for (int k = start; k < text_.count(); ++k)
      if (has(k, kHesitation)) return false;
    bool led = false;
    while (start < text_.count() && has_start(start)) {
      const int words = phrase_at(start, led);
      if (words < 0) return false;
      if (words == 0) break;
      for (int k = start + 1; k < start + words; ++k)
        if (text_.symbols_before(k) != 0) return false;
      led |= !(is_greeting(start) && !clipped(start));
      start += words;
    }
    if (start >= text_.count()) return false;
    int stop = text_.count();
    while (has(stop - 1, kClose) && !clipped(stop - 1)) {
      const int words = closing_at(stop - 1, start);
      if (words < 0) return false;
      if (words == 0) break;
      for (int k = stop - words + 1; k < stop; ++k)
        if (text_.symbols_before(k) != 0) return false;
      stop -= words;
    }
    if (start > 0 && ((text_.symbols & ~text_.quiet_symbols) & below(text_.begin[start])) != 0) return false;
    if (stop < text_.count() && ((text_.symbols & ~text_.quiet_symbols) & ~below(text_.begin[stop - 1])) != 0)
      return false;
    // "&" is "and" beside words only.
    int words = 0;
    for (int k = start; k < stop; ++k) words += (text_.signs >> text_.begin[k] & 1) == 0;
    if (words == 0) return false;
    text_.start = start;
    text_.stop = stop;
    text_.removed |= start > 0 || stop < text_.count();
    return true;
  }

  static std::uint64_t below(int at) { return (std::uint64_t{1} << at) - 1; }

  bool has_start(int k) const {
    if (clipped(k)) return is_clipped(k, head_of("its")) || is_clipped(k, head_of("thats"));
    return has(k, kStart);
  }
  bool is_clipped(int k, std::uint64_t head) const { return clipped(k) && text_.word(k).head == head; }

  // How many words the longest carrier phrase at word k has, 0: none, -1: not known here.
  bool is_greeting(int k) const {
    constexpr std::uint64_t kGreetings[] = {head_of("sure"), head_of("yes"),  head_of("yeah"),    head_of("yep"),
                                            head_of("yup"),  head_of("okay"), head_of("ok"),      head_of("so"),
                                            head_of("well"), head_of("now"),  head_of("alright"), head_of("hello"),
                                            head_of("hi"),   head_of("hey")};
    return std::find(std::begin(kGreetings), std::end(kGreetings), text_.word(k).head) != std::end(kGreetings);
  }
  // How many words a phrase has that begins at word k and introduces the answer, -1 where that is not told here. `led`: one has
  // been, behind which greetings are a part of it.
  int phrase_at(int k, bool led) const {
    const std::uint64_t head = text_.word(k).head;
    if (clipped(k)) return 1;
    if (is_greeting(k)) return led ? 0 : 1;
    switch (head) {
      case head_of("its"):
      case head_of("thats"): return 1;
      case head_of("it"):
        if (is(k + 1, head_of("is")) || is(k + 1, head_of("s"))) return 2;
        return is(k + 1, head_of("would")) && is(k + 2, head_of("be")) ? 3 : -1;
      case head_of("that"):
        if (is(k + 1, head_of("is")) || is(k + 1, head_of("s"))) return 2;
        return (is(k + 1, head_of("would")) || is(k + 1, head_of("should")) || is(k + 1, head_of("will"))) &&
                       is(k + 2, head_of("be"))
                   ? 3
                   : -1;
      case head_of("this"): return is(k + 1, head_of("is")) ? 2 : 0;
      case head_of("i"): return phrase_of_me(k);
      case head_of("the"):
      case head_of("my"):
      case head_of("our"):
      case head_of("a"): return slot_phrase(k);
      default: return -1;
    }
  }

  int phrase_of_me(int k) const {
    if (is(k + 1, head_of("think"))) {
      if (is(k + 2, head_of("it")) && is(k + 3, head_of("s"))) return 4;
      return k + 2 < text_.count() && is_clipped(k + 2, head_of("its")) ? 3 : 0;
    }
    if (is(k + 1, head_of("am"))) return is(k + 2, head_of("at")) ? 3 : 2;
    if (is(k + 1, head_of("have"))) return 2;
    if (is(k + 1, head_of("go"))) return is(k + 2, head_of("by")) ? 3 : 0;
    if (is(k + 1, head_of("live")))
      return is(k + 2, head_of("at")) || is(k + 2, head_of("on")) || is(k + 2, head_of("in")) ? 3 : 0;
    return -1;
  }

  // "my first name is": a possessive, what is named, a verb.
  int slot_phrase(int k) const {
    int next = k + 1, named = 0;
    if ((is(k, head_of("the")) || is(k, head_of("my"))) && is(next, head_of("answer")) && is(next + 1, head_of("is")))
      return !exists(k + 3) || has_start(k + 3) || may_be_said_twice(k) ? -1 : 3;
    for (int step = 0; step < 8 && next < text_.count(); ++step, ++next) {
      if (clipped(next) || text_.symbols_before(next) != 0) return named > 0 ? -1 : 0;
      const std::uint64_t head = text_.word(next).head;
      if (named > 0) {
        if (head == head_of("is") || head == head_of("are")) return next + 1 - k;
        if (head == head_of("s") || head == head_of("es") || head == head_of("est") || head == head_of("ist") ||
            head == head_of("lautet") || head == head_of("e"))
          return -1;
        if ((head == head_of("would") || head == head_of("will") || head == head_of("should")) &&
            is(next + 1, head_of("be")))
          return text_.symbols_before(next + 1) != 0 ? -1 : next + 2 - k;
      }
      if (head == head_of("mio") || head == head_of("for") || head == head_of("on") || head == head_of("my") ||
          head == head_of("the") || head == head_of("de") || head == head_of("di"))
        continue;
      if (!text_.word(next).is(kNamed)) return head == head_of("answer") || head == head_of("bad") ? -1 : 0;
      ++named;
    }
    return 0;
  }

  // Does a word from word k on begin as an earlier one does, as far as both go?
  bool may_be_said_twice(int k) const {
    for (; k < text_.count(); ++k)
      for (int behind = k + 1; behind < text_.count(); ++behind)
        if (begin_alike(text_.word(k), text_.word(behind))) return true;
    return false;
  }
  static bool begin_alike(const Word& one, const Word& two) {
    const std::size_t least = std::min({one.size, two.size, std::uint16_t{8}});
    return ((one.head ^ two.head) & kWordMasks.head[least]) == 0;
  }

  // How many words the phrase that ends at word k has, as far as it begins behind word `start`; 0 and -1 as above.
  int closing_at(int k, int start) const {
    int words = -1;
    switch (text_.word(k).head) {
      case head_of("please"):
      case head_of("thanks"):
      case head_of("over"): words = 1; break;
      case head_of("you"): words = is_before(k, head_of("thank")) ? 2 : 0; break;
      case head_of("think"):
      case head_of("believe"): words = is_before(k, head_of("i")) ? 2 : 0; break;
      case head_of("thank"): words = 0; break;
      default: return -1;
    }
    return words > 0 && k - words + 1 > start ? words : 0;
  }
  bool is_before(int k, std::uint64_t head) const { return k > 0 && is(k - 1, head); }

  LaneText& text_;
};

void build(const LaneText& text, int from, int to, Words& out) {
  out.count = 0;
  out.overflow = false;
  const LaneNumber* number = text.numbers;
  const LaneNumber* const numbers_end = text.numbers + text.number_count;
  while (number != numbers_end && number->from < from) ++number;
  for (int k = from; k < to; ++k) {
    if (number != numbers_end && number->from == k) {
      Word figures = word_of(number->text, number->size);
      figures.figure = figures.number = true;
      out.add(figures);
      k = number->to - 1;
      ++number;
      continue;
    }
    const Word& word = text.word(k);
    if (word.is(kContraction)) {
      const TextContraction* two = find_contraction(word.id);
      out.add(word_of(two->first, std::strlen(two->first)));
      out.add(word_of(two->second, std::strlen(two->second)));
    } else {
      out.add(word);
    }
  }
}

void build_readings(const LaneText& text, TextForm& form) {
  form.has_spoken = form.has_whole = form.corrected = false;
  form.plain.count = text.count();
  form.plain.overflow = false;
  std::copy(text.begin_words(), text.end_words(), form.plain.at);
  if (!text.removed && text.number_count == 0 && (text.any & kContraction) == 0) return;
  build(text, text.start, text.stop, form.spoken);
  form.has_spoken = !same_words(form.spoken, form.plain);
  if (!text.removed) return;
  build(text, 0, text.count(), form.whole);
  form.has_whole = !same_words(form.whole, form.plain);
}

}  // namespace

bool find_lane_readings(LaneText& text, bool said) {
  text.start = 0;
  text.stop = text.count();
  // Punctuation in front counts as removed, so that the whole text is read once more.
  text.removed = said && (text.quiet_symbols & 1) != 0;
  text.number_count = 0;
  constexpr std::uint32_t kAnywhere = kOrdinal | kEnglishNumber | kOtherNumber | kHesitation | kCorrects;
  const Word &first = text.word(0), &last = text.word(text.count() - 1);
  const bool surrounded = said && (first.is(kStart) || first.clipped || last.is(kClose));
  const bool may_have_decimals = text.has_figures() && text.count() > 2;  // "3 point 5"
  const bool plain = (text.any & kAnywhere) == 0 && !text.spelled && !surrounded && !may_have_decimals;
  return plain || LaneReadings(text).find(said);
}

std::int16_t score_lane_readings(const LaneText& said, const LaneText& stored) {
  TextForm said_form, stored_form;
  build_readings(said, said_form);
  build_readings(stored, stored_form);
  return compare_readings(said_form, stored_form).score;
}

}  // namespace ablmatch
