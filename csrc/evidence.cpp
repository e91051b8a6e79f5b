// The words and sentences of the evidence table.
#include "evidence.hpp"

namespace ablmatch {

namespace {

constexpr std::string_view kNames[] = {
#define ABLMATCH_EVIDENCE_WORD(name, sentence) #name,
    ABLMATCH_EVIDENCE(ABLMATCH_EVIDENCE_WORD)
#undef ABLMATCH_EVIDENCE_WORD
};

constexpr std::string_view kSentences[] = {
#define ABLMATCH_EVIDENCE_SENTENCE(name, sentence) sentence,
    ABLMATCH_EVIDENCE(ABLMATCH_EVIDENCE_SENTENCE)
#undef ABLMATCH_EVIDENCE_SENTENCE
};

}  // namespace

std::string_view evidence_name(Evidence evidence) { return kNames[static_cast<int>(evidence)]; }
std::string_view evidence_sentence(Evidence evidence) { return kSentences[static_cast<int>(evidence)]; }

}  // namespace ablmatch
