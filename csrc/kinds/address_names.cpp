// The words of street and town: ordinals and number words as figures, short forms written out, and where the
// street ends when no comma says so.
#include <algorithm>
#include <cstring>

#include "../spoken.hpp"
#include "../word_table.hpp"
#include "address_form.hpp"

namespace ablmatch::postal {

namespace {

class NameMaker {
 public:
  NameMaker(const AddressForm& form, const ParseChoice& choice, const bool* used, AddressParse& out)
      : form_(form), choice_(choice), used_(used), out_(out) {}

  void run();

 private:
  const AddressToken& token(int at) const { return form_.tokens[at]; }
  bool free(int at) const { return at < form_.count && !used_[at] && token(at).type != TokenType::hash; }
  bool continues(int at) const { return free(at) && !token(at).gap; }
  AddressName& add(int from, int to, std::string_view text, std::uint32_t hash, const AddressWord* row);
  AddressName& add(int from, int to, std::string_view text, const AddressWord* row) {
    return add(from, to, text, word_hash(text.data(), text.size()), row);
  }
  int number(int at);
  int phrase(int at);
  void word(int at);
  bool starts_name(int at) const;
  bool is_between(int at) const;
  std::string_view keep(std::string_view text);

  const AddressForm& form_;
  const ParseChoice& choice_;
  const bool* used_;
  AddressParse& out_;
  bool gap_ = false;
};

std::string_view NameMaker::keep(std::string_view text) {
  if (static_cast<std::size_t>(out_.texts_used) + text.size() > sizeof out_.texts) return {};
  char* to = out_.texts + out_.texts_used;
  std::memcpy(to, text.data(), text.size());
  out_.texts_used += static_cast<int>(text.size());
  return {to, text.size()};
}

AddressName& NameMaker::add(int from, int to, std::string_view text, std::uint32_t hash, const AddressWord* row) {
  AddressName& name = out_.names[out_.count++];
  name = {};
  name.text = text;
  name.raw = token(from).view();
  name.hash = hash;
  name.from = static_cast<std::uint8_t>(from);
  name.to = static_cast<std::uint8_t>(to);
  name.gap = gap_ && out_.count > 1;
  name.glued = token(from).glued;
  name.row = row;
  if (row) {
    name.direction = row->direction;
    name.particle = row->roles & kParticle;
    std::memcpy(name.types, row->types, sizeof name.types);
    name.place = row->place;
  }
  gap_ = false;
  return name;
}

// An ordinal or a number in words or figures that starts at `at`; returns the token behind it, or `at`.
int NameMaker::number(int at) {
  const AddressToken& first = token(at);
  if (first.is_figures()) {
    int to = at + 1;
    if (first.ordinal && free(to) && token(to).glued) {
      ++to;
    } else if (continues(to) && token(to).glued &&
               (token(to).view() == "e" || token(to).view() == "o" || token(to).view() == "a") && continues(to + 1) &&
               !token(to + 1).glued) {
      ++to;  // 2e, 1º
    }
    add(at, to, first.view(), first.hash, nullptr).digits = true;
    return to;
  }
  if (!first.numeric && !first.ordinal) return at;
  int end = number_run_end(form_, at, form_.count);
  while (end > at && !std::all_of(used_ + at, used_ + end, [](bool used) { return !used; })) --end;
  if (end > at && token(at).spoken && token(at).spoken->weak) end = at;
  // "22 Birch Cent": a short form of Center.
  if (end == at + 1 && first.row && first.row->types[0] && out_.count > 0 && !continues(end)) return at;
  // "one hundred and first"
  const bool hundred = end > at && token(end - 1).spoken && token(end - 1).spoken->number == NumberClass::hundred;
  const int number_end = end;
  if (hundred && continues(end) && token(end).view() == "and" && continues(end + 1) && token(end + 1).ordinal) ++end;
  const bool ordinal =
      free(end) && (end == at || !token(end).gap) && token(end).ordinal && token(end).row && token(end).row->ordinal;
  if (end == at && !ordinal) return at;
  Code code{};
  if (number_end > at && !append_number(form_, at, number_end, code)) return at;
  int to = number_end;
  if (ordinal) {
    const unsigned rank = token(end).row->ordinal;
    unsigned long value = 0;
    for (const char c : code.view()) value = value * 10 + static_cast<unsigned long>(c - '0');
    // 42nd from "forty second", 101st from "one hundred first", 100th from "one hundredth".
    const bool joins =
        code.size == 0 ||
        (code.size < 6 && ((rank < 10 && value % 10 == 0) || (rank < 100 && value % 100 == 0) || rank >= 100));
    if (joins) {
      value = code.size == 0 ? rank : rank >= 100 ? value * rank : value + rank;
      char digits[12];
      std::size_t size = 0;
      do digits[size++] = static_cast<char>('0' + value % 10);
      while ((value /= 10) > 0);
      code.size = 0;
      while (size > 0) code.push(digits[--size]);
      to = end + 1;
    }
  }
  const std::string_view text = keep(code.view());
  if (text.empty()) return at;
  AddressName& name = add(at, to, text, nullptr);
  name.digits = true;
  name.spoken = true;
  return to;
}

// North east, county road 12, New York City.
int NameMaker::phrase(int at) {
  const AddressToken& first = token(at);
  for (int words = first.phrase; words > 1; --words) {
    const int to = at + words;
    bool whole = true;
    for (int k = at; k < to; ++k) whole &= k < form_.count && !used_[k];
    if (!whole) continue;
    const AddressWord* row = first.phrase_row(words);
    if (!row) continue;
    const bool number_behind = free(to) && !token(to).gap && (token(to).numeric || token(to).is_letter());
    if (row->types[0] && (!(row->place & kNumbered) || number_behind)) {
      add(at, to, kStreetTypes[row->types[0]].full, row);
      return to;
    }
    if (row->direction) {
      if (choice_.directions_apart) continue;
      // "1 North East St": East is the name.
      if (continues(to) && token(to).row && token(to).row->types[0] && (token(to).row->place & kCommon)) continue;
      add(at, to, kDirections[row->direction], row);
      return to;
    }
    if (row->town || row->full) {
      add(at, to, kAddressTexts[row->town ? row->town : row->full], row);
      return to;
    }
  }
  return at;
}

// Can the word at `at` begin a name, so that St is Saint there?
bool NameMaker::starts_name(int at) const {
  if (!continues(at + 1) || token(at + 1).numeric) return false;
  if (out_.count == 0 || gap_) return true;
  const AddressName& before = out_.names[out_.count - 1];
  if (before.direction && before.from > 0 && (out_.count <= 1 || before.gap)) {
    // "14 N St Old Bridge" or "14 N St Clair St": Saint when the street has its type later on.
    for (int k = at + 1; k < form_.count && free(k) && !token(k).gap; ++k)
      if (token(k).row && (token(k).row->place & kCommon) && token(k).row->types[0]) return true;
    return false;
  }
  return before.direction != 0 || before.common_type();
}

void NameMaker::word(int at) {
  const AddressToken& it = token(at);
  const AddressWord* row = it.row;
  std::string_view text = it.view();
  bool plain = false;
  if (row && row->first && !row->direction && starts_name(at)) {
    text = kAddressTexts[row->first];
    plain = true;
  } else if (row && row->full) {
    text = kAddressTexts[row->full];
  }
  AddressName& name = text.data() == it.text ? add(at, at + 1, text, it.hash, row) : add(at, at + 1, text, row);
  if (form_.said && it.spoken && it.size > 1) name.letter = it.spoken->letter;
  if (plain) {
    name.types[0] = 0;
    name.place = 0;
  }
  // US, SR, CR, I: roads before a number only.
  if (name.has_type() && !(name.place & ~static_cast<unsigned>(kNumbered | kCommon)) &&
      !(continues(at + 1) && (token(at + 1).numeric || token(at + 1).is_letter()))) {
    name.types[0] = 0;
    name.place = 0;
  }
  // "rue Saint-Paul O"
  if (it.view() == "o" && !continues(at + 1) && out_.count > 2 && (out_.names[0].place & kLeading)) name.direction = 4;
  if (form_.folded->has_alt && text.data() == it.text && text.data() >= form_.folded->text &&
      text.data() < form_.folded->text + form_.folded->size)
    name.alternatives = form_.folded->alt + (text.data() - form_.folded->text);
}

// "in" and its like between street and town, in what was said. Short ones of other languages are names and letters
// too: only directly behind a number or unit.
bool NameMaker::is_between(int at) const {
  if (!form_.said || !(form_.roles & kBetween) || !token(at).row || !(token(at).row->roles & kBetween) || !free(at + 1))
    return false;
  if (at + 2 < form_.count && token(at + 1).view() == "p" && token(at + 2).view() == "o") return false;  // A P O
  const bool behind_number = at > 0 && used_[at - 1] && !token(at).gap;
  if (token(at).view() != "in" && token(at).view() != "at") return behind_number;
  if (gap_) return true;
  return out_.count > 0 && (out_.names[out_.count - 1].has_type() || out_.names[out_.count - 1].direction);
}

void NameMaker::run() {
  for (int at = 0; at < form_.count;) {
    if (!free(at)) {
      gap_ = true;
      ++at;
      continue;
    }
    gap_ |= token(at).gap;
    // "north oak street in millbrook"
    if (is_between(at)) {
      gap_ = true;
      ++at;
      continue;
    }
    // "Oklahoma state highway 9"
    if (token(at).row && token(at).row->state && token(at).size > 2 && continues(at + 1) && token(at + 1).phrase > 0 &&
        token(at + 1).view() == "state" && (token(at + 1).phrase_row(token(at + 1).phrase)->place & kNumbered)) {
      ++at;
      continue;
    }
    // "la calle mayor 15": the article in front of what was said
    if (form_.said && out_.count == 0 && token(at).row && (token(at).row->roles & kParticle) && continues(at + 1) &&
        token(at + 1).row && token(at + 1).size > 2 && (token(at + 1).row->place & kLeading)) {
      ++at;
      continue;
    }
    // "die Hauptstraße fünf"
    if (form_.said && out_.count == 0 && continues(at + 1) &&
        (token(at).view() == "die" || token(at).view() == "der" || token(at).view() == "de")) {
      bool compound = false;
      for (int k = 0; k < kCompoundEndingCount; ++k)
        compound |= token(at + 1).size > kCompoundEndings[k].text.size() + 3 &&
                    token(at + 1).view().ends_with(kCompoundEndings[k].text);
      if (compound) {
        ++at;
        continue;
      }
    }
    int to = number(at);
    if (to == at) to = phrase(at);
    if (to == at) {
      word(at);
      to = at + 1;
    }
    at = to;
  }
}

// The end of the street in a run without a boundary: behind its type, a direction included.
int split_of_run(const AddressParse& parse, int from, int to, bool town_known) {
  const auto& names = parse.names;
  int type = -1;
  for (int k = from + 1; k < to; ++k) {
    if (!names[k].common_type() || (names[k].particle && k + 1 < to)) continue;
    // "North St Paul Avenue", "12 Dr King Drive": a short form that is also a title yields to a later type.
    if (names[k].row && names[k].row->first && k + 1 < to && !names[k + 1].has_type()) {
      bool later = false;
      for (int j = k + 1; j < to; ++j) later |= names[j].common_type() && !(names[j].row && names[j].row->first);
      if (later && k == from + 1 && names[from].direction) continue;
    }
    type = k;
    break;
  }
  const bool leads = names[from].has_type() && (names[from].place & (kLeading | kSometimesLeading | kNumbered));
  if (type < 0 && !leads)
    for (int k = from + 1; k < to; ++k)
      if (names[k].has_type() && (names[k].place & (kTrailing | kCompound)) && !names[k].particle &&
          (k + 1 < to || !town_known))
        type = k;
  int split = to;
  if (type >= 0) {
    split = type + 1;
    while (split < to && names[split].common_type() &&
           (!names[split].row || !names[split].row->first || split + 1 >= to))
      ++split;
    if (split < to && names[split].direction && names[split].raw.size() <= 2) ++split;
    else if (split + 1 == to && names[split].direction) ++split;
    // Highway 6 North: what stands behind a numbered road is its number.
    if (split < to && (names[type].place & kNumbered) && names[split].digits) {
      ++split;
      if (split < to && names[split].direction) ++split;
    }
  } else if (leads && (names[from].place & kNumbered) && from + 1 < to && names[from + 1].digits) {
    split = from + 2;
    if (split < to && names[split].direction) ++split;
  } else if (town_known && to - from > 1) {
    split = to - 1;
  }
  return split;
}

}  // namespace

void make_names(const AddressForm& form, const ParseChoice& choice, const bool* used, AddressParse& out) {
  out.count = 0;
  NameMaker(form, choice, used, out).run();
}

void choose_split(const AddressForm&, AddressParse& out) {
  out.premise = 0;
  out.split_sure = true;
  if (out.count == 0) {
    out.split = 0;
    return;
  }
  // Names before a house number that does not follow them: a house's or a firm's.
  if (out.has_house) {
    bool behind = false;
    int before = 0;
    while (before < out.count && out.names[before].from < out.house.from) ++before;
    if (before > 0 && before < out.count) {
      int segment = before + 1;
      while (segment < out.count && !out.names[segment].gap) ++segment;
      for (int k = before; k < segment; ++k) behind |= out.names[k].has_type();
      // "Rose Cottage, 5 Elm Lane", but not "Rue Monge, 5 Place Paris": the street is where the type is.
      const bool own = out.names[0].has_type() && (out.names[0].place & kLeading) && out.names[0].raw.size() > 2;
      if (behind && !own && out.names[before].from == out.house.to) out.premise = before;
    }
  }
  int gap = out.premise + 1;
  while (gap < out.count && !out.names[gap].gap) ++gap;
  const bool town_known = out.state != 0 || out.postcode.size > 0;
  if (!out.has_house && out.premise == 0 && gap < out.count) {
    // "Rose Cottage, Elm Lane, Little Snoring": no number, the second part is the street.
    int second = gap + 1;
    while (second < out.count && !out.names[second].gap) ++second;
    const bool house_name = !out.names[gap - 1].common_type() && !out.names[0].common_type() &&
                            !(out.names[0].place & kLeading) && out.names[second - 1].common_type() && second - gap > 1;
    if (house_name) {
      out.premise = gap;
      gap = second;
    }
  }
  if (gap < out.count) {
    // A run of names that ends with a boundary is the street, unless it holds no street and no number is there.
    out.split = gap;
    if (!out.has_house && out.premise == 0 && out.box == 0 && out.unit_count == 0) {
      bool typed = false;
      for (int k = 0; k < gap; ++k) {
        typed |= out.names[k].has_type() || out.names[k].direction || out.names[k].digits;
        for (int e = 0; e < kCompoundEndingCount && !typed; ++e)
          typed = out.names[k].text.ends_with(kCompoundEndings[e].text);
      }
      if (!typed) out.split = 0;
    }
    if (out.box != 0 && !out.has_house && out.names[0].from > out.box_number.from) out.split = out.premise = 0;
    return;
  }
  // One run.
  out.split_sure = false;
  const int from = out.premise;
  if (!out.has_house) {
    if (out.box != 0) {
      out.split = 0;
      out.split_sure = out.names[0].from > out.box_number.from;
      return;
    }
    bool typed = false;
    for (int k = from; k < out.count; ++k)
      typed |= out.names[k].common_type() && (k > from || (out.names[k].place & (kLeading | kSometimesLeading)));
    if (!typed && out.count - from > 1)
      typed = (out.names[from].place & (kLeading | kNumbered)) || (out.names[from + 1].has_type() && !town_known);
    if (!typed) {
      out.split = 0;
      return;
    }
  } else if (out.house.from > out.names[0].from && out.premise == 0) {
    // The number stands behind the street and nothing follows.
    out.split = out.count;
    return;
  }
  out.split = split_of_run(out, from, out.count, town_known);
}

}  // namespace ablmatch::postal
