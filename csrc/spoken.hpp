// Spoken forms shared by the kinds: number words, spelled letters, carrier phrases, fillers, corrections.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lattice.hpp"
#include "lexemes.hpp"
#include "tables/spoken_word.hpp"

namespace ablmatch {

// Lexemes::clues: the roles of all words (SpokenRole) and, above them, what else is found in a look-up.
enum SpokenClue : std::uint32_t {
  kNumberClue = 1u << 16,  // a number word, a conjunction, "double" …
  kPauseClue = 1u << 17    // a word of a phrase that asks to wait (spoken_pauses.hpp)
};

// Fills Lexeme::spoken for every word and Lexemes::clues, then calls mark_numeric. A German, Italian or Dutch number written as one long
// word (zweitausenddreihundert) becomes the lexemes of its parts.
void look_up_spoken(Lexemes& lexemes);

// May a word, at least so long, be such a number? Shorter ones stand in the table.
inline constexpr std::size_t kShortestJoined = 8;
bool joins_numbers(std::string_view word);

// Fills Lexeme::numeric: figures and strong number words, and weak ones (to, for, won, o, um, no) in a run that holds
// a strong one of the same language, so that English "um" is not Portuguese one. To be called again after lexemes were removed; clean_spoken does.
void mark_numeric(Lexemes& lexemes);

// For answers that can only be a number: "doppelnull" and "duemila" become their two words. Behind look_up_spoken.
void part_joined(Lexemes& lexemes);

// For answers that can only be a number: drops "é o", "è il" (it is the) in front, which elsewhere would be letters.
void drop_copula(Lexemes& lexemes);

// For answers that can only be a number and hold no strong number word: runs of weak ones, which one language decides
// ("ek do teen", "um meia um", "due volte sei"), and a lone one that is no word of the others ("meia"). Among strong
// ones only Hindi digits, two of them together ("nine eight ek do"). To be called in
// front of clean_spoken and behind it.
void mark_weak_answer(Lexemes& lexemes);

// For answers that can only be a number: drops what fills a pause between two numbers and may mean more elsewhere
// ("like", "I think", "tipo"). True when there was any.
bool drop_number_pauses(Lexemes& lexemes);

// ---- phrases -----------------------------------------------------------------------------------------------

// What cleaning found. `corrected`: lexemes before the last self-correction were removed (retry at most).
// `two_answers`: an "or" between two answers, or "either", "maybe" (never a match).
struct Cleaned {
  bool corrected;
  bool two_answers;
  bool removed;  // a carrier phrase, filler or closer was dropped
};

// Drops carrier phrases at the start ("my email is", "it's", "I live at", "yes", …), closers at the end
// ("please", "thank you", …) and fillers anywhere, in the languages of the table. Needs look_up_spoken first.
// `keep_or`: do not treat "or" as two answers (addresses: Oregon). `ordinals`: "one second" may be an address. Never
// removes everything: when only such words are there, they stay.
Cleaned clean_spoken(Lexemes& lexemes, bool keep_or = false, bool ordinals = false);

// How an answer stands to the value that it names, behind clean_spoken: "not 4471", "anything but 4471" and "4471 is
// wrong" deny it, "it could be 4471" guesses. Neither is ever a match.
enum class Stance : std::uint8_t { asserts, guesses, denies };
Stance stance_of_number(const Lexemes& lexemes);
// Of an address only what stands in front of its first number, or behind a copula, can deny it: Don Mills Road.
Stance stance_of_address(const Lexemes& lexemes);

// Removes symbols that only separate (each character of `symbols`), e.g. "-.,/()" for numbers. The word behind a hyphen
// without spaces stays unspaced, so that "forty-nine" is not read as 40 9.
void drop_symbols(Lexemes& lexemes, std::string_view symbols);

// ---- numbers -----------------------------------------------------------------------------------------------

// Adds to the open node of `lattice` every arc for a number that starts at lexeme `at`: figures as they are,
// number words as digits ("twenty five" → 25 and, by a longer path, 20 5; "double oh" → 00), in order of
// preference (identity-matching.md 2.2). Targets are node numbers = lexeme indices. Returns true when it added any.
bool add_number_arcs(Lattice& lattice, const Lexemes& lexemes, int at);

// Reads lexemes[from, to) as one number in words or figures by its preferred reading, all of them used.
// Writes its digits and returns how many bytes, 0 when it is none. For house numbers, units, ordinals' stems.
std::size_t read_number(const Lexemes& lexemes, int from, int to, char* out, std::size_t capacity);

// True when lexeme `at` is a number or can be read as one in this place (weak words need a neighbour).
inline bool is_numeric(const Lexemes& lexemes, int at) {
  return at >= 0 && at < lexemes.count && lexemes.at[at].numeric;
}

// What stands between a count and what it repeats: "deux fois zéro".
inline bool is_times_word(const Lexeme& lexeme) {
  return lexeme.is_word() && (lexeme.is("fois") || lexeme.is("vezes") || lexeme.is("volte") || lexeme.is("veces") ||
                              lexeme.is("times") || lexeme.is("baar") || lexeme.is("keer"));
}

// ---- letters -----------------------------------------------------------------------------------------------

// One spelled letter (or several: "double s", a number word is not one) that starts at lexeme `at`.
struct SpelledUnit {
  char letter;          // 'a'..'z', 0: none here
  std::uint8_t repeat;  // 1, 2, 3, 4
  std::uint16_t next;   // lexeme behind it, separators (- . ,) between single letters included
  bool strong;          // a single letter, "x as in word", or an alphabet word that is no name or common word
};
// `names`: also letter names (bee, jay, are, you), which are words too. `alphabet`: also alphabet words.
SpelledUnit read_spelled_unit(const Lexemes& lexemes, int at, bool names, bool alphabet);

// A run of spelled letters from lexeme `at`: at least two units, of which at least two are strong (or, with
// `loose`, at least three of any sort). Writes the letters; returns the lexeme behind the run, or `at` when
// there is none.
int read_spelled_run(const Lexemes& lexemes, int at, bool loose, char* out, std::size_t capacity, std::size_t& size);

}  // namespace ablmatch
