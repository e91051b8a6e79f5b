// Tests of e-mail addresses: the rungs of the ladder, typed and spoken forms, punycode, and hard negatives.
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "ablmatch.hpp"
#include "idna.hpp"

namespace {

using namespace ablmatch;

int failures = 0;

void expect(bool holds, const char* what, std::string_view about) {
  if (holds) return;
  ++failures;
  std::printf("FAILED %s: %.*s\n", what, static_cast<int>(about.size()), about.data());
}

Scratch& scratch() {
  static const auto room = std::make_unique<Scratch>();
  return *room;
}

Judgement judged(std::string_view said, std::string_view stored) {
  return judge(value_of(said), value_of(stored), Kind::email, Context{}, scratch());
}

void scores(std::string_view said, std::string_view stored, int score, Evidence evidence) {
  const Judgement found = judged(said, stored);
  if (found.score != score) std::printf("  %d, not %d\n", found.score, score);
  expect(found.score == score, "score", said);
  expect(found.evidence.has(evidence), "evidence", said);
}

std::string normal(std::string_view value, Role role = Role::stored) {
  static char room[kFoldCapacity];
  const std::size_t size = normalize(value_of(value), Kind::email, role, Context{}, scratch(), room, sizeof room);
  return size == kNothing ? "(nothing)" : std::string(room, size);
}

constexpr std::string_view kTess = "tess.holloway@quillmark.example";
constexpr std::string_view kJorge = "jorge42@casaverde.es";
constexpr std::string_view kJanet = "janetokoro@gmail.com";

// identity-matching.md 1.4, one pair a rung.
void test_ladder() {
  scores("TESS.HOLLOWAY@QUILLMARK.EXAMPLE", kTess, 100, Evidence::equal);
  scores("tess dot holloway at quillmark dot example", kTess, 98, Evidence::spoken_form);
  scores("t e double s dot holloway at quillmark dot example", kTess, 98, Evidence::spelled);
  scores("janet okoro at gmail dot com", kJanet, 95, Evidence::spaces_joined);
  scores("janet.okoro@googlemail.com", kJanet, 90, Evidence::provider_alias);
  scores("elodie at hartwell dot org", "élodie@hartwell.org", 85, Evidence::accent_missing);
  scores("lena+spring@hartwell.org", "lena@hartwell.org", 80, Evidence::tag_ignored);
  scores("lena+spring@hartwell.org", "lena+autumn@hartwell.org", 75, Evidence::tag_ignored);
  scores("janetokoro at gmail", kJanet, 75, Evidence::domain_suffix_missing);
  scores("tess dot holloway", kTess, 65, Evidence::domain_missing);
  scores("tess.holoway@quillmark.example", kTess, 60, Evidence::confusable_letter);
  scores("m dot nolan at hartwell dot org", "n.nolan@hartwell.org", 60, Evidence::confusable_letter);
  scores("tess.hollowaz@quillmark.example", kTess, 50, Evidence::mailbox_slip);
  scores("tess.holloway@quilmark.example", kTess, 50, Evidence::domain_slip);
  scores("tess.holloway@quillmark.net", kTess, 50, Evidence::suffix_differs);
  scores("jorge24@casaverde.es", kJorge, 40, Evidence::figures_differ);
  scores("jorge fifteen at casaverde dot es", "jorge50@casaverde.es", 40, Evidence::figures_differ);
  scores("holloway.tess@quillmark.example", kTess, 40, Evidence::parts_swapped);
  scores("tess.holloway@hartwell.org", kTess, 25, Evidence::domain_differs);
  scores("info@quillmark.example", kTess, 0, Evidence::mailbox_differs);
  scores("sales@zilvermeer.nl", kTess, 0, Evidence::unrelated);
}

void test_caps() {
  scores("jorge forty one at casaverde dot es sorry jorge forty two at casaverde dot es", kJorge, 69,
         Evidence::self_corrected);
  scores("jorge41@casaverde.es or jorge42@casaverde.es", kJorge, 40, Evidence::two_answers);
  scores("tess.holloway@quillm\u0430rk.example", kTess, 40, Evidence::lookalike);
  scores("t\u0435ss.holloway@quillmark.example", kTess, 40, Evidence::lookalike);
  expect(judged(kTess, "tess.holloway@quillmark.example, jorge42@casaverde.es").score == kMissing,
         "two stored addresses", kTess);
  expect(judged(kTess, "hello").score == kMissing, "a stored value without an address", "hello");
  expect(judged("hello", kTess).score == 0, "a said value without an address", "hello");
}

void test_normal_forms() {
  expect(normal("\"Haddad, Noor\" <Noor.Haddad@fernbrook.example>") == "noor.haddad@fernbrook.example", "display name",
         "");
  expect(normal("mailto:Noor%2EHaddad@Fernbrook.example?cc=x") == "noor.haddad@fernbrook.example", "mailto", "");
  expect(normal("noor dot haddad at the rate of fernbrook dot example") == "noor.haddad@fernbrook.example",
         "spoken, stored", "");
  expect(normal("noor dot haddad", Role::said) == "noor.haddad", "a mailbox alone, said", "");
  expect(normal("noor dot haddad") == "(nothing)", "a mailbox alone, stored", "");
  expect(normal("\"noor \\\"h\\\" haddad\"@fernbrook.example") == "\"noor \\\"h\\\" haddad\"@fernbrook.example",
         "quoted mailbox", "");
  expect(normal("info@B\u00DCCHERWURM.example") == "info@xn--bcherwurm-q9a.example", "IDN", "");
  expect(normal("info@fa\u00DF.example") == "info@xn--fa-hia.example", "sharp s stays (IDNA 2008)", "");
  expect(normal("NOOR@[192.0.2.1]") == "noor@[192.0.2.1]", "address literal", "");
}

// Samples of RFC 3492, section 7.1.
void test_punycode() {
  struct Sample {
    const char32_t* text;
    std::string_view code;
  };
  static constexpr Sample kSamples[] = {
      {U"\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587", "ihqwcrb4cv8a8dqg056pqjye"},
      {U"3\u5E74B\u7D44\u91D1\u516B\u5148\u751F", "3B-ww4c5e180e575a65lsy2b"},
      {U"\u305D\u306E\u30B9\u30D4\u30FC\u30C9\u3067", "d9juau41awczczp"},
      {U"b\u00FCcherwurm", "bcherwurm-q9a"}};
  for (const Sample& sample : kSamples) {
    const std::u32string_view text(sample.text);
    char code[64];
    const std::size_t size = punycode_encode(text.data(), text.size(), code, sizeof code);
    expect(size != SIZE_MAX && std::string_view(code, size) == sample.code, "punycode", sample.code);
    char32_t back[64];
    const std::size_t points = punycode_decode(sample.code, back, 64);
    expect(points != SIZE_MAX && std::u32string_view(back, points) == text, "punycode back", sample.code);
    for (std::size_t room = 0; room < sample.code.size(); ++room)
      expect(punycode_encode(text.data(), text.size(), code, room) == SIZE_MAX, "no room", sample.code);
  }
  char32_t back[8];
  for (const std::string_view broken : {"999999999", "a-\x80", "tk!", "99999999999999999999-9"})
    expect(punycode_decode(broken, back, 8) == SIZE_MAX, "broken punycode", broken);
}

// Every address that is one edit away must stay below the match band.
void test_one_edit() {
  static constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789._-";
  for (const std::string_view stored : {kTess, kJorge, std::string_view("rohan_mehta@north-star.co.uk")}) {
    const auto must_not_match = [&](const std::string& said) {
      const bool same = said == stored || said == std::string(stored) + ".";
      if (!same) expect(judged(said, stored).score < 70, "one edit away", said);
    };
    for (std::size_t k = 0; k < stored.size(); ++k) {
      std::string said(stored);
      must_not_match(said.erase(k, 1));
      for (const char c : kAlphabet) {
        (said = stored)[k] = c;
        must_not_match(said);
        must_not_match((said = stored).insert(k, 1, c));
      }
    }
  }
}

// The address, and the same one said or spelled behind it.
void test_restated() {
  scores("jane at gmail dot com that's j a n e at gmail dot com", "jane@gmail.com", 98, Evidence::spoken_form);
  scores("jane@gmail.com spelled j a n e", "jane@gmail.com", 98, Evidence::spoken_form);
  scores("jane smith that's j a n e s m i t h at gmail dot com", "janesmith@gmail.com", 98, Evidence::spoken_form);
  scores("jane at gmail dot com, again, jane at gmail dot com", "jane@gmail.com", 98, Evidence::spoken_form);
  for (const std::string_view stored : {"jane@gmail.com", "june@gmail.com"})
    for (const std::string_view said :
         {"jane at gmail dot com that's j u n e at gmail dot com", "june at gmail dot com again jane at gmail dot com",
          "jane at gmail dot com june at gmail dot com", "jane at gmail dot com that's j u n e"})
      expect(judged(said, stored).score < 70, "two addresses", said);
  expect(normal("jane at gmail dot com that's j a n e at gmail dot com") == "jane@gmail.com", "restated", "stored");
  expect(normal("jane at gmail dot com that's j u n e at gmail dot com") == "(nothing)", "two addresses", "stored");
}

// Long and hostile values end, and give no match.
void test_hostile() {
  for (const std::string_view piece :
       {"at ", "a@", "(", "\"", "<", "two ", "dot ", "a. ", "double s ", "tess, t e s s "}) {
    std::string said;
    while (said.size() + piece.size() <= 1024) said += piece;
    expect(judged(said, kTess).score < 70, "hostile", piece);
    expect(judged(kTess, said).score < 70, "hostile, stored", piece);
  }
}

}  // namespace

int main() {
  test_ladder();
  test_caps();
  test_normal_forms();
  test_punycode();
  test_one_edit();
  test_restated();
  test_hostile();
  if (failures == 0) std::printf("ok\n");
  return failures != 0;
}
