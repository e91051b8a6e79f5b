// The fast lane of kind text: equal words, words that share nothing, and the readings that take no grammar.
#include <algorithm>
#include <bit>

#include "text.hpp"
#include "text_judge.hpp"
#include "text_kinship.hpp"
#include "text_lane_sketch.hpp"
#include "text_lane_words.hpp"
#include "text_vocabulary.hpp"

namespace ablmatch {

namespace {

bool are_equal(const LaneText& said, const LaneText& stored) {
  return said.count() == stored.count() &&
         std::equal(said.begin_words(), said.end_words(), stored.begin_words(),
                    [](const Word& one, const Word& two) { return one.same_as(two); });
}

// Could a reading of what was said, from word `at` on, have the same letters as what is stored? Figures that stand for
// words are not looked at: with them it may.
bool may_have_letters(const LaneText& said, int at, const LaneText& stored) {
  const bool numbers = ((said.any | stored.any) & (kEnglishNumber | kOtherNumber)) != 0;
  int t = 0, i = 0, j = 0;
  while (t < stored.count()) {
    if (at == said.count() || said.word(at).text[i] != stored.word(t).text[j]) return false;
    const bool said_ends = ++i == said.word(at).size, stored_ends = ++j == stored.word(t).size;
    if ((said_ends || stored_ends) && numbers) return true;
    if (said_ends) i = 0, ++at;
    if (stored_ends) j = 0, ++t;
  }
  return true;
}

// The short form of "and", which alone begins with another letter than its word.
bool holds_n(const LaneText& text) {
  return text.single &&
         std::any_of(text.begin_words(), text.end_words(), [](const Word& word) { return word.is_letter('n'); });
}

// Could the two be one word, in one spelling or two, or one slip apart?
bool are_near(const Word& said, const Word& stored) {
  if (((said.head ^ stored.head) & 0xFF) != 0) return false;
  if (((said.roles | stored.roles) & kBrief) && may_be_short(said, stored)) return true;
  const int longer = said.size - stored.size;
  if (longer < -2 || longer > 2) return false;
  return said.same_as(stored) || is_slip(said, stored) || are_spellings(said, stored);
}

bool is_near_any(const Word& word, const LaneText& text) {
  return std::any_of(text.begin_words(), text.end_words(),
                     [&](const Word& other) { return !other.is(kSaysLittle) && are_near(word, other); });
}

// The words that contractions of `one` stand for: could one of them be near a word of `two`, or of the contractions
// there, or begin the same word with others?
bool may_meet_expanded(const LaneText& one, const LaneText& two) {
  if ((one.any & kContraction) == 0) return false;
  if (two.any & kContraction) return true;
  for (int k = 0; k < one.count(); ++k) {
    if (!one.word(k).is(kContraction)) continue;
    const TextContraction* const apart = find_contraction(one.word(k).id);
    for (const char* const text : {apart->first, apart->second}) {
      const Word word = word_of(text, std::strlen(text));
      const std::size_t least = std::min(word.size, two.word(0).size);
      if (text_head(text, least) == text_head(two.word(0).text, least) || is_near_any(word, two)) return true;
    }
  }
  return false;
}

bool holds_figures(const LaneText& text, std::string_view figures) {
  return std::any_of(text.begin_words(), text.end_words(),
                     [&](const Word& word) { return word.figure && word.view() == figures; });
}

// Does a number in words of the one stand in the other, in words or figures?
bool share_number(const LaneText& said, const LaneText& stored) {
  for (int s = 0; s < said.number_count; ++s) {
    if (holds_figures(stored, said.numbers[s].figures())) return true;
    for (int t = 0; t < stored.number_count; ++t)
      if (said.numbers[s].figures() == stored.numbers[t].figures()) return true;
  }
  for (int t = 0; t < stored.number_count; ++t)
    if (holds_figures(said, stored.numbers[t].figures())) return true;
  return false;
}

bool begin_alike(const Word& one, const Word& two) {
  const std::size_t least = std::min(one.size, two.size);
  return text_head(one.text, least) == text_head(two.text, least);
}

// Could words of the two texts as they are written, or as speech joins and drops them, meet: is one near another, or
// have they the same letters? Words that say nothing do not count.
bool do_words_meet(const LaneText& said, const LaneText& stored) {
  const Word& opening = stored.word(0);
  if ((said.letters >> (opening.head & 31) & 1) != 0) {
    for (int s = 0; s < said.count(); ++s) {
      if (!begin_alike(said.word(s), opening)) continue;
      // A hesitation may stand between the words.
      if ((said.any & kHesitation) || may_have_letters(said, s, stored)) return true;
    }
  }
  const std::uint32_t shared = said.content_letters & stored.content_letters;
  if (shared == 0) return false;
  for (int t = 0; t < stored.count(); ++t) {
    const Word& other = stored.word(t);
    if ((shared >> (other.head & 31) & 1) == 0 || other.is(kSaysLittle)) continue;
    for (const Word* word = said.begin_words(); word != said.end_words(); ++word)
      if (((word->head ^ other.head) & 0xFF) == 0 && !word->is(kSaysLittle) && are_near(*word, other)) return true;
  }
  return false;
}

// No word of any reading of the one is near any word of any reading of the other, but for words that say nothing, nor
// have they the same letters, where those that are written do not meet: then the score is 0.
bool are_unrelated(const LaneText& said, const LaneText& stored) {
  // A word that stands in every reading of what is stored, and so is left over.
  if (!stored.lasting || holds_n(said) || holds_n(stored) || share_number(said, stored)) return false;
  return ((said.any | stored.any) & kContraction) == 0 ||
         !(may_meet_expanded(said, stored) || may_meet_expanded(stored, said));
}

// What the rows of all words tell.
std::int16_t score_of_words(const Scan& said_scan, const TextShape& said_shape, const Scan& stored_scan,
                            const TextShape& stored_shape) {
  LaneText said, stored;
  if (!cut_lane_words(stored_scan, stored_shape, stored) || !cut_lane_words(said_scan, said_shape, said))
    return kUndecided;
  if (are_equal(said, stored)) return 100;
  if (joins_number_words(stored) || joins_number_words(said)) return kUndecided;
  if (!find_lane_readings(stored, false) || !find_lane_readings(said, true)) return kUndecided;
  if (const std::int16_t found = score_of_kindred(said, stored); found != kUndecided) return found;
  if (are_unrelated(said, stored) && !do_words_meet(said, stored)) return 0;
  return score_lane_readings(said, stored);
}

}  // namespace

std::int16_t text_lane(const Scan& said_scan, const Scan& stored_scan, const Context&) {
  // One branch, which hardly any other pair takes.
  const std::uint64_t differs = (detail::load8(said_scan.text) ^ detail::load8(stored_scan.text)) |
                                std::uint64_t{said_scan.size ^ stored_scan.size};
  if (differs == 0 && said_scan.view() == stored_scan.view()) return 100;
  TextShape said_shape, stored_shape;
  if (!read_shape(stored_scan, stored_shape) || !read_shape(said_scan, said_shape)) return kUndecided;
  TextSketch said, stored;
  sketch(stored_scan, stored_shape, stored);
  sketch(said_scan, said_shape, said);
  // One branch, which few pairs take by chance.
  const bool begin_equal =
      ((said.heads[0] ^ stored.heads[0]) | static_cast<std::uint64_t>(said.count ^ stored.count)) == 0;
  if (begin_equal && are_equal(said_scan, said_shape, said, stored_scan, stored_shape, stored)) return 100;
  if (are_apart(said_scan, said_shape, said, stored_scan, stored_shape, stored)) return 0;
  // Both sides are sifted, whatever the first one gives.
  const bool said_sifted = sift_traits(said_scan, said_shape, said);
  const bool sifted = sift_traits(stored_scan, stored_shape, stored) || said_sifted;
  if (sifted && are_apart(said_scan, said_shape, said, stored_scan, stored_shape, stored)) return 0;
  if (const std::int16_t found = score_of_alike(said_scan, said_shape, said, stored_scan, stored_shape, stored);
      found != kUndecided)
    return found;
  return score_of_words(said_scan, said_shape, stored_scan, stored_shape);
}

}  // namespace ablmatch
