// Which vector instructions the machine has, found once; lower levels can be forced.
#pragma once

#include <cstdint>
#include <string_view>

namespace ablmatch {

// From the least to the most; neon stands alone (arm64 has it always).
enum class CpuLevel : std::uint8_t { plain, sse42, avx2, avx512, neon, count_ };
inline constexpr std::string_view kCpuLevelNames[] = {"plain", "sse4.2", "avx2", "avx512", "neon"};

// The level in use: what the machine has, or less where the environment variable ABLMATCH_CPU names a level that it
// has. A name that is unknown or asks for more is passed over: see cpu_request_refused.
CpuLevel cpu_level();

// Whether AVX-512 is in use and permutes and compresses bytes, too (VBMI, VBMI2).
bool cpu_compresses_bytes();

// Whether AVX2 or more is in use, and PEXT and PDEP take a few cycles: on AMD before Zen 3 they take hundreds.
bool cpu_extracts_bits();

// True where ABLMATCH_CPU is set to something that could not be followed.
bool cpu_request_refused();

}  // namespace ablmatch
