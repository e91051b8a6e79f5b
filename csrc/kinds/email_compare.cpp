// Two e-mail addresses compared: what was heard against what is stored, by the ladder of identity-matching.md 1.4.
#include <algorithm>
#include <cstring>

#include "../fold.hpp"
#include "email.hpp"
#include "email_relations.hpp"

namespace ablmatch {

namespace {

using Mailbox = MailboxRelation;
using Domain = DomainRelation;

// How what was said was understood, beside how it relates to the stored address.
struct Heard {
  Mailbox mailbox = Mailbox::differs;
  Domain domain = Domain::missing;
  bool spoken = false;
  bool joined = false;        // a space inside the mailbox name went
  bool accent = false;        // a letter was said without its mark
  bool run_together = false;  // the whole address without its sign
  std::string_view said_mailbox, said_domain;
};

// The rung for a pair of relations.
int ladder_score(const Heard& heard) { return email_ladder(heard.mailbox, heard.domain); }

void add_mailbox_evidence(Mailbox relation, EvidenceSet& evidence) {
  switch (relation) {
    case Mailbox::equal: break;
    case Mailbox::provider: evidence.add(Evidence::provider_alias); break;
    case Mailbox::tag_one:
    case Mailbox::tag_two: evidence.add(Evidence::tag_ignored); break;
    case Mailbox::confusable: evidence.add(Evidence::confusable_letter); break;
    case Mailbox::slip: evidence.add(Evidence::mailbox_slip); break;
    case Mailbox::digit:
      evidence.add(Evidence::mailbox_slip);
      evidence.add(Evidence::figures_differ);
      break;
    case Mailbox::swapped: evidence.add(Evidence::parts_swapped); break;
    case Mailbox::lookalike: evidence.add(Evidence::lookalike); break;
    case Mailbox::differs: evidence.add(Evidence::mailbox_differs); break;
  }
}

void add_domain_evidence(Domain relation, EvidenceSet& evidence) {
  switch (relation) {
    case Domain::equal: break;
    case Domain::alias: evidence.add(Evidence::provider_alias); break;
    case Domain::bare_provider:
    case Domain::suffix_missing: evidence.add(Evidence::domain_suffix_missing); break;
    case Domain::missing: evidence.add(Evidence::domain_missing); break;
    case Domain::slip: evidence.add(Evidence::domain_slip); break;
    case Domain::lookalike: evidence.add(Evidence::lookalike); break;
    case Domain::suffix: evidence.add(Evidence::suffix_differs); break;
    case Domain::differs: evidence.add(Evidence::domain_differs); break;
  }
}

std::string_view word_for(Mailbox relation) {
  static constexpr std::string_view kWords[] = {
      "equal",    "provider_rule", "tag_missing", "tag_differs", "confusable_letter",
      "one_slip", "digit_differs", "swapped",     "lookalike",   "differs"};
  return kWords[static_cast<std::size_t>(relation)];
}

std::string_view word_for(Domain relation) {
  static constexpr std::string_view kWords[] = {"equal",          "same_provider",  "suffix_missing",
                                                "suffix_missing", "missing",        "one_slip",
                                                "lookalike",      "suffix_differs", "differs"};
  return kWords[static_cast<std::size_t>(relation)];
}

bool is_ascii_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// The stored address as it can be heard: letters without their marks, in Unicode, in up to two spellings.
class Audible {
 public:
  explicit Audible(const EmailForm& stored) : mailbox_(stored.mailbox()), domain_(stored.domain()) {
    marked_mailbox_ = !is_ascii_text(mailbox_);
    marked_domain_ = domain_.find("xn--") != std::string_view::npos;
    if (marked_mailbox_) hear(mailbox_, mailboxes_);
    if (marked_domain_) {
      char unicode[4 * kDomainCapacity];
      const std::size_t size = domain_to_unicode(domain_, unicode, sizeof unicode);
      if (size == SIZE_MAX) marked_domain_ = false;
      else hear({unicode, size}, domains_);
    }
  }

  bool marked_mailbox() const { return marked_mailbox_; }
  bool marked_domain() const { return marked_domain_; }
  std::string_view mailbox(int spelling) const { return marked_mailbox_ ? mailboxes_[spelling].view() : mailbox_; }
  std::string_view domain(int spelling) const { return marked_domain_ ? domains_[spelling].view() : domain_; }
  int mailbox_spellings() const { return marked_mailbox_ ? 2 : 1; }
  int domain_spellings() const { return marked_domain_ ? 2 : 1; }

