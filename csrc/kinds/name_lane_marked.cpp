// Scans names that are not ASCII, and tells whether a plain name may be near one.
#include "name_lane_marked.hpp"

#include <cstring>

#include "../guards.hpp"
#include "../tables/spoken_words.hpp"
#include "name_romanization.hpp"
#include "name_tokens.hpp"

namespace ablmatch {

namespace {

// Names of more words may be said twice over, or hold words that join others.
constexpr int kMostCyrillicWords = 3;

void mark(Scan& scan, NameScript script) { scan.text[sizeof scan.text - 1] = static_cast<char>(script); }

// Lower-case Cyrillic letters, two bytes each: U+0430 to U+045F.
bool is_cyrillic_letter(const char* text) {
  const auto first = static_cast<unsigned char>(text[0]), second = static_cast<unsigned char>(text[1]);
  return first == 0xD0 ? second >= 0xB0 : first == 0xD1 && second < 0xA0;
}

bool scan_cyrillic(std::string_view folded, Scan& out) {
  if (folded.size() > kMaxLaneSize || token_shapes_registered()) return false;
  std::uint64_t spaces = 0;
  for (std::size_t k = 0; k < folded.size();) {
    if (folded[k] == ' ') {
      spaces |= std::uint64_t{1} << k++;
    } else {
      if (k + 1 == folded.size() || !is_cyrillic_letter(folded.data() + k)) return false;
      k += 2;
    }
  }
  std::memset(out.text, 0, sizeof out.text);
  std::memcpy(out.text, folded.data(), folded.size());
  out.size = static_cast<std::uint32_t>(folded.size());
  out.digits = {};
  out.spaces = {{spaces, 0}};
  out.letters = {{~std::uint64_t{0} >> (64 - folded.size()) & ~spaces, 0}};
  mark(out, NameScript::cyrillic);
  return true;
}

// Words that reading does nothing with.
bool is_name_only(const NameToken& token) {
  constexpr std::uint32_t kNames = kGivenName | kSurname | kMaleName | kFemaleName;
  const NameWord* row = token.row;
  if (row != nullptr && ((row->flags & ~kNames) | row->phrases | row->generation | row->ordinal) != 0) return false;
  return token.letters > 1 && kSpokenWords.find(token.view()) == nullptr;
}

}  // namespace

bool scan_marked_name(std::string_view raw, Scan& out) {
  if (raw.empty() || raw.size() > kScanCapacity) return false;
  for (const char c : raw) {
    const auto byte = static_cast<unsigned char>(c);
    // Latin and Cyrillic letters and typographic signs begin with these; most other text is turned away unread.
    if (byte >= 0xC0 && byte != 0xE1 && byte != 0xE2 && byte != 0xD0 && byte != 0xD1 && byte > 0xCD) return false;
  }
  if (guard_raw(raw) != Guard::pass) return false;
  Folded folded;
  fold(raw, folded);
  if (folded.size == 0 || folded.mixed_scripts) return false;
  if (folded.non_ascii) return !folded.has_alt && scan_cyrillic(folded.view(), out);
  if (!scan(folded.view(), out)) return false;
  if (!folded.has_alt) return true;
  // Scanning folds nothing more: a byte of the scan has the code of the same byte of the folded text.
  if (folded.size > kMaxLaneSize || out.size != folded.size) return false;
  std::memcpy(out.text + kScanCapacity, folded.alt, folded.size);
  mark(out, NameScript::alternatives);
  return true;
}

std::uint32_t beginnings(const Scan& scan, const LaneWord* words, int count) {
  const bool marked = script_of_scan(scan) == NameScript::alternatives;
  std::uint32_t letters = 0;
  for (int k = 0; k < count; ++k) {
    letters |= 1u << (*words[k].text & 31);
    std::uint8_t code = marked ? alternatives_of_scan(scan)[words[k].from] : std::uint8_t{0};
    for (bool more = code != 0; more; ++code) {
      const std::string_view other = alternative(code).other;
      more = alternative(code).more;
      // A letter that may be left out: any other may begin the word.
      letters |= other.empty() ? ~std::uint32_t{0} : 1u << (other[0] & 31);
    }
  }
  return letters;
}

bool read_cyrillic_name(const Scan& scan, NameForm& form) {
  clear_name(form);
  form.folded = scan.view();
  form.filler = form.corrected = form.two_answers = form.mixed_scripts = false;
  for (std::uint64_t rest = scan.letters.at[0]; rest != 0;) {
    if (form.count == kMostCyrillicWords) return false;
    const int from = std::countr_zero(rest), size = std::countr_one(rest >> from);
    rest &= rest + (std::uint64_t{1} << from);
    NameToken& token = form.at[form.count] =
        make_name_token({scan.text + from, static_cast<std::size_t>(size)}, nullptr, 0);
    if (!is_name_only(token)) return false;
    add_latin(form, token, form.latin[form.count]);
    ++form.count;
  }
  return true;
}

bool may_be_near_cyrillic(const LaneWord* said, int said_count, const NameForm& stored) {
  // Neighbours that are run together agree only where their first words begin with one sound.
  LaneWord words[kMostCyrillicWords];
  char begins[kMaxRawTokens];
  for (int s = 0; s < said_count; ++s) begins[s] = roman_beginning({said[s].text, said[s].size});
  for (int t = 0; t < stored.count; ++t) {
    const NameToken* const latin = stored.at[t].latin;
    if (latin == nullptr || latin->size > kMaxLaneSize) return true;
    for (const char c : latin->view())
      if (c < 'a' || c > 'z') return true;
    const char begin = roman_beginning(latin->view());
    for (int s = 0; s < said_count; ++s)
      if (begins[s] == begin) return true;
    read_lane_word(latin->text, latin->size, words[t]);
  }
  return any_may_agree(said, said_count, words, stored.count);
}

}  // namespace ablmatch
