// The scan: the kernel of the machine, and what all kernels leave to do.
#include "scan.hpp"

#include <atomic>

#include "ascii_fold.hpp"
#include "guards.hpp"
#include "scan_kernels.hpp"

namespace ablmatch {
namespace {

Kernel kernel_of(CpuLevel level) {
  switch (level) {
#ifdef ABLMATCH_SCAN_X86
    case CpuLevel::sse42: return scan_sse42;
    case CpuLevel::avx2: return scan_avx2;
    case CpuLevel::avx512: return scan_avx512;
#endif
#ifdef __aarch64__
    case CpuLevel::neon: return scan_neon;
#endif
    default: return scan_plain;
  }
}

bool has_room(const Value& value) { return !value.null && value.size - 1 < kScanCapacity; }

// White space that has to be folded: none at either end, no two side by side.
bool has_loose_space(const Scan& scan, std::size_t size) {
  const std::uint64_t low = scan.spaces.at[0], high = scan.spaces.at[1];
  return ((low & (low << 1)) | (high & (high << 1 | low >> 63)) | (low & 1)) != 0 || scan.spaces.test(size - 1);
}

// A value that is more than letters to lower, or may be a token.
[[gnu::noinline]] bool fold_and_scan(Kernel kernel, const Value& value, std::uint8_t marks, Scan& out) {
  if ((marks & kForeign) != 0) return false;
  char folded[kScanCapacity + 8];
  Value again{folded, value.size, false};
  if ((marks & kIrregular) != 0 || has_loose_space(out, value.size)) {
    again.size = fold_ascii(value.view(), true, folded);
    if (again.size == 0) return false;
    kernel(&again, 1, &out, &marks);
  }
  out.size = static_cast<std::uint32_t>(again.size);
  return !(((marks & kToken) != 0 || token_shapes_registered()) && is_vault_token(out.view()));
}

// Finishes what a kernel began; false where the value is none to scan.
bool finish(Kernel kernel, const Value& value, std::uint8_t marks, bool shapes, Scan& out) {
  out.size = static_cast<std::uint32_t>(value.size);
  if (marks == 0 && !shapes && !has_loose_space(out, value.size)) return true;
  return fold_and_scan(kernel, value, marks, out);
}

bool scan_with(Kernel kernel, std::string_view raw, Scan& out) {
  const Value value = value_of(raw);
  if (!has_room(value)) return false;
  std::uint8_t marks;
  kernel(&value, 1, &out, &marks);
  return finish(kernel, value, marks, token_shapes_registered(), out);
}

std::uint32_t scan_block_with(Kernel kernel, const Value* values, std::uint32_t wanted, Scan* out) {
  std::uint32_t given = 0;
  for (std::uint32_t rest = wanted; rest != 0;) {
    const std::size_t k = next_of(rest);
    given |= std::uint32_t{has_room(values[k])} << k;
  }
  std::uint8_t marks[kScanBlock];
  kernel(values, given, out, marks);
  const bool shapes = token_shapes_registered();
  std::uint32_t scanned = given;
  for (std::uint32_t rest = given; rest != 0;) {
    const std::size_t k = next_of(rest);
    if (!finish(kernel, values[k], marks[k], shapes, out[k])) scanned &= ~(std::uint32_t{1} << k);
  }
  return scanned;
}

void find_kernel(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);

// Starts as the function that puts the machine's own in its place: a call then needs no check of whether that was done.
std::atomic<Kernel> machine_kernel{find_kernel};

void find_kernel(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks) {
  const Kernel kernel = kernel_of(cpu_level());
  machine_kernel.store(kernel, std::memory_order_relaxed);
  kernel(values, wanted, out, marks);
}

}  // namespace

bool scan(std::string_view raw, Scan& out) {
  return scan_with(machine_kernel.load(std::memory_order_relaxed), raw, out);
}

std::uint32_t scan_block(const Value* values, std::uint32_t wanted, Scan* out) {
  return scan_block_with(machine_kernel.load(std::memory_order_relaxed), values, wanted, out);
}

bool scan_at(CpuLevel level, std::string_view raw, Scan& out) { return scan_with(kernel_of(level), raw, out); }

std::uint32_t scan_block_at(CpuLevel level, const Value* values, std::uint32_t wanted, Scan* out) {
  return scan_block_with(kernel_of(level), values, wanted, out);
}

}  // namespace ablmatch
