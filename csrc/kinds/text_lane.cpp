// The fast lane of kind text: equal words, words that share nothing, and the readings that take no grammar.
#include "text.hpp"
#include "text_judge.hpp"
#include "text_kinship.hpp"
#include "text_lane_words.hpp"
#include "text_vocabulary.hpp"

namespace ablmatch {

namespace {

// Equal words of these sorts are nothing in common; legal forms could be slips of others.
constexpr std::uint32_t kSaysLittle = kArticle | kSmallWord | kPreposition;

// The same letters from said word `at` to the end of what is stored.
bool begins_with_stored(const LaneText& said, int at, const LaneText& stored) {
  int t = 0, i = 0, j = 0;
  while (t < stored.count()) {
    if (at == said.count() || said.word(at).text[i] != stored.word(t).text[j]) return false;
    if (++i == said.word(at).size) i = 0, ++at;
    if (++j == stored.word(t).size) j = 0, ++t;
  }
  return true;
}

std::uint32_t letters_of(const TextContraction& words) {
  return std::uint32_t{1} << (*words.first & 31) | std::uint32_t{1} << (*words.second & 31);
}

// First letters of the words that contractions stand for.
std::uint32_t expanded_letters(const LaneText& text) {
  std::uint32_t letters = 0;
  if (text.any & kContraction)
    for (int k = 0; k < text.count(); ++k)
      if (text.word(k).is(kContraction)) letters |= letters_of(*find_contraction(text.word(k).id));
  return letters;
}

// Could the two be one word, in one spelling or two, or one slip apart?
bool are_near(const Word& said, const Word& stored) {
  if (((said.head ^ stored.head) & 0xFF) != 0) return false;
  if ((said.roles | stored.roles) & kBrief) return true;
  const int longer = said.size - stored.size;
  if (longer < -2 || longer > 2) return false;
  return said.same_as(stored) || is_slip(said, stored) || are_spellings(said, stored);
}

// No word of any reading of the one is near any word of any reading of the other, but for words that say nothing, nor
// have they the same letters: then the score is 0.
bool are_unrelated(const LaneText& said, const LaneText& stored) {
  // A word that stands in every reading of what is stored, and so is left over.
  if (!stored.unknown || said.holds_n || stored.holds_n) return false;
  constexpr std::uint32_t kCounted = kEnglishNumber;
  const bool said_numbers = (said.any & kCounted) != 0, stored_numbers = (stored.any & kCounted) != 0;
  if ((said_numbers && (stored.figures || stored_numbers)) || (stored_numbers && said.figures)) return false;
  if ((said.any | stored.any) & kContraction) {
    const std::uint32_t said_apart = expanded_letters(said), stored_apart = expanded_letters(stored);
    if ((said_apart & (stored.first_letters | stored_apart)) | (stored_apart & said.first_letters)) return false;
  }
  const std::uint32_t shared = said.content_letters & stored.content_letters;
  const std::uint64_t opening = stored.word(0).head & 0xFF;
  if (shared == 0 && (said.first_letters >> (opening & 31) & 1) == 0) return true;
  for (int s = 0; s < said.count(); ++s) {
    const Word& word = said.word(s);
    if ((word.head & 0xFF) == opening && begins_with_stored(said, s, stored)) return false;
    if ((shared >> (word.head & 31) & 1) == 0 || word.is(kSaysLittle)) continue;
    for (int t = 0; t < stored.count(); ++t)
      if (!stored.word(t).is(kSaysLittle) && are_near(word, stored.word(t))) return false;
  }
  return true;
}

}  // namespace

std::int16_t text_lane(const Scan& said_scan, const Scan& stored_scan, const Context&) {
  if (said_scan.size == stored_scan.size && std::memcmp(said_scan.text, stored_scan.text, said_scan.size) == 0)
    return 100;
  LaneText said, stored;
  if (!read_lane_words(stored_scan, stored) || !read_lane_words(said_scan, said)) return kUndecided;
  if (same_words(said.form.plain, stored.form.plain)) return 100;
  if (!find_lane_readings(stored, false) || !find_lane_readings(said, true)) return kUndecided;
  if (are_unrelated(said, stored)) return 0;
  build_lane_readings(said);
  build_lane_readings(stored);
  return compare_readings(said.form, stored.form).score;
}

}  // namespace ablmatch
