// Transliteration of scripts that write syllables: Kana (Hepburn) and the Indic scripts (inherent vowel).
#include "canonical.hpp"
#include "romanizer.hpp"

namespace ablmatch {

namespace {

using tables::LetterClass;

constexpr char32_t kLongVowel = U'ー', kSmallTsu = U'っ';

// Katakana as Hiragana, so that the rules name each sign once.
char32_t as_hiragana(char32_t c) { return c - 0x30A1 < 0x56 ? c - 0x60 : c; }

bool is_small_y(char32_t c) { return c == U'ゃ' || c == U'ゅ' || c == U'ょ'; }
bool is_small_vowel(char32_t c) { return c == U'ぁ' || c == U'ぃ' || c == U'ぅ' || c == U'ぇ' || c == U'ぉ'; }

// One Kana that is no small sign, with the small vowel or y-sign behind it: きょ kyo, しゃ sha, ふぁ fa, うぃ wi.
void put_with_small(char32_t base, std::string_view letters, char32_t small, LatinWriter& writer) {
  const std::string_view vowel = letter_reading(small).letters;
  std::string_view stem = letters;
  if (!stem.empty() && is_latin_vowel(stem.back())) stem.remove_suffix(1);
  if (is_small_y(small)) {
    const bool y_inside = stem.ends_with("sh") || stem.ends_with("ch") || stem == "j";
    writer.put(stem);
    writer.put(y_inside ? vowel.substr(1) : vowel);
    return;
  }
  const bool same_vowel = !letters.empty() && letters.back() == vowel.front();
  if (same_vowel || stem.empty()) {
    // うぃ and いぇ are wi and ye; a vowel written small behind itself is only drawn out.
    if (!same_vowel && base == U'う') {
      writer.put("w");
    } else if (!same_vowel && base == U'い') {
      writer.put("y");
    } else {
      writer.put(letters);
    }
  } else {
    writer.put(stem);
    if (stem == "k" || stem == "g") writer.put("w");
  }
  writer.put(vowel);
}

}  // namespace

bool romanize_kana(char32_t c, LetterReader& reader, LatinWriter& writer) {
  if (c == kLongVowel) {
    const char vowel = writer.last();
    if (is_latin_vowel(vowel)) writer.put({&vowel, 1});
    return true;
  }
  const char32_t base = as_hiragana(c);
  if (base == kSmallTsu) {
    // Doubles the consonant that follows (ch is doubled as tch); elsewhere it is only a stop.
    const char32_t next = as_hiragana(reader.peek());
    const std::string_view letters =
        script_of(next) == Script::kana ? letter_reading(next).letters : std::string_view{};
    if (!letters.empty() && !is_latin_vowel(letters[0]) && next != kSmallTsu) {
      writer.put(letters[0] == 'c' ? std::string_view("t") : letters.substr(0, 1));
    }
    return true;
  }
  const LetterReading reading = letter_reading(base);
  if (!reading.found) return false;
  const char32_t small = as_hiragana(reader.peek());
  if (is_small_y(small) || is_small_vowel(small)) {
    reader.take();
    put_with_small(base, reading.letters, small, writer);
  } else {
    writer.put(reading.letters);
  }
  return true;
}

namespace {

// Scripts of languages that no longer sound the last inherent vowel: Devanagari, Bengali, Gurmukhi, Gujarati
// are the first four blocks; Odia, the Dravidian scripts and Sinhala, from U+0B00 on, keep it.
bool drops_last_vowel(char32_t c) { return c < 0x0B00; }

// A consonant with a dot below is another sound: ड़ r, ज़ z, फ़ f, ਸ਼ sh.
std::string_view dotted(char32_t consonant, std::string_view letters) {
  if (letters == "d") return "r";
  if (letters == "dh") return "rh";
  if (letters == "j") return consonant < 0x0980 || consonant >= 0x0A00 ? "z" : "y";  // Bengali য় is y
  if (letters == "ph") return "f";
  if (letters == "s") return "sh";
  return letters;
}

constexpr char32_t kTamilVirama = 0xBCD, kBengaliYa = 0x9AF;

// Tamil writes one letter for a stop and its voiced sound: voiced behind a vowel or a nasal, but not when
// doubled or at the end of a syllable.
std::string_view tamil_stop(char32_t c, std::string_view letters, const LetterReader& reader,
                            const LatinWriter& writer) {
  const char before = writer.last();
  const bool inside = !reader.at_word_start() && (is_latin_vowel(before) || before == 'n' || before == 'm');
  if (!inside || reader.peek() == kTamilVirama) return letters;
  return c == U'க' ? "g" : c == U'ட' ? "d" : c == U'ப' ? "b" : letters;
}

struct IndicState {
  bool pending = false;   // a consonant waits for its vowel
  bool conjunct = false;  // it stands behind a virama
  bool bindu = false;     // a nasal dot waits for the consonant behind it
  bool sounded = false;   // the word already has a vowel
};

constexpr char32_t kDevanagariJa = 0x91C, kVirama = 0x94D, kNya = 0x91E;

void put_bindu(IndicState& state, std::string_view next, LatinWriter& writer) {
  if (!state.bindu) return;
  state.bindu = false;
  const char first = next.empty() ? '\0' : next[0];
  // Lips: m. Before h it is the ng of सिंह.
  writer.put(first == 'p' || first == 'b' || first == 'm' ? "m" : first == 'h' ? "ng" : "n");
}

void put_inherent(IndicState& state, LatinWriter& writer) {
  if (state.pending) {
    writer.put("a");
    state.sounded = true;
  }
  state.pending = false;
}

void put_consonant(char32_t c, std::string_view letters, IndicState& state, LetterReader& reader, LatinWriter& writer) {
  put_inherent(state, writer);
  const char32_t nukta = reader.peek();
  if (nukta >= 0x80 && letter_reading(nukta).letter_class == LetterClass::nukta) {
    reader.take();
    letters = dotted(c, letters);
  }
  if (c == kBengaliYa && state.conjunct) letters = "y";  // the second part of a conjunct keeps its old sound
  letters = tamil_stop(c, letters, reader, writer);
  put_bindu(state, letters, writer);
  if (c % 0x80 == kDevanagariJa % 0x80 && c < 0x0B00) {
    LetterReader ahead = reader;  // ज्ञ is gy in the northern scripts, whose blocks run in parallel
    const char32_t block = c - kDevanagariJa;
    if (ahead.take_if(kVirama + block) && ahead.take_if(kNya + block)) {
      reader = ahead;
      letters = "gy";
    }
  }
  writer.put(letters);
  state.pending = true;
}

}  // namespace

bool romanize_indic_word(char32_t c, LetterReader& reader, LatinWriter& writer) {
  IndicState state;
  bool after_virama = false;
  for (;;) {
    const LetterReading reading = letter_reading(c);
    if (!reading.found) return false;
    const bool was_virama = after_virama;
    after_virama = false;
    switch (reading.letter_class) {
      case LetterClass::consonant:
        state.conjunct = was_virama;
        put_consonant(c, reading.letters, state, reader, writer);
        break;
      case LetterClass::virama:
        state.pending = false;
        after_virama = true;
        break;
      case LetterClass::vowel_sign: {
        // Folding leaves two-part vowel signs in their parts.
        std::string_view letters = reading.letters;
        const char32_t next = reader.peek();
        const char32_t whole = next >= 0x80 ? compose(c, next) : 0;
        if (whole != 0) {
          reader.take();
          letters = letter_reading(whole).letters;
        }
        writer.put(letters);
        state.pending = false;
        state.sounded = true;
        break;
      }
      case LetterClass::bindu:
        put_inherent(state, writer);
        state.bindu = true;
        break;
      case LetterClass::gemination: {
        put_inherent(state, writer);
        const LetterReading next = letter_reading(reader.peek());
        if (next.letter_class == LetterClass::consonant) writer.put(next.letters.substr(0, 1));
        break;
      }
      case LetterClass::nukta: break;
      case LetterClass::vowel:
      case LetterClass::plain:
        put_inherent(state, writer);
        put_bindu(state, {}, writer);
        writer.put(reading.letters);
        state.sounded |= reading.letter_class == LetterClass::vowel;
        break;
    }
    if (reader.done() || script_of(reader.peek()) != Script::indic) break;
    c = reader.take();
  }
  put_bindu(state, {}, writer);
  // Behind a conjunct the vowel is still sounded (Chandra, Krishna), and a word needs one vowel.
  if (state.pending && (!drops_last_vowel(c) || state.conjunct || !state.sounded)) writer.put("a");
  return true;
}

}  // namespace ablmatch