 private:
  struct Spelling {
    char text[kAddressCapacity];
    std::size_t size = 0;
    std::string_view view() const { return {text, size}; }
    void add(std::string_view piece) {
      if (piece.size() > sizeof text - size) return;
      if (!piece.empty()) std::memcpy(text + size, piece.data(), piece.size());
      size += piece.size();
    }
  };

  static void hear(std::string_view text, Spelling (&spellings)[2]) {
    static thread_local Folded folded;
    fold(text, folded);
    spellings[0].add(folded.view());
    for (std::size_t k = 0; k < folded.size;) {
      const std::uint8_t code = folded.has_alt ? folded.alt[k] : std::uint8_t{0};
      if (code == 0) {
        spellings[1].add(folded.view().substr(k++, 1));
        continue;
      }
      spellings[1].add(alternative(code).other);
      k += std::max<std::size_t>(alternative(code).base.size(), 1);
    }
  }

  std::string_view mailbox_, domain_;
  bool marked_mailbox_, marked_domain_;
  Spelling mailboxes_[2], domains_[2];
};

int nearest(const Lattice& lattice, int from, int to, const Audible& stored, bool mailbox) {
  int best = 2;
  const int spellings = mailbox ? stored.mailbox_spellings() : stored.domain_spellings();
  for (int k = 0; k < spellings && best > 0; ++k)
    best = std::min(best, reading_distance(lattice, from, to, mailbox ? stored.mailbox(k) : stored.domain(k)));
  return best;
}

bool joins_words(const SpokenEmail& way, int from, int to) {
  for (int k = from + 1; k < to; ++k)
    if (way.joins[k]) return true;
  return false;
}

// The preferred reading of lexemes [from, to) as text; empty when there is none.
std::string_view read_text(const SpokenEmail& way, int from, int to, char* room, std::size_t capacity) {
  const std::size_t size = first_reading(way.lattice, from, to, room, capacity);
  return size == SIZE_MAX ? std::string_view{} : std::string_view(room, size);
}

class SpokenComparison {
 public:
  SpokenComparison(const EmailForm& said, const EmailForm& stored)
      : said_(said), stored_(stored), audible_(stored), provider_(find_provider(stored.domain())) {}

  Heard compare() { return said_.restated ? compare_restated() : compare_ways(); }

 private:
  // Both must be the stored address; where one letter of the first sounds like another, its spelling decides.
  Heard compare_restated() {
    const Heard first = best_of_way(said_.ways[0]), second = best_of_way(said_.ways[1]);
    const int first_score = ladder_score(first), second_score = ladder_score(second);
    if (second.mailbox == Mailbox::equal && second.domain == Domain::missing) return first;
    if (first.mailbox == Mailbox::equal && first.domain == Domain::missing) return second;
    if (first.mailbox == Mailbox::confusable && first.domain == Domain::equal && said_.ways[1].spelled) return second;
    return second_score < first_score ? second : first;
  }

  Heard best_of_way(const SpokenEmail& way) {
    for (int s = 0; s < way.split_count; ++s)
      if (Heard heard; is_equal(way, way.splits[s], heard)) return heard;
    return relate(way);
  }

  Heard compare_ways() {
    // A reading that uses every word decides, wherever it puts the sign.
    for (int w = 0; w < said_.way_count; ++w)
      for (int s = 0; s < said_.ways[w].split_count; ++s)
        if (Heard heard; is_equal(said_.ways[w], said_.ways[w].splits[s], heard)) return heard;
    Heard best;
    int best_score = -1;
    for (int w = 0; w < said_.way_count; ++w) {
      const Heard heard = relate(said_.ways[w]);
      const int score = ladder_score(heard);
      if (score <= best_score) continue;
      best_score = score;
      best = heard;
    }
    return best;
  }

  static int end_of(const SpokenEmail& way) { return way.lattice.nodes - 1; }

  void note_marks(const EmailSplit* split, Heard& heard) const {
    heard.accent = audible_.marked_mailbox() || audible_.marked_domain();
    // Typed with the sign itself, a letter without its mark is another letter.
    if (heard.accent && split && split->sign) heard.mailbox = Mailbox::slip;
  }

