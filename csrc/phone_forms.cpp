// Writes the digit strings by which people give a telephone number: from home, from abroad, and by old habits.
#include <cstddef>
#include <cstring>

#include "phone_plan.hpp"
#include "tables/phone_tables.hpp"

namespace ablmatch {
namespace {

using phone_tables::kPlans;
using phone_tables::Plan;

constexpr int kArgentina = 54;
constexpr int kBrazil = 55;
constexpr int kMexico = 52;
constexpr int kBelarus = 375;
constexpr std::size_t kMexicanLength = 10;
// An Argentine mobile from abroad: 9, an area code of two to four digits and a local part, 11 digits in all.
constexpr std::size_t kArgentineMobileLength = 11;

// Carriers of Brazil that are dialled between 0 and the area code (the codes of its trunk pattern).
constexpr std::string_view kBrazilianCarriers[] = {"12", "14", "15", "21", "22", "23", "25",
                                                   "31", "41", "43", "55", "65", "99"};
constexpr std::string_view kMexicanPrefixes[] = {"1", "01", "044", "045"};
// Belarus writes its trunk prefix 8 with the 0 that follows it, or that 0 alone.
constexpr std::string_view kBelarusianPrefixes[] = {"80", "0"};
constexpr std::string_view kCommonExits[] = {"00", "011"};

class FormWriter {
 public:
  FormWriter(PhoneForm* out, int capacity) : out_(out), capacity_(capacity) {}

  // A form is prefix + code + trunk + national; one that is there already, or does not fit, is left out.
  void add(std::string_view prefix, std::string_view code, std::string_view trunk, std::string_view national,
           bool rewritten = false) {
    const std::size_t size = prefix.size() + code.size() + trunk.size() + national.size();
    if (count_ >= capacity_ || size > sizeof(PhoneForm::digits)) return;
    PhoneForm& form = out_[count_];
    std::size_t at = 0;
    for (std::string_view part : {prefix, code, trunk, national}) {
      if (!part.empty()) std::memcpy(form.digits + at, part.data(), part.size());
      at += part.size();
    }
    form.size = static_cast<std::uint8_t>(size);
    form.national_at = static_cast<std::uint8_t>(rewritten ? size : size - national.size());
    form.has_country = !code.empty();
    for (int i = 0; i < count_; ++i) {
      if (out_[i].view() != form.view()) continue;
      // The trunk prefix of +1 is its country code: one string, both meanings.
      if (out_[i].national_at == form.national_at) out_[i].has_country |= form.has_country;
      return;
    }
    ++count_;
  }

  int count() const { return count_; }

 private:
  PhoneForm* out_;
  int capacity_;
  int count_ = 0;
};

struct Exits {
  std::string_view codes[4];
  int count = 0;

  void add(std::string_view code) {
    if (code.empty()) return;
    for (int i = 0; i < count; ++i)
      if (codes[i] == code) return;
    codes[count++] = code;
  }
};

// The national number with a prefix, at home and behind every way of giving the country code.
void add_abroad(FormWriter& writer, const Exits& exits, std::string_view code, std::string_view trunk,
                std::string_view national) {
  writer.add("", code, trunk, national);
  for (int i = 0; i < exits.count; ++i) writer.add(exits.codes[i], code, trunk, national);
}

void add_argentine_mobile(FormWriter& writer, const PhoneNumber& number) {
  const std::string_view national = number.national();
  if (national.size() != kArgentineMobileLength || national[0] != '9') return;
  for (std::size_t area = 2; area <= 4; ++area) {
    char home[kMaxPhoneDigits];
    std::size_t size = 0;
    home[size++] = '0';
    std::memcpy(home + size, national.data() + 1, area);
    size += area;
    home[size++] = '1';
    home[size++] = '5';
    const std::string_view line = national.substr(1 + area);
    std::memcpy(home + size, line.data(), line.size());
    size += line.size();
    // The plan knows which area codes exist: only the right cut reads back as this number.
    PhoneNumber read;
    if (!parse_phone({home, size}, false, number.region, read) || read.national() != national) continue;
    writer.add("", "", "", {home, size}, true);
    writer.add("", "", "", {home + 1, size - 1}, true);
  }
}

}  // namespace

int said_forms(const PhoneNumber& number, RegionId caller, PhoneForm* out, int capacity) {
  FormWriter writer(out, capacity);
  const std::string_view national = number.national();
  writer.add("", "", "", national);
  if (number.country == 0 || number.region >= phone_tables::kPlanCount) return writer.count();

  const Plan& plan = kPlans[number.region];
  char code_text[4];
  std::size_t code_size = 0;
  for (int unit = number.country >= 100 ? 100 : number.country >= 10 ? 10 : 1; unit > 0; unit /= 10)
    code_text[code_size++] = static_cast<char>('0' + number.country / unit % 10);
  const std::string_view code(code_text, code_size);
  const std::string_view trunk(plan.trunk);
  Exits exits;
  exits.add(plan.exit);
  if (caller < phone_tables::kPlanCount) exits.add(kPlans[caller].exit);
  for (std::string_view exit : kCommonExits) exits.add(exit);

  if (!trunk.empty()) writer.add("", "", trunk, national);
  add_abroad(writer, exits, code, "", national);
  if (!trunk.empty() && trunk != code) add_abroad(writer, exits, code, trunk, national);

  if (number.country == kArgentina) add_argentine_mobile(writer, number);
  if (number.country == kBrazil && (national.size() == 10 || national.size() == 11))
    for (std::string_view carrier : kBrazilianCarriers) writer.add("0", "", carrier, national);
  if (number.country == kBelarus)
    for (std::string_view prefix : kBelarusianPrefixes) writer.add("", "", prefix, national);
  if (number.country == kMexico && national.size() == kMexicanLength) {
    for (std::string_view prefix : kMexicanPrefixes) writer.add("", "", prefix, national);
    add_abroad(writer, exits, code, kMexicanPrefixes[0], national);
  }
  return writer.count();
}

}  // namespace ablmatch
