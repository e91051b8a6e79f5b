// Dictated addresses as most callers say them, for the fast lane: read once, each word against the stored address.
//
// A word stands for itself, for a sign or for figures, and only one way to take it is tried. Where that is the stored
// address the answer is that of score_spoken, which tries all ways and sees whatever is not taken here.
#include "../tables/email_tables.hpp"
#include "../tables/spoken_word.hpp"
#include "email_lane.hpp"
#include "email_lane_speech.hpp"
#include "kind.hpp"

namespace ablmatch {

namespace {

// The arcs of email_lane_spoken.cpp that are taken first, and the conditions of read_speech and find_joined_words for the
// words that are known here.
class Dictation {
 public:
  Dictation(const Scan& said, const PlainAddress& stored)
      : said_(said), stored_(stored), end_(static_cast<std::uint32_t>(said.size)) {}

  std::int16_t score(const LeadIn& lead_in) {
    // Most of what is another address begins with another letter.
    if (said_.text[lead_in.size] != stored_.text[0]) return kUndecided;
    drop_mark();
    drop_closer();
    Word words[3];
    Word *before = words, *here = words + 1, *next = words + 2;
    read_word(static_cast<std::uint32_t>(lead_in.size), *here);
    for (int count = 1;; ++count) {
      read_word(here->next, *next);
      if (count == 1 && !may_start(*here, *next, lead_in.filler)) return kUndecided;
      resume_ = 0;
      if (count > kMost || !take(*before, *here, *next)) return kUndecided;
      if (next->end == 0) return count >= kFewest && !may_close(*before, *here) ? answer() : kUndecided;
      if (resume_ != 0) {
        read_word(resume_, *next);
        if (next->end == 0) return kUndecided;
      }
      Word* const free = before;
      before = here;
      here = next;
      next = free;
    }
  }

 private:
  static constexpr int kMost = 50;  // all of them fit in Speech
  static constexpr int kFewest = 4;  // fewer may be all closing phrase

  struct Word {
    std::string_view text;
    std::uint32_t end = 0, next = 0;  // where it ends and the next one begins; 0: there is none
    SpeechType type = SpeechType::symbol;
    bool spaced = false;
    const EmailLaneWord* row = nullptr;

    bool has(unsigned flags) const { return row != nullptr && (row->flags & flags) != 0; }
    bool has_role(LaneRole role) const { return row != nullptr && row->role == role; }
    bool is_letter() const { return type == SpeechType::letter; }
    bool is(char c) const { return type == SpeechType::symbol && end != 0 && text[0] == c; }
    bool is_word() const { return type == SpeechType::word || type == SpeechType::letter; }
    bool is_number() const { return row != nullptr && row->role >= LaneRole::unit && row->role <= LaneRole::compound; }
    // May it be a whole word of the name?
    bool may_be_whole() const { return type == SpeechType::word && !has_role(LaneRole::sign) && !is_number(); }
  };

  void read_word(std::uint32_t at, Word& word) const {
    word.text = {};
    word.end = word.next = 0;
    word.spaced = false;
    word.type = SpeechType::symbol;
    word.row = nullptr;
    if (at >= end_) return;
    const char first = said_.text[at];
    word.spaced = at > 0 && said_.text[at - 1] == ' ';
    std::uint32_t end = at + 1;
    if (first >= 'a' && first <= 'z') {
      end = static_cast<std::uint32_t>(Scan::end_of_run(said_.letters, at));
      word.type = end == at + 1 ? SpeechType::letter : SpeechType::word;
      if (end > at + 1) word.row = find_email_lane_word(said_.text + at, end - at);
    } else if (first >= '0' && first <= '9') {
      end = static_cast<std::uint32_t>(Scan::end_of_run(said_.digits, at));
      word.type = SpeechType::number;
    }
    word.text = {said_.text + at, end - at};
    word.end = end;
    word.next = said_.text[end] == ' ' ? end + 1 : end;
  }
  Word word_at(std::uint32_t at) const {
    Word word;
    read_word(at, word);
    return word;
  }

