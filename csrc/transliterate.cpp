// Transliteration to Latin: readings from the generated tables, and the rules of Greek, Cyrillic, Arabic,
// Hebrew, Hangul and Han that depend on neighbours. One customary form each; comparing is loose, not this.
#include <algorithm>

#include "canonical.hpp"
#include "fold.hpp"
#include "romanizer.hpp"

namespace ablmatch {

namespace {

constexpr char32_t kKatakanaDot = 0x30FB, kIterationMark = 0x3005;

bool put_letter(char32_t c, LatinWriter& writer) {
  const LetterReading reading = letter_reading(c);
  writer.put(reading.letters);
  return reading.found;
}

// ELOT 743 as in passports, but μπ ντ γκ at the start of a word by their sound.
bool romanize_greek(char32_t c, LetterReader& reader, LatinWriter& writer) {
  const char32_t next = reader.peek();
  const bool start = reader.at_word_start();
  if (c == U'ο' && next == U'υ') {
    reader.take();
    writer.put("ou");
    return true;
  }
  if ((c == U'α' || c == U'ε' || c == U'η') && next == U'υ') {
    reader.take();
    writer.put(c == U'α' ? "a" : c == U'ε' ? "e" : "i");
    // Voiceless before these and at the end of a word.
    const bool voiceless =
        reader.ends_word() || std::u32string_view(U"θκξπσςτφχψ").find(reader.peek()) != std::u32string_view::npos;
    writer.put(voiceless ? "f" : "v");
    return true;
  }
  if (start && ((c == U'μ' && next == U'π') || (c == U'ν' && next == U'τ') || (c == U'γ' && next == U'κ'))) {
    reader.take();
    writer.put(c == U'μ' ? "b" : c == U'ν' ? "d" : "g");
    return true;
  }
  if (c == U'γ' && (next == U'γ' || next == U'ξ' || next == U'χ')) {
    writer.put("n");
    return true;
  }
  return put_letter(c, writer);
}

// Folding has taken the mark off й, so и behind another и or ы at the end of a word is the ending -ий, -ый.
bool romanize_cyrillic(char32_t c, LetterReader& reader, LatinWriter& writer) {
  if ((c == U'и' || c == U'ы') && reader.peek() == U'и') {
    LetterReader ahead = reader;
    ahead.take();
    if (ahead.ends_word()) {
      reader.take();
      writer.put("y");
      return true;
    }
  }
  return put_letter(c, writer);
}

// Short vowels are not written; و and ي are consonants only at the start of a word.
bool romanize_arabic(char32_t c, LetterReader& reader, LatinWriter& writer) {
  if (!reader.at_word_start() && (c == U'و' || c == U'ي')) {
    writer.put(c == U'و' ? "u" : "i");
    return true;
  }
  return put_letter(c, writer);
}

bool romanize_hebrew(char32_t c, LetterReader& reader, LatinWriter& writer) {
  if (!reader.at_word_start()) {
    const char* inside = c == U'ו' ? "o" : c == U'י' ? "i" : c == U'ב' ? "v" : c == U'כ' ? "kh" : nullptr;
    if (c == U'ה' && reader.ends_word()) inside = "a";
    if (inside != nullptr) {
      writer.put(inside);
      return true;
    }
  }
  return put_letter(c, writer);
}

// Revised Romanization, syllable by syllable as names are written (no assimilation between syllables).
void romanize_hangul(char32_t c, LatinWriter& writer) {
  static constexpr const char* kLeads[] = {"g",  "kk", "n", "d",  "tt", "r", "m", "b", "pp", "s",
                                           "ss", "",   "j", "jj", "ch", "k", "t", "p", "h"};
  static constexpr const char* kVowels[] = {"a",  "ae", "ya", "yae", "eo", "e",  "yeo", "ye", "o",  "wa", "wae",
                                            "oe", "yo", "u",  "wo",  "we", "wi", "yu",  "eu", "ui", "i"};
  static constexpr const char* kTails[] = {"",  "k", "k", "k", "n", "n", "n", "t",  "l", "k", "m", "l", "l", "l",
                                           "p", "l", "m", "p", "p", "t", "t", "ng", "t", "t", "k", "t", "p", "t"};
  const char32_t index = c - kHangulFirst;
  writer.put(kLeads[index / (kVowelCount * kTailCount)]);
  writer.put(kVowels[index / kTailCount % kVowelCount]);
  writer.put(kTails[index % kTailCount]);
}

// The Mandarin reading; as the first character of a word, where a surname stands, the surname's own.
bool romanize_han(char32_t c, LetterReader& reader, LatinWriter& writer) {
  if (c == kIterationMark) c = reader.previous();
  if (c - tables::kHanFirst >= tables::kHanCount) return false;
  std::uint16_t syllable = tables::han_readings[c - tables::kHanFirst];
  if (reader.at_word_start() && !reader.ends_word()) {
    const tables::SurnameReading* end = tables::han_surnames + tables::han_surname_count;
    const auto* row =
        std::lower_bound(tables::han_surnames, end, c,
                         [](const tables::SurnameReading& r, char32_t wanted) { return r.character < wanted; });
    if (row != end && row->character == c) syllable = row->syllable;
  }
  writer.put(tables::han_syllables[syllable]);
  return syllable != 0;
}

bool romanize(char32_t c, LetterReader& reader, LatinWriter& writer) {
  switch (script_of(c)) {
    case Script::greek: return romanize_greek(c, reader, writer);
    case Script::cyrillic: return romanize_cyrillic(c, reader, writer);
    case Script::arabic: return romanize_arabic(c, reader, writer);
    case Script::hebrew: return romanize_hebrew(c, reader, writer);
    case Script::indic: return romanize_indic_word(c, reader, writer);
    case Script::kana: return romanize_kana(c, reader, writer);
    case Script::hangul:
      if (!is_hangul_syllable(c)) return false;  // a lone jamo is half a syllable
      romanize_hangul(c, writer);
      return true;
    case Script::han: return romanize_han(c, reader, writer);
    default:
      if (c == U'ո' && reader.take_if(U'ւ')) {  // Armenian writes u with two letters
        writer.put("u");
        return true;
      }
      return put_letter(c, writer);
  }
}

}  // namespace

std::size_t transliterate(std::string_view folded, char* out, std::size_t capacity) {
  LatinWriter writer(out, capacity);
  LetterReader reader(folded);
  while (!reader.done()) {
    const char32_t c = reader.take();
    if (c < 0x80) {
      const char ascii = static_cast<char>(c);
      writer.put({&ascii, 1});
    } else if (c == kKatakanaDot) {
      writer.put(" ");  // it parts the words of a foreign name
    } else if (!romanize(c, reader, writer)) {
      return 0;
    }
  }
  return writer.result();
}

}  // namespace ablmatch
