// Names across scripts and systems of romanization: keys under which spellings of one name are equal.
#pragma once

#include "name_reason.hpp"

namespace ablmatch {

// Two tokens of different scripts; at least one holds other than ASCII letters. `agree` compares their Latin
// spellings, which may be variants or call names of each other.
Agreement agree_across_scripts(const NameToken& said, const NameToken& stored,
                               Agreement (*agree)(const NameToken& said, const NameToken& stored));

// Japanese: long vowels free (Ono, Ohno), Hepburn and Kunrei spellings (Shi, Si); 99 or 95, 0 when different.
int japanese_level(const NameToken& said, const NameToken& stored);

// Are two words in Latin letters one name there, if they are Japanese at all?
bool same_japanese(std::string_view said, std::string_view stored);

// "А." for Anna, "A." for Анна: alphabets only.
bool initial_across_scripts(const NameToken& initial, const NameToken& name);

// Jisoo, Jisu: romanizations of one Korean given name.
bool same_romanized_korean(const NameToken& said, const NameToken& stored);

// Of two words in different scripts: may they begin one name? False only where the Latin letters of Cyrillic or Greek
// tell that they do not, which is cheap to see.
bool may_begin_alike(const NameToken& said, const NameToken& stored);

// What that is told by: the first letter of a word in Latin letters, one for all letters of a sound.
char roman_beginning(std::string_view latin);

// Keys that are equal where japanese_level or same_romanized_korean finds two ASCII words alike; 0 bytes when there is
// none. `capacity` of 96 suffices.
std::size_t japanese_spelling(const NameToken& token, char* out, std::size_t capacity);
std::size_t korean_spelling(std::string_view word, char* out, std::size_t capacity);

// Of the Latin letters of a name in Cyrillic or Greek, and of a name in Latin letters that agree_across_scripts finds to
// be the same: equal keys. The same return.
std::size_t roman_spelling(std::string_view latin, char* out, std::size_t capacity);

// Are a word in Latin letters and the Latin letters of a Cyrillic one spellings of one name, by their sounds alone?
bool same_romanized(std::string_view said, std::string_view stored);

// Korean given names in the usual and the official romanization (Joon, Jun; Hyun, Hyeon).
bool same_korean_syllables(std::string_view said, std::string_view stored);

// Surnames that differ by the bearer's gender only: -ov/-ova, -ski/-ska, -y/-a of Czech, -poulos/-poulou.
bool gendered_surnames(const NameToken& said, const NameToken& stored);

}  // namespace ablmatch
