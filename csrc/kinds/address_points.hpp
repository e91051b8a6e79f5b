// What the ladder of addresses subtracts from 100, and its caps (identity-matching.md 1.4), for the whole reading and the lanes.
#pragma once

namespace ablmatch::postal {

// Subtracted.
inline constexpr int kSpoken = 2, kStateMissing = 3, kPostcodeMissing = 3, kTownMissing = 10, kUnitMissing = 12;
inline constexpr int kTypeMissing = 10, kDirectionMissing = 12, kSlip = 10, kPostcodeSlip = 15, kTownDiffers = 15;
inline constexpr int kSmall = 1, kRomanized = 5, kStateDiffers = 6, kTownPartly = 3;
// Caps.
inline constexpr int kNoHouseCap = 65, kHouseSlipCap = 55, kHouseCap = 30, kUnitCap = 55, kTypeCap = 50,
                     kStreetCap = 25;
inline constexpr int kNearStreetCap = 40, kElsewhereCap = 40, kPostcodeCap = 65, kManySlipsCap = 65, kPremiseCap = 50;
inline constexpr int kNoStreetCap = 35, kTownOnly = 15, kUnrelated = 5;

}  // namespace ablmatch::postal
