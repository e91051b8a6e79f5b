// Splits folded text into words, numbers and symbols in one pass.
#include "lexemes.hpp"

#include <cstring>

#include "word_table.hpp"

namespace ablmatch {

namespace {

LexemeType type_at(const char* text, std::size_t at, std::size_t& next) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) {
    next = at + 1;
    if (byte >= 'a' && byte <= 'z') return LexemeType::word;
    if (byte >= '0' && byte <= '9') return LexemeType::number;
    return LexemeType::symbol;
  }
  next = at;
  return is_letter(decode(text, next)) ? LexemeType::word : LexemeType::symbol;
}

}  // namespace

void split(const Folded& folded, Lexemes& out) {
  out.count = 0;
  out.overflow = false;
  out.forget_clues();
  const char* text = folded.text;
  bool spaced = false;
  for (std::size_t at = 0; at < folded.size;) {
    if (text[at] == ' ') {
      spaced = true;
      ++at;
      continue;
    }
    std::size_t next;
    const LexemeType type = type_at(text, at, next);
    std::size_t end = next;
    if (type != LexemeType::symbol) {
      while (end < folded.size && text[end] != ' ' && type_at(text, end, next) == type) end = next;
    }
    if (out.count == kMaxLexemes) {
      out.overflow = true;
      return;
    }
    Lexeme& lexeme = out.at[out.count];
    lexeme.text = text + at;
    lexeme.size = static_cast<std::uint16_t>(end - at);
    lexeme.type = type;
    lexeme.spaced = spaced && out.count > 0;
    lexeme.numeric = type == LexemeType::number;
    lexeme.hash = word_hash(lexeme.text, lexeme.size);
    lexeme.spoken = nullptr;
    ++out.count;
    spaced = false;
    at = end;
  }
}

void Lexemes::remove(int from, int to) {
  if (from >= to) return;
  std::memmove(at + from, at + to, static_cast<std::size_t>(count - to) * sizeof(Lexeme));
  count -= to - from;
  if (from == 0 && count > 0) at[0].spaced = false;
}

}  // namespace ablmatch
