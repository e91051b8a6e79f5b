// Compares what was said with every way of giving the stored telephone number.
#include "phone.hpp"

#include <cstdint>
#include <cstring>

#include "../distance.hpp"
#include "phone_reading.hpp"

namespace ablmatch {
namespace {

constexpr int kEqualScore = 100;
constexpr int kSlipScore = 50;
constexpr int kOtherScore = 0;

// 0: equal; 1: one slip (OSA distance 1); 2: more.
int slips(std::string_view said, std::string_view stored) {
  Edit edit;
  if (!within_one_edit(said, stored, edit)) return 2;
  return edit.type == EditType::none ? 0 : 1;
}

// 0: some reading is `target`; 1: one slip away; 2: more.
int distance_to(const PhoneReading& said, std::string_view target) {
  const std::size_t shortest = said.spoken ? said.shortest : said.size;
  const std::size_t longest = said.spoken ? said.longest : said.size;
  if (target.size() + 1 < shortest || target.size() > longest + 1) return 2;
  if (said.spoken) return reading_distance(said.number_lattice, target);
  return slips(said.view(), target);
}

enum class Agreement { equal, slip, differs };

struct Comparison {
  Agreement numbers = Agreement::differs;
  bool country_differs = false;
  bool country_added = false;  // a country code, exit code or trunk prefix on one side only
  bool old_form = false;
};

// The stored number read by its own country, else by the one that was said, else by the context's region.
bool stored_number(const PhoneReading& said, const PhoneReading& stored, PhoneNumber& out) {
  if (stored.accepted && (stored.plus || stored.number.international)) {
    out = stored.number;
    return true;
  }
  if (said.plus && said.accepted && resolve_phone(stored, said.number.region, out)) return true;
  out = stored.number;
  return stored.accepted;
}

// A slip in a form that carries a country code counts only when it lies in the national number.
bool slips_in_national_part(const PhoneReading& said, const PhoneForm& form) {
  if (form.national_at >= form.size || said.size <= form.national_at) return false;
  return said.view().substr(0, form.national_at) == form.view().substr(0, form.national_at) &&
         slips(said.view().substr(form.national_at), form.view().substr(form.national_at)) <= 1;
}

// Cheap proof that no way of giving `stored` is within one slip of the digits typed: every way holds all digits of the
// national number but one at most (the 9 of Argentine mobiles), and a slip loses one more.
bool lacks_digits(std::string_view said, std::string_view stored) {
  constexpr int kMostLost = 2;
  int spare[10] = {};
  for (const char digit : said) ++spare[digit - '0'];
  int lost = 0;
  for (const char digit : stored) lost += --spare[digit - '0'] < 0;
  return lost > kMostLost;
}

Comparison compare_with_plan(const PhoneReading& said, const PhoneNumber& stored, const Context& context) {
  Comparison result;
  if (said.accepted && said.number.country == stored.country) {
    if (said.number.national() == stored.national()) {
      result.numbers = Agreement::equal;
      return result;
    }
    if (slips(said.number.national(), stored.national()) <= 1) result.numbers = Agreement::slip;
  }
  if (said.plus && said.accepted && said.number.country != stored.country) {
    result.country_differs = true;
    return result;
  }
  PhoneForm forms[kMaxPhoneForms];
  const bool hopeless = !said.spoken && lacks_digits(said.view(), stored.national());
  const int count = hopeless ? 0 : said_forms(stored, context.region, forms, kMaxPhoneForms);
  for (int i = 0; i < count; ++i) {
    if (said.plus && !forms[i].has_country) continue;
    const int distance = distance_to(said, forms[i].view());
    if (distance == 0) {
      result.numbers = Agreement::equal;
      result.country_added = i > 0;
      result.old_form = forms[i].national_at == forms[i].size;
      return result;
    }
    if (distance == 1 && (!forms[i].has_country || slips_in_national_part(said, forms[i])))
      result.numbers = Agreement::slip;
  }
  // Ways that are too many to list (carrier codes, exit codes of carriers): the plan of the stored number knows them.
  PhoneNumber number;
  if (!said.plus && result.numbers != Agreement::equal && resolve_phone(said, stored.region, number) &&
      number.country == stored.country && number.national() == stored.national()) {
    result.numbers = Agreement::equal;
    result.country_added = true;
  }
  return result;
}

Comparison compare_digits(const PhoneReading& said, const PhoneReading& stored) {
  Comparison result;
  const int distance = distance_to(said, stored.view());
  result.numbers = distance == 0 ? Agreement::equal : distance == 1 ? Agreement::slip : Agreement::differs;
  return result;
}

bool extensions_differ(const PhoneReading& said, const PhoneReading& stored) {
  if (said.extension_size == 0 || stored.extension_size == 0) return false;
  if (said.extension_spoken) return reading_distance(said.extension_lattice, stored.extension_view()) != 0;
  return said.extension_view() != stored.extension_view();
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

std::string_view word_of(Agreement agreement) {
  switch (agreement) {
    case Agreement::equal: return "equal";
    case Agreement::slip: return "digit_slip";
    default: return "differs";
  }
}

std::size_t write_code(int country, char* out) {
  std::size_t size = 0;
  for (int unit = country >= 100 ? 100 : country >= 10 ? 10 : 1; unit > 0; unit /= 10)
    out[size++] = static_cast<char>('0' + country / unit % 10);
  return size;
}

void explain(const PhoneReading& said, const PhoneReading& stored, const PhoneNumber* stored_number,
             const Comparison& found, bool extension_differs, PartSink& parts) {
  char said_code[4], stored_code[4];
  const std::size_t said_size = said.plus && said.accepted ? write_code(said.number.country, said_code) : 0;
  const std::size_t stored_size = stored_number != nullptr ? write_code(stored_number->country, stored_code) : 0;
  if (said_size + stored_size > 0)
    parts.add("country_code", {said_code, said_size}, {stored_code, stored_size},
              found.country_differs                ? "differs"
              : said_size == 0 || stored_size == 0 ? "missing"
                                                   : "equal");
  parts.add("number", said.accepted ? said.number.national() : said.view(),
            stored_number != nullptr ? stored_number->national() : stored.view(), word_of(found.numbers));
  if (said.extension_size + stored.extension_size > 0)
    parts.add("extension", said.extension_view(), stored.extension_view(),
              extension_differs                                        ? "differs"
              : said.extension_size == 0 || stored.extension_size == 0 ? "missing"
                                                                       : "equal");
  parts.reading.assign(said.digits, said.size);
}

void add_reading_evidence(const PhoneReading& said, const PhoneReading& stored, EvidenceSet& evidence) {
  if (said.spoken) evidence.add(Evidence::spoken_form);
  if (said.spoken && said.several) evidence.add(Evidence::several_readings);
  if (said.words_ignored) evidence.add(Evidence::filler_ignored);
  if (said.keypad || stored.keypad) evidence.add(Evidence::keypad_letters);
}

}  // namespace

bool read_phone_stored(Side& side, const Context& context, FormStorage& form) {
  return read_phone(side, Role::stored, context, form.make<PhoneReading>());
}

bool read_phone_said(Side& side, const Context& context, FormStorage& form) {
  return read_phone(side, Role::said, context, form.make<PhoneReading>());
}

Verdict compare_phone(const FormStorage& said_form, const FormStorage& stored_form, const Context& context,
                      PartSink* parts) {
  const PhoneReading& said = said_form.as<PhoneReading>();
  const PhoneReading& stored = stored_form.as<PhoneReading>();
  PhoneNumber number;
  const bool planned = stored_number(said, stored, number);
  Comparison found = planned ? compare_with_plan(said, number, context) : compare_digits(said, stored);
  // The digits themselves may be equal where the plans would read them differently.
  if (planned && found.numbers != Agreement::equal && !found.country_differs && said.plus == stored.plus &&
      distance_to(said, stored.view()) == 0)
    found.numbers = Agreement::equal;
  const bool extension_differs = extensions_differ(said, stored);
  if (parts != nullptr) explain(said, stored, planned ? &number : nullptr, found, extension_differs, *parts);

  EvidenceSet evidence{};
  add_reading_evidence(said, stored, evidence);
  if (said.two_answers) return evidence.add(Evidence::two_answers), verdict(kOtherScore, evidence);
  if (found.country_differs) return evidence.add(Evidence::country_code_differs), verdict(kOtherScore, evidence);
  if (extension_differs) return evidence.add(Evidence::extension_differs), verdict(kOtherScore, evidence);
  if (said.partial && planned) return evidence.add(Evidence::partial_number), verdict(kOtherScore, evidence);
  if (found.numbers == Agreement::differs) {
    const std::string_view whole = planned ? number.national() : stored.view();
    if (ends_with(whole, said.view())) {
      evidence.add(Evidence::partial_number);
      // Seven digits or more without the first ones: what people call their number at home.
      if (planned && said.size >= 5) evidence.add(Evidence::area_code_missing);
    } else {
      evidence.add(Evidence::digits_differ);
    }
    return verdict(kOtherScore, evidence);
  }
  if ((said.extension_size == 0) != (stored.extension_size == 0)) evidence.add(Evidence::extension_missing);
  if (found.country_added) evidence.add(Evidence::country_code_added);
  if (found.old_form) evidence.add(Evidence::old_number_form);
  if (said.corrected) evidence.add(Evidence::self_corrected);
  if (found.numbers == Agreement::slip) return evidence.add(Evidence::digit_slip), verdict(kSlipScore, evidence);
  if (!said.spoken) evidence.add(Evidence::equal);
  return verdict(said.corrected ? kSlipScore : kEqualScore, evidence);
}

std::size_t write_phone_normal(const FormStorage& form, Role, const Context&, char* out, std::size_t capacity) {
  const PhoneReading& reading = form.as<PhoneReading>();
  if (reading.two_answers) return SIZE_MAX;
  constexpr std::string_view kExtensionMark = ";ext=";
  char text[1 + kMaxReadDigits + kExtensionMark.size() + kMaxExtension];
  std::size_t size = 0;
  const auto write = [&](std::string_view part) {
    if (!part.empty()) std::memcpy(text + size, part.data(), part.size());
    size += part.size();
  };
  if (reading.accepted) {
    text[size++] = '+';
    size += write_code(reading.number.country, text + size);
    write(reading.number.national());
  } else {
    if (reading.plus) text[size++] = '+';
    write(reading.view());
  }
  if (reading.extension_size > 0) {
    write(kExtensionMark);
    write(reading.extension_view());
  }
  if (size > capacity) return SIZE_MAX;
  std::memcpy(out, text, size);
  return size;
}

}  // namespace ablmatch
