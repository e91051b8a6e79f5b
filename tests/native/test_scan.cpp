// The scan says what fold() says, at every CPU level of this machine, for every length and every ASCII character.
#include <cassert>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <string>

#include "fold.hpp"
#include "guards.hpp"
#include "scan.hpp"

using namespace ablmatch;

namespace {

bool is(char c, char first, char last) { return c >= first && c <= last; }

void check(CpuLevel level, const std::string& raw, Folded& folded) {
  // A copy of the exact size, so that a sanitizer sees any read behind it.
  const auto exact = std::make_unique<char[]>(raw.size());
  std::memcpy(exact.get(), raw.data(), raw.size());
  Scan found;
  const bool scanned = scan_at(level, {exact.get(), raw.size()}, found);
  bool ascii = true;
  for (const char c : raw) ascii &= static_cast<unsigned char>(c) < 0x80;
  if (raw.size() > kScanCapacity || !ascii) {
    assert(!scanned);
    return;
  }
  fold(raw, folded);
  assert(scanned == (folded.size > 0 && !is_vault_token(folded.view())));
  if (!scanned) return;
  assert(found.view() == folded.view());
  for (std::size_t k = 0; k < kScanCapacity; ++k) {
    const char c = k < found.size ? found.text[k] : '\0';
    assert(found.letters.test(k) == is(c, 'a', 'z'));
    assert(found.digits.test(k) == is(c, '0', '9'));
    assert(found.spaces.test(k) == (c == ' '));
  }
  for (std::size_t k = found.size; k < sizeof found.text; ++k) assert(found.text[k] == 0);
}

// A block says what its values say one by one, and leaves alone what nobody wanted.
void check_block(CpuLevel level, const std::string (&raws)[kScanBlock], std::uint32_t wanted) {
  Value values[kScanBlock];
  for (std::size_t k = 0; k < kScanBlock; ++k) values[k] = {raws[k].data(), raws[k].size(), k == 3};
  const auto block = std::make_unique<Scan[]>(kScanBlock);
  for (std::size_t k = 0; k < kScanBlock; ++k) block[k].size = 999;
  const std::uint32_t scanned = scan_block_at(level, values, wanted, block.get());
  for (std::size_t k = 0; k < kScanBlock; ++k) {
    Scan one;
    const bool asked = (wanted >> k & 1) != 0;
    const bool expected = asked && !values[k].null && scan_at(level, raws[k], one);
    assert((scanned >> k & 1) == expected);
    assert(asked || block[k].size == 999);
    if (!expected) continue;
    assert(block[k].view() == one.view());
    assert(std::memcmp(block[k].text, one.text, sizeof one.text) == 0);
    for (int half = 0; half < 2; ++half) {
      assert(block[k].letters.at[half] == one.letters.at[half]);
      assert(block[k].digits.at[half] == one.digits.at[half]);
      assert(block[k].spaces.at[half] == one.spaces.at[half]);
    }
  }
}

}  // namespace

int main() {
  const auto folded = std::make_unique<Folded>();
  std::mt19937 chance(7);
  std::string levels;
  for (int k = 0; k < static_cast<int>(CpuLevel::count_); ++k) {
    const auto level = static_cast<CpuLevel>(k);
    const CpuLevel most = cpu_level();
    if (level != CpuLevel::plain && level != most && (most == CpuLevel::neon || level > most)) continue;
    for (int c = 0; c < 256; ++c) {
      check(level, std::string(1, static_cast<char>(c)), *folded);
      check(level, "a" + std::string(1, static_cast<char>(c)) + "Z 9", *folded);
    }
    for (std::size_t size = 0; size <= kScanCapacity + 2; ++size) {
      for (int turn = 0; turn < 40; ++turn) {
        std::string raw(size, ' ');
        // Mostly text, at times any byte.
        for (char& c : raw) {
          const unsigned draw = chance();
          c = turn < 30 ? "abcXYZ019 -.,'@_: `"[draw % 19] : static_cast<char>(draw % (turn < 38 ? 128 : 256));
        }
        check(level, raw, *folded);
      }
    }
    for (int turn = 0; turn < 200; ++turn) {
      std::string raws[kScanBlock];
      for (std::string& raw : raws)
        for (unsigned left = chance() % 140; left > 0; --left) raw += "abcXYZ019 -.,'@:\xC3"[chance() % 17];
      check_block(level, raws, static_cast<std::uint32_t>(chance() & 0xFFFF));
    }
    levels += std::string(kCpuLevelNames[k]) + " ";
  }
  check(CpuLevel::plain, "[EMAIL_2]", *folded);
  std::printf("scan: ok at %s\n", levels.c_str());
}
