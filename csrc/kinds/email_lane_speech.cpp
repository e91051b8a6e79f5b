// The words of a spoken e-mail address in the fast lane, and what stands round them.
#include "email_lane_speech.hpp"

#include <array>
#include <iterator>

#include "../tables/email_tables.hpp"
#include "../tables/spoken_word.hpp"

namespace ablmatch {

namespace {

// What introduces an answer, to the last word that cleaning drops, by its first letter; fillers may stand before.
constexpr std::string_view kFillers[] = {"uh ", "um ", "er ", "erm "};
constexpr std::string_view kLeadIns[] = {"c'est ",
                                         "das ist ",
                                         "it's ",
                                         "it is ",
                                         "its ",
                                         "la mia email e ",
                                         "my email is ",
                                         "my email address is ",
                                         "my e-mail is ",
                                         "my e-mail address is ",
                                         "mi correo es ",
                                         "mi correo electronico es ",
                                         "mon adresse est ",
                                         "mon email est ",
                                         "meine e-mail ist ",
                                         "mein email ist ",
                                         "meu email e ",
                                         "mijn e-mail is ",
                                         "sure it's ",
                                         "the email is ",
                                         "the email address is ",
                                         "yes it's "};

// The first lead-in of each letter; the next letter's is behind its last.
constexpr std::array<std::uint8_t, 129> kFirstLeadIn = [] {
  std::array<std::uint8_t, 129> first{};
  std::uint8_t at = 0;
  for (std::size_t c = 0; c < first.size(); ++c) {
    while (at < std::size(kLeadIns) && static_cast<std::size_t>(kLeadIns[at][0]) < c) ++at;
    first[c] = at;
  }
  return first;
}();

}  // namespace

LeadIn find_lead_in(std::string_view text) {
  std::size_t begin = 0;
  bool filler = false;
  if (text[0] == 'u' || text[0] == 'e')
    for (const std::string_view words : kFillers)
      if (text.starts_with(words)) {
        begin = words.size();
        filler = true;
        break;
      }
  const std::string_view rest = text.substr(begin);
  const auto letter = static_cast<unsigned char>(rest[0]);
  for (std::size_t k = kFirstLeadIn[letter]; k < kFirstLeadIn[letter + 1u]; ++k)
    if (rest.starts_with(kLeadIns[k])) return {begin + kLeadIns[k].size(), filler};
  return {begin, filler};
}

namespace {

class Reader {
 public:
  Reader(const Scan& said, Speech& out) : said_(said), out_(out) {}

  bool read(const LeadIn& lead_in) {
    if (!split(lead_in.size) || !cut_closer() || !may_start(lead_in.filler)) return false;
    out_.phrase_count = 0;
    out_.one_word = false;
    out_.sign = -1;
    out_.literal = true;
    out_.figures = out_.tagged = false;
    for (int at = 0; at < out_.count;) {
      int next = at + 1;
      if (!take(at, next)) return false;
      at = next;
    }
    return out_.sign > 0 && out_.behind_sign < out_.count;
  }

 private:
  const SpeechWord& word(int at) const { return out_.at[at]; }
  bool in_bounds(int at) const { return at >= 0 && at < out_.count; }

  bool split(std::size_t begin) {
    out_.count = 0;
    out_.long_words = 0;
    out_.connected = false;
    bool spaced = false;
    for (std::size_t at = begin; at < said_.size;) {
      const char first = said_.text[at];
      if (first == ' ') {
        spaced = true;
        ++at;
        continue;
      }
      if (out_.count == kMaxSpeechWords) return false;
      SpeechWord& found = out_.at[out_.count++];
      std::size_t end = at + 1;
      found.text = said_.text + at;
      found.row = nullptr;
      found.spaced = spaced && out_.count > 1;
      if (first >= 'a' && first <= 'z') {
        end = Scan::end_of_run(said_.letters, at);
        found.type = end == at + 1 ? SpeechType::letter : SpeechType::word;
        if (end > at + 1) found.row = find_email_lane_word(found.text, end - at);
        // By its ends it may be such a word: whether it is one the whole reading knows.
        if (found.row != nullptr && end - at > kEmailLaneSeen) return false;
        out_.connected |= found.has(kLaneConnector);
        const bool may_be_number = (end - at >= kShortestNumber) & (found.row == nullptr);
        out_.long_words |= std::uint64_t{may_be_number} << (out_.count - 1);
      } else if (first >= '0' && first <= '9') {
        end = Scan::end_of_run(said_.digits, at);
        found.type = SpeechType::number;
      } else {
        if (first != '.' && first != '-' && first != '_' && first != ',' && first != '+' && first != '\'') return false;
        found.type = SpeechType::symbol;
      }
      found.size = static_cast<std::uint8_t>(end - at);
      spaced = false;
      at = end;
    }
    return out_.count > 2;
  }

