// Folding: an ASCII lane, and for the rest the generated tables with marks put in canonical order.
#include "fold.hpp"

#include <cstring>

#include "ascii_fold.hpp"
#include "canonical.hpp"
#include "tables/unicode_tables.hpp"

namespace ablmatch {

namespace {

// word_hash loads eight bytes past the end, so that many stay free and are zeroed.
constexpr std::size_t kTextLimit = kFoldCapacity - 8;
constexpr char32_t kIotaBelow = 0x345, kIota = 0x3B9, kMiddleDot = 0xB7;
constexpr std::uint8_t kVoicingClass = 8;  // U+3099 and U+309A

// Writes folded text; keeps what canonical ordering, Kana, Hangul and alternatives need to look back on.
class Folder {
 public:
  explicit Folder(Folded& out) : out_(out) {}

  void ascii(unsigned char c) {
    if (is_ascii_space(c)) {
      space();
    } else {
      starter(c == '`' ? U'\'' : lower_ascii(c));
    }
  }

  // A run of ASCII that letter case alone changes; returns how many bytes of it were taken, 0 when it begins otherwise.
  std::size_t plain(const char* text, std::size_t left) {
    // Marks that wait stand between this and a space in front.
    const bool after_space = run_size_ == 0 && (size_ == 0 || out_.text[size_ - 1] == ' ');
    const PlainRun run = plain_run(text, left, after_space);
    if (run.size == 0 || size_ + sizeof run.text > kTextLimit) return 0;
    if (run_size_ != 0) flush_marks();
    std::memcpy(out_.text + size_, &run.text, sizeof run.text);
    size_ += run.size;
    starter_at_ = size_ - 1;
    starter_ = static_cast<unsigned char>(out_.text[starter_at_]);
    alphabets_ |= run.letters ? kMaybeLatin : 0u;
    return run.size;
  }

  void other(char32_t c) {
    if (c - 0xE0000 < 0x1000) return;  // tags and variation selectors, the only block up there with properties
    const std::uint16_t value = fold_value(c);
    if (value < tables::kFoldPool) {
      simple(c, value);
      return;
    }
    const std::uint8_t* entry = tables::fold_pool + (value - tables::kFoldPool);
    const char* text = reinterpret_cast<const char*>(entry + 1);
    std::uint8_t code = 0;
    for (std::size_t k = 0; k < entry[0];) {
      const auto lead = static_cast<unsigned char>(text[k]);
      if (lead == tables::kAlternativeMark) {
        code = static_cast<std::uint8_t>(text[k + 1]);
        k += 2;
        continue;
      }
      if (lead < 0x80) {
        ascii(lead);
        ++k;
      } else {
        const char32_t part = decode(text, k);
        simple(part, fold_value(part));
      }
      if (code != 0) set_alternative(code);
      code = 0;
    }
  }

  void finish() {
    flush_marks();
    if (size_ > 0 && out_.text[size_ - 1] == ' ') --size_;
    std::memset(out_.text + size_, 0, kFoldCapacity - kTextLimit);
    out_.size = static_cast<std::uint32_t>(size_);
    if (out_.has_alt && alt_filled_ < size_) std::memset(out_.alt + alt_filled_, 0, size_ - alt_filled_);
    // Only when letters of two alphabets may be there is a second look worth it.
    out_.mixed_scripts = (alphabets_ & (alphabets_ - 1)) != 0 && mixes_scripts(out_.view());
  }

 private:
  static std::uint16_t fold_value(char32_t c) {
    return tables::look_up(tables::fold_root, tables::fold_branches, tables::fold_leaves, tables::fold_limit, c);
  }

  // A code point that folds to itself or to nothing.
  void simple(char32_t c, std::uint16_t value) {
    switch (value) {
      case tables::kFoldSelf: starter(c); break;
      case tables::kFoldStrip: see_mark(c); break;
      case tables::kFoldPlace: place(c); break;
      default:  // kFoldDrop; pool entries hold no others
        break;
    }
  }

  // Which of the three alphabets a character may be of, by its block: sets too many bits, never too few.
  static unsigned alphabets_of(char32_t c) {
    if (c < 0x80) return (c | 0x20) - U'a' < 26 ? kMaybeLatin : 0;
    if (c - 0x400 < 0x130) return kMaybeCyrillic;
    if (c - 0x370 < 0x90) return kMaybeGreek;
    // Their extensions, and what lies between those.
    if (c - 0x1C80 < 0x380 || c - 0xA640 < 0x530) return kMaybeLatin | kMaybeGreek | kMaybeCyrillic;
    return kMaybeLatin;
  }

  void write(char32_t c) {
    if (size_ + 4 > kTextLimit) return;  // cannot happen within kMaxCodePoints
    if (c < 0x80) {
      out_.text[size_++] = static_cast<char>(c);
      return;
    }
    out_.non_ascii = true;
    size_ += static_cast<std::size_t>(encode(c, out_.text + size_));
  }

  void starter(char32_t c) {
    if (run_size_ != 0) flush_marks();
    alphabets_ |= alphabets_of(c);
    starter_ = c;
    starter_at_ = size_;
    write(c);
  }

