// Looks up numbering plans and splits digit strings by them, in the steps of the phonenumbers package's parse().
#include "phone_plan.hpp"

#include <cstddef>
#include <cstring>

#include "tables/phone_tables.hpp"

namespace ablmatch {
namespace {

using phone_tables::kPlans;
using phone_tables::Plan;

// The package's own limits on the national part.
constexpr std::size_t kMinNational = 2;
constexpr std::size_t kMaxNational = 17;
constexpr int kMexico = 52;
constexpr std::size_t kMexicanLength = 10;

// Digits with room for what a rewriting rule puts before them.
struct Digits {
  char text[kMaxPhoneDigits + sizeof(phone_tables::Outcome::literal)];
  std::size_t size = 0;

  std::string_view view() const { return {text, size}; }
  void append(std::string_view more) {
    if (more.empty() || size + more.size() > sizeof(text)) return;
    std::memcpy(text + size, more.data(), more.size());
    size += more.size();
  }
};

const Plan* plan_of(RegionId region) { return region < phone_tables::kPlanCount ? &kPlans[region] : nullptr; }

bool is_national(const Plan& plan, std::string_view digits) {
  std::uint16_t state = plan.valid;
  for (char digit : digits) {
    state = phone_tables::kNational[state & 0x7FFF][digit - '0'];
    if (state == 0) return false;
  }
  return (state & 0x8000) != 0;
}

// The match that a backtracking matcher would prefer at the beginning of `digits`: an index into kOutcomes,
// 0 for none. States keep alternatives in order, so the last match met is the preferred one.
std::size_t match_prefix(std::uint16_t root, std::string_view digits) {
  std::size_t found = phone_tables::kPrefix[root].outcome;
  std::uint16_t state = root;
  for (char digit : digits) {
    state = phone_tables::kPrefix[state].next[digit - '0'];
    if (state == 0) return found;
    if (phone_tables::kPrefix[state].outcome != 0) found = phone_tables::kPrefix[state].outcome;
  }
  const std::size_t at_end = phone_tables::kPrefix[state].outcome_at_end;
  return at_end != 0 ? at_end : found;
}

// Takes the trunk prefix or carrier code off, or rewrites the number, unless that would spoil a valid number.
Digits strip_trunk(const Plan& plan, std::string_view digits) {
  Digits kept;
  kept.append(digits);
  const std::size_t found = plan.trunk_root == 0 ? 0 : match_prefix(plan.trunk_root, digits);
  if (found == 0) return kept;
  const phone_tables::Outcome& outcome = phone_tables::kOutcomes[found];
  Digits stripped;
  stripped.append(outcome.literal);
  stripped.append(digits.substr(outcome.copy_from, outcome.copy_to - outcome.copy_from));
  stripped.append(digits.substr(outcome.end));
  if (is_national(plan, digits) && !is_national(plan, stripped.view())) return kept;
  return stripped;
}

bool has_length(std::uint32_t lengths, std::size_t size) { return size < 32 && ((lengths >> size) & 1) != 0; }

bool too_long(const Plan& plan, std::size_t size) {
  return !has_length(plan.local_lengths, size) && (size >= 32 || (plan.lengths >> size) == 0);
}

enum class Code { found, absent, unknown, too_short };

struct Extracted {
  Code code;
  int country = 0;
  Digits rest;
};

Extracted extract_known_code(std::string_view digits) {
  if (digits.size() <= kMinNational) return {Code::too_short, 0, {}};
  int country = 0;
  for (std::size_t size = 1; size <= 3 && digits[0] != '0'; ++size) {
    country = country * 10 + (digits[size - 1] - '0');
    if (main_region(country) != kNoRegion) {
      Extracted result{Code::found, country, {}};
      result.rest.append(digits.substr(size));
      return result;
    }
  }
  return {Code::unknown, 0, {}};
}

Extracted extract_country(std::string_view digits, bool plus, const Plan* plan) {
  if (plus) return extract_known_code(digits);
  if (plan == nullptr) return {Code::absent, 0, {}};
  const std::size_t exit = plan->exit_root == 0 ? 0 : match_prefix(plan->exit_root, digits);
  if (exit != 0) {
    const std::string_view abroad = digits.substr(phone_tables::kOutcomes[exit].end);
    // No country code begins with 0, so such an "exit code" is the beginning of a national number.
    if (abroad.empty() || abroad[0] != '0') return extract_known_code(abroad);
  }
  char code[4];
  std::size_t size = 0;
  for (int unit = plan->country >= 100 ? 100 : plan->country >= 10 ? 10 : 1; unit > 0; unit /= 10)
    code[size++] = static_cast<char>('0' + plan->country / unit % 10);
  if (digits.substr(0, size) != std::string_view(code, size)) return {Code::absent, 0, {}};
  const Digits rest = strip_trunk(*plan, digits.substr(size));
  if ((!is_national(*plan, digits) && is_national(*plan, rest.view())) || too_long(*plan, digits.size()))
    return {Code::found, plan->country, rest};
  return {Code::absent, 0, {}};
}

// Mexico gave up its trunk prefixes and the 1 of mobiles in 2019; records and habits keep them.
void strip_old_mexican_prefix(const Plan& plan, Digits& national) {
  if (plan.country != kMexico || national.size <= kMexicanLength) return;
  const std::string_view prefix = national.view().substr(0, national.size - kMexicanLength);
  const std::string_view line = national.view().substr(prefix.size());
  if (prefix != "1" && prefix != "01" && prefix != "044" && prefix != "045") return;
  if (!is_national(plan, line)) return;
  Digits stripped;
  stripped.append(line);
  national = stripped;
}

}  // namespace

RegionId find_region(std::string_view code) {
  if (code.size() != 2) return kNoRegion;
  char upper[2];
  for (int i = 0; i < 2; ++i) {
    const char c = code[static_cast<std::size_t>(i)];
    upper[i] = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  int low = 0, high = phone_tables::kRegionPlans;
  while (low < high) {
    const int middle = (low + high) / 2;
    const int order = std::memcmp(kPlans[middle].code, upper, 2);
    if (order == 0) return static_cast<RegionId>(middle);
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return kNoRegion;
}

std::string_view region_code(RegionId region) {
  const Plan* plan = plan_of(region);
  return plan == nullptr ? std::string_view() : std::string_view(plan->code);
}

int country_code(RegionId region) {
  const Plan* plan = plan_of(region);
  return plan == nullptr ? 0 : plan->country;
}

RegionId main_region(int country) {
  if (country < 1 || country > 999 || phone_tables::kMainPlan[country] == 255) return kNoRegion;
  return phone_tables::kMainPlan[country];
}

bool reaches_nanp_plainly(RegionId region) {
  const Plan* plan = plan_of(region);
  if (plan == nullptr) return true;
  if (plan->country == 1) return std::memcmp(plan->code, "US", 2) == 0 || std::memcmp(plan->code, "CA", 2) == 0;
  if (plan->exit_root == 0) return true;
  for (int digit = 1; digit < 10; ++digit)
    if (phone_tables::kPrefix[plan->exit_root].next[digit] != 0) return false;
  return true;
}

bool parse_phone(std::string_view digits, bool plus, RegionId region, PhoneNumber& out) {
  if (digits.size() <= kMinNational || digits.size() > kMaxPhoneDigits) return false;
  const Plan* plan = plan_of(region);
  Extracted extracted = extract_country(digits, plus, plan);
  out.international = extracted.code != Code::absent;
  if (plus && extracted.code == Code::unknown) {
    extracted = extract_country(digits, false, plan);
    if (extracted.code == Code::absent) return false;
  }
  if (extracted.code == Code::unknown || extracted.code == Code::too_short) return false;
  Digits national;
  if (extracted.code == Code::found) {
    out.country = extracted.country;
    out.region = main_region(extracted.country);
    plan = &kPlans[out.region];
    national = extracted.rest;
  } else {
    out.country = country_code(region);
    out.region = plan == nullptr ? kNoRegion : region;
    national.append(digits);
  }
  if (national.size < kMinNational) return false;
  out.valid_length = out.canonical = false;
  if (plan != nullptr) {
    const Digits stripped = strip_trunk(*plan, national.view());
    // What is left must be long enough for a whole number: the prefix may have been part of a short one.
    if (has_length(plan->lengths, stripped.size) || too_long(*plan, stripped.size)) national = stripped;
    strip_old_mexican_prefix(*plan, national);
    out.valid_length = has_length(plan->lengths, national.size);
    out.canonical = out.region == main_region(out.country) &&
                    (plan->trunk_root == 0 || match_prefix(plan->trunk_root, national.view()) == 0);
  }
  if (national.size < kMinNational || national.size > kMaxNational) return false;
  std::memcpy(out.nsn, national.text, national.size);
  out.nsn[national.size] = '\0';
  out.nsn_size = static_cast<int>(national.size);
  return true;
}

bool is_valid_national(const PhoneNumber& number) {
  const Plan* plan = plan_of(number.region);
  return plan != nullptr && is_national(*plan, number.national());
}

}  // namespace ablmatch