  bool is_equal(const SpokenEmail& way, const EmailSplit& split, Heard& heard) const {
    if (split.at == 0 || nearest(way.lattice, 0, split.at, audible_, true) != 0) return false;
    if (nearest(way.lattice, split.domain, end_of(way), audible_, false) != 0) return false;
    heard.mailbox = Mailbox::equal;
    heard.domain = Domain::equal;
    heard.spoken = true;
    heard.joined = !way.one_word && joins_words(way, 0, split.at);
    heard.said_mailbox = stored_.mailbox();
    heard.said_domain = stored_.domain();
    note_marks(&split, heard);
    return true;
  }

  Mailbox relate_mailbox(const SpokenEmail& way, int to, Heard& heard) {
    if (to == 0) return Mailbox::differs;
    const int distance = nearest(way.lattice, 0, to, audible_, true);
    if (distance == 0) {
      heard.said_mailbox = stored_.mailbox();
      heard.joined = !way.one_word && joins_words(way, 0, to);
      return Mailbox::equal;
    }
    heard.said_mailbox = read_text(way, 0, to, mailbox_room_, sizeof mailbox_room_);
    const std::string_view name = without_tag(audible_.mailbox(0));
    if (name.size() < audible_.mailbox(0).size() && reading_distance(way.lattice, 0, to, name) == 0)
      return Mailbox::tag_one;
    Mailbox relation = heard.said_mailbox.empty()
                           ? Mailbox::differs
                           : relate_mailboxes(heard.said_mailbox, audible_.mailbox(0), provider_);
    if (relation == Mailbox::differs && distance == 1) {
      const std::string_view stored = stored_.mailbox();
      const bool figures = std::any_of(stored.begin(), stored.end(), [](char c) { return c >= '0' && c <= '9'; });
      relation = figures ? Mailbox::digit : Mailbox::slip;
    }
    if (relation == Mailbox::differs && teen_for_ty(heard.said_mailbox, stored_.mailbox())) relation = Mailbox::digit;
    return relation;
  }

  Domain relate_domain(const SpokenEmail& way, int from, Heard& heard) {
    const int to = end_of(way);
    if (from >= to) return Domain::missing;
    const int distance = nearest(way.lattice, from, to, audible_, false);
    if (distance == 0) {
      heard.said_domain = stored_.domain();
      return Domain::equal;
    }
    heard.said_domain = read_text(way, from, to, domain_room_, sizeof domain_room_);
    if (provider_ && provider_->group == find_provider("gmail.com")->group &&
        (reading_distance(way.lattice, from, to, "gmail.com") == 0 ||
         reading_distance(way.lattice, from, to, "googlemail.com") == 0))
      return Domain::alias;
    const std::string_view name = domain_name(audible_.domain(0));
    if (name.find('.') == std::string_view::npos && reading_distance(way.lattice, from, to, name) == 0) {
      const Domain bare = relate_domains(name, stored_.domain());
      return bare == Domain::bare_provider ? bare : Domain::suffix_missing;
    }
    Domain relation =
        heard.said_domain.empty() ? Domain::differs : relate_domains(heard.said_domain, audible_.domain(0));
    if (relation == Domain::equal) relation = Domain::slip;  // cannot be: distance 0 was ruled out
    if (relation == Domain::differs && distance == 1 && !(provider_ && find_provider(heard.said_domain)))
      relation = Domain::slip;
    return relation;
  }

  Heard relate(const SpokenEmail& way) {
    Heard heard;
    heard.spoken = true;
    const int end = end_of(way);
    if (way.split_count > 0) {
      const EmailSplit& split = way.splits[0];
      heard.mailbox = relate_mailbox(way, split.at, heard);
      heard.domain = relate_domain(way, split.domain, heard);
      if (ladder_score(heard) >= 70) note_marks(&split, heard);
      return heard;
    }
    heard.mailbox = relate_mailbox(way, end, heard);
    if (heard.mailbox != Mailbox::differs) return heard;
    // No sign was said: the domain alone, or the whole address without it.
    if (nearest(way.lattice, 0, end, audible_, false) == 0) {
      heard.domain = Domain::equal;
      heard.said_mailbox = {};
      heard.said_domain = stored_.domain();
      return heard;
    }
    char whole[2 * kAddressCapacity];
    const std::string_view mailbox = audible_.mailbox(0), domain = audible_.domain(0);
    std::memcpy(whole, mailbox.data(), mailbox.size());
    std::memcpy(whole + mailbox.size(), domain.data(), domain.size());
    heard.run_together =
        reading_distance(way.lattice, 0, end, {whole, mailbox.size() + domain.size()}) == 0 ||
        reading_distance(way.lattice, 0, end, {whole, mailbox.size() + domain_name(domain).size()}) == 0;
    return heard;
  }

