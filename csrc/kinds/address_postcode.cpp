// Postal codes: where they stand, the forms of the countries in identity-matching.md 2.5, and when two agree.
#include <algorithm>
#include <cstring>

#include "../distance.hpp"
#include "../spoken.hpp"
#include "address_form.hpp"

namespace ablmatch::postal {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

// Patterns of codes with letters: 9 a digit, a letter for a letter, ? either. UK, Canada, Ireland, Netherlands.
bool fits(std::string_view text, std::string_view pattern) {
  if (text.size() != pattern.size()) return false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool ok = pattern[k] == '9'   ? is_digit(text[k])
                    : pattern[k] == 'A' ? is_lower(text[k])
                                        : is_digit(text[k]) || is_lower(text[k]);
    if (!ok) return false;
  }
  return true;
}

// O for 0 and I for 1, and the other way round, by their places in a British or Canadian code.
void mend(char* text, std::size_t size) {
  static constexpr std::string_view kPatterns[] = {"A99AA", "A999AA", "AA99AA", "AA999AA", "A9A9A9"};
  if (std::count_if(text, text + size, is_digit) < 1) return;
  for (const std::string_view pattern : kPatterns) {
    if (pattern.size() != size) continue;
    char mended[8];
    int changes = 0;
    for (std::size_t k = 0; k < size; ++k) {
      const char c = text[k];
      mended[k] = pattern[k] == '9' ? (c == 'o'               ? '0'
                                       : c == 'i' || c == 'l' ? '1'
                                                              : c)
                                    : (c == '0'   ? 'o'
                                       : c == '1' ? 'i'
                                                  : c);
      changes += mended[k] != c;
    }
    // One look-alike: "is 44011" is no code of five letters.
    if (changes > 1 || !fits({mended, size}, pattern)) continue;
    std::memcpy(text, mended, size);
    return;
  }
}

bool is_mixed_code(std::string_view text) {
  static constexpr std::string_view kPatterns[] = {"A99AA",   "A999AA", "AA99AA",  "AA999AA", "A9A9AA",
                                                   "AA9A9AA", "A9A9A9", "A99????", "9999AA"};
  for (const std::string_view pattern : kPatterns) {
    if (!fits(text, pattern)) continue;
    // Eircode: the second half holds letters and digits, so that a word of four letters is none.
    if (pattern != "A99????" ||
        (std::any_of(text.begin() + 3, text.end(), is_digit) && std::any_of(text.begin() + 3, text.end(), is_lower)))
      return true;
  }
  return false;
}

// The characters that a token gives to a code with letters, 0 when it cannot be a part of one.
std::size_t characters(const AddressForm& form, int at, char* out) {
  const AddressToken& token = form.tokens[at];
  const bool spoken = form.said && token.type == TokenType::word && token.spoken;
  if (spoken && token.spoken->number == NumberClass::unit && token.numeric && token.size > 1) {
    *out = static_cast<char>('0' + token.spoken->value);
    return 1;
  }
  if (token.is_figures() ||
      (token.type == TokenType::word && (token.size <= 2 || (token.size == 3 && !token.row && !token.spoken)))) {
    if (token.size > 4) return 0;
    std::memcpy(out, token.text, token.size);
    return token.size;
  }
  if (!spoken) return 0;
  if (token.spoken->alphabet && !(token.spoken->roles & kNameLetter)) {
    *out = token.spoken->alphabet;
    return 1;
  }
  // ell, ess, bee: a letter's name that is no everyday word besides
  if (token.spoken->letter && !(token.spoken->roles & kCommonWord)) {
    *out = token.spoken->letter;
    return 1;
  }
  return 0;
}

int mixed_code_at_end(const AddressForm& form, int start, int end, Code& out) {
  char room[8];  // filled from its end
  std::size_t size = 0;
  bool digit = false, letter = false;
  // In speech a comma is the recognizer's: "l s six, two a b".
  const auto parted = [&](int at) { return form.tokens[at].gap && !(form.said && form.spoken); };
  int found = end;
  for (int at = end - 1; at >= start && end - at <= 7; --at) {
    char piece[4];
    const std::size_t more = characters(form, at, piece);
    if (more == 0 || size + more > 7) break;
    for (std::size_t k = more; k > 0; --k) {
      room[sizeof room - ++size] = piece[k - 1];
      digit |= is_digit(piece[k - 1]);
      letter |= !is_digit(piece[k - 1]);
    }
    // Such a code has at least five characters, of both sorts.
    if (size < 5 || !digit || !letter) {
      if (parted(at)) break;
      continue;
    }
    char whole[8];
    std::memcpy(whole, room + sizeof room - size, size);
    if (!form.tokens[at].glued && !is_mixed_code({whole, size})) mend(whole, size);
    if (form.tokens[at].glued || !is_mixed_code({whole, size})) {
      if (parted(at)) break;
      continue;
    }
    // Dutch codes only with letters that are nothing else: "1234 dr".
    if (is_digit(whole[0]) && form.tokens[end - 1].row &&
        (form.tokens[end - 1].row->types[0] || form.tokens[end - 1].row->direction || form.tokens[end - 1].row->state ||
         at == start))
      break;
    found = at;
    out.size = static_cast<std::uint8_t>(size);
    std::memcpy(out.text, whole, size);
    if (form.tokens[at].gap) break;
  }
  return found;
}

