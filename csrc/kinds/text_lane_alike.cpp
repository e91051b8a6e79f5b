// Scores of texts that are the same but for one word or what stands round the answer, by their sketches and the rows of
// few words: the rungs of text_lane_kindred.cpp for the shapes that occur most.
#include <algorithm>

#include "text_judge.hpp"
#include "text_kinship.hpp"
#include "text_lane_sketch.hpp"
#include "text_vocabulary.hpp"

namespace ablmatch {

namespace {

constexpr std::int16_t kCarried = 85, kSlip = 80, kNumberWords = 75;
constexpr std::uint8_t kHead = 8;

bool holds(const TextSketch& text, std::uint64_t head) {
  return std::find(text.heads, text.heads + text.count, head) != text.heads + text.count;
}
bool holds(const Scan& scan, const TextSketch& text, const Word& word) {
  for (int k = 0; k < text.count; ++k)
    if (text.heads[k] == word.head && text.size[k] == word.size &&
        text_tail(scan.text + text.begin[k], word.size) == word.tail)
      return true;
  return false;
}

// What stands round the answer in what was said.
struct Carrier {
  int start = 0, stop = 0;  // the answer is words[start, stop)
  std::uint64_t key = 0;  // a word round it that says something
  bool named = false;  // "my answer is", which is no carrier phrase by itself
};

class Alike {
 public:
  Alike(const Scan& said_scan, const TextShape& said_shape, const TextSketch& said, const Scan& stored_scan,
        const TextShape& stored_shape, const TextSketch& stored)
      : said_scan_(said_scan),
        stored_scan_(stored_scan),
        said_shape_(said_shape),
        stored_shape_(stored_shape),
        said_(said),
        stored_(stored) {}

  std::int16_t score() const {
    if (said_shape_.signs | stored_shape_.signs | stored_shape_.quotes) return kUndecided;
    if (!keeps_words(stored_scan_, stored_) || (stored_.any & kNumberTrait)) return kUndecided;
    if (!keeps_words(said_scan_, said_)) return kUndecided;
    const int longer = said_.count - stored_.count;
    if (longer < -1) return kUndecided;
    if ((said_.any & kNumberTrait) && stored_shape_.digits != 0)
      if (const std::int16_t found = score_of_counted(); found != kUndecided) return found;
    if (longer <= 1 && (said_.any & (kNumberTrait | kHesitationTrait)) == 0 &&
        !(said_shape_.single | stored_shape_.single) && said_shape_.quotes == 0)
      if (const std::int16_t found = score_of_one_word(longer); found != kUndecided) return found;
    return longer > 0 ? score_of_carried() : kUndecided;
  }

 private:
  Word said_word(int k) const { return word_of(said_scan_.text + said_.begin[k], said_.size[k]); }
  Word stored_word(int k) const { return word_of(stored_scan_.text + stored_.begin[k], stored_.size[k]); }

  bool are_same(int s, int t) const {
    return said_.heads[s] == stored_.heads[t] && said_.size[s] == stored_.size[t] &&
           (said_.size[s] <= 8 || text_tail(said_scan_.text + said_.begin[s], said_.size[s]) ==
                                      text_tail(stored_scan_.text + stored_.begin[t], stored_.size[t]));
  }

  // The same words at both ends, and one more or another one between them.
  std::int16_t score_of_one_word(int longer) const {
    const int least = std::min(said_.count, stored_.count);
    int ahead = 0;
    while (ahead < least && are_same(ahead, ahead)) ++ahead;
    for (int s = said_.count - 1, t = stored_.count - 1; s > ahead || t > ahead; --s, --t)
      if (s < ahead || t < ahead || !are_same(s, t)) return kUndecided;
    if (longer > 0) return score_of_article(said_word(ahead), said_scan_, said_, stored_);
    return longer < 0 ? score_of_article(stored_word(ahead), stored_scan_, stored_, said_) : score_of_slip(ahead);
  }

  std::int16_t score_of_article(const Word& word, const Scan& scan, const TextSketch& longer,
                                const TextSketch& shorter) const {
    if (!word.is(kArticle) || word.is(kOpposite) || !shorter.lasting) return kUndecided;
    if (holds(shorter, word.head) && may_pair_otherwise(word, scan, longer)) return kUndecided;
    if (said_word(said_.count - 1).is(kClose)) return kUndecided;
    const Word first = said_word(0);
    if (!first.is(kStart)) return kCarried;
    // "the name is": no article but the one that was left out may begin a carrier phrase.
    if (&longer != &said_ || first.head != head_of("the") || said_.count < 2) return kUndecided;
    return may_go_on(1) ? kUndecided : kCarried;
  }

