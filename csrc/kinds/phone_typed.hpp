// The typed forms of a telephone number: figures and separators, tel URIs, extensions, keypad letters.
#pragma once

#include "phone_form.hpp"
#include "phone_words.hpp"

namespace ablmatch {

inline PhoneWord sense_of(const Lexeme& lexeme) {
  return lexeme.is_word() ? phone_word(lexeme.view()) : PhoneWord::other;
}

// Symbols that stand in emails, sums and amounts, never in a telephone number.
bool is_foreign_symbol(const Lexeme& lexeme);

// What may stand between the mark of an extension and its digits.
bool follows_extension_mark(const Lexeme& lexeme);

// Nothing read yet.
void clear_reading(PhoneReading& out);

// Takes a tel URI (RFC 3966) apart: ;ext= stays, ;phone-context=+… goes to the front, other parameters are dropped.
void apply_uri_parameters(Lexemes& lexemes);

// A value of figures and separators, with labels around them and perhaps an extension.
bool read_typed_phone(const Lexemes& lexemes, const Context& context, PhoneReading& out);

// Figures and then letters for keys, when a plan takes all of it for a number.
bool read_keypad_phone(const Lexemes& lexemes, const Context& context, PhoneReading& out);

// The longest run of figures of a value that holds more than a number ("call 212 555 0142 after 5pm").
bool read_longest_run(const Lexemes& lexemes, PhoneReading& out);

}  // namespace ablmatch
