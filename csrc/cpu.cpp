// CPUID by hand: the compilers' own probe answers 0 for everything in some builds (zig), and silence would cost speed.
#include "cpu.hpp"

#include <cstdlib>

#if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
#include <cpuid.h>
#define ABLMATCH_X86 1
#endif

namespace ablmatch {
namespace {

#ifdef ABLMATCH_X86

// Which register states the system saves: bits 1-2 for AVX, 5-7 besides for AVX-512.
std::uint64_t saved_states() {
  std::uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t{high} << 32 | low;
}

bool has(std::uint32_t word, int bit) { return word >> bit & 1; }

CpuLevel machine_level() {
  std::uint32_t a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return CpuLevel::plain;
  const bool sse42 = has(c, 20) && has(c, 23);  // and popcnt
  if (!sse42) return CpuLevel::plain;
  if (!has(c, 27) || !has(c, 28) || (saved_states() & 0x6) != 0x6) return CpuLevel::sse42;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return CpuLevel::sse42;
  const bool avx2 = has(b, 5) && has(b, 3) && has(b, 8);  // and BMI 1, 2
  if (!avx2) return CpuLevel::sse42;
  const bool avx512 = has(b, 16) && has(b, 17) && has(b, 30) && has(b, 31);  // F, DQ, BW, VL
  return avx512 && (saved_states() & 0xE6) == 0xE6 ? CpuLevel::avx512 : CpuLevel::avx2;
}

bool machine_compresses_bytes() {
  std::uint32_t a, b, c, d;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && has(c, 1) && has(c, 6);
}

// AMD's families 0x15 to 0x18 (Hygon's too) have BMI 2 and do these two in microcode.
bool machine_extracts_bits_slowly() {
  std::uint32_t a, b, c, d;
  if (!__get_cpuid(0, &a, &b, &c, &d)) return true;
  const bool amd = c == signature_AMD_ecx || c == 0x656E6975;  // "cAMD", "uine"
  if (!amd) return false;
  return !__get_cpuid(1, &a, &b, &c, &d) || (a >> 8 & 15) + (a >> 20 & 255) < 0x19;
}

#else

bool machine_compresses_bytes() { return false; }
bool machine_extracts_bits_slowly() { return true; }

CpuLevel machine_level() {
#if defined(__aarch64__)
  return CpuLevel::neon;
#else
  return CpuLevel::plain;
#endif
}

#endif

struct Chosen {
  CpuLevel level;
  bool refused;
};

Chosen choose() {
  const CpuLevel most = machine_level();
#ifdef __wasi__
  return {most, false};  // no environment there
#else
  // Asked once, when the library is loaded or first used.
  const char* const wish = std::getenv("ABLMATCH_CPU");  // NOLINT(concurrency-mt-unsafe)
  if (wish == nullptr || *wish == '\0') return {most, false};
  for (int k = 0; k < static_cast<int>(CpuLevel::count_); ++k) {
    if (kCpuLevelNames[k] != wish) continue;
    const auto level = static_cast<CpuLevel>(k);
    const bool has_it = level == most || level == CpuLevel::plain || (most != CpuLevel::neon && level < most);
    return has_it ? Chosen{level, false} : Chosen{most, true};
  }
  return {most, true};
#endif
}

const Chosen& chosen() {
  static const Chosen found = choose();
  return found;
}

}  // namespace

CpuLevel cpu_level() { return chosen().level; }

bool cpu_compresses_bytes() { return cpu_level() == CpuLevel::avx512 && machine_compresses_bytes(); }

bool cpu_extracts_bits() {
  return (cpu_level() == CpuLevel::avx2 || cpu_level() == CpuLevel::avx512) && !machine_extracts_bits_slowly();
}

bool cpu_request_refused() { return chosen().refused; }

}  // namespace ablmatch