  // "thanks", "por favor", "that's it": one closing phrase goes; what might be another is left to the whole reading.
  bool cut_closer() {
    for (int turn = 0;; ++turn) {
      int last = out_.count - 1;
      while (last > 2 && (word(last).is_symbol('.') || word(last).is_symbol(','))) --last;
      if (last < 3) return false;
      const SpeechWord& closer = word(last);
      if (closer.is("sure") || closer.is("out")) return false;  // I'm sure, over and out
      int from = last + 1;
      if (closer.has(kLaneCloses)) {
        if (closer.is("plait")) return false;
        from = closer.is("favor") ? last - 1 : last;
        if (from < last && !word(from).is("por")) return false;
        if (word(from - 1).is("all") || word(from - 2).is_symbol('\'')) return false;
      } else if (closer.is("it") || closer.is("all")) {
        if (word(last - 1).is("s") && word(last - 2).is_symbol('\'') && word(last - 3).is("that")) from = last - 3;
      } else if ((closer.is("you") && word(last - 1).is("thank")) ||
                 ((closer.is("u") || closer.is("je")) && word(last - 1).is("dank"))) {
        from = last - 1;
      }
      if (from > last) return true;
      if (turn > 0) return false;
      out_.count = from;
    }
  }

  // The first word must begin no phrase that introduces an answer.
  bool may_start(bool filler) const {
    const SpeechWord& first = word(0);
    if (first.type == SpeechType::symbol) return false;
    // "um" is Portuguese one as well, and o may be zero.
    if (filler &&
        (first.type == SpeechType::number || first.is("o") || (first.row != nullptr && first.row->languages != 0)))
      return false;
    if (first.type == SpeechType::word) return !first.has(kLaneStarts) && !first.is("le");  // c'est le …
    if (!first.is_letter()) return true;
    const char c = *first.text;
    if (c != 'a' && c != 'c' && c != 'i' && c != 'j') return true;
    int next = 1;
    while (in_bounds(next) && word(next).type == SpeechType::symbol) ++next;
    if (!in_bounds(next)) return false;
    // I'm, a e
    if (word(next).is_letter()) return *word(next).text != (c == 'i' ? 'm' : c == 'a' ? 'e' : ' ');
    const EmailLaneWord* const row = word(next).row;
    if (row == nullptr) return true;
    // "a baker", "j oh r g e", "a as in apple"
    return c != 'i' && (row->letter != 0 || behind_explained(out_, 0) > 0);
  }

  // Checks the word `at` and finds the phrases that begin there; `next`: behind the sign when it is one.
  bool take(int at, int& next) {
    const SpeechWord& here = word(at);
    std::uint32_t seconds = 0;
    switch (here.type) {
      case SpeechType::symbol: out_.tagged |= *here.text == '+'; return true;
      case SpeechType::number: note_figures(); return true;
      case SpeechType::letter:
        seconds = kEmailLaneSeconds[*here.text - 'a'];
        if (*here.text == 'o') note_figures();
        break;
      case SpeechType::word:
        if (here.row == nullptr) return true;
        if (!check(at)) return false;
        seconds = here.row->seconds;
        break;
    }
    if (seconds != 0) {
      int second = at + 1;
      while (in_bounds(second) && (word(second).is_symbol('-') || word(second).is_symbol('\''))) ++second;
      if (in_bounds(second) && word(second).is_word() && (seconds >> (*word(second).text - 'a') & 1))
        return find_phrases(at, next);
    }
    if (here.row == nullptr) return true;
    if (here.row->role == LaneRole::at) return take_sign(at, at + 1, next);
    if (here.row->role == LaneRole::phrase) return find_phrases(at, next);
    return true;
  }

  // Beside a number that is none in English; zero is one in many languages.
  bool is_portuguese_one(int at) const {
    const auto is_portuguese = [&](int k) {
      return in_bounds(k) && word(k).row && (word(k).row->languages & kPortuguese);
    };
    const auto is_number = [&](int k) {
      if (!is_portuguese(k)) return false;
      const EmailLaneWord& row = *word(k).row;
      return row.role >= LaneRole::unit && row.role <= LaneRole::compound && !(row.languages & kEnglish);
    };
    // "um zero dois", "um duplo nove"
    const bool leads_on =
        is_portuguese(at + 1) && (word(at + 1).has_role(LaneRole::unit) || word(at + 1).has_role(LaneRole::multiplier));
    return at > 0 && (is_number(at - 1) || is_number(at + 1) || (leads_on && is_number(at + 2))) &&
           is_certain_number(out_, at);
  }

  void note_figures() { out_.figures |= out_.sign < 0; }

  // "r like robert": nothing else is meant by it there. ("i like in" goes on.)
  bool explains_letter(int at) const {
    return word(at).is("like") && behind_explained(out_, at - 1) > at + 1 && !word(at + 1).is("in");
  }

