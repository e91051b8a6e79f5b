// What the fast lane of telephone numbers and its blocks know of the North American plan.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../phone_plan.hpp"

namespace ablmatch::nanp {

inline constexpr std::size_t kNationalSize = 10;
// Digits behind an exit code that are certainly no national number of ten digits together with it.
inline constexpr std::size_t kLeastAbroad = 9;
// Scores by the number of slips: none, one, more.
inline constexpr std::int16_t kScores[] = {100, 50, 0};

inline bool is_north_american(RegionId region) { return country_code(region) == 1; }

// Above every first digit that the plan has uses for.
inline bool begins_national(std::uint64_t digit) { return digit >= 2; }

}  // namespace ablmatch::nanp
