// Files of an index: what is read back answers alike, and no file, however it was made, is read outside of its bytes.
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "index.hpp"

using namespace ablmatch;

namespace {

constexpr std::string_view kLibrary = "1.2.3";

void value_of_one(const void* value, std::size_t, std::size_t, ColumnRoom&, Value* out) {
  *out = value_of(*static_cast<const std::string_view*>(value));
}

std::vector<Hit> search(const Index& index, std::string_view said, std::int16_t min_score) {
  std::vector<std::vector<Hit>> hits;
  const bool whole = index.search({value_of_one, &said, 1, 5, min_score}, 1, nullptr, nullptr, hits);
  assert(whole);
  return hits[0];
}

// A file's bytes where a mapped file would begin.
struct File {
  std::vector<std::uint64_t> words;
  std::size_t size = 0;

  explicit File(const std::vector<std::string_view>& pieces) {
    for (const std::string_view piece : pieces) size += piece.size();
    words.resize(size / 8 + 1);
    std::size_t at = 0;
    for (const std::string_view piece : pieces) {
      if (!piece.empty()) std::memcpy(bytes() + at, piece.data(), piece.size());
      at += piece.size();
    }
  }
  char* bytes() { return reinterpret_cast<char*>(words.data()); }
  std::string_view view() const { return {reinterpret_cast<const char*>(words.data()), size}; }
};

bool same(const std::vector<Hit>& one, const std::vector<Hit>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const Hit& a, const Hit& b) { return a.position == b.position && a.score == b.score; });
}

constexpr std::string_view kNames[] = {"Ann Reed",        "Anna Reid", "Dmitri Orlov",   "Zoë Lind",
                                       "Mary Ann Stoner", "李小龍",    "Марфа Фомичева", "O'Malley, J."};
constexpr std::string_view kNumbers[] = {"4471", "447193", "90210-1", "twenty five", "AB12", "0"};

Context context() { return {find_region("US")}; }

template <std::size_t N>
void fill(Index& index, const std::string_view (&values)[N]) {
  for (int round = 0; round < 20; ++round)
    for (const std::string_view value : values) index.add(value_of(value));
  index.add({"", 0, true});
  const bool whole = index.build(1, nullptr, nullptr);
  assert(whole);
}

template <std::size_t N>
void read_back_and_break(Kind kind, const std::string_view (&values)[N]) {
  Index index(kind, context());
  fill(index, values);
  IndexFileHeader header;
  const File file(index.pieces(kLibrary, header));
  Index loaded(Kind::text, {kNoRegion});
  assert(loaded.open(file.view(), kLibrary).empty());
  assert(loaded.kind() == kind && loaded.region() == index.region() && loaded.size() == index.size());
  for (const std::string_view said : values)
    for (const std::int16_t min_score : {std::int16_t{0}, std::int16_t{10}})
      assert(same(search(loaded, said, min_score), search(index, said, min_score)));

  std::mt19937 random(7);
  int refused = 0;
  for (int round = 0; round < 800; ++round) {
    File broken = file;
    for (unsigned k = 0; k <= random() % 4; ++k)
      broken.bytes()[random() % file.size] ^= static_cast<char>(1u << random() % 8);
    if (round % 10 == 0) broken.size = random() % file.size;
    Index other(Kind::text, context());
    if (!other.open(broken.view(), kLibrary).empty()) {
      ++refused;
      continue;
    }
    for (const std::string_view said : values) assert(same(search(other, said, 10), search(index, said, 10)));
  }
  assert(refused > 600);
}

// Files with the right checksum and wrong contents: refused, or searched without reading outside.
void break_contents() {
  IndexBuilder builder;
  for (int round = 0; round < 20; ++round)
    for (const std::string_view value : kNames) builder.add(value_of(value));
  assert(builder.build(Kind::person_name, context(), 1, nullptr, nullptr));
  const IndexArrays sound = builder.view();
  std::mt19937 random(8);
  int refused = 0, searched = 0;
  for (int round = 0; round < 800; ++round) {
    std::vector<std::uint64_t> entries(sound.entries.begin(), sound.entries.end());
    std::vector<Posting> postings(sound.keys.postings.begin(), sound.keys.postings.end());
    std::vector<Posting> links(sound.links.postings.begin(), sound.links.postings.end());
    std::vector<std::uint32_t> starts(sound.keys.starts.begin(), sound.keys.starts.end());
    std::vector<std::uint32_t> loose(sound.loose.begin(), sound.loose.end());
    const auto number = [&] { return random() % 4 == 0 ? random() : random() % 256; };
    for (unsigned k = 0; k <= random() % 3; ++k) {
      switch (random() % 6) {
        case 0: entries[random() % entries.size()] = static_cast<std::uint64_t>(number()) << 16 | random() % 200; break;
        case 1: postings[random() % postings.size()].value = number(); break;
        case 2: postings[random() % postings.size()].key = random(); break;
        case 3: starts[random() % starts.size()] = number(); break;
        case 4:
          links[random() % links.size()] = {static_cast<IndexKey>(random()), static_cast<std::uint32_t>(random())};
          break;
        default: loose.push_back(number()); break;
      }
    }
    IndexArrays arrays = sound;
    arrays.entries = entries;
    arrays.loose = loose;
    arrays.keys.postings = postings;
    arrays.keys.starts = starts;
    arrays.links.postings = links;
    IndexFileHeader header;
    const File file(index_pieces(arrays, Kind::person_name, find_region("US"), kLibrary, header));
    Index index(Kind::text, context());
    if (!index.open(file.view(), kLibrary).empty()) {
      ++refused;
      continue;
    }
    ++searched;
    for (const std::string_view said : kNames) search(index, said, 10);
  }
  assert(refused > 80 && searched > 80);
}

void say_what_is_wrong() {
  Index index(Kind::person_name, context());
  fill(index, kNames);
  IndexFileHeader header;
  const File file(index.pieces(kLibrary, header));
  const auto refusal = [&](auto change) {
    File other = file;
    change(other);
    Index loaded(Kind::text, context());
    return loaded.open(other.view(), kLibrary);
  };
  const auto says = [](const std::string& text, std::string_view what) { return text.find(what) != std::string::npos; };
  assert(says(refusal([](File& f) { f.bytes()[0] = 'x'; }), "does not begin like an index"));
  assert(says(refusal([](File& f) { std::reverse(f.bytes() + 16, f.bytes() + 20); }), "other byte order"));
  assert(says(refusal([](File& f) { f.bytes()[20] = 9; }), "file version 9"));
  assert(says(refusal([](File& f) { f.bytes()[24] = '9'; }), "saved by ablmatch \"9.2.3\""));
  assert(says(refusal([](File& f) { f.size -= 64; }), "its header counts"));
  assert(says(refusal([](File& f) { f.size = 20; }), "shorter than the header"));
  assert(says(refusal([](File& f) { f.bytes()[f.size - 70] ^= 1; }), "checksum"));
}

}  // namespace

int main() {
  read_back_and_break(Kind::person_name, kNames);
  read_back_and_break(Kind::digits, kNumbers);
  break_contents();
  say_what_is_wrong();
  std::puts("ok");
}
