// Addresses: reading either side into a form, and the canonical text of a form.
#include "address.hpp"

#include <algorithm>
#include <cstring>

#include "../spoken.hpp"
#include "address_form.hpp"

namespace ablmatch {

using namespace postal;

namespace {

// "or" is Oregon in the place of a state, else it stands between two answers.
bool is_oregon(const AddressForm& form, int at) {
  if (at == 0) return false;
  int to = at + 1;
  while (to < form.count && form.tokens[to].numeric) ++to;
  if (to < form.count) return false;
  if (at + 1 == to) return true;
  Code code{};
  return read_postcode_at_end(form, at, to, code) == at + 1;
}

// Does a word of two answers begin with this letter?
bool may_part_answers(char first) {
  return first == 'o' || first == 'e' || first == 'm' || first == 'p' || first == 'v';
}

bool gives_two_answers(const AddressForm& form) {
  static constexpr std::string_view kAnywhere[] = {"either", "maybe", "perhaps", "oder", "oppure", "vielleicht"};
  for (int at = 0; at < form.count; ++at) {
    const AddressToken& token = form.tokens[at];
    if (token.type != TokenType::word || !may_part_answers(*token.text)) continue;
    if (std::find(std::begin(kAnywhere), std::end(kAnywhere), token.view()) != std::end(kAnywhere)) return true;
    const bool between = at > 0 && at + 1 < form.count;
    if (token.view() == "or" && between && !is_oregon(form, at)) return true;
    if (token.view() == "ou" && between && form.tokens[at + 1].numeric) return true;
  }
  return false;
}

bool fill_form(const AddressReading& reading, const Cleaned& cleaned) {
  Side& side = *reading.side;
  AddressForm& form = *reading.form;
  form.said = reading.said;
  form.spoken = false;
  form.corrected = cleaned.corrected;
  form.lead_in = cleaned.removed;
  form.two_answers = false;
  form.stance = Stance::asserts;
  form.folded = &side.folded;
  form.lexemes = &side.lexemes;
  if (!make_address_tokens(side.raw, side.folded, side.lexemes, form)) return false;
  if (!form.too_long) parse_address(form, {}, form.parse);
  return true;
}

bool defer(Side& side, bool said, FormStorage& storage) {
  auto& reading = storage.make<AddressReading>();
  reading.side = &side;
  reading.form = &reading.room;
  reading.said = said;
  return std::any_of(side.lexemes.begin(), side.lexemes.end(),
                     [](const Lexeme& lexeme) { return lexeme.type != LexemeType::symbol; });
}

class Writer {
 public:
  Writer(char* out, std::size_t capacity) : out_(out), capacity_(capacity) {}

  void text(std::string_view text) {
    if (text.empty()) return;
    if (comma_ && size_ > 0) raw(",");
    if (size_ > 0 && !glue_) raw(" ");
    comma_ = glue_ = false;
    raw(text);
  }
  void glued(std::string_view text) {
    glue_ = true;
    this->text(text);
  }
  void comma() { comma_ = true; }
  std::size_t size() const { return size_; }