  // A full stop or a comma at the end says nothing.
  void drop_mark() {
    const char last = said_.text[end_ - 1];
    if (end_ > 1 && (last == '.' || last == ',')) --end_;
  }
  // "thanks", with a mark before it.
  void drop_closer() {
    for (const std::string_view words :
         {" thank you", " that's it", " that's all", " por favor", " dank u", " dank je"})
      if (std::string_view{said_.text, end_}.ends_with(words)) {
        end_ -= static_cast<std::uint32_t>(words.size());
        return drop_mark();
      }
    const std::size_t space = std::string_view{said_.text, end_}.rfind(' ');
    if (space == std::string_view::npos || space == 0) return;
    const Word last = word_at(static_cast<std::uint32_t>(space) + 1);
    if (last.end != end_ || !last.has(kLaneCloses) || last.text == "plait" || last.text == "favor") return;
    end_ = static_cast<std::uint32_t>(space);
    drop_mark();
  }
  static bool may_close(const Word& before, const Word& last) {
    return last.has(kLaneCloses) || last.text == "all" || last.text == "sure" || last.text == "out" ||
           before.text == "thank" || before.text == "dank";
  }
  bool may_start(const Word& first, const Word& next, bool filler) const {
    switch (first.type) {
      case SpeechType::word:
        return !first.has(kLaneStarts) && first.text != "le" &&
               !(filler && first.row != nullptr && first.row->languages != 0);
      case SpeechType::number: return !filler;
      case SpeechType::letter:
        return std::string_view("acij").find(first.text[0]) == std::string_view::npos || may_follow_start(first, next);
      default: return false;
    }
  }

  // Behind a letter that may begin an introduction: i am, a e.
  bool may_follow_start(const Word& first, const Word& next) const {
    const Word behind = next.type == SpeechType::symbol && next.end != 0 ? word_at(next.next) : next;
    const char c = first.text[0];
    if (behind.is_letter()) return behind.text[0] != (c == 'i' ? 'm' : c == 'a' ? 'e' : ' ');
    return behind.type == SpeechType::word && behind.row == nullptr;
  }

  bool take(const Word& before, Word& here, const Word& next) {
    if (here.type == SpeechType::symbol) return take_symbol(before, here, next);
    if (here.row == nullptr) {
      if (here.type == SpeechType::word && here.text.size() >= kShortestNumber && holds_large_stem(here.text))
        return false;
      if (!signed_) note_whole(before, here);
      if (here.is_letter() && !take_phrases(here, next, kEmailLaneSeconds[here.text[0] - 'a'])) return false;
      return here.end <= covered_ || write(here.text);
    }
    if (here.text.size() > kEmailLaneSeen || !allows(before, here, next)) return false;
    const EmailLaneWord& row = *here.row;
    if (row.role == LaneRole::at) return take_sign(here, next);
    // "double seven" is no word.
    if (!signed_ && !(row.role == LaneRole::multiplier && next.has_role(LaneRole::unit))) note_whole(before, here);
    if (!take_phrases(here, next, row.seconds)) return false;
    // A number goes on behind a hyphen, and behind these words for and.
    if (here.is_number() && (next.is('-') || next.text == "y" || next.text == "e")) return take_joined(here, next);
    if (here.end <= covered_) {
      // "forty one word": the unit is none.
      if (before.has_role(LaneRole::tens) && row.role == LaneRole::unit) return false;
      return row.role == LaneRole::plain || row.role == LaneRole::sign || here.is_number();
    }
    switch (row.role) {
      case LaneRole::plain: return write(here.text) || (row.letter != 0 && take_letter(before, here, next));
      case LaneRole::sign: return write(static_cast<char>(row.value));
      case LaneRole::unit: return write(static_cast<char>('0' + row.value));
      case LaneRole::tens:
        if (!write(static_cast<char>('0' + row.value / 10))) return false;
        if (!next.has_role(LaneRole::unit)) return write('0');
        // The unit writes the second figure.
        return next.row->value > 0 && (row.languages & next.row->languages & ~unsigned{kGerman | kDutch}) != 0;
      case LaneRole::teen:
      case LaneRole::compound:
        return write(static_cast<char>('0' + row.value / 10)) && write(static_cast<char>('0' + row.value % 10));
      case LaneRole::phrase: return take_written(here);
      case LaneRole::oh:
        return here.spaced && (next.spaced || next.type == SpeechType::symbol) &&
               (write('o') || (row.languages & kEnglish && write('0')));
      case LaneRole::multiplier: return take_repeated(here, next);
      default: return false;
    }
  }

