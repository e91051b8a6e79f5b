// The two foldings that keep everything but case: NFC of the full case folding, with and without white space.
#include <cstdint>

#include "ascii_fold.hpp"
#include "canonical.hpp"
#include "fold.hpp"
#include "tables/unicode_tables.hpp"

namespace ablmatch {

namespace {

constexpr char32_t kIotaBelow = 0x345, kIota = 0x3B9;

// Collects a starter and what may combine with it, then orders, composes and writes them.
class CanonicalWriter {
 public:
  CanonicalWriter(char* out, std::size_t capacity, bool collapse)
      : out_(out), capacity_(capacity), collapse_(collapse) {}

  void add(char32_t c, bool may_combine) {
    if (!may_combine) flush();
    if (size_ == kMaxSegment) {
      failed_ = true;
      return;
    }
    segment_[size_++] = {c, may_combine ? combining_class(c) : std::uint8_t{0}};
  }

  std::size_t finish() {
    flush();
    if (collapse_ && written_ > 0 && out_[written_ - 1] == ' ') --written_;
    return failed_ ? SIZE_MAX : written_;
  }

 private:
  static constexpr std::size_t kMaxSegment = kMaxRun + 1;

  void flush() {
    if (size_ == 0) return;
    if (size_ == 1) {
      write(segment_[0].c == kIotaBelow ? kIota : segment_[0].c);
      size_ = 0;
      return;
    }
    for (std::size_t i = 0; i < size_;) {
      std::size_t end = i;
      while (end < size_ && segment_[end].combining != 0) ++end;
      order_marks(segment_ + i, end - i);
      i = end + 1;
    }
    compose_and_write();
    size_ = 0;
  }

  // The composition algorithm of UAX #15, in place. U+0345 folds to a letter, but only after the ordering.
  void compose_and_write() {
    std::size_t kept = 0;
    std::size_t starter = SIZE_MAX;
    std::uint8_t previous = 0;  // class of the last character kept behind the starter
    for (std::size_t i = 0; i < size_; ++i) {
      ClassedChar next = segment_[i];
      if (next.c == kIotaBelow) next = {kIota, 0};
      const bool adjacent = starter != SIZE_MAX && kept == starter + 1;
      if (starter != SIZE_MAX && (adjacent || (previous != 0 && previous < next.combining))) {
        if (const char32_t composite = compose(segment_[starter].c, next.c)) {
          segment_[starter].c = composite;
          continue;
        }
      }
      if (next.combining == 0) starter = kept;
      previous = next.combining;
      segment_[kept++] = next;
    }
    for (std::size_t i = 0; i < kept; ++i) write(segment_[i].c);
  }

  void write(char32_t c) {
    if (collapse_ && (tables::properties(c).flags & 2)) {
      if (written_ == 0 || out_[written_ - 1] == ' ') return;
      c = ' ';
    }
    if (static_cast<std::size_t>(encoded_size(c)) > capacity_ - written_) {
      failed_ = true;
      return;
    }
    written_ += static_cast<std::size_t>(encode(c, out_ + written_));
  }

  char* out_;
  std::size_t capacity_;
  bool collapse_;
  bool failed_ = false;
  std::size_t written_ = 0;
  std::size_t size_ = 0;
  ClassedChar segment_[kMaxSegment];
};

std::uint16_t canonical_value(char32_t c) {
  return tables::look_up(tables::canonical_root, tables::canonical_branches, tables::canonical_leaves,
                         tables::canonical_limit, c);
}

std::size_t fold_canonical(std::string_view raw, char* out, std::size_t capacity, bool collapse) {
  CanonicalWriter writer(out, capacity, collapse);
  for (std::size_t at = 0; at < raw.size();) {
    const char32_t c = decode(raw.data(), at);
    if (c < 0x80) {
      writer.add(lower_ascii(static_cast<unsigned char>(c)), false);
      continue;
    }
    if (is_hangul_syllable(c)) {
      writer.add(c, false);
      continue;
    }
    const std::uint16_t value = canonical_value(c);
    if (value < tables::kCanonicalPool) {
      writer.add(c, value == 1);
      continue;
    }
    const std::uint8_t* entry = tables::canonical_pool + (value - tables::kCanonicalPool);
    const char* text = reinterpret_cast<const char*>(entry + 1);
    for (std::size_t k = 0; k < entry[0];) {
      const char32_t part = decode(text, k);
      writer.add(part, part >= 0x80 && canonical_value(part) == 1);
    }
  }
  return writer.finish();
}

}  // namespace

std::size_t fold_exact(std::string_view raw, char* out, std::size_t capacity) {
  if (raw.size() + 8 <= capacity) {
    const std::size_t size = fold_ascii(raw, false, out);
    if (size != SIZE_MAX) return size;
  }
  return fold_canonical(raw, out, capacity, true);
}

std::size_t fold_strict(std::string_view raw, char* out, std::size_t capacity) {
  return fold_canonical(raw, out, capacity, false);
}

}  // namespace ablmatch
