// The layout of an index file, and the checks that a file must pass before anything in it is believed.
#include "index_file.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kinds/registry.hpp"

namespace ablmatch {
namespace {

constexpr char kMagic[16] = "ablmatch index\n";
constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr std::size_t kAlignment = 64;
constexpr char kPadding[kAlignment] = {};

// ---- checksum ------------------------------------------------------------------------------------------------

std::uint64_t load64(const char* at) {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// Four sums side by side, so that the processor can work on them at once.
std::uint64_t checksum_of(std::string_view bytes, std::uint64_t seed) {
  constexpr std::uint64_t kOne = 0x9E3779B185EBCA87u, kTwo = 0xC2B2AE3D27D4EB4Fu;
  std::uint64_t sums[4] = {seed + kOne, seed ^ kTwo, seed, seed - kOne};
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 32; left -= 32, at += 32)
    for (int k = 0; k < 4; ++k) sums[k] = std::rotl(sums[k] + load64(at + 8 * k) * kTwo, 31) * kOne;
  std::uint64_t sum = bytes.size();
  for (const std::uint64_t one : sums) sum = std::rotl((sum ^ one) * kTwo, 29) * kOne;
  for (; left > 0; --left, ++at) sum = std::rotl((sum ^ static_cast<unsigned char>(*at)) * kTwo, 11);
  sum = (sum ^ sum >> 33) * kTwo;
  return sum ^ sum >> 29;
}

// ---- layout --------------------------------------------------------------------------------------------------

std::uint64_t padded(std::uint64_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

std::uint64_t buckets(std::uint32_t bits) { return (std::uint64_t{1} << bits) + 1; }

// Sizes of what follows the header, in order; counts below 2^40 add up without overflow.
struct Sizes {
  std::uint64_t entries, postings, starts, links, link_starts, loose, text;

  explicit Sizes(const IndexFileHeader& header)
      : entries(header.entries * sizeof(std::uint64_t)),
        postings(header.postings * sizeof(Posting)),
        starts(buckets(header.key_bits) * sizeof(std::uint32_t)),
        links(header.links * sizeof(Posting)),
        link_starts(buckets(header.link_bits) * sizeof(std::uint32_t)),
        loose(header.loose * sizeof(std::uint32_t)),
        text(header.text) {}

  std::uint64_t whole() const {
    std::uint64_t sum = padded(sizeof(IndexFileHeader));
    for (const std::uint64_t size : {entries, postings, starts, links, link_starts, loose, text}) sum += padded(size);
    return sum;
  }
};

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

template <std::size_t N>
void write_name(std::string_view name, char (&out)[N]) {
  std::memset(out, 0, N);
  std::memcpy(out, name.data(), std::min(name.size(), N - 1));
}

template <std::size_t N>
std::string_view read_name(const char (&name)[N]) {
  return {name, static_cast<std::size_t>(std::find(name, name + N, '\0') - name)};
}

// ---- checks --------------------------------------------------------------------------------------------------

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;
constexpr std::uint32_t kMostBits = 26;

bool plausible(const IndexFileHeader& header) {
  return header.entries <= UINT32_MAX && header.postings <= UINT32_MAX && header.links <= UINT32_MAX &&
         header.loose <= header.entries && header.text <= kMostBytes && header.key_bits <= kMostBits &&
         header.link_bits <= kMostBits;
}

bool entries_are_sound(std::span<const std::uint64_t> entries, std::uint64_t text) {
  for (const std::uint64_t entry : entries) {
    const std::uint64_t begin = IndexArrays::begin_of(entry), size = IndexArrays::size_of(entry);
    if (size != 0 && begin + size > text) return false;
  }
  return true;
}

bool table_is_sound(const KeyTable& table) {
  if (table.starts.front() != 0 || table.starts.back() != table.postings.size()) return false;
  return std::is_sorted(table.starts.begin(), table.starts.end());
}

bool lead_into(const KeyTable& table, std::uint64_t entries) {
  return std::all_of(table.postings.begin(), table.postings.end(),
                     [entries](const Posting& one) { return one.value < entries; });
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) out += c >= ' ' && c < 0x7F ? c : '?';
  return out + '"';
}

constexpr std::string_view kDamaged = "it is damaged; build the index again from its values and save it";

std::string damaged(std::string_view what) { return std::string(what) + ": " + std::string(kDamaged); }

}  // namespace

std::vector<std::string_view> index_pieces(const IndexArrays& arrays, Kind kind, RegionId region,
                                           std::string_view library, IndexFileHeader& header) {
  std::memset(&header, 0, sizeof header);
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.byte_order = kByteOrder;
  header.version = kIndexFileVersion;
  write_name(library, header.library);
  write_name(kind_name(kind), header.kind);
  write_name(region_code(region), header.region);
  header.entries = arrays.entries.size();
  header.text = arrays.text.size();
  header.loose = arrays.loose.size();
  header.postings = arrays.keys.postings.size();
  header.links = arrays.links.postings.size();
  header.key_bits = arrays.keys.bits;
  header.link_bits = arrays.links.bits;
  header.characters[0] = arrays.scope.characters.at[0];
  header.characters[1] = arrays.scope.characters.at[1];
  header.kinds = arrays.scope.kinds;

  std::vector<std::string_view> pieces;
  const auto add = [&](std::string_view bytes) {
    pieces.push_back(bytes);
    if (const std::uint64_t rest = padded(bytes.size()) - bytes.size(); rest > 0)
      pieces.emplace_back(kPadding, static_cast<std::size_t>(rest));
  };
  add({reinterpret_cast<const char*>(&header), sizeof header});
  add(bytes_of(arrays.entries));
  add(bytes_of(arrays.keys.postings));
  add(bytes_of(arrays.keys.starts));
  add(bytes_of(arrays.links.postings));
  add(bytes_of(arrays.links.starts));
  add(bytes_of(arrays.loose));
  add(bytes_of(arrays.text));
  std::uint64_t sum = 0;
  for (const std::string_view piece : pieces) sum = checksum_of(piece, sum);
  header.checksum = sum;
  return pieces;
}

std::string read_index_file(std::string_view file, std::string_view library, IndexArrays& arrays, Kind& kind,
                            RegionId& region) {
  IndexFileHeader header;
  if (file.size() < sizeof header) return damaged("the file is shorter than the header of an index");
  std::memcpy(&header, file.data(), sizeof header);
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0)
    return "the file does not begin like an index of ablmatch: give the path of one that Index.save wrote";
  if (header.byte_order != kByteOrder)
    return "the index was saved on a machine of the other byte order: build it again on this one";
  if (header.version != kIndexFileVersion)
    return "the index has file version " + std::to_string(header.version) + ", this ablmatch reads version " +
           std::to_string(kIndexFileVersion) + ": build it again from its values and save it";
  if (read_name(header.library) != library.substr(0, sizeof header.library - 1))
    return "the index was saved by ablmatch " + quoted(read_name(header.library)) + ", this is " + quoted(library) +
           ", which may read values otherwise: build it again from its values and save it";
  if (!plausible(header)) return damaged("the header's counts are impossible");
  const Sizes sizes(header);
  if (sizes.whole() != file.size())
    return damaged("the file has " + std::to_string(file.size()) + " bytes where its header counts " +
                   std::to_string(sizes.whole()));

