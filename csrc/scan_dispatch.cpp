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

// A value that is more than letters to lower, or may be a token.
[[gnu::noinline]] bool fold_and_scan(Kernel kernel, const Value& value, std::uint8_t marks, Scan& out) {
  if ((marks & kForeign) != 0) return false;
  if ((marks & (kIrregular | kLoose)) != 0) {
    char folded[kScanCapacity + 8];
    const std::size_t size = fold_ascii(value.view(), true, folded);
    if (size == 0) return false;
    const Value again{folded, size, false};
    kernel(&again, 1, &out, &marks);
  }
  return !(((marks & kToken) != 0 || token_shapes_registered()) && is_vault_token(out.view()));
}

bool scan_with(Kernel kernel, std::string_view raw, Scan& out) {
  const Value value = value_of(raw);
  std::uint8_t marks;
  const Kerneled found = kernel(&value, 1, &out, &marks);
  if (found.taken == 0) return false;
  return (found.marked == 0 && !token_shapes_registered()) || fold_and_scan(kernel, value, marks, out);
}

std::uint32_t scan_block_with(Kernel kernel, const Value* values, std::uint32_t wanted, Scan* out) {
  std::uint8_t marks[kScanBlock];
  const Kerneled found = kernel(values, wanted, out, marks);
  std::uint32_t scanned = found.taken;
  for (std::uint32_t rest = token_shapes_registered() ? found.taken : found.marked; rest != 0;) {
    const std::size_t k = next_of(rest);
    if (!fold_and_scan(kernel, values[k], marks[k], out[k])) scanned &= ~(std::uint32_t{1} << k);
  }
  return scanned;
}

Kerneled find_kernel(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks);

// Starts as the function that puts the machine's own in its place: a call then needs no check of whether that was done.
std::atomic<Kernel> machine_kernel{find_kernel};

Kerneled find_kernel(const Value* values, std::uint32_t wanted, Scan* out, std::uint8_t* marks) {
  const Kernel kernel = kernel_of(cpu_level());
  machine_kernel.store(kernel, std::memory_order_relaxed);
  return kernel(values, wanted, out, marks);
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