 private:
  void raw(std::string_view text) {
    if (text.size() > capacity_ - size_) return;
    std::memcpy(out_ + size_, text.data(), text.size());
    size_ += text.size();
  }
  char* out_;
  std::size_t capacity_;
  std::size_t size_ = 0;
  bool comma_ = false;
  bool glue_ = false;
};

std::string_view ordinal_ending(std::string_view digits) {
  const char last = digits.back();
  if (digits.size() > 1 && digits[digits.size() - 2] == '1') return "th";
  return last == '1' ? "st" : last == '2' ? "nd" : last == '3' ? "rd" : "th";
}

void write_name(Writer& writer, const AddressName& name, bool ordinal) {
  writer.text(name.text);
  if (ordinal && name.digits) writer.glued(ordinal_ending(name.text));
}

void write_street(Writer& writer, const AddressParse& parse) {
  const Street street = read_street(parse, parse.premise, parse.split);
  const bool leads = street.type_at >= 0 && street.type_at < street.from;
  writer.text(kDirections[street.before]);
  if (leads) writer.text(kStreetTypes[street.types[0]].brief);
  for (int k = street.from; k < street.to; ++k) {
    const AddressName& name = parse.names[k];
    // A direction that is a part of the name is written out, but N Street and North Street are one.
    if (k == street.to - 1 && street.stem > 0) {
      writer.text(name.text.substr(0, street.stem));
      writer.glued(kStreetTypes[street.types[0]].brief);
    } else if (name.direction && street.to - street.from == 1) {
      writer.text(kDirections[name.direction]);
    } else if (name.direction && name.raw.size() > 1 && name.direction <= 4) {
      static constexpr std::string_view kWords[] = {"", "north", "east", "south", "west"};
      writer.text(kWords[name.direction]);
    } else {
      // Figures between a street's type and its number are an ordinal: 5th avenue.
      write_name(writer, name,
                 !leads && street.type_at == street.to && street.to - street.from == 1 && name.text.size() < 5);
    }
  }
  if (!leads && street.type_at >= 0) {
    // Garten Straße is written as Gartenstraße.
    const bool joins = (kStreetTypes[street.types[0]].place & kCompound) && street.to > street.from;
    if (joins) writer.glued(kStreetTypes[street.types[0]].brief);
    else writer.text(kStreetTypes[street.types[0]].brief);
  }
  writer.text(kDirections[street.after]);
}

void write_code(Writer& writer, const Code& code) {
  char room[kIdCapacity];
  std::memcpy(room, code.text, code.size);
  std::replace(room, room + code.size, '+', ' ');
  char* end = room + code.size;
  // 45-17 in Queens is 4517.
  if (code.dash != 0 && !is_range(code)) end = std::copy(room + code.dash + 1, end, room + code.dash);
  writer.text({room, static_cast<std::size_t>(end - room)});
}

}  // namespace

Cleaned postal::clean_answer(Lexemes& lexemes) {
  look_up_spoken(lexemes);
  // "EH9 5TJ", "4813 ER": letters of a postal code are no fillers.
  for (int at = 0; at < lexemes.count; ++at) {
    Lexeme& lexeme = lexemes.at[at];
    if (!lexeme.spoken || !(lexeme.spoken->roles & kFiller)) continue;
    const bool before = at > 0 && lexemes.at[at - 1].is_number() && (!lexeme.spaced || lexemes.at[at - 1].size == 4);
    const bool behind = at + 1 < lexemes.count && lexemes.at[at + 1].is_number() && !lexemes.at[at + 1].spaced;
    if (before || behind) lexeme.spoken = nullptr;
  }
  return clean_spoken(lexemes, true, true);
}

bool postal::read_form(const AddressReading& reading) {
  Lexemes& lexemes = reading.side->lexemes;
  if (!reading.said) {
    look_up_spoken(lexemes);
    return fill_form(reading, {});
  }
  const Cleaned cleaned = clean_answer(lexemes);
  if (!fill_form(reading, cleaned)) return false;
  reading.form->two_answers = !reading.form->too_long && gives_two_answers(*reading.form);
  reading.form->stance = stance_of_address(lexemes);
  return true;
}

bool read_address_stored(Side& side, const Context&, FormStorage& storage) { return defer(side, false, storage); }

bool read_address_said(Side& side, const Context&, FormStorage& storage) { return defer(side, true, storage); }

namespace {

std::size_t write_form(const AddressForm& form, char* out, std::size_t capacity) {
  Writer writer(out, capacity);
  if (form.too_long) {
    writer.text(form.folded->view());
    return writer.size();
  }
  const AddressParse& parse = form.parse;
  for (int k = 0; k < parse.premise; ++k) writer.text(parse.names[k].text);
  if (parse.premise > 0) writer.comma();
  if (parse.has_house) write_code(writer, parse.house);
  if (parse.split > parse.premise) write_street(writer, parse);
  for (int k = 0; k < parse.unit_count; ++k) {
    const Unit& unit = parse.units[k];
    writer.comma();
    // Apartment, suite and # with one id are one unit.
    const bool any = unit.unit_class == UnitClass::generic || unit.unit_class == UnitClass::wild;
    writer.text(any ? "unit" : kUnitWords[unit.word]);
    write_code(writer, unit.id);
  }
  if (parse.box != 0) {
    writer.comma();
    writer.text(kBoxWords[parse.box]);
    const std::string_view number = parse.box_number.view();
    const std::size_t inner = parse.box != 1 ? number.find('b') : std::string_view::npos;
    writer.text(number.substr(0, inner));
    if (inner != std::string_view::npos) {
      writer.text("box");
      writer.text(number.substr(inner + 1));
    }
  }
  writer.comma();
  for (int k = parse.split; k < parse.count; ++k) {
    const AddressName& name = parse.names[k];
    if (name.gap) writer.comma();
    writer.text(name.row && name.row->town ? kAddressTexts[name.row->town] : name.text);
  }
  if (parse.state != 0 || parse.postcode.size > 0) writer.comma();
  writer.text(kStateCodes[parse.state]);
  writer.text(parse.postcode.view());
  return writer.size();
}

// Where normalize reads its own text again: 400 KiB for each thread that normalizes addresses.
struct SecondReading {
  Side side;
  FormStorage form;
};

constexpr int kMostReadings = 6;
constexpr std::size_t kNormalCapacity = 2048;

}  // namespace

// A canonical text must read as itself, and a rare one does not at the first go ("new york 10004" is a town, then a
// state): it is read again until it stays, or, when readings alternate, the smaller of them is
// taken. What never stays is no address: its folded text is its canonical text.
std::size_t write_address_normal(const FormStorage& storage, Role, const Context&, char* out, std::size_t capacity) {
  const auto& reading = storage.as<AddressReading>();
  if (!read_form(reading)) return 0;
  const AddressForm& first = *reading.form;
  std::size_t size = write_form(first, out, capacity);
  if (first.too_long || size > kNormalCapacity) return size;
  static thread_local SecondReading again;
  static thread_local char texts[kMostReadings][kNormalCapacity];
  std::size_t sizes[kMostReadings];
  const auto text = [&](int k) { return std::string_view(texts[k], sizes[k]); };
  std::memcpy(texts[0], out, size);
  sizes[0] = size;
  int chosen = -1;
  for (int k = 1; k < kMostReadings; ++k) {
    again.side.raw = text(k - 1);
    fold(again.side.raw, again.side.folded);
    split(again.side.folded, again.side.lexemes);
    if (!defer(again.side, false, again.form) || !read_form(again.form.as<AddressReading>())) break;
    sizes[k] = write_form(*again.form.as<AddressReading>().form, texts[k], kNormalCapacity);
    if (sizes[k] == 0) break;
    int same = k - 1;
    while (same >= 0 && text(same) != text(k)) --same;
    if (same < 0) continue;
    chosen = k;
    for (int j = same; j < k; ++j)
      if (text(j) < text(chosen)) chosen = j;
    break;
  }
  if (chosen < 0) {
    Writer folded(out, capacity);
    folded.text(first.folded->view());
    return folded.size();
  }
  if (sizes[chosen] > capacity) return size;
  std::memcpy(out, texts[chosen], sizes[chosen]);
  return sizes[chosen];
}

}  // namespace ablmatch
