// The kinds' conditions, and the proofs of them in a few words each.
#include "index_keys.hpp"

#include <algorithm>
#include <string>

#include "kinds/auto.hpp"

namespace ablmatch {
namespace {

// Equal folded texts are a match of most kinds, however they read.
constexpr std::uint32_t kFoldSeed = 1;

bool take(Value value, Side& side) {
  if (value.null || guard_raw(value.view()) != Guard::pass) return false;
  side.raw = value.view();
  fold(side.raw, side.folded);
  return side.folded.size > 0;
}

}  // namespace

std::int16_t score_bound(KindSet kinds) {
  constexpr std::int16_t kUnrelatedEmail = 9;
  return kinds & kind_bit(Kind::email) ? kUnrelatedEmail : std::int16_t{0};
}

Standing add_stored_keys(Value stored, Kind kind, const Context& context, Scratch& scratch, KeyScope& scope,
                         StoredKeys& found) {
  std::vector<IndexKey>& keys = found.keys;
  // Whether a value is a vault token is asked when it is scored: shapes may be registered later.
  Side& side = scratch.stored;
  if (!take(stored, side)) return Standing::never;
  split(side.folded, side.lexemes);
  if (kind == Kind::auto_) kind = kind_of_stored(side, context);
  if (side.lexemes.overflow) return Standing::loose;
  Standing standing = Standing::loose;
  bool same_said = true;  // the value, said as it is stored, shares a key
  switch (kind) {
    case Kind::digits: standing = add_stored_digits(side, context, scratch, scope.characters, keys, same_said); break;
    case Kind::phone: standing = add_stored_phone(side, context, scratch, scope.characters, keys, same_said); break;
    case Kind::email: standing = add_stored_email(side, context, scratch, scope.characters, keys, same_said); break;
    case Kind::exact: standing = add_stored_exact(side, keys); break;
    case Kind::person_name: standing = add_stored_name(side, context, scratch, found, same_said); break;
    default: break;
  }
  if (standing != Standing::keyed) return standing;
  scope.kinds |= kind_bit(kind);
  if (!same_said) keys.push_back(text_key(kFoldSeed, side.folded.view()));
  return standing;
}

bool add_said_keys(Value said, const KeyScope& scope, const Context& context, Scratch& scratch,
                   std::vector<SaidKey>& found) {
  Side& side = scratch.said;
  if (!take(said, side)) return true;  // missing: nothing is found
  std::vector<IndexKey> keys{text_key(kFoldSeed, side.folded.view())};
  if (scope.kinds & kind_bit(Kind::exact)) add_said_exact(side, keys);
  split(side.folded, side.lexemes);
  // Too many runs to read: equal to what is loose, or to nothing.
  const KindSet kinds = side.lexemes.overflow ? KindSet{0} : scope.kinds;
  if ((kinds & kind_bit(Kind::digits)) && !add_said_digits(side, context, scratch, scope.characters, keys))
    return false;
  if (kinds & kind_bit(Kind::phone)) {
    split(side.folded, side.lexemes);
    if (!add_said_phone(side, context, scratch, keys)) return false;
  }
  if (kinds & kind_bit(Kind::email)) {
    split(side.folded, side.lexemes);
    if (!add_said_email(side, context, scratch, scope.characters, keys)) return false;
  }
  for (const IndexKey key : keys) found.push_back({key, 0});
  if (kinds & kind_bit(Kind::person_name)) {
    split(side.folded, side.lexemes);
    if (!add_said_name(side, context, scratch, found)) return false;
  }
  return true;
}

}  // namespace ablmatch