  void space() {
    if (run_size_ != 0) flush_marks();
    starter_ = ' ';
    starter_at_ = size_;
    if (size_ > 0 && out_.text[size_ - 1] != ' ') write(' ');
  }

  void replace_starter(char32_t c) {
    size_ = starter_at_;
    starter_ = c;
    write(c);
  }

  void place(char32_t c) {
    if (c == kMiddleDot) {
      // ŀ is l and · under NFKD, and Catalan types l·l: both are l.
      if (starter_ != 'l' || run_size_ != 0) starter(c);
      return;
    }
    const std::uint8_t combining = combining_class(c);
    if (combining == 0) {
      const char32_t syllable = run_size_ == 0 ? compose_hangul(starter_, c) : 0;
      if (syllable != 0) {
        replace_starter(syllable);
      } else {
        starter(c);
      }
      return;
    }
    if (run_size_ == kMaxRun) flush_marks();  // cannot happen within kMaxCodePoints
    run_[run_size_++] = {c, combining};
  }

  // A mark that is dropped still tells which letter this was.
  void see_mark(char32_t mark) {
    if (starter_ - U'a' >= 26) return;
    for (std::size_t i = 0; i < tables::alternative_pair_count; ++i) {
      const tables::AlternativePair& pair = tables::alternative_pairs[i];
      if (pair.mark == mark && static_cast<char32_t>(pair.base) == starter_) {
        set_alternative(pair.code);
        return;
      }
    }
  }

  // Several marks on one letter may each give a code; the lowest wins, whatever their order.
  void set_alternative(std::uint8_t code) {
    if (starter_at_ >= size_) return;
    if (alt_filled_ <= starter_at_) {
      std::memset(out_.alt + alt_filled_, 0, starter_at_ + 1 - alt_filled_);
      alt_filled_ = starter_at_ + 1;
    }
    std::uint8_t& place = out_.alt[starter_at_];
    if (place == 0 || code < place) place = code;
    out_.has_alt = true;
  }

  void flush_marks() {
    if (run_size_ == 0) return;
    order_marks(run_, run_size_);
    std::size_t i = 0;
    while (i < run_size_ && run_[i].combining < kVoicingClass) ++i;
    std::size_t joined = SIZE_MAX;
    if (i < run_size_ && run_[i].combining == kVoicingClass) {
      if (const char32_t voiced = compose(starter_, run_[i].c)) {
        replace_starter(voiced);
        joined = i;
      }
    }
    for (i = 0; i < run_size_; ++i) {
      if (i != joined) write(run_[i].c == kIotaBelow ? kIota : run_[i].c);
    }
    run_size_ = 0;
  }

  static bool mixes_scripts(std::string_view text) {
    unsigned seen = 0;
    for (std::size_t at = 0; at < text.size();) {
      const char32_t c = decode(text.data(), at);
      const tables::Properties& row = tables::properties(c);
      if (!(row.flags & 1)) {
        seen = 0;
        continue;
      }
      seen |= 1u << row.script;
      const unsigned alphabets =
          seen & ((1u << static_cast<int>(Script::latin)) | (1u << static_cast<int>(Script::greek)) |
                  (1u << static_cast<int>(Script::cyrillic)));
      if (alphabets & (alphabets - 1)) return true;
    }
    return false;
  }

  Folded& out_;
  std::size_t size_ = 0;
  char32_t starter_ = 0;  // last character written that is no mark
  std::size_t starter_at_ = 0;
  std::size_t alt_filled_ = 0;
  static constexpr unsigned kMaybeLatin = 1, kMaybeGreek = 2, kMaybeCyrillic = 4;
  unsigned alphabets_ = 0;
  std::size_t run_size_ = 0;
  ClassedChar run_[kMaxRun];  // marks that stay, behind the starter
};

}  // namespace

const char* const kUnicodeVersion = tables::unicode_version;

const Alternative& alternative(std::uint8_t code) {
  return tables::alternative_rows[code < tables::alternative_count ? code : 0];
}

void fold(std::string_view raw, Folded& out) {
  out.non_ascii = out.has_alt = out.mixed_scripts = false;
  const std::size_t size = raw.size() <= kTextLimit ? fold_ascii(raw, true, out.text) : SIZE_MAX;
  out.ascii_source = size != SIZE_MAX;
  if (out.ascii_source) {
    out.size = static_cast<std::uint32_t>(size);
    std::memset(out.text + out.size, 0, kFoldCapacity - kTextLimit);
    return;
  }
  Folder folder(out);
  for (std::size_t at = 0; at < raw.size();) {
    const auto lead = static_cast<unsigned char>(raw[at]);
    if (lead < 0x80) {
      const std::size_t taken = folder.plain(raw.data() + at, raw.size() - at);
      if (taken == 0) folder.ascii(lead);
      at += taken + (taken == 0);
    } else {
      folder.other(decode(raw.data(), at));
    }
  }
  folder.finish();
}

Script script_of(char32_t c) { return static_cast<Script>(tables::properties(c).script); }

bool is_letter(char32_t c) { return tables::properties(c).flags & 1; }

}  // namespace ablmatch