  // The pieces as they were written, padding included.
  std::uint64_t at = 0, sum = 0;
  const auto take = [&](std::uint64_t size) {
    const std::string_view bytes = file.substr(at, size), padding = file.substr(at + size, padded(size) - size);
    sum = checksum_of(bytes, sum);
    if (!padding.empty()) sum = checksum_of(padding, sum);
    at += padded(size);
    return bytes.data();
  };
  const std::uint64_t expected = header.checksum;
  header.checksum = 0;
  sum = checksum_of({reinterpret_cast<const char*>(&header), sizeof header}, sum);
  const std::uint64_t behind_header = padded(sizeof header);
  if (behind_header > sizeof header) sum = checksum_of(file.substr(sizeof header, behind_header - sizeof header), sum);
  at = behind_header;
  const auto entries = reinterpret_cast<const std::uint64_t*>(take(sizes.entries));
  const auto postings = reinterpret_cast<const Posting*>(take(sizes.postings));
  const auto starts = reinterpret_cast<const std::uint32_t*>(take(sizes.starts));
  const auto links = reinterpret_cast<const Posting*>(take(sizes.links));
  const auto link_starts = reinterpret_cast<const std::uint32_t*>(take(sizes.link_starts));
  const auto loose = reinterpret_cast<const std::uint32_t*>(take(sizes.loose));
  const char* const text = take(sizes.text);
  if (sum != expected) return damaged("the checksum does not agree with the file");

  arrays.entries = {entries, header.entries};
  arrays.text = {text, header.text};
  arrays.loose = {loose, header.loose};
  arrays.keys = {{postings, header.postings}, {starts, buckets(header.key_bits)}, header.key_bits};
  arrays.links = {{links, header.links}, {link_starts, buckets(header.link_bits)}, header.link_bits};
  arrays.scope.characters = {{header.characters[0], header.characters[1]}};
  arrays.scope.kinds = static_cast<KindSet>(header.kinds & ((1u << static_cast<unsigned>(Kind::count_)) - 1));
  const bool loose_are_entries = std::all_of(arrays.loose.begin(), arrays.loose.end(),
                                             [&](std::uint32_t entry) { return entry < header.entries; });
  if (!entries_are_sound(arrays.entries, header.text) || !loose_are_entries || !table_is_sound(arrays.keys) ||
      !lead_into(arrays.keys, header.entries) || !table_is_sound(arrays.links))
    return damaged("an entry lies outside of the file");
  if (!find_kind(read_name(header.kind), kind)) return "unknown kind " + quoted(read_name(header.kind));
  region = find_region(read_name(header.region));
  if (region == kNoRegion && !read_name(header.region).empty())
    return "unknown region " + quoted(read_name(header.region));
  return {};
}

}  // namespace ablmatch
