// Texts that share nothing, by the first eight bytes of their words.
#include "text_lane_sketch.hpp"

#include <algorithm>
#include <bit>

#include "../spoken.hpp"
#include "text_judge.hpp"
#include "text_kinship.hpp"

namespace ablmatch {

namespace {

constexpr unsigned letter_of(std::uint64_t head) { return static_cast<unsigned>(head & 31); }

constexpr std::uint32_t kAnyFigure = 0x3FF;

// The last figures of the numbers that are written in figures.
std::uint32_t ends_of_figures(const Scan& scan, const TextShape& shape) {
  std::uint32_t ends = 0;
  for (std::uint64_t last = shape.digits & ~(shape.digits >> 1); last != 0; last &= last - 1)
    ends |= std::uint32_t{1} << (scan.text[std::countr_zero(last)] - '0');
  return ends;
}

// The last figures of numbers that end with a word, which figures in front of it may belong to.
std::uint32_t ends_of_words(const TextWord& row) {
  const bool written =
      row.number == NumberClass::unit || row.number == NumberClass::teen || row.number == NumberClass::tens;
  if (!(row.roles & kEnglishNumber)) return row.number == NumberClass::unit && row.worth == 0 ? 1 : kAnyFigure;
  return std::uint32_t{1} << (written ? row.worth % 10 : 0);
}

// May a number in words of the one be a number of the other? Then they end with one figure.
bool may_share_number(const Scan& said_scan, const TextShape& said_shape, const TextSketch& said,
                      const Scan& stored_scan, const TextShape& stored_shape, const TextSketch& stored) {
  const bool said_number = (said.any & kNumberTrait) != 0, stored_number = (stored.any & kNumberTrait) != 0;
  const bool said_figures = said_shape.digits != 0, stored_figures = stored_shape.digits != 0;
  if (!((said_number & (stored_number | stored_figures)) | (stored_number & said_figures))) return false;
  const std::uint32_t said_ends = ends_of_figures(said_scan, said_shape);
  const std::uint32_t stored_ends = ends_of_figures(stored_scan, stored_shape);
  // "twenty 5" and "5 hundred" are numbers, too.
  const std::uint32_t said_words = said_number ? said.last_figures | said_ends : 0;
  const std::uint32_t stored_words = stored_number ? stored.last_figures | stored_ends : 0;
  return (said_words & (stored_words | stored_ends)) != 0 || (stored_words & said_ends) != 0;
}

// Could one be a slip or another spelling of the other, or it? Their first letters are equal. Slips and spellings have
// the second or the third letter in common, or these two turned round, or they follow one letter later.
bool may_be_near(std::uint64_t said, int said_size, std::uint64_t stored, int stored_size) {
  const int longer = said_size - stored_size;
  const std::uint64_t same = said ^ stored, ahead = said ^ stored >> 8, behind = said >> 8 ^ stored;
  const bool letters = ((same & 0xFF00) == 0) | ((same & 0xFF0000) == 0) | ((ahead & 0xFFFF00) == 0) |
                       ((behind & 0xFFFF00) == 0) | (((ahead | behind) & 0xFF00) == 0);
  return letters & (longer >= -2) & (longer <= 2);
}

Word word_at(const Scan& scan, const TextSketch& text, int k) {
  return word_of(scan.text + text.begin[k], text.size[k]);
}

// Is it the same word, in one spelling or two, or a slip of it, and does it say something? `brief`: or short for it.
bool are_near(const Scan& said_scan, const TextSketch& said, int s, const Scan& stored_scan, const TextSketch& stored,
              int t, bool brief) {
  // By their letters first, which settle most: few words are looked up.
  const auto plain_word = [](const Scan& scan, const TextSketch& text, int k) {
    const char* const begin = scan.text + text.begin[k];
    return Word{begin, text.heads[k], text_tail(begin, text.size[k]), 0, text.size[k], kNoTextWord, false,
                false, false};
  };
  const Word one = plain_word(said_scan, said, s), two = plain_word(stored_scan, stored, t);
  if (!brief && !one.same_as(two) && !is_slip(one, two) && !are_spellings(one, two)) return false;
  const Word said_word = word_at(said_scan, said, s), stored_word = word_at(stored_scan, stored, t);
  if ((said_word.roles | stored_word.roles) & kSaysLittle) return false;
  return said_word.same_as(stored_word) || is_slip(said_word, stored_word) || are_spellings(said_word, stored_word) ||
         (((said_word.roles | stored_word.roles) & kBrief) && may_be_short(said_word, stored_word));
}

// Could what is stored have the same letters as what was said, from a word on?
bool may_begin_alike(const TextSketch& said, const TextSketch& stored) {
  const std::uint64_t opening = stored.heads[0];
  if ((said.letters >> letter_of(opening) & 1) == 0) return false;
  for (int s = 0; s < said.count; ++s) {
    const auto least = std::min({said.size[s], stored.size[0], std::uint8_t{8}});
    if (((said.heads[s] ^ opening) & kWordMasks.head[least]) != 0) continue;
    // After equal words the next ones begin alike, if none was dropped.
    const bool same = said.size[s] == stored.size[0] && said.size[s] <= 8 && (said.any & kHesitationTrait) == 0;
    if (!same) return true;
    if (s + 1 < said.count && stored.count > 1 && ((said.heads[s + 1] ^ stored.heads[1]) & 0xFF) == 0) return true;
  }
  return false;
}

// What a word with 's may not be: then it is read apart.
constexpr std::uint32_t kApartTraits =
    kSureTrait | kNameTrait | kJoinTrait | kNumberTrait | kRewrittenTrait | kHesitationTrait;

// But it's and that's, whose phrases are known.
constexpr bool is_pronoun(std::uint64_t stem) { return stem == head_of("it") || stem == head_of("that"); }

constexpr std::uint32_t kI = std::uint32_t{1} << ('i' & 31);

// Does a word that may join letters and words stand behind one that may be a letter's name?
bool explains(const TextSketch& text) {
  for (int k = 1; k < text.count; ++k)
    if ((traits_of(text.heads[k - 1]) & kNameTrait) && (traits_of(text.heads[k]) & kJoinTrait)) return true;
  return false;
}

template <bool marks>
void sketch_words(const Scan& scan, const TextShape& shape, TextSketch& out) {
  const std::uint64_t runs = shape.runs;
  std::uint32_t any = 0, twice = 0, letters = 0, content_letters = 0, joined = 0, lasting = 0;
  out.expanded = 0;
  int k = 0;
  for (std::uint64_t starts = shape.starts; starts != 0; starts &= starts - 1, ++k) {
    const int at = std::countr_zero(starts);
    // Of the ones below the highest bit, which no word of a shape reaches: never none, so that it takes no branch.
    auto size = static_cast<unsigned>(std::countr_zero(~(runs >> at) | std::uint64_t{1} << 63));
    std::uint64_t head = detail::load8(scan.text + at) & kWordMasks.head[size];
    std::uint32_t added = 0, kept = ~std::uint32_t{0};
    if constexpr (marks) {
      if (shape.signs >> at & 1) {
        head = head_of("and"), size = 3;
      } else if (shape.quotes >> at & ((std::uint64_t{1} << size) - 1)) {
        // One word with its s, which is a letter on its own, too.
        const unsigned stem = size - 2;
        head &= kWordMasks.head[stem];
        if (is_pronoun(head)) {
          out.expanded |= std::uint32_t{1} << letter_of(head) | kI;
          kept = ~std::uint32_t{kRewrittenTrait};
        } else if (traits_of(head) & kApartTraits) {
          added = kRewrittenTrait;
        }
        added |= kSureTrait | kNameTrait;
        // The letter of "I think it's" stands beside no other.
        if (k > 1 && out.heads[k - 1] == head_of("think") && out.heads[k - 2] == head_of("i")) {
          any = traits_of(head_of("think"));
          for (int before = 0; before < k - 2; ++before) any |= traits_of(out.heads[before]);
        }
        if (stem < 8) head |= std::uint64_t{'s'} << 8 * stem;
        --size;
      }
    }
    const std::uint64_t hash = head * kTextTraitFactor;
    const std::uint32_t traits = (tables::text_traits[hash >> (64 - tables::kTextTraitBits)] & kept) | added;
    const std::uint32_t little = tables::text_little[hash >> (64 - tables::kTextLittleBits)] == head;
    const std::uint32_t letter = std::uint32_t{1} << letter_of(head);
    out.heads[k] = head;
    out.begin[k] = static_cast<std::uint8_t>(at);
    out.size[k] = static_cast<std::uint8_t>(size);
    twice |= any & traits;
    any |= traits;
    letters |= letter;
    content_letters |= letter & (little - 1);
    // Figures have no bit 6.
    lasting |= ~traits & static_cast<std::uint32_t>(head);
    // Of eight letters and more.
    joined |= kJoinedNumberHeads[letter_of(head)] >> (head >> 8 & 31) & static_cast<std::uint32_t>(head >> 62);
  }
  static_assert(kMayGoTrait == 0x40);
  out.count = k;
  out.letters = letters;
  out.content_letters = content_letters;
  out.any = static_cast<std::uint8_t>(any);
  out.last_figures = kAnyFigure;
  out.spelled = (twice & kSureTrait) != 0 || ((any & kNameTrait) && (any & kJoinTrait) && (marks || explains(out)));
  out.joined = (joined & 1) != 0;
  out.lasting = (lasting & kMayGoTrait) != 0;
}

bool is_clipped(const TextShape& shape, const TextSketch& text, int k) {
  return (shape.quotes >> text.begin[k] & ((std::uint64_t{1} << text.size[k]) - 1)) != 0;
}

// Does it stand otherwise in the text: and as &, or with 's?
bool is_marked(const TextShape& shape, const TextSketch& text, int k) {
  return is_clipped(shape, text, k) || (shape.signs >> text.begin[k] & 1) != 0;
}

// Of a word with 's as if it were written without the apostrophe.
std::uint64_t tail_of(const Scan& scan, const TextShape& shape, const TextSketch& text, int k) {
  const char* const begin = scan.text + text.begin[k];
  if (!is_clipped(shape, text, k)) return text_tail(begin, text.size[k]);
  const std::size_t stem = text.size[k] - 1U;
  return stem < 8 ? 0 : text_tail(begin, stem) | std::uint64_t{'s'} << (8 * stem & 63);
}

}  // namespace

void sketch(const Scan& scan, const TextShape& shape, TextSketch& out) {
  if ((shape.signs | shape.quotes) == 0) sketch_words<false>(scan, shape, out);
  else sketch_words<true>(scan, shape, out);
}

bool sift_traits(const Scan& scan, const TextShape& shape, TextSketch& text) {
  constexpr std::uint32_t kDoubtful = kNumberTrait | kRewrittenTrait | kHesitationTrait;
  if (((text.any & kDoubtful) == 0 && !text.spelled) || shape.signs != 0) return false;
  std::uint32_t any = 0, before = 0, last_figures = 0;
  bool spelled = false;
  int sure = 0;
  for (int k = 0; k < text.count; ++k) {
    if (is_clipped(shape, text, k)) {
      const std::uint64_t stem = text.heads[k] & kWordMasks.head[text.size[k] - 1];
      if (!is_pronoun(stem) && (traits_of(stem) & kApartTraits)) any |= kRewrittenTrait;
      sure = 1;
      before = kLetterName;
      continue;
    }
    // Without a trait, a word may only stand between letters, of which it is no name.
    if (!text.spelled && traits_of(text.heads[k]) == 0) {
      before = 0;
      continue;
    }
    const TextWord* const row =
        find_text_word(text.heads[k], text_tail(scan.text + text.begin[k], text.size[k]), text.size[k]);
    const std::uint32_t roles = row ? row->roles : 0;
    sure = (roles & kSpelling) == 0 ? 0 : sure + ((roles & kSureLetter) != 0);
    spelled |= sure > 1 || ((before & kLetterName) && (roles & kJoin));
    before = roles;
    if (roles & (kEnglishNumber | kOtherNumber)) last_figures |= ends_of_words(*row);
    any |= ((roles & (kEnglishNumber | kOtherNumber)) ? kNumberTrait : 0) |
           ((roles & (kOrdinal | kContraction | kCorrects)) ? kRewrittenTrait : 0) |
           ((roles & kHesitation) ? kHesitationTrait : 0) | ((roles & kBrief) ? kBriefTrait : 0);
  }
  text.any = static_cast<std::uint8_t>(any);
  text.last_figures = last_figures;
  text.spelled = spelled;
  return true;
}

bool keeps_words(const Scan& scan, const TextSketch& text) {
  if (((text.any & kRewrittenTrait) != 0) | text.spelled) return false;
  if (!text.joined) return true;
  for (int k = 0; k < text.count; ++k)
    if (text.size[k] >= kShortestJoined && joins_numbers({scan.text + text.begin[k], text.size[k]})) return false;
  return true;
}

namespace {

// Is a word, or what stands in it before 's, made of number words?
bool may_join(const Scan& scan, const TextShape& shape, const TextSketch& text) {
  if (!text.joined) return false;
  for (int k = 0; k < text.count; ++k) {
    const std::size_t stem = text.size[k] - std::size_t{is_clipped(shape, text, k)};
    if (stem >= kShortestJoined && joins_numbers({scan.text + text.begin[k], stem})) return true;
  }
  return false;
}

// Could one of the words that it's and that's in what was said stand for be a word of what is stored, or begin it? No slip
// makes another word of them.
bool may_meet_expanded(const TextSketch& said, const TextSketch& stored) {
  if (stored.any & kBriefTrait) return true;
  for (const std::string_view word : {"it", "is", "that"}) {
    const std::uint64_t head = head_of(word);
    if ((said.expanded >> letter_of(head) & 1) == 0) continue;
    const auto least = std::min<std::size_t>(word.size(), stored.size[0]);
    if (((stored.heads[0] ^ head) & kWordMasks.head[least]) == 0) return true;
    if (std::find(stored.heads, stored.heads + stored.count, head) != stored.heads + stored.count) return true;
  }
  return false;
}

}  // namespace

bool are_equal(const Scan& said_scan, const TextShape& said_shape, const TextSketch& said, const Scan& stored_scan,
               const TextShape& stored_shape, const TextSketch& stored) {
  if (said.count != stored.count) return false;
  // Parts of a word with an apostrophe may be numbers.
  if ((said_shape.quotes | stored_shape.quotes) != 0 &&
      (may_join(said_scan, said_shape, said) || may_join(stored_scan, stored_shape, stored)))
    return false;
  for (int k = 0; k < said.count; ++k) {
    if (said.heads[k] != stored.heads[k] || said.size[k] != stored.size[k]) return false;
    if (said.size[k] > 8 && tail_of(said_scan, said_shape, said, k) != tail_of(stored_scan, stored_shape, stored, k))
      return false;
  }
  return true;
}

bool are_apart(const Scan& said_scan, const TextShape& said_shape, const TextSketch& said, const Scan& stored_scan,
               const TextShape& stored_shape, const TextSketch& stored) {
  // Nearly all texts with one answer end here.
  if (may_begin_alike(said, stored)) return false;
  // A single n may be "and".
  constexpr std::uint32_t kN = std::uint32_t{1} << ('n' & 31);
  if ((said_shape.single && (said.letters & kN)) || (stored_shape.single && (stored.letters & kN))) return false;
  if (!stored.lasting || !keeps_words(said_scan, said) || !keeps_words(stored_scan, stored) ||
      may_share_number(said_scan, said_shape, said, stored_scan, stored_shape, stored))
    return false;
  const std::uint32_t opening = std::uint32_t{1} << letter_of(stored.heads[0]);
  if ((said.expanded & (stored.content_letters | opening)) && may_meet_expanded(said, stored)) return false;
  if (stored.expanded & said.letters) return false;
  const std::uint32_t shared = said.content_letters & stored.content_letters;
  if (shared == 0) return true;
  for (int t = 0; t < stored.count; ++t) {
    const std::uint64_t other = stored.heads[t];
    if ((shared >> letter_of(other) & 1) == 0 || is_little(other)) continue;
    for (int s = 0; s < said.count; ++s) {
      const std::uint64_t word = said.heads[s];
      if (((word ^ other) & 0xFF) != 0 || is_little(word)) continue;
      const bool brief = ((traits_of(word) | traits_of(other)) & kBriefTrait) != 0;
      if (!may_be_near(word, said.size[s], other, stored.size[t]) && !brief) continue;
      if (is_marked(said_shape, said, s) || is_marked(stored_shape, stored, t)) return false;
      if (are_near(said_scan, said, s, stored_scan, stored, t, brief)) return false;
    }
  }
  return true;
}

}  // namespace ablmatch
