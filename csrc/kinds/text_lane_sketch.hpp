// The words of a short text by their first eight bytes, and what they may be: enough to tell texts apart that share
// nothing, before a word is looked up.
#pragma once

#include <cstdint>

#include "text_lane_words.hpp"

namespace ablmatch {

struct TextSketch {
  int count;
  std::uint32_t letters;          // first letters of all words, bit (first byte % 32)
  std::uint32_t content_letters;  // those of the words that two texts do not share for nothing
  std::uint32_t expanded;         // first letters of the words that it's and that's stand for
  std::uint32_t last_figures;     // with which the numbers in words may end, a bit each; all until sift_traits
  std::uint8_t any;               // TextTrait of all words
  bool spelled;                   // letters stand together, or one that may be explained
  bool joined;                    // a word may be joined of number words
  bool lasting;                   // a word that says something, in every reading
  std::uint64_t heads[kMaxLaneWords];
  std::uint8_t begin[kMaxLaneWords], size[kMaxLaneWords];
};

inline std::uint32_t traits_of(std::uint64_t head) {
  return tables::text_traits[head * kTextTraitFactor >> (64 - tables::kTextTraitBits)];
}

void sketch(const Scan& scan, const TextShape& shape, TextSketch& out);

// Finds the traits that change a reading by the rows of the words: those of a sketch may be of other words with the same
// hash, and letters make a word where they stand together only. False where there is nothing to find.
bool sift_traits(const Scan& scan, const TextShape& shape, TextSketch& text);

// The same words?
bool are_equal(const Scan& said_scan, const TextShape& said_shape, const TextSketch& said, const Scan& stored_scan,
               const TextShape& stored_shape, const TextSketch& stored);
// Is the score surely 0, because no words of any readings of the two are near, nor have the texts the same letters?
bool are_apart(const Scan& said_scan, const TextShape& said_shape, const TextSketch& said, const Scan& stored_scan,
               const TextShape& stored_shape, const TextSketch& stored);

// Speech may drop words of such a text and read its numbers as figures, but makes no other words of them.
bool keeps_words(const Scan& scan, const TextSketch& text);

// text_lane_alike.cpp: the score of texts that are one word apart or differ by a carrier phrase, or kUndecided.
std::int16_t score_of_alike(const Scan& said_scan, const TextShape& said_shape, const TextSketch& said,
                            const Scan& stored_scan, const TextShape& stored_shape, const TextSketch& stored);

}  // namespace ablmatch