// "Highway 12", "Box 44011", "Apt 5": a number behind such a word is the word's own.
bool owns_number(const AddressForm& form, int start, int at) {
  if (at <= start) return false;
  const AddressToken& before = form.tokens[at - 1];
  if (form.tokens[at].gap) return false;
  if (before.type == TokenType::hash) return true;
  if (!before.row) return false;
  if (before.row->box) return true;
  if (before.row->unit && before.row->unit_class != UnitClass::common && !before.row->state && before.size > 1)
    return true;
  // "R.I. 02903": a short word owns no number as long as a postal code.
  const bool code = form.tokens[at].size >= 5;
  if ((before.row->place & kNumbered) && (!code || before.size > 2)) return true;
  const AddressWord* pair = at - 2 >= start ? find_address_phrase(form, at - 2, at) : nullptr;
  return pair && ((pair->place & kNumbered) || pair->box);
}

bool has_number_before(const AddressForm& form, int start, int at) {
  for (int k = start; k < at; ++k)
    if (form.tokens[k].numeric && !form.tokens[k].ordinal) return true;
  return false;
}

bool state_before(const AddressForm& form, int start, int at) {
  for (int words = 1; words <= 3 && at - words > start; ++words) {
    const AddressWord* row = find_address_phrase(form, at - words, at);
    if (row && row->state && !row->types[0]) return true;
  }
  return false;
}

// "44 Eugenia Street, Potts POINT 3031": the street's own type stands before, so that the word at `at` is the town's.
bool ends_town(const AddressForm& form, int start, int at) {
  const AddressWord* word = form.tokens[at].row;
  if (!word || !word->types[0] || word->unit || word->direction || (word->place & kNumbered)) return false;
  int words = 0;
  bool number = false;
  for (int k = start; k < at; ++k) {
    const AddressToken& token = form.tokens[k];
    const bool type = token.row && token.row->types[0] && (token.row->place & kCommon);
    if (number && words > 0 && type && (k + 1 < at || form.tokens[at].gap)) return true;
    if (token.type == TokenType::word && !token.numeric && number) ++words;
    number |= token.numeric && !token.ordinal;
  }
  return false;
}

int figures_at_end(const AddressForm& form, int start, int end, Code& out) {
  const auto token = [&](int at) -> const AddressToken& { return form.tokens[at]; };
  const auto figures = [&](int at, std::size_t size) {
    return at >= start && at < end && token(at).is_figures() && token(at).size == size;
  };
  const auto take = [&](int from) {
    out.size = 0;
    for (int at = from; at < end; ++at) {
      if (out.size + token(at).size > kIdCapacity) return end;
      std::memcpy(out.text + out.size, token(at).text, token(at).size);
      out.size = static_cast<std::uint8_t>(out.size + token(at).size);
    }
    return from;
  };
  const int last = end - 1;
  if (!token(last).is_figures() || token(last).glued) return end;
  const bool joined = token(last).hyphen || !token(last).gap;
  if (last - 1 > start && joined && !token(last - 1).glued && !owns_number(form, start, last - 1)) {
    const bool hyphen = token(last).hyphen;
    if (figures(last - 1, 5) && (figures(last, 4) || (hyphen && figures(last, 3)))) return take(last - 1);
    if (hyphen && figures(last - 1, 4) && figures(last, 3)) return take(last - 1);
    if (hyphen && figures(last - 1, 3) && figures(last, 4)) return take(last - 1);
    if (!hyphen && figures(last - 1, 3) && figures(last, 3) && token(last - 2).type == TokenType::word)
      return take(last - 1);
  }
  // "Yamunanagar-433614"
  const bool town_hyphen = token(last).hyphen && token(last).size >= 5 && last > start &&
                           token(last - 1).type == TokenType::word && token(last - 1).size > 2;
  if ((token(last).hyphen && !town_hyphen) || token(last).slash || owns_number(form, start, last)) return end;
  if (figures(last, 5)) return take(last);
  if (last == start) return end;
  if (figures(last, 6) || figures(last, 8) || figures(last, 9) || figures(last, 7)) return take(last);
  if (!figures(last, 4) || token(last - 1).type != TokenType::word) return end;
  if (state_before(form, start, last)) return take(last);
  // Four figures behind a town: only where a house number is known besides, and not behind a street.
  const AddressWord* before = token(last - 1).row;
  if (has_number_before(form, start, last - 1) && ends_town(form, start, last - 1)) return take(last);
  if (has_number_before(form, start, last - 1) && !(before && (before->types[0] || before->unit || before->direction)))
    return take(last);
  return end;
}