  // "oitenta e seis", "vingt-trois": the unit writes the second figure.
  bool take_joined(const Word& here, const Word& next) {
    if (here.end <= covered_ || !here.has_role(LaneRole::tens)) return false;
    const Word unit = word_at(next.next);
    unsigned languages = here.row->languages & ~unsigned{kGerman | kDutch};
    if (next.text == "y") languages &= kSpanish;
    if (next.text == "e") languages &= kPortuguese | kItalian;
    if (!unit.has_role(LaneRole::unit) || unit.row->value == 0 || (unit.row->languages & languages) == 0) return false;
    if (next.is_letter() && (kEmailLaneSeconds[next.text[0] - 'a'] >> (unit.text[0] - 'a') & 1) != 0) return false;
    resume_ = next.next;
    return write(static_cast<char>('0' + here.row->value / 10));
  }

  // The name of a letter beside a letter: "w a double u", "s m i tee h".
  bool take_letter(const Word& before, Word& here, const Word& next) {
    if (here.has(kLaneConnector)) return false;
    if (!before.is_letter() || here.has(kLaneCommon)) {
      const Word behind = next.is_letter() ? word_at(next.next) : next;
      if (!next.is_letter() || behind.has(kLaneConnector)) return false;
    }
    return write(here.row->letter);
  }

  // "double seven", "double l"
  bool take_repeated(Word& here, const Word& next) {
    if (!next.is_letter() && !next.has_role(LaneRole::unit)) return false;
    const Word behind = word_at(next.next);
    if (next.is_letter()) {
      if (next.text[0] == 'u' || behind.type == SpeechType::symbol || behind.has(kLaneConnector)) return false;
    } else if (behind.is('-') || behind.text == "y" || behind.text == "e") {
      return false;
    }
    const std::uint32_t seconds = next.is_letter() ? kEmailLaneSeconds[next.text[0] - 'a'] : next.row->seconds;
    const std::uint32_t covered = covered_;
    if (!take_phrases(next, behind, seconds) || covered_ != covered) return false;
    const char c = next.is_letter() ? next.text[0] : static_cast<char>('0' + next.row->value);
    for (int k = 0; k < here.row->value; ++k)
      if (!write(c)) return false;
    resume_ = next.next;
    here = next;
    return true;
  }

  // Written, or silent in "j-a-n-e" and "j. a." and where a comma or a full stop ends something.
  bool take_symbol(const Word& before, const Word& here, const Word& next) {
    const char c = here.text[0];
    if (c != '.' && c != '-' && c != '_' && c != ',') return false;
    if (c != ',' && next.end != 0 && write(c)) return true;
    const bool between_letters = before.is_letter() && next.is_letter();
    return c == ',' || (c == '.' && next.spaced && !here.spaced) || (c != '_' && between_letters);
  }

  // May the word stand there, as read_speech sees it?
  bool allows(const Word& before, const Word& here, const Word& next) const {
    if (here.has(kLaneConnector) && !signed_) return false;
    if (!here.has(kLaneLabel | kLaneMe | kLaneIt | kLaneTells)) return true;
    if (here.has(kLaneMe) && (next.text == "at" || next.text == "on")) return false;
    if (here.has(kLaneIt) && next.text == "to") return false;
    if (here.has(kLaneTells) && (before.is_letter() || next.is_letter())) return false;
    return !here.has(kLaneLabel) || next.end == 0 ||
           (!next.is_letter() && (next.row == nullptr || next.has_role(LaneRole::sign) || next.has_role(LaneRole::at) ||
                                  next.has_role(LaneRole::phrase)));
  }

  // Two words with a space between them, for janedoe.
  void note_whole(const Word& before, const Word& here) {
    const bool whole = here.may_be_whole();
    joined_ |= whole && before.may_be_whole();
    unsure_ |= here.is_letter() || (here.row != nullptr && (whole || here.row->letter != 0));
  }

