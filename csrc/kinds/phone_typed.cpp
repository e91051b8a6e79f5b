// Reads typed telephone numbers by their characters.
#include "phone_typed.hpp"

#include <cstring>

namespace ablmatch {
namespace {

// A number before an extension that only a comma or semicolon marks has at least so many digits.
constexpr std::size_t kMinBeforePause = 3;
// The longest extension that phonenumbers takes from an unlabelled pause.
constexpr std::size_t kMaxPauseExtension = 9;
// Letters stand for keys only in figures with some letters, as 1-800-FLOWERS, 212-555-TAXI.
constexpr std::size_t kMinKeypadLetters = 3;
constexpr std::size_t kMinKeypadFigures = 3;
constexpr std::size_t kMaxKeypadFigures = 7;
constexpr int kMaxContextLexemes = 16;

bool append(PhoneReading& out, std::string_view digits) {
  if (out.size + digits.size() > kMaxReadDigits) return false;
  std::memcpy(out.digits + out.size, digits.data(), digits.size());
  out.size += digits.size();
  return true;
}

// The rest of a typed value, from `at` on, as the digits of an extension.
bool read_typed_extension(const Lexemes& lexemes, int at, PhoneReading& out) {
  while (at < lexemes.count && follows_extension_mark(lexemes.at[at])) ++at;
  for (; at < lexemes.count; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    if (lexeme.is_number()) {
      if (out.extension_size + lexeme.size > kMaxExtension) return false;
      std::memcpy(out.extension + out.extension_size, lexeme.text, lexeme.size);
      out.extension_size += lexeme.size;
    } else if (lexeme.is_word() || is_foreign_symbol(lexeme)) {
      return false;
    }
  }
  return out.extension_size > 0;
}

// "+12125550142,45": digits after a pause are an extension when the plan takes those before it for a number, and
// not all of them together.
void cut_pause(PhoneReading& out, std::size_t pause, const Context& context) {
  if (pause < kMinBeforePause || out.size - pause > kMaxPauseExtension || out.size == pause) return;
  PhoneNumber number;
  if (resolve_phone(out, context.region, number)) return;
  const std::size_t all = out.size;
  out.size = pause;
  if (!resolve_phone(out, context.region, number)) {
    out.size = all;
    return;
  }
  out.extension_size = all - pause;
  std::memcpy(out.extension, out.digits + pause, out.extension_size);
}

// The key of a telephone on which a letter stands (ITU-T E.161).
char key_of(char letter) { return "22233344455566677778889999"[letter - 'a']; }

}  // namespace

bool is_foreign_symbol(const Lexeme& lexeme) {
  return lexeme.is_symbol('@') || lexeme.is_symbol('=') || lexeme.is_symbol('$') || lexeme.is_symbol('%') ||
         lexeme.is_symbol('_') || lexeme.is_symbol('{') || lexeme.is_symbol('}');
}

bool follows_extension_mark(const Lexeme& lexeme) {
  return lexeme.is_symbol('.') || lexeme.is_symbol(':') || lexeme.is_symbol('-') || lexeme.is_symbol('#') ||
         lexeme.is_symbol('=') || lexeme.is("number") || lexeme.is("no") || lexeme.is("nr") || lexeme.is("is");
}

void clear_reading(PhoneReading& out) {
  out.spoken = out.extension_spoken = false;
  out.size = out.extension_size = 0;
  out.zero_at = -1;
  out.plus = out.keypad = out.partial = false;
}

void apply_uri_parameters(Lexemes& lexemes) {
  if (lexemes.count >= 2 && lexemes.at[0].is("tel") && lexemes.at[1].is_symbol(':')) lexemes.remove(0, 2);
  for (int at = 0; at + 2 < lexemes.count; ++at) {
    if (!lexemes.at[at].is_symbol(';') || !lexemes.at[at + 1].is_word()) continue;
    int equals = at + 2;
    while (equals < lexemes.count && (lexemes.at[equals].is_symbol('-') || lexemes.at[equals].is_word())) ++equals;
    if (equals >= lexemes.count || !lexemes.at[equals].is_symbol('=') || lexemes.at[at + 1].is("ext")) continue;
    int end = equals + 1;
    while (end < lexemes.count && !lexemes.at[end].is_symbol(';')) ++end;
    const int size = end - equals - 1;
    const bool context = lexemes.at[at + 1].is("phone") && size > 0 && size <= kMaxContextLexemes &&
                         lexemes.at[equals + 1].is_symbol('+') && !lexemes.at[0].is_symbol('+');
    Lexeme moved[kMaxContextLexemes];
    if (context) std::memcpy(moved, lexemes.at + equals + 1, static_cast<std::size_t>(size) * sizeof(Lexeme));
    lexemes.remove(at, end);
    if (context) {
      // What was removed is longer than what comes back, so there is room.
      std::memmove(lexemes.at + size, lexemes.at, static_cast<std::size_t>(lexemes.count) * sizeof(Lexeme));
      std::memcpy(lexemes.at, moved, static_cast<std::size_t>(size) * sizeof(Lexeme));
      lexemes.count += size;
      at += size;
    }
    --at;
  }
}

bool read_typed_phone(const Lexemes& lexemes, const Context& context, PhoneReading& out) {
  clear_reading(out);
  std::size_t pause = 0;
  for (int at = 0; at < lexemes.count; ++at) {
    const Lexeme& lexeme = lexemes.at[at];
    const bool last = at + 1 == lexemes.count;
    if (lexeme.is_number()) {
      if (lexeme.is("0") && out.size > 0 && lexemes.at[at - 1].is_symbol('(') && !last &&
          lexemes.at[at + 1].is_symbol(')'))
        out.zero_at = static_cast<int>(out.size);
      if (!append(out, lexeme.view())) return false;
    } else if (lexeme.is_symbol('+')) {
      if (out.size > 0) return false;
      out.plus = true;
    } else if (lexeme.is_symbol('#') && out.size > 0 && !last) {
      return read_typed_extension(lexemes, at + 1, out);
    } else if (lexeme.is_symbol(',') || lexeme.is_symbol(';')) {
      if (pause == 0) pause = out.size;
    } else if (lexeme.is_word()) {
      const PhoneWord word = sense_of(lexeme);
      if (word == PhoneWord::extension && out.size > 0) return read_typed_extension(lexemes, at + 1, out);
      if (word != PhoneWord::label) return false;
      // A label stands at either end, not between digits.
      if (out.size > 0)
        for (int rest = at + 1; rest < lexemes.count; ++rest)
          if (lexemes.at[rest].is_number() ||
              (lexemes.at[rest].is_word() && sense_of(lexemes.at[rest]) != PhoneWord::label))
            return false;
    } else if (is_foreign_symbol(lexeme)) {
      return false;
    }
  }
  cut_pause(out, pause, context);
  return out.size > 0;
}

bool read_keypad_phone(const Lexemes& lexemes, const Context& context, PhoneReading& out) {
  clear_reading(out);
  std::size_t letters = 0;
  for (const Lexeme& lexeme : lexemes) {
    if (lexeme.is_number()) {
      if (!append(out, lexeme.view())) return false;
    } else if (lexeme.is_symbol('+') && out.size == 0) {
      out.plus = true;
    } else if (lexeme.is_word()) {
      // Figures come first: else every ten-letter name would be a number.
      if (letters == 0 && (out.size < kMinKeypadFigures || out.size > kMaxKeypadFigures)) return false;
      for (std::size_t i = 0; i < lexeme.size; ++i) {
        if (lexeme.text[i] < 'a' || lexeme.text[i] > 'z') return false;
        const char key = key_of(lexeme.text[i]);
        if (!append(out, {&key, 1})) return false;
      }
      letters += lexeme.size;
    } else if (is_foreign_symbol(lexeme)) {
      return false;
    }
  }
  PhoneNumber number;
  out.keypad = letters >= kMinKeypadLetters && resolve_phone(out, context.region, number) && is_valid_national(number);
  return out.keypad;
}

bool read_longest_run(const Lexemes& lexemes, PhoneReading& out) {
  clear_reading(out);
  int best = 0, best_end = 0;
  std::size_t best_size = 0;
  for (int at = 0; at < lexemes.count;) {
    std::size_t size = 0;
    const int begin = at;
    for (; at < lexemes.count && !lexemes.at[at].is_word(); ++at)
      if (lexemes.at[at].is_number()) size += lexemes.at[at].size;
    if (size > best_size) {
      best = begin;
      best_end = at;
      best_size = size;
    }
    if (at < lexemes.count) ++at;
  }
  for (int at = best; at < best_end; ++at) {
    if (lexemes.at[at].is_symbol('+') && out.size == 0) out.plus = true;
    if (lexemes.at[at].is_number() && !append(out, lexemes.at[at].view())) return false;
  }
  return out.size > 0;
}

}  // namespace ablmatch
