// Numbering plans: looking up, splitting numbers and writing the forms by which people give them.
#include <cassert>
#include <cstdio>
#include <initializer_list>
#include <string_view>

#include "phone_plan.hpp"

using namespace ablmatch;

namespace {

struct Split {
  std::string_view digits;
  bool plus;
  std::string_view region;
  int country;  // 0: not a number of any plan
  std::string_view national;
  bool valid_length;
};

// Rules of the metadata, one row each; the whole metadata is compared in tests/test_phone_tables.py.
constexpr Split kSplits[] = {
    {"2125550142", false, "US", 1, "2125550142", true},
    {"12125550142", false, "us", 1, "2125550142", true},
    {"12125550142", true, "GB", 1, "2125550142", true},
    {"0012125550142", false, "GB", 1, "2125550142", true},
    {"01112125550142", false, "CA", 1, "2125550142", true},
    {"001112125550142", false, "AU", 1, "2125550142", true},
    {"07700900123", false, "GB", 44, "7700900123", true},
    {"4402079460018", true, "US", 44, "2079460018", true},
    {"442079460018", false, "GB", 44, "2079460018", true},
    {"0236618300", false, "IT", 39, "0236618300", true},
    {"390236618300", true, "US", 39, "0236618300", true},
    {"89123456789", false, "RU", 7, "9123456789", true},
    // Argentina: 15 after the area code at home is 9 before it from abroad.
    {"0111523456789", false, "AR", 54, "91123456789", true},
    {"5491123456789", true, "US", 54, "91123456789", true},
    {"0354615123456", false, "AR", 54, "93546123456", true},
    // Brazil: a carrier code between the trunk prefix and the area code.
    {"0311123456789", false, "BR", 55, "1123456789", true},
    {"02111912345678", false, "BR", 55, "11912345678", true},
    // Mexico: what was dialled before 2019 (our own rule, not in the metadata).
    {"5215512345678", true, "US", 52, "5512345678", true},
    {"015512345678", false, "MX", 52, "5512345678", true},
    {"0445512345678", false, "MX", 52, "5512345678", true},
    {"525512345678", true, "US", 52, "5512345678", true},
    // An area's own number, completed by its plan.
    {"4601234", false, "AG", 1, "2684601234", true},
    // A plan of no region.
    {"80012345678", true, "US", 800, "12345678", true},
    // Lengths that no line has, and country codes that do not exist.
    {"5550142", false, "US", 1, "5550142", false},
    {"12", false, "US", 0, "", false},
    {"999123456789", true, "ZZ", 0, "", false},
    {"123456789012345678901", false, "US", 0, "", false},
};

void test_regions() {
  assert(region_code(find_region("gb")) == "GB");
  assert(country_code(find_region("GB")) == 44);
  assert(find_region("001") == kNoRegion && find_region("ZZ") == kNoRegion && find_region("") == kNoRegion);
  assert(region_code(main_region(1)) == "US" && region_code(main_region(44)) == "GB");
  assert(region_code(main_region(800)) == "001");
  assert(main_region(0) == kNoRegion && main_region(999) == kNoRegion && main_region(-1) == kNoRegion);
  assert(region_code(kNoRegion).empty() && country_code(kNoRegion) == 0);
}

void test_splits() {
  for (const Split& split : kSplits) {
    PhoneNumber number;
    const bool found = parse_phone(split.digits, split.plus, find_region(split.region), number);
    if (split.country == 0) {
      assert(!found);
      continue;
    }
    assert(found);
    assert(number.country == split.country);
    assert(number.national() == split.national);
    assert(number.valid_length == split.valid_length);
  }
  PhoneNumber unknown;
  assert(parse_phone("935812447", false, kNoRegion, unknown));
  assert(unknown.country == 0 && unknown.region == kNoRegion && unknown.national() == "935812447");
}

bool has_form(const PhoneForm* forms, int count, std::string_view digits) {
  for (int i = 0; i < count; ++i)
    if (forms[i].view() == digits) return true;
  return false;
}

void test_forms(std::string_view e164, std::string_view caller, std::initializer_list<std::string_view> wanted,
                std::initializer_list<std::string_view> unwanted) {
  PhoneNumber number;
  assert(parse_phone(e164, true, kNoRegion, number));
  PhoneForm forms[kMaxPhoneForms];
  const int count = said_forms(number, find_region(caller), forms, kMaxPhoneForms);
  assert(count > 0 && count < kMaxPhoneForms);
  assert(forms[0].view() == number.national());
  for (std::string_view digits : wanted) assert(has_form(forms, count, digits));
  for (std::string_view digits : unwanted) assert(!has_form(forms, count, digits));
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < i; ++k) assert(forms[i].view() != forms[k].view());
  for (int capacity = 0; capacity < count; ++capacity)
    assert(said_forms(number, find_region(caller), forms, capacity) == capacity);
}

}  // namespace

int main() {
  test_regions();
  test_splits();
  test_forms("12125550142", "US", {"12125550142", "01112125550142", "0012125550142"}, {"02125550142", "5550142"});
  test_forms("442079460018", "AU",
             {"02079460018", "442079460018", "4402079460018", "00442079460018", "011442079460018", "0011442079460018"},
             {"12079460018"});
  test_forms("390236618300", "IT", {"0236618300", "390236618300"}, {"236618300", "00236618300"});
  test_forms("79123456789", "RU", {"89123456789", "79123456789", "81079123456789"}, {"09123456789"});
  test_forms("5491123456789", "AR", {"0111523456789", "111523456789", "5491123456789"}, {"1123456789"});
  test_forms("5493546123456", "AR", {"0354615123456"}, {"0351546123456", "0354156123456"});
  test_forms("525512345678", "MX", {"5215512345678", "015512345678", "0445512345678"}, {});
  test_forms("5511912345678", "BR", {"011912345678", "02111912345678"}, {"1112345678"});
  std::puts("phone plans: ok");
  return 0;
}