  const EmailForm& said_;
  const EmailForm& stored_;
  Audible audible_;
  const EmailProvider* provider_;
  char mailbox_room_[kMailboxCapacity];
  char domain_room_[kDomainCapacity];
};

Verdict judge_heard(const Heard& heard, const EmailForm& said) {
  int score = heard.run_together ? 60 : ladder_score(heard);
  EvidenceSet evidence{};
  if (heard.mailbox == Mailbox::equal && heard.domain == Domain::equal) {
    evidence.add(heard.spoken ? Evidence::spoken_form : Evidence::equal);
    if (heard.spoken && (said.ways[0].spelled || (said.restated && said.ways[1].spelled)))
      evidence.add(Evidence::spelled);
  } else if (score < 10) {
    evidence.add(Evidence::unrelated);
  }
  if (heard.spoken) score = std::min(score, 98);
  if (heard.joined) {
    score = std::min(score, 95);
    evidence.add(Evidence::spaces_joined);
  }
  if (heard.accent) {
    score = std::min(score, 85);
    evidence.add(Evidence::accent_missing);
  }
  add_mailbox_evidence(heard.mailbox, evidence);
  add_domain_evidence(heard.domain, evidence);
  if (said.removed) evidence.add(Evidence::filler_ignored);
  if (said.corrected) {
    score = std::min(score, 69);
    evidence.add(Evidence::self_corrected);
  }
  if (said.two_answers) {
    score = std::min(score, 69);
    evidence.add(Evidence::two_answers);
  }
  return verdict(score, evidence);
}

void explain(const Heard& heard, const EmailForm& stored, PartSink& parts) {
  parts.add("mailbox", heard.said_mailbox, stored.mailbox(),
            heard.said_mailbox.empty() ? "missing" : word_for(heard.mailbox));
  parts.add("domain", heard.said_domain, stored.domain(),
            heard.said_domain.empty() ? "missing" : word_for(heard.domain));
  parts.reading.assign(heard.said_mailbox);
  if (!heard.said_domain.empty()) parts.reading.append("@").append(heard.said_domain);
}

}  // namespace

Verdict compare_emails(const FormStorage& said_storage, const FormStorage& stored_storage, const Context&,
                       PartSink* parts) {
  const EmailForm& said = said_storage.as<EmailForm>();
  const EmailForm& stored = stored_storage.as<EmailForm>();
  using Reading = EmailForm::Reading;

  if (said.reading == Reading::several) {
    // One of several guesses may be right; none of them counts (identity-matching.md 2.0, step 7).
    const bool among = said.chatter.find(std::string_view(stored.text, stored.size)) != std::string_view::npos;
    if (parts) {
      parts->add("mailbox", said.chatter, stored.mailbox(), "several");
      parts->reading.assign(said.chatter);
    }
    return verdict(among ? 40 : 0, Evidence::two_answers);
  }
  if (said.reading == Reading::typed) {
    if (!parts && said.size == stored.size && said.at == stored.at && !said.corrected &&
        std::memcmp(said.text, stored.text, said.size) == 0)
      return verdict(100, Evidence::equal);
    Heard heard;
    heard.said_mailbox = said.mailbox();
    heard.said_domain = said.domain();
    heard.mailbox = relate_mailboxes(said.mailbox(), stored.mailbox(), find_provider(stored.domain()));
    heard.domain = relate_domains(said.domain(), stored.domain());
    if (parts) explain(heard, stored, *parts);
    return judge_heard(heard, said);
  }
  // A stored value that was itself taken down from speech, said again in the same words.
  if (stored.reading == Reading::spoken && said.folded == stored.folded) return verdict(100, Evidence::equal);
  SpokenComparison comparison(said, stored);
  const Heard heard = comparison.compare();
  if (parts) explain(heard, stored, *parts);
  return judge_heard(heard, said);
}

}  // namespace ablmatch