  // Eight bytes behind `text` may be read.
  bool write(std::string_view text) {
    const auto size = static_cast<std::uint32_t>(text.size());
    if (size > stored_.size - place_ || !starts_with(stored_.text + place_, text.data(), size)) return false;
    place_ += size;
    return true;
  }
  // Text of a table, behind which nothing may be read.
  bool write_all(std::string_view text) {
    for (const char c : text)
      if (!write(c)) return false;
    return true;
  }
  bool write(char c) {
    const bool found = place_ < stored_.size && stored_.text[place_] == c;
    place_ += found;
    return found;
  }

  // "at", "at the rate".
  bool take_sign(const Word& here, const Word& next) {
    if (signed_ || place_ != stored_.at || here.has(kLaneConnector)) return false;
    signed_ = true;
    ++place_;
    return take_phrases(here, next, here.row->seconds);
  }

  // Is every phrase that begins here one that is understood?
  bool take_phrases(const Word& here, const Word& next, std::uint32_t seconds) {
    if (seconds != 0 && next.is('-')) {
      // "j-o-h-n": phrases may hold hyphens.
      const Word behind = word_at(next.next);
      return behind.is_word() && (seconds >> (behind.text[0] - 'a') & 1) == 0;
    }
    if (seconds == 0 || !next.is_word() || (seconds >> (next.text[0] - 'a') & 1) == 0) return true;
    const EmailPhrase* phrase = kEmailPhrases.find(here.text);
    if (phrase == nullptr) return !here.has_role(LaneRole::at);
    std::uint32_t next_at = here.next;
    for (int words = 2; words <= phrase->longest; ++words) {
      const Word more = word_at(next_at);
      if (more.type == SpeechType::symbol) return !more.is('-') && !more.is('\'');
      if (!more.spaced) return false;
      next_at = more.next;
      phrase = kEmailPhrases.find({here.text.data(), more.end - (here.end - here.text.size())});
      if (phrase == nullptr) return true;
      if (!allows_phrase(*phrase, here, more)) return false;
    }
    return true;
  }
  bool allows_phrase(const EmailPhrase& phrase, const Word& here, const Word& last) {
    if (phrase.type == EmailPhraseType::none || phrase.type == EmailPhraseType::weak_at) return true;
    if (phrase.type == EmailPhraseType::at && here.has_role(LaneRole::at)) {
      resume_ = last.next;
      return true;
    }
    if (signed_) return phrase.type == EmailPhraseType::text;
    if (phrase.type == EmailPhraseType::drop) one_word_ = true;
    else if (phrase.type != EmailPhraseType::text || covered_ >= here.end || !write_all(phrase.written)) return false;
    covered_ = last.end;
    return true;
  }

  // "dotcom".
  bool take_written(const Word& here) {
    const EmailPhrase* const phrase = kEmailPhrases.find(here.text);
    return signed_ && phrase != nullptr && phrase->type == EmailPhraseType::text && phrase->longest == 1 &&
           write_all(phrase->written);
  }

  std::int16_t answer() const {
    if (!signed_ || place_ != stored_.size) return kUndecided;
    if (!joined_ || one_word_) return 98;
    return unsure_ ? kUndecided : std::int16_t{95};
  }

  const Scan& said_;
  const PlainAddress& stored_;
  std::uint32_t end_;  // of what is read
  std::uint32_t place_ = 0;  // in the stored address
  std::uint32_t resume_ = 0;  // where to go on behind a sign of more words
  std::uint32_t covered_ = 0;  // where the phrase ends that what was taken last stands in
  bool signed_ = false;  // the sign was said
  bool one_word_ = false;  // "all one word" was said
  bool joined_ = false;  // two words that may be whole ones stand side by side before the sign
  bool unsure_ = false;  // letters, or words that may be letters, stand before it
};

}  // namespace

std::int16_t score_dictated(const Scan& said, const LeadIn& lead_in, const PlainAddress& stored) {
  return Dictation(said, stored).score(lead_in);
}

}  // namespace ablmatch
