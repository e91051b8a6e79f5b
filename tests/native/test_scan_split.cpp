// A scanned value gives the folded text and the lexemes that fold() and split() give, for every length.
#include <cassert>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <memory>
#include <random>
#include <string>

#include "scan_split.hpp"

using namespace ablmatch;

namespace {

struct Room {
  Scan scan;
  Folded plain, scanned;
  Lexemes plain_lexemes, scanned_lexemes;
};

void check(const std::string& raw, Room& room) {
  if (!scan(raw, room.scan)) return;
  fold(raw, room.plain);
  split(room.plain, room.plain_lexemes);
  std::memset(room.scanned.text, 'x', 256);
  fold(room.scan, room.scanned);
  split(room.scan, room.scanned, room.scanned_lexemes);
  assert(room.scanned.view() == room.plain.view());
  assert(room.scanned.ascii_source && !room.scanned.non_ascii && !room.scanned.has_alt && !room.scanned.mixed_scripts);
  for (std::size_t k = 0; k < 8; ++k) assert(room.scanned.text[room.scanned.size + k] == 0);
  assert(!room.scanned_lexemes.overflow && room.scanned_lexemes.count == room.plain_lexemes.count);
  for (int k = 0; k < room.plain_lexemes.count; ++k) {
    const Lexeme& one = room.scanned_lexemes.at[k];
    const Lexeme& other = room.plain_lexemes.at[k];
    assert(one.text - room.scanned.text == other.text - room.plain.text && one.size == other.size);
    assert(one.type == other.type && one.spaced == other.spaced && one.numeric == other.numeric);
    assert(one.hash == other.hash && one.spoken == nullptr);
  }
}

// Text whose accents and other forms fold away scans as it was folded.
void check_folded(const std::string& raw, Room& room) {
  fold(raw, room.plain);
  if (room.plain.non_ascii || room.plain.size == 0 || room.plain.size > kScanCapacity) return;
  assert(scan(room.plain.view(), room.scan));
  assert(room.scan.view() == room.plain.view());
}

}  // namespace

int main() {
  const auto room = std::make_unique<Room>();
  std::mt19937 chance(7);
  for (const char* text : {"a", "4", "-", "a4-", "don't", "12B Main St., Apt 4", "x\x7Fy"}) check(text, *room);
  for (std::size_t size = 1; size <= kScanCapacity; ++size) {
    check(std::string(size, 'a'), *room);
    check(std::string(size, '7'), *room);
    check(std::string(size, '.'), *room);
    for (int turn = 0; turn < 200; ++turn) {
      std::string raw(size, ' ');
      // Long runs in one half of the turns, so that they cross from the first 64 bytes to the rest.
      char last = 'a';
      for (char& c : raw) {
        const unsigned draw = chance();
        if (turn % 2 == 0 || draw % 16 == 0) last = "abcXYZ019 -.,'@  `"[draw / 16 % 18];
        c = last;
      }
      check(raw, *room);
    }
  }
  const char* const pieces[] = {"é", "Ü",  "’",      "１", "٤", "ß",   "Ø", "½", "  ",
                                "a", "Z-", "\u1FEF", "·",  "́",  "l·l", "ﬁ", "＠"};
  for (int turn = 0; turn < 20000; ++turn) {
    std::string raw;
    for (unsigned k = chance() % 40; k > 0; --k) raw += pieces[chance() % std::size(pieces)];
    check_folded(raw, *room);
  }
  std::printf("scan_split: ok\n");
}
