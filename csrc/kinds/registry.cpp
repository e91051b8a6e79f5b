// The table of kinds.
#include "registry.hpp"

#include "../scan_marked.hpp"
#include "address.hpp"
#include "digits.hpp"
#include "email.hpp"
#include "exact.hpp"
#include "name_lane.hpp"
#include "name_lane_marked.hpp"
#include "person_name.hpp"
#include "phone.hpp"
#include "text.hpp"

namespace ablmatch {

namespace {

// The platform's own bands (matching.md section 1): digits of any sort are right, one slip away, or wrong.
constexpr Bands kWide{70, 10};
constexpr Bands kDigits{100, 50};
constexpr Bands kEqual{100, 101};  // no retry

// A compact build (WebAssembly) has no lanes: they change no score, and their tables would be half of it.
constexpr KindRow kept(KindRow row) {
#ifdef ABLMATCH_COMPACT
  row.lane = row.marked_lane = nullptr;
  row.scan_marked = nullptr;
  row.block_lane = nullptr;
  row.scan_block_lane = nullptr;
#endif
  return row;
}

// In the order of Kind.
constexpr KindRow kRows[] = {
    kept({"email", kWide, false, read_email_stored, read_email_said, compare_emails, write_email_normal, email_lane,
          false, scan_marked_email}),
    kept({"phone", kDigits, true, read_phone_stored, read_phone_said, compare_phone, write_phone_normal, phone_lane,
          false, scan_marked, nullptr, phone_block_lane, phone_scan_block_lane}),
    kept({"digits", kDigits, true, read_digits_stored, read_digits_said, compare_digits, write_digits_normal,
          digits_lane, false, scan_marked, nullptr, digits_block_lane, digits_scan_block_lane}),
    kept({"address", kWide, true, read_address_stored, read_address_said, compare_addresses, write_address_normal,
          judge_short_addresses, false, scan_folded_address, judge_folded_addresses}),
    kept({"person_name", kWide, true, read_name_stored, read_name_said, compare_names, write_name_normal, name_lane,
          false, scan_marked_name}),
    kept({"text", kWide, true, read_text_stored, read_text_said, compare_text, write_text_normal, text_lane, true}),
    kept({"auto", kWide, true, nullptr, nullptr, nullptr, nullptr, nullptr}),
    kept({"exact", kEqual, false, read_exact, read_exact, compare_exact, write_exact_normal, exact_lane}),
};
static_assert(sizeof kRows / sizeof *kRows == static_cast<std::size_t>(Kind::count_));

}  // namespace

const KindRow& kind_row(Kind kind) { return kRows[static_cast<std::size_t>(kind)]; }

std::string_view kind_name(Kind kind) { return kind_row(kind).name; }

bool find_kind(std::string_view name, Kind& kind) {
  if (name == "name") name = "person_name";
  for (std::size_t k = 0; k < static_cast<std::size_t>(Kind::count_); ++k) {
    if (kRows[k].name != name) continue;
    kind = static_cast<Kind>(k);
    return true;
  }
  return false;
}

}  // namespace ablmatch
