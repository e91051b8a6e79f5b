// Spaces between whole words of a spoken mailbox name, for the fast lane: "jane doe" for janedoe is worth less than "j doe".
//
// The whole reading counts a word as whole when the first of its arcs is the word itself. That hangs on runs of spelled
// letters, so that a word near letters is often unsure here.
#include "../tables/spoken_word.hpp"
#include "email_lane_speech.hpp"

namespace ablmatch {

namespace {

enum class Whole : std::uint8_t { no, yes, unsure };

class Words {
 public:
  explicit Words(const Speech& speech) : speech_(speech) {}

  JoinedWords joined() const {
    bool possible = false;
    Whole before = Whole::no;
    for (int at = 0; at < speech_.sign; ++at) {
      // Behind an apostrophe no run of letters begins (the s of that's).
      if (at > 0 && word(at - 1).is_symbol('\'') && !word(at).spaced && may_spell(at)) return JoinedWords::unsure;
      const Whole here = whole(at);
      if (at > 0 && word(at).spaced && before != Whole::no && here != Whole::no) {
        if (before == Whole::yes && here == Whole::yes) return JoinedWords::yes;
        possible = true;
      }
      before = here;
    }
    return possible ? JoinedWords::unsure : JoinedWords::no;
  }

 private:
  const SpeechWord& word(int at) const { return speech_.at[at]; }
  bool in_bounds(int at) const { return at >= 0 && at < speech_.count; }
  bool is_letter(int at) const { return in_bounds(at) && word(at).is_letter(); }
  bool is_connector(int at) const { return in_bounds(at) && word(at).has(kLaneConnector); }
  bool is_mark(int at) const {
    return in_bounds(at) &&
           (word(at).is_symbol('.') || word(at).is_symbol(',') || word(at).is_symbol('-') || word(at).is_symbol('\''));
  }
  bool is_number(int at) const {
    return in_bounds(at) &&
           (word(at).type == SpeechType::number || (word(at).row != nullptr && word(at).row->role >= LaneRole::unit &&
                                                    word(at).row->role <= LaneRole::multiplier));
  }
  // Could a letter be spelled here?
  bool may_spell(int at) const {
    return in_bounds(at) &&
           (word(at).is_letter() ||
            (word(at).row != nullptr && (word(at).row->letter != 0 || word(at).row->role == LaneRole::multiplier)));
  }

  Whole whole(int at) const {
    const SpeechWord& here = word(at);
    if (here.type != SpeechType::word || speech_.phrase_from(at)) return Whole::no;
    for (const int letter : {at - 1, at - 2, at - 3})
      if (speech_.connected && behind_explained(speech_, letter) > at) return whole_explaining(letter, at);
    if (here.row == nullptr) return certain_if(!may_be_spelled_behind(at));
    if (here.row->flags & kLaneConnector) return Whole::unsure;
    switch (here.row->role) {
      case LaneRole::sign:
      case LaneRole::unit:
      case LaneRole::teen:
      case LaneRole::tens:
      case LaneRole::compound: return Whole::no;
      case LaneRole::weak:
      case LaneRole::oh: return is_certain_number(speech_, at) ? Whole::no : Whole::unsure;
      case LaneRole::multiplier:
        // "r o double u e"
        if (here.is("double") && is_letter(at - 1) && *word(at - 1).text != 'w' && at + 1 < speech_.sign &&
            (word(at + 1).is("you") || word(at + 1).is("u")))
          return Whole::no;
        return is_number(at + 1) && !word(at + 1).has_role(LaneRole::multiplier) &&
                       !word(at + 1).has_role(LaneRole::conjunction)
                   ? Whole::no
                   : Whole::unsure;
      case LaneRole::hundred:
      case LaneRole::thousand: return multiplies(at) ? Whole::yes : Whole::unsure;
      case LaneRole::conjunction:
        if (!here.is("and")) return Whole::unsure;
        break;
      case LaneRole::plain: break;
      case LaneRole::touchy:
        if (!here.is("ray")) return Whole::unsure;
        break;
      default: return Whole::unsure;
    }
    if (here.row->letter != 0) return whole_letter_word(at);
    return certain_if(!may_be_spelled_behind(at));
  }

