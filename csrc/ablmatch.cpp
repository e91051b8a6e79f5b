// One comparison from raw values to a judgement.
#include "ablmatch.hpp"

#include <cstring>

#include "kinds/auto.hpp"

namespace ablmatch {

namespace {

// Folds a value that may be judged; false with the reason why there is nothing to judge.
bool admit(const Value& value, Evidence absent, Side& side, Evidence& reason) {
  reason = absent;
  if (value.null) return false;
  switch (guard_raw(value.view())) {
    case Guard::pass: break;
    case Guard::invalid: reason = Evidence::invalid_text; return false;
    case Guard::too_long: reason = Evidence::too_long; return false;
    default: return false;
  }
  side.raw = value.view();
  fold(side.raw, side.folded);
  if (side.folded.size == 0) return false;
  reason = Evidence::vault_token;
  return !is_vault_token(side.folded.view());
}

Judgement missing(Kind kind, Evidence reason) {
  Judgement judgement{kMissing, kind, {}};
  judgement.evidence.add(reason);
  return judgement;
}

bool same_fold(const Folded& said, const Folded& stored) {
  return said.size == stored.size && std::memcmp(said.text, stored.text, said.size) == 0;
}

}  // namespace

Judgement judge(Value said, Value stored, Kind kind, const Context& context, Scratch& scratch, PartSink* parts) {
  Evidence reason;
  if (!admit(stored, Evidence::stored_missing, scratch.stored, reason)) return missing(kind, reason);
  if (!admit(said, Evidence::said_missing, scratch.said, reason)) return missing(kind, reason);
  split(scratch.stored.folded, scratch.stored.lexemes);
  if (kind == Kind::auto_) kind = kind_of_stored(scratch.stored, context);
  const KindRow& row = kind_row(kind);

  const bool equal =
      row.fold_decides ? same_fold(scratch.said.folded, scratch.stored.folded) : said.view() == stored.view();
  // Too many runs to read: such a value counts as found and is judged by equality alone.
  const bool readable = !scratch.stored.lexemes.overflow;
  if (readable && !row.read_stored(scratch.stored, context, scratch.stored_form))
    return missing(kind, Evidence::stored_unreadable);
  if (equal && (!parts || !readable)) return {100, kind, verdict(100, Evidence::equal).evidence};
  if (!readable) return {0, kind, verdict(0, Evidence::unrelated).evidence};

  split(scratch.said.folded, scratch.said.lexemes);
  if (scratch.said.lexemes.overflow || !row.read_said(scratch.said, context, scratch.said_form))
    return equal ? Judgement{100, kind, verdict(100, Evidence::equal).evidence}
                 : Judgement{0, kind, verdict(0, Evidence::said_unreadable).evidence};
  const Verdict found = row.compare(scratch.said_form, scratch.stored_form, context, parts);
  if (equal) return {100, kind, verdict(100, Evidence::equal).evidence};
  return {found.score, kind, found.evidence};
}

Scored score(Value said, Value stored, Kind kind, const Context& context, Scratch& scratch) {
  const Lane lane = kind_row(kind).lane;
  if (lane != nullptr && !said.null && !stored.null && scan(stored.view(), scratch.stored_scan) &&
      scan(said.view(), scratch.said_scan)) {
    const std::int16_t found = lane(scratch.said_scan, scratch.stored_scan, context);
    if (found != kUndecided) return {found, kind, false};
  }
  const Judgement judgement = judge(said, stored, kind, context, scratch);
  return {judgement.score, judgement.kind, judgement.evidence.has(Evidence::invalid_text)};
}

Result result_of(std::int16_t score, Kind kind) {
  const Bands& bands = kind_row(kind).bands;
  if (score < 0) return Result::missing;
  if (score >= bands.match) return Result::match;
  return score >= bands.retry ? Result::retry : Result::mismatch;
}

Result result_of(const Judgement& judgement) { return result_of(judgement.score, judgement.kind); }

std::size_t normalize(Value value, Kind kind, Role role, const Context& context, Scratch& scratch, char* out,
                      std::size_t capacity) {
  Evidence reason;
  Side& side = scratch.stored;
  if (!admit(value, Evidence::stored_missing, side, reason)) return kNothing;
  split(side.folded, side.lexemes);
  if (kind == Kind::auto_) kind = kind_of_stored(side, context);
  const KindRow& row = kind_row(kind);
  if (side.lexemes.overflow) {
    if (side.folded.size > capacity) return kNothing;
    std::memcpy(out, side.folded.text, side.folded.size);
    return side.folded.size;
  }
  const bool found = role == Role::stored ? row.read_stored(side, context, scratch.stored_form)
                                          : row.read_said(side, context, scratch.stored_form);
  if (!found) return kNothing;
  const std::size_t size = row.write_normal(scratch.stored_form, role, context, out, capacity);
  return size == 0 ? kNothing : size;
}

}  // namespace ablmatch