  // The article stands there twice: may it pair up with the other one, beside a negation or as said again?
  static bool may_pair_otherwise(const Word& word, const Scan& scan, const TextSketch& text) {
    for (int k = 0; k < text.count; ++k) {
      if (word_of(scan.text + text.begin[k], text.size[k]).is(kNegation)) return true;
      if (k > 0 && text.heads[k] == word.head && text.heads[k - 1] == word.head) return true;
    }
    return false;
  }

  // Could word k belong to a carrier phrase that an article or a possessive begins?
  bool may_go_on(int k) const {
    const std::uint64_t head = said_.heads[k];
    return head == head_of("mio") || head == head_of("for") || head == head_of("on") || head == head_of("my") ||
           head == head_of("the") || head == head_of("de") || head == head_of("di") || said_word(k).is(kNamed);
  }

  std::int16_t score_of_slip(int at) const {
    // Other figures are another number.
    if ((said_shape_.digits >> said_.begin[at] | stored_shape_.digits >> stored_.begin[at]) & 1) return kUndecided;
    const Word one = said_word(at), two = stored_word(at);
    if (((one.roles | two.roles) & kBrief) || one.is(kOpposite)) return kUndecided;
    if (!is_slip(one, two) || are_spellings(one, two)) return kUndecided;
    if (holds(stored_scan_, stored_, one) || holds(said_scan_, said_, two)) return kUndecided;
    if (said_word(0).is(kStart | kOpening | kLeadIn | kPlaceWord)) return kUndecided;
    if (said_word(said_.count - 1).is(kClose | kClosing)) return kUndecided;
    return may_be_said_twice(0, said_.count) ? kUndecided : kSlip;
  }

  // Does a word of words[start, stop) begin as the first one does, as far as both go? Then the answer may stand there twice.
  bool may_be_said_twice(int start, int stop) const {
    for (int k = start + 1; k < stop; ++k) {
      const auto least = std::min({said_.size[start], said_.size[k], kHead});
      if (((said_.heads[k] ^ said_.heads[start]) & kWordMasks.head[least]) == 0) return true;
    }
    return false;
  }

  // Is word k part of a number? "Oh" beside an English number word is, and "double" in front of a figure.
  static bool counts(const TextWord* const* rows, int words, int k) {
    const auto has = [&](int at) { return at >= 0 && at < words && (rows[at]->roles & kEnglishNumber) != 0; };
    if (has(k) || k >= words) return has(k);
    const std::uint64_t head = rows[k]->head;
    if (head == head_of("oh")) return has(k - 1) || has(k + 1);
    return (head == head_of("double") || head == head_of("triple")) && has(k + 1) &&
           rows[k + 1]->number == NumberClass::unit;
  }

  // The same words, and behind them a number that was said in words and is stored in figures.
  std::int16_t score_of_counted() const {
    const int same = stored_.count - 1, words = said_.count - same;
    if (same < 1 || words < 1 || said_shape_.digits != 0 || (said_.any & kHesitationTrait)) return kUndecided;
    if (said_shape_.single | stored_shape_.single | (said_shape_.quotes != 0)) return kUndecided;
    const std::uint64_t last = std::uint64_t{1} << said_.begin[said_.count - 1];
    if ((said_shape_.symbols & (~said_shape_.quiet_symbols | (last - 1))) != 0) return kUndecided;
    if ((stored_shape_.digits >> stored_.begin[same] & 1) == 0) return kUndecided;
    for (int k = 0; k < same; ++k)
      if (!are_same(k, k)) return kUndecided;
    const TextWord* rows[kMaxLaneWords];
    bool opposite = false;
    for (int k = 0; k < words; ++k) {
      const Word word = said_word(same + k);
      if (word.id == kNoTextWord || word.is(kClose)) return kUndecided;
      opposite |= word.is(kOpposite);
      rows[k] = tables::text_words + word.id;
    }
    // And is the contrary of or.
    for (int k = 0; opposite && k < same; ++k)
      if (stored_word(k).is(kOpposite)) return kUndecided;
    for (int k = 0; k < words; ++k)
      if (!counts(rows, words, k) && !(rows[k]->head == head_of("and") && k > 0 && counts(rows, words, k + 1)))
        return kUndecided;
    if (said_word(0).is(kStart)) return kUndecided;
    LaneFigures figures;
    const std::size_t size = write_lane_number(rows, words, figures);
    const Word stored = stored_word(same);
    return size > 0 && stored.view() == std::string_view(figures, size) ? kNumberWords : kUndecided;
  }