  // Are the letters behind an example the example itself, so that they say it again?
  bool may_spell_again(int at, int next) const {
    for (int k = 0; k < word(at).size; ++next) {
      if (is_mark(next)) continue;
      if (!is_letter(next)) return may_spell(next);
      if (*word(next).text != word(at).text[k++]) return false;
    }
    return true;
  }

  static Whole certain_if(bool holds) { return holds ? Whole::yes : Whole::unsure; }

  // "two hundred": the scale word behind a number has no reading of its own but itself.
  bool multiplies(int at) const {
    if (at == 0 || word(at - 1).row == nullptr) return false;
    const EmailLaneWord& head = *word(at - 1).row;
    return head.role >= LaneRole::unit && head.role <= LaneRole::compound && head.value > 0 &&
           (head.languages & kEnglish) && word(at).row->languages == kEnglish;
  }

  // A word of "n as in nancy": the letter stands at `letter`.
  Whole whole_explaining(int letter, int at) const {
    const int behind = behind_explained(speech_, letter);
    const bool in_run = is_letter(letter - 1) || is_letter(behind) || behind_explained(speech_, letter - 3) == letter ||
                        behind_explained(speech_, letter - 4) == letter;
    const bool number_behind = in_bounds(behind) && word(behind).has_role(LaneRole::multiplier);
    if (!in_run || is_connector(behind) || is_mark(behind) || number_behind) return Whole::unsure;
    const bool as_in = word(letter + 1).is("as");
    if (at + 1 < behind) return as_in ? Whole::no : certain_if(!is_number(letter - 1) && !is_number(at + 1));
    // The example itself.
    if (may_spell_again(at, behind)) return Whole::unsure;
    if (word(at).row == nullptr) return Whole::yes;
    if (word(at).row->role != LaneRole::plain) return Whole::unsure;
    if (word(at).row->letter == 0) return Whole::yes;
    return as_in || may_spell(behind) ? Whole::no : Whole::yes;
  }

  // In a run of letters it is one; by itself it is a word.
  Whole whole_letter_word(int at) const {
    int from = at, to = at + 1, strong = 0;
    while (may_spell(from - 1)) --from;
    while (may_spell(to)) ++to;
    if (is_mark(from - 1) && may_spell(from - 2)) return Whole::unsure;
    if (is_mark(to) && may_spell(to + 1)) return Whole::unsure;
    if (is_connector(from - 1) || is_connector(to)) return Whole::unsure;
    if (to == at + 1 && from == at) return Whole::yes;
    for (int k = from; k < to; ++k) {
      if (is_connector(k) || word(k).has_role(LaneRole::multiplier)) return Whole::unsure;
      strong += word(k).is_letter() || word(k).has(kLaneStrong);
    }
    if (word(from).has(kLaneCommon) || word(to - 1).has(kLaneCommon)) return Whole::unsure;
    // Two strong letters make a run, or three of any sort; a pair of others is none.
    return strong >= 2 || to - from >= 3 ? Whole::no : Whole::yes;
  }

  // "holloway, h o l l o w a y": about as many letters follow as the word has.
  bool may_be_spelled_behind(int at) const {
    int next = at + 1;
    while (is_mark(next)) ++next;
    int letters = 0;
    for (; may_spell(next) || is_mark(next); ++next) {
      if (is_mark(next)) continue;
      if (!word(next).is_letter()) return letters > 0 || whole_letter_word(next) != Whole::yes;
      ++letters;
    }
    if (is_connector(next)) return true;
    return letters > 0 && letters + 1 >= word(at).size && letters <= word(at).size + 1;
  }

  const Speech& speech_;
};

}  // namespace

JoinedWords find_joined_words(const Speech& speech) { return Words(speech).joined(); }

}  // namespace ablmatch