int spoken_at_end(const AddressForm& form, int start, int end, Code& out) {
  if (!form.said && !form.spoken) return end;
  int run = end;
  while (run > start && form.tokens[run - 1].numeric && !form.tokens[run - 1].ordinal &&
         (run == end || !form.tokens[run].gap))
    --run;
  if (end - run < 2) return end;
  // The longest part of the run that reads as a code; a number in front of it belongs to something else.
  for (int at = std::max(run, start + 1); at < end; ++at) {
    if (at == run && owns_number(form, start, at)) continue;
    out.size = 0;
    if (!append_number(form, at, end, out)) continue;
    // "ohio" cut to "oh" stands in front of many codes; with four figures behind it, it is their zero.
    if (at == run && form.tokens[at].row && form.tokens[at].row->state && out.size != 5) continue;
    if (out.size == 5 || out.size == 9 || out.size == 6 || out.size == 8 ||
        (out.size == 4 && at == run && state_before(form, start, at)))
      return at;
  }
  return end;
}

}  // namespace

int read_postcode_at_end(const AddressForm& form, int start, int end, Code& out) {
  out.dash = 0;
  if (end <= start) return end;
  int at = mixed_code_at_end(form, start, end, out);
  if (at == end) at = figures_at_end(form, start, end, out);
  if (at == end) at = spoken_at_end(form, start, end, out);
  out.from = static_cast<std::uint8_t>(at);
  out.to = static_cast<std::uint8_t>(end);
  if (at == end) out.size = 0;
  return at;
}

int read_postcode_before_town(const AddressForm& form, int at, int end, bool house_known, Code& out) {
  const auto token = [&](int k) -> const AddressToken& { return form.tokens[k]; };
  out.size = 0;
  out.dash = 0;
  if (!token(at).is_figures() || token(at).glued || token(at).slash || token(at).ordinal) return at;
  if (at > 0 && !token(at).gap && token(at - 1).row && (token(at - 1).row->place & kNumbered)) return at;
  // "rue Monge 75005 Paris": such streets have their number in front or behind, and never of five figures.
  const bool leads = at > 1 && token(0).row && token(0).row->types[0] &&
                     (token(0).row->place & (kLeading | kSometimesLeading)) && token(0).size > 2;
  const bool separate = token(at).gap || (at > 0 && token(at - 1).numeric && !token(at).hyphen);
  int behind = at + 1;
  const auto word_follows = [&](int k) {
    return k < end && token(k).type == TokenType::word && !token(k).glued && !token(k).hyphen && !token(k).numeric;
  };
  const std::size_t size = token(at).size;
  bool found = false;
  if (behind < end && token(behind).hyphen && token(behind).is_figures() &&
      ((size == 5 && token(behind).size == 3) || (size == 4 && token(behind).size == 3) ||
       (size == 2 && token(behind).size == 3 && separate) || (size == 3 && token(behind).size == 4))) {
    found = word_follows(++behind);
  } else if (size == 4 && behind < end && token(behind).type == TokenType::word && token(behind).size == 2 &&
             !token(behind).gap &&
             !(token(behind).row && (token(behind).row->types[0] || token(behind).row->direction)) &&
             word_follows(behind + 1)) {
    found = separate || house_known;
    ++behind;
  } else if (size == 5 || size == 6 || size == 8) {
    found = house_known || (leads && size == 5) ? word_follows(behind) : separate && word_follows(behind);
  } else if (size == 4) {
    // "CH-8001 Zürich"
    const bool marked = token(at).hyphen && at > 0 && token(at - 1).type == TokenType::word && token(at - 1).size <= 2;
    found = (separate || marked) && house_known && word_follows(behind);
  }
  if (!found) return at;
  out.from = static_cast<std::uint8_t>(at);
  out.to = static_cast<std::uint8_t>(behind);
  for (int k = at; k < behind; ++k) {
    std::memcpy(out.text + out.size, token(k).text, token(k).size);
    out.size = static_cast<std::uint8_t>(out.size + token(k).size);
  }
  return behind;
}

PostcodeMatch compare_postcodes(const AddressForm& said_form, const Code& said, const Code& stored) {
  const std::string_view said_text = said.view(), stored_text = stored.view();
  if (said_text == stored_text) return PostcodeMatch::equal;
  // The short form of ZIP+4, CEP and the Portuguese code.
  const std::size_t shorter = std::min(said_text.size(), stored_text.size());
  const std::size_t longer = std::max(said_text.size(), stored_text.size());
  const bool short_form = (shorter == 5 && (longer == 9 || longer == 8)) || (shorter == 4 && longer == 7);
  if (short_form && std::all_of(said_text.begin(), said_text.end(), is_digit) &&
      std::all_of(stored_text.begin(), stored_text.end(), is_digit) &&
      said_text.substr(0, shorter) == stored_text.substr(0, shorter))
    return PostcodeMatch::equal;
  if (said_form.said && (said_form.spoken || !is_digit(stored_text[0])) &&
      can_read_as(said_form, said.from, said.to, stored_text))
    return PostcodeMatch::equal;
  if (short_form) {
    return osa_distance(said_text.substr(0, shorter), stored_text.substr(0, shorter), 1) <= 1 ? PostcodeMatch::one_slip
                                                                                              : PostcodeMatch::differs;
  }
  return osa_distance(said_text, stored_text, 1) <= 1 ? PostcodeMatch::one_slip : PostcodeMatch::differs;
}

}  // namespace ablmatch::postal
