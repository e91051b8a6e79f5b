// Names that a query gives are refused with the words that the Python functions have for them.
#include "terms.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace ablmatch::duckdb {
namespace {

using std::string_view;

// How alike two short texts are, 0 to 1, as Python's difflib has it: twice the characters of their longest common part and,
// again, of what stands before and behind it, by the characters of both.
std::size_t common_characters(string_view one, string_view other) {
  std::size_t best = 0, one_at = 0, other_at = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    for (std::size_t j = 0; j < other.size(); ++j) {
      std::size_t size = 0;
      while (i + size < one.size() && j + size < other.size() && one[i + size] == other[j + size]) ++size;
      if (size > best) {
        best = size;
        one_at = i;
        other_at = j;
      }
    }
  }
  if (best == 0) return 0;
  return best + common_characters(one.substr(0, one_at), other.substr(0, other_at)) +
         common_characters(one.substr(one_at + best), other.substr(other_at + best));
}

std::string unknown_kind(string_view name) {
  std::array<string_view, static_cast<std::size_t>(Kind::count_) + 1> names;
  for (std::size_t k = 0; k + 1 < names.size(); ++k) names[k] = kind_name(static_cast<Kind>(k));
  names.back() = "name";  // the alias
  std::string lower(name.substr(0, 64));
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::pair<double, string_view> nearest{0.6, {}};
  std::string listed;
  for (const string_view known : names) {
    const double alike =
        2.0 * static_cast<double>(common_characters(known, lower)) / static_cast<double>(known.size() + lower.size());
    nearest = std::max(nearest, {alike, known});
    listed.append(listed.empty() ? "" : ", ").append(known);
  }
  std::string hint;
  if (!nearest.second.empty()) hint.append("did you mean `").append(nearest.second).append("`? ");
  return "unknown kind `" + std::string(name) + "`: " + hint + "kinds: " + listed;
}

}  // namespace

std::string TermColumns::problem() const {
  for (const auto& [name, column] : {std::pair{"kind", kind}, {"role", role}, {"region", region}}) {
    if (column != nullptr && !column->is_text())
      return std::string(name) + " is " + column->type_name() + ": give a text";
  }
  return {};
}

std::string TermColumns::read(std::size_t row, Terms& out) const {
  for (const auto& [name, column] : {std::pair{"kind", kind}, {"role", role}, {"region", region}}) {
    if (column != nullptr && column->is_null(row)) return std::string(name) + " is NULL: give a text";
  }
  if (kind != nullptr && !find_kind(kind->text(row).view(), out.kind)) return unknown_kind(kind->text(row).view());
  if (role != nullptr) {
    const string_view said = role->text(row).view();
    if (said != "said" && said != "stored") return "unknown role `" + std::string(said) + "`: use `said` or `stored`";
    out.role = said == "said" ? Role::said : Role::stored;
  }
  const string_view code = region != nullptr ? region->text(row).view() : "US";
  out.context.region = find_region(code);
  if (out.context.region != kNoRegion) return {};
  return "unknown region `" + std::string(code) + "`: use an ISO 3166 code of two letters, such as `US`";
}

std::size_t TermColumns::same_until(std::size_t row, std::size_t end) const {
  for (const Input* const column : {kind, role, region}) {
    if (column != nullptr) end = column->same_until(row, end);
  }
  return end;
}

}  // namespace ablmatch::duckdb
