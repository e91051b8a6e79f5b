// House numbers, the ids of units and boxes: their forms, and when two house numbers agree.
#include <algorithm>
#include <cstring>

#include "../distance.hpp"
#include "../spoken.hpp"
#include "address_form.hpp"

namespace ablmatch::postal {

namespace {

bool is_tens(const AddressToken& token) { return token.spoken && token.spoken->number == NumberClass::tens; }

// "a" of "12 a": a letter that stands apart from the number and is no part of the street's name.
bool is_loose_suffix(const AddressForm& form, int at, int end, bool behind_street) {
  if (at >= end) return false;
  const AddressToken& token = form.tokens[at];
  if (!token.is_letter() || token.gap || token.slash) return false;
  if (*token.text == 'o') return false;  // O'Connell
  // "7 q. Voltaire", "23 r. du Faubourg": a type in front
  if (token.dot && token.row && (token.row->place & (kLeading | kSometimesLeading))) return false;
  if (token.row && (token.row->direction || ((token.row->roles & kParticle) && *token.text != 'd'))) return false;
  if (at + 1 >= end || form.tokens[at + 1].gap) return behind_street;
  const AddressToken& next = form.tokens[at + 1];
  if (behind_street && next.is_figures()) return !next.hyphen;  // "10 A-1060 Wien"
  if (next.type != TokenType::word || next.is_letter()) return false;
  return !(next.row && ((next.row->place & kCommon) || next.row->unit));
}

long long value_of(std::string_view digits) {
  long long value = 0;
  if (digits.empty() || digits.size() > 9) return -1;
  for (const char c : digits) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::string_view without_dash(const Code& code, char (&room)[kIdCapacity]) {
  if (code.dash == 0) return code.view();
  std::memcpy(room, code.text, code.dash);
  std::memcpy(room + code.dash, code.text + code.dash + 1, static_cast<std::size_t>(code.size - code.dash - 1));
  return {room, static_cast<std::size_t>(code.size - 1)};
}

int grid_end(const AddressForm& form, int at, int end) {
  // W152 N9731: a direction's letter glued to a number, twice.
  int k = at;
  for (int part = 0; part < 2; ++part, k += 2) {
    if (k + 1 >= end) return at;
    const AddressToken& letter = form.tokens[k];
    const AddressToken& number = form.tokens[k + 1];
    if (!letter.is_letter() || !letter.row || !letter.row->direction || !number.is_figures() || !number.glued)
      return at;
  }
  return k;
}

// "w one fifty two n ninety seven thirty one carol drive": the grid as it is said.
int read_said_grid(const AddressForm& form, int at, int end, Code& out) {
  if (!form.said) return at;
  int k = at;
  for (int part = 0; part < 2; ++part) {
    if (k + 1 >= end || (part > 0 && form.tokens[k].gap)) return at;
    const AddressToken& side = form.tokens[k];
    if (!side.row || side.row->direction < 1 || side.row->direction > 4 || (!side.is_letter() && side.size < 4))
      return at;
    const int to = number_run_end(form, k + 1, end);
    if (to == k + 1 || !out.push("nesw"[side.row->direction - 1]) || !append_number(form, k + 1, to, out)) return at;
    k = to;
  }
  return k < end && form.tokens[k].type == TokenType::word && !form.tokens[k].gap && !form.tokens[k].ordinal ? k : at;
}

// "twelve a as in apple": returns the token behind it, `at` when there is none.
int spelled_suffix(const AddressForm& form, int at, int end, Code& out) {
  if (!form.said || at + 1 >= end || !form.tokens[at].is_letter() || form.tokens[at].gap) return at;
  // Tokens of a town that was put behind the street.
  if (form.tokens[at + 1].lexeme < form.tokens[at].lexeme) return at;
  const SpelledUnit unit = read_spelled_unit(*form.lexemes, form.tokens[at].lexeme, false, false);
  if (unit.letter == 0 || unit.next <= form.tokens[at + 1].lexeme || !out.push(unit.letter)) return at;
  const int first = form.tokens[at].lexeme;
  while (at < end && form.tokens[at].lexeme >= first && form.tokens[at].lexeme < unit.next) ++at;
  return at;
}

// What may follow the figures of a house number. Returns the token behind it.
int read_suffixes(const AddressForm& form, int at, int end, const ParseChoice& choice, Code& out) {
  const auto token = [&](int k) -> const AddressToken& { return form.tokens[k]; };
  if (at < end && (token(at).glued || token(at).hyphen || token(at).slash) && token(at).type == TokenType::word &&
      token(at).size <= 2 && !token(at).ordinal && (token(at).glued || token(at).is_letter())) {
    if (out.push(token(at).view())) ++at;
  } else if (at + 1 < end && token(at).hyphen && token(at).is_figures() && token(at).size == 1 && token(at + 1).slash &&
             token(at + 1).is_figures() && token(at + 1).size == 1) {
    // 34-1/2
    if (out.push('+') && out.push(token(at).view()) && out.push('/') && out.push(token(at + 1).view())) at += 2;
  } else if (at < end && (token(at).hyphen || token(at).slash) && token(at).is_figures()) {
    if (token(at).hyphen) {
      const std::uint8_t dash = out.size;
      if (out.push('-') && out.push(token(at).view())) {
        out.dash = dash;
        ++at;
        // 45-17A
        if (at < end && token(at).glued && token(at).is_letter() && out.push(token(at).view())) ++at;
      }
    } else if (out.push('/') && out.push(token(at).view())) {
      ++at;
    }
  } else if (at + 1 < end && token(at).is_figures() && token(at).size == 1 && !token(at).gap && token(at + 1).slash &&
             token(at + 1).is_figures() && token(at + 1).size == 1) {
    // 34 1/2
    if (out.push('+') && out.push(token(at).view()) && out.push('/') && out.push(token(at + 1).view())) at += 2;
  } else if (const int spelled = spelled_suffix(form, at, end, out); spelled > at) {
    at = spelled;
  } else if (at < end && !choice.no_letter && is_loose_suffix(form, at, end, choice.behind_street)) {
    if (out.push(token(at).view())) ++at;
  } else if (choice.letter_names && form.said && at + 1 < end && !token(at).gap && token(at).spoken &&
             token(at + 1).type == TokenType::word && !token(at + 1).gap) {
    const SpokenWord& word = *token(at).spoken;
    const char alphabet = word.roles & kNameLetter ? '\0' : word.alphabet;
    const char letter = word.letter ? word.letter : alphabet;
    if (letter != 0 && out.push(letter)) ++at;
  }

  if ((at < end && token(at).row && (token(at).row->roles & kBis) && !token(at).gap) && out.push(token(at).view()))
    ++at;

  // "and a half", "and one half", "one half"
  int half = at;
  if (half < end && (token(half).view() == "and" || token(half).view() == "y" || token(half).view() == "et")) ++half;
  if (half < end && ((half > at && token(half).view() == "a") || token(half).view() == "one")) ++half;
  if ((half > at && half < end && token(half).row && (token(half).row->roles & kHalf)) && out.push("+1/2"))
    at = half + 1;

  return at;
}

// "3 1 8": a caller's digits, one by one. Other figures stand for themselves.
int digit_run_end(const AddressForm& form, int at, int end) {
  int k = at + 1;
  if (!form.said || form.tokens[at].size > 1) return k;
  while (k < end && form.tokens[k].is_figures() && form.tokens[k].size == 1 && !form.tokens[k].gap &&
         !form.tokens[k].glued && !form.tokens[k].hyphen && !form.tokens[k].slash && !form.tokens[k].ordinal &&
         (k + 1 >= end || !form.tokens[k + 1].slash))
    ++k;
  return k;
}

// "Apt BB, Riverton": two letters that name a unit. Before more words of the line they must be nothing else.
bool names_pair(const AddressForm& form, int at, int end) {
  const AddressToken& pair = form.tokens[at];
  if (pair.type != TokenType::word || pair.size != 2 || pair.gap || pair.numeric || pair.ordinal) return false;
  const bool ends = at + 1 >= end || form.tokens[at + 1].gap || form.tokens[at + 1].is_figures();
  return ends ? !(pair.row && (pair.row->unit || pair.row->types[0] || pair.row->direction))
              : !pair.row && !pair.spoken;
}

}  // namespace

bool is_range(const Code& code) {
  if (code.dash == 0) return false;
  const std::string_view text = code.view();
  const long long low = value_of(text.substr(0, code.dash)), high = value_of(text.substr(code.dash + 1));
  return low > 0 && high > low && text.size() - code.dash - 1 <= static_cast<std::size_t>(code.dash) + 1;
}

int read_house_number(const AddressForm& form, int at, int end, const ParseChoice& choice, Code& out) {
  out.size = 0;
  out.dash = 0;
  out.from = static_cast<std::uint8_t>(at);
  const int grid = grid_end(form, at, end);
  if (grid > at) {
    for (int k = at; k < grid; ++k)
      if (!out.push(form.tokens[k].view())) return at;
    out.to = static_cast<std::uint8_t>(grid);
    return grid;
  }
  if (const int said_grid = read_said_grid(form, at, end, out); said_grid > at) {
    out.to = static_cast<std::uint8_t>(said_grid);
    return said_grid;
  }
  out.size = 0;
  if (at >= end || !form.tokens[at].numeric || form.tokens[at].ordinal) return at;
  int behind = at + 1;
  if (choice.house_tokens > 0) {
    behind = at + choice.house_tokens;
    if (behind > number_run_end(form, at, end)) return at;
  } else if (!form.tokens[at].is_figures()) {
    behind = number_run_end(form, at, end);
    // "thirty four one half"
    if (behind < end && behind > at + 1 && form.tokens[behind].row && (form.tokens[behind].row->roles & kHalf) &&
        form.tokens[behind - 1].view() == "one")
      --behind;
    // "twelve forty second street": the tens belong to the ordinal.
    if (behind < end && behind > at + 1 && form.tokens[behind].ordinal && form.tokens[behind].row &&
        form.tokens[behind].row->ordinal < 10 && is_tens(form.tokens[behind - 1]) && form.tokens[behind - 2].numeric)
      --behind;
    // "ten to twelve elm street"
    for (int k = at + 1; k + 1 < behind; ++k) {
      if (form.tokens[k].view() != "to") continue;
      Code low{}, high{};
      if (!append_number(form, at, k, low) || !append_number(form, k + 1, behind, high)) break;
      if (value_of(high.view()) <= value_of(low.view())) break;
      out.dash = low.size;
      if (!out.push(low.view()) || !out.push('-') || !out.push(high.view())) return at;
      out.to = static_cast<std::uint8_t>(behind);
      return behind;
    }
  } else if (behind + 1 < end && form.tokens[behind].view() == "to" && form.tokens[behind + 1].is_figures()) {
    const long long low = value_of(form.tokens[at].view()), high = value_of(form.tokens[behind + 1].view());
    if (low > 0 && high > low && out.push(form.tokens[at].view())) {
      out.dash = out.size;
      if (!out.push('-') || !out.push(form.tokens[behind + 1].view())) return at;
      out.to = static_cast<std::uint8_t>(behind + 2);
      return behind + 2;
    }
    out.size = 0;
  }
  if (!append_number(form, at, behind, out)) return at;
  behind = read_suffixes(form, behind, end, choice, out);
  out.to = static_cast<std::uint8_t>(behind);
  return behind;
}

int read_code(const AddressForm& form, int at, int end, bool letters, bool letter_names, Code& out) {
  out.size = 0;
  out.dash = 0;
  int k = at;
  const auto token = [&](int i) -> const AddressToken& { return form.tokens[i]; };
  // "apt # 5", "flat no. 2"
  while (k < end && (k == at || !token(k).gap) &&
         (token(k).type == TokenType::hash || (token(k).row && (token(k).row->roles & kNumberMark) &&
                                               token(k).size <= 6 && k + 1 < end && token(k + 1).numeric)))
    ++k;
  if (k >= end || (token(k).gap && k > at) || (token(k).gap && token(k).type == TokenType::word && !token(k).numeric))
    return at;
  out.from = static_cast<std::uint8_t>(k);
  const auto letter_at = [&](int i) -> char {
    if (i >= end || token(i).type != TokenType::word || token(i).gap) return 0;
    if (token(i).is_letter()) return *token(i).text;
    if (!form.said || !token(i).spoken) return 0;
    if (token(i).spoken->alphabet && !(token(i).spoken->roles & kNameLetter)) return token(i).spoken->alphabet;
    return letter_names ? token(i).spoken->letter : '\0';
  };
  if (token(k).numeric) {
    int behind = token(k).is_figures() ? digit_run_end(form, k, end) : number_run_end(form, k, end);
    if (!append_number(form, k, behind, out)) return at;
    k = behind;
    if (k < end && token(k - 1).ordinal) ++k;  // "9th": the ending
    // 5-B, 5b, 2/1, 12-3, 3º B
    for (;;) {
      if (k >= end || token(k).gap) break;
      const AddressToken& next = token(k);
      const bool joined = next.glued || next.hyphen || next.slash;
      if (joined && next.glued && next.is_letter() && (*next.text == 'o' || *next.text == 'a') && k + 1 < end &&
          !token(k + 1).glued && !token(k + 1).gap && token(k + 1).is_letter()) {
        ++k;
        continue;
      }
      // 3º
      if (form.ordinal_sign && next.glued && (next.view() == "o" || next.view() == "a")) {
        ++k;
        continue;
      }
      if (form.ordinal_sign && next.glued && next.size == 2 && (*next.text == 'o' || *next.text == 'a')) {
        // "3ºB" folds to "3ob"
        if (!out.push(next.view().substr(1))) return at;
      } else if (joined && next.type == TokenType::word && next.size <= 2) {
        if (!out.push(next.view())) return at;
      } else if (joined && next.is_figures()) {
        if (next.slash && !out.push('/')) return at;
        if (!out.push(next.view())) return at;
      } else {
        break;
      }
      ++k;
    }
    const bool only_digits = out.text[out.size - 1] >= '0' && out.text[out.size - 1] <= '9';
    const char letter = only_digits && k < end && !token(k).slash ? letter_at(k) : '\0';
    if (letter != 0) {
      // "box forty one twenty a p o": the letters of APO, FPO and DPO
      const bool post_office = k + 2 < end && token(k + 1).view() == "p" && token(k + 2).view() == "o";
      const bool type_behind =
          post_office || (k + 1 < end && !token(k + 1).gap && token(k + 1).row && token(k + 1).row->types[0] &&
                          (token(k + 1).row->place & kCommon) && token(k).is_letter());
      if (!type_behind && out.push(letter)) ++k;
    }
  } else if (letters && letter_at(k) != 0) {
    if (const int spelled = spelled_suffix(form, k, end, out); spelled > k) {
      out.to = static_cast<std::uint8_t>(spelled);
      return spelled;
    }
    if (!out.push(letter_at(k))) return at;
    ++k;
    // B12, B-12, "b twelve"; but "Bâtiment C 69006 Lyon"
    const bool postcode = k < end && token(k).is_figures() && token(k).size > 4 && !token(k).glued && !token(k).hyphen;
    if (k < end && !token(k).gap && token(k).numeric && !token(k).ordinal && !postcode) {
      const int behind = token(k).is_figures() ? k + 1 : number_run_end(form, k, end);
      if (!append_number(form, k, behind, out)) return at;
      k = behind;
      // B2C
      if (k < end && token(k).glued && token(k).is_letter() && out.push(token(k).view())) ++k;
    }
  } else if (letters && names_pair(form, k, end)) {
    if (!out.push(token(k).view())) return at;
    ++k;
  } else {
    return at;
  }
  out.to = static_cast<std::uint8_t>(k);
  return k;
}

CodeMatch compare_house_numbers(const AddressForm& said_form, const Code& said, const Code& stored) {
  if (said.view() == stored.view()) return CodeMatch::equal;
  char said_room[kIdCapacity], stored_room[kIdCapacity];
  const std::string_view said_text = without_dash(said, said_room), stored_text = without_dash(stored, stored_room);
  if (said_text == stored_text) return CodeMatch::equal;
  if (is_range(stored) && !said.dash &&
      (said.view() == stored.view().substr(0, stored.dash) || said.view() == stored.view().substr(stored.dash + 1)))
    return CodeMatch::equal;
  if (is_range(said) && !stored.dash &&
      (stored.view() == said.view().substr(0, said.dash) || stored.view() == said.view().substr(said.dash + 1)))
    return CodeMatch::equal;
  if (said_form.spoken && can_read_as(said_form, said.from, said.to, stored_text)) return CodeMatch::equal;
  return osa_distance(said_text, stored_text, 1) <= 1 ? CodeMatch::one_slip : CodeMatch::differs;
}

}  // namespace ablmatch::postal