  // "arthur dash little at …", "ray tipton": as names these words stand for themselves.
  bool is_name(int at) const {
    if (word(at).is("ray")) return at == 0 || !(word(at - 1).is("x") || word(at - 1).is_symbol('-'));
    if (!word(at).is("little") && !word(at).is("small") && !word(at).is("love")) return false;
    const bool apart = at == 0 || word(at - 1).has_role(LaneRole::sign) || word(at - 1).row == nullptr;
    return apart && in_bounds(at + 1) &&
           (word(at + 1).has_role(LaneRole::sign) || word(at + 1).has_role(LaneRole::at) ||
            word(at + 1).has_role(LaneRole::unit));
  }

  // A word that shows that a label before it names no answer ("hot mail dot com").
  static bool ends_label(const SpeechWord& word) {
    if (word.is_letter()) return false;
    return word.row == nullptr || word.row->role == LaneRole::sign || word.row->role == LaneRole::at ||
           word.row->role == LaneRole::phrase;
  }

  bool check(int at) {
    const EmailLaneWord& row = *word(at).row;
    const bool last = at + 1 == out_.count;
    if ((row.flags & kLaneLabel) && !last && !ends_label(word(at + 1))) return false;
    if ((row.flags & kLaneMe) && !last && (word(at + 1).is("at") || word(at + 1).is("on"))) return false;
    if ((row.flags & kLaneIt) && !last && word(at + 1).is("to")) return false;
    // "noventa e dois"
    const bool counted =
        at > 1 && row.role == LaneRole::unit && word(at - 1).is("e") && word(at - 2).has_role(LaneRole::tens);
    if ((row.flags & kLaneTells) &&
        ((at > 0 && word(at - 1).is_letter() && !counted) || (!last && word(at + 1).is_letter())))
      return false;
    switch (row.role) {
      case LaneRole::touchy:
        if (!explains_letter(at) && !is_name(at)) return false;
        break;
      case LaneRole::plain:
      case LaneRole::at:
      case LaneRole::conjunction: break;
      case LaneRole::sign: out_.tagged |= row.value == '+'; break;
      case LaneRole::phrase: out_.literal &= out_.sign >= 0; break;
      case LaneRole::weak:
        // "um" is a filler unless it is Portuguese one.
        if (word(at).is("um") && !is_portuguese_one(at)) return false;
        out_.literal &= out_.sign >= 0;
        note_figures();
        break;
      case LaneRole::multiplier:
        if (!last && word(at + 1).is("die")) return false;  // dreimal die sieben
        [[fallthrough]];
      default: out_.literal &= out_.sign >= 0; note_figures();
    }
    if (row.letter != 0) out_.literal &= out_.sign >= 0;
    return true;
  }

  bool take_sign(int at, int end, int& next) {
    if (out_.sign >= 0 || word(at).is_letter()) return false;
    out_.sign = at;
    out_.behind_sign = end;
    next = end;
    return true;
  }

  // Every phrase that begins at `at`, as the whole reading finds them.
  bool find_phrases(int at, int& next) {
    const SpeechWord& head = word(at);
    const EmailPhrase* row = kEmailPhrases.find(head.view());
    if (row == nullptr) return true;
    int sign_end = row->type == EmailPhraseType::at ? at + 1 : 0;
    if (!take_phrase(*row, at, at + 1)) return false;
    char key[kMaxEmailPhrase];
    std::size_t size = head.size;
    if (size > sizeof key) return true;
    std::memcpy(key, head.text, size);
    int behind = at + 1;
    for (int words = 2; words <= row->longest; ++words) {
      while (in_bounds(behind) && (word(behind).is_symbol('-') || word(behind).is_symbol('\''))) ++behind;
      if (!in_bounds(behind) || word(behind).type == SpeechType::symbol) break;
      const SpeechWord& more = word(behind++);
      if (size + 1 + more.size > sizeof key) break;
      key[size++] = ' ';
      std::memcpy(key + size, more.text, more.size);
      size += more.size;
      row = kEmailPhrases.find({key, size});
      if (row == nullptr) break;
      if (row->type == EmailPhraseType::at) sign_end = behind;
      if (!take_phrase(*row, at, behind)) return false;
    }
    return sign_end == 0 || take_sign(at, sign_end, next);
  }

  bool take_phrase(const EmailPhrase& phrase, int from, int to) {
    const auto add = [&](std::string_view text) {
      if (out_.phrase_count == kMaxSpeechPhrases) return false;
      out_.phrases[out_.phrase_count++] = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), text};
      return true;
    };
    switch (phrase.type) {
      case EmailPhraseType::text:
        out_.tagged |= phrase.written == "+";
        out_.literal &= phrase.written.size() == 1 || out_.sign >= 0;
        return add(phrase.written) && (phrase.other.empty() || add(phrase.other));
      case EmailPhraseType::drop: out_.one_word |= to - from > 1; return add({});
      case EmailPhraseType::label: return false;
      default: return true;
    }
  }

  const Scan& said_;
  Speech& out_;
};

}  // namespace

bool read_speech(const Scan& said, const LeadIn& lead_in, Speech& speech) { return Reader(said, speech).read(lead_in); }

}  // namespace ablmatch