  // The answer in a carrier phrase, with hesitations ahead and thanks behind.
  std::int16_t score_of_carried() const {
    Carrier found;
    if (!find_carrier(found) || found.stop - found.start != stored_.count) return kUndecided;
    for (int t = 0; t < stored_.count; ++t)
      if (!are_same(found.start + t, t)) return kUndecided;
    if (holds(stored_, found.key) || may_be_said_twice(found.start, found.stop)) return kUndecided;
    constexpr std::uint32_t kGoesOn = kStart | kOpening | kCopula | kClose | kClosing;
    if (said_word(found.start).is(kGoesOn) || said_word(found.stop - 1).is(kGoesOn)) return kUndecided;
    return kCarried;
  }

  bool find_carrier(Carrier& found) const {
    const std::uint64_t* const heads = said_.heads;
    const int count = said_.count;
    const std::uint64_t last = std::uint64_t{1} << said_.begin[count - 1];
    // Marks between the words may part a phrase.
    if ((said_shape_.symbols & ~said_shape_.quiet_symbols) || (said_shape_.symbols & (last - 1))) return false;
    int at = 0;
    while (at < count && is_hesitation(heads[at])) found.key = heads[at++];
    if ((said_.any & (kNumberTrait | kHesitationTrait)) && !is_sound_from(at)) return false;
    const auto head_at = [&](int k) { return k < count ? heads[k] : 0; };
    const std::uint64_t head = head_at(at), next = head_at(at + 1), third = head_at(at + 2);
    int words = 0;
    if (is_clipped(at)) words = head == head_of("its") || head == head_of("thats") ? 1 : 0;
    else if (head == head_of("i") && next == head_of("think") && third == head_of("its") && is_clipped(at + 2)) {
      words = 3;
    } else if (head == head_of("it") || head == head_of("that")) {
      if (next == head_of("is")) words = 2;
      else if (next == head_of("would") && third == head_of("be")) words = 3;
    } else if ((head == head_of("the") || head == head_of("my")) && next == head_of("answer") &&
               third == head_of("is")) {
      words = 3;
      found.named = true;
    }
    if (words > 0) found.key = found.named || head == head_of("i") ? next : head;
    found.start = at + words;
    found.stop = count;
    if (head_at(count - 1) == head_of("please") || head_at(count - 1) == head_of("thanks")) found.stop -= 1;
    else if (count > 1 && head_at(count - 1) == head_of("you") && head_at(count - 2) == head_of("thank"))
      found.stop -= 2;
    if (found.key == 0 || found.start >= found.stop) return false;
    // No other apostrophe.
    if (said_shape_.quotes >> said_.begin[found.start] != 0) return false;
    return !found.named || !may_name_again(found.start, at);
  }

  bool is_clipped(int k) const {
    return k < said_.count && (said_shape_.quotes >> said_.begin[k] & ((std::uint64_t{1} << said_.size[k]) - 1)) != 0;
  }

  static bool is_hesitation(std::uint64_t head) {
    return head == head_of("um") || head == head_of("uh") || head == head_of("er") || head == head_of("erm");
  }

  // Are the words from k on no numbers and no hesitations? "um" is a number beside another.
  bool is_sound_from(int k) const {
    constexpr std::uint32_t kUnsound = kEnglishNumber | kOtherNumber | kHesitation;
    for (; k < said_.count; ++k)
      if ((traits_of(said_.heads[k]) & (kNumberTrait | kHesitationTrait)) && said_word(k).is(kUnsound)) return false;
    return said_shape_.digits == 0;
  }

  // Could "the answer" begin anew from word k on, so that the whole may stand there twice?
  bool may_name_again(int k, int opening) const {
    const unsigned size = said_.size[opening];
    for (; k < said_.count; ++k) {
      if (((said_.heads[k] ^ said_.heads[opening]) & kWordMasks.head[size]) != 0) continue;
      const std::uint64_t behind = said_.size[k] > size  ? said_.heads[k] >> 8 * size
                                   : k + 1 < said_.count ? said_.heads[k + 1]
                                                         : 0;
      if ((behind & 0xFF) == 'a') return true;
    }
    return false;
  }

  const Scan &said_scan_, &stored_scan_;
  const TextShape &said_shape_, &stored_shape_;
  const TextSketch &said_, &stored_;
};

}  // namespace

std::int16_t score_of_alike(const Scan& said_scan, const TextShape& said_shape, const TextSketch& said,
                            const Scan& stored_scan, const TextShape& stored_shape, const TextSketch& stored) {
  return Alike(said_scan, said_shape, said, stored_scan, stored_shape, stored).score();
}

}  // namespace ablmatch
