// One value, admitted as for a comparison, then its keys by kind.
#include "match_keys.hpp"

#include <algorithm>

#include "kinds/auto.hpp"
#include "match_key_kinds.hpp"

namespace ablmatch {
namespace {

using Add = void (*)(Side&, Role, const Context&, FormStorage&, MatchKeys&);

void add_exact_keys(Side& side, Role, const Context&, FormStorage&, MatchKeys& keys) {
  char text[kFoldCapacity];
  const std::size_t size = fold_exact(side.raw, text, sizeof text);
  if (size != SIZE_MAX && size > 0) keys.emplace_back(text, size);
}

struct KeyRow {
  Kind kind;
  char letter;
  Add add;
};
constexpr KeyRow kRows[] = {
    {Kind::digits, 'd', add_digits_keys},   {Kind::phone, 'p', add_phone_keys},      {Kind::email, 'e', add_email_keys},
    {Kind::address, 'a', add_address_keys}, {Kind::person_name, 'n', add_name_keys}, {Kind::text, 't', add_text_keys},
    {Kind::exact, 'x', add_exact_keys},
};

void add_row(const KeyRow& row, Side& side, Role role, const Context& context, FormStorage& form,
             std::vector<std::string>& keys) {
  MatchKeys found;
  split(side.folded, side.lexemes);  // reading may have edited them
  // Too many runs to read: such a value is equal to the same text, or to nothing.
  if (side.lexemes.overflow) found.emplace_back(side.folded.view());
  else row.add(side, role, context, form, found);
  for (const std::string& key : found) keys.push_back(pair_key({&row.letter, 1}, ':', key));
}

}  // namespace

void add_match_keys(Value value, Kind kind, Role role, const Context& context, Scratch& scratch,
                    std::vector<std::string>& keys) {
  if (value.null || guard_raw(value.view()) != Guard::pass) return;
  Side& side = scratch.stored;
  side.raw = value.view();
  side.scan = nullptr;
  fold(side.raw, side.folded);
  if (side.folded.size == 0 || is_vault_token(side.folded.view())) return;
  if (kind == Kind::auto_ && role == Role::stored) {
    split(side.folded, side.lexemes);
    kind = kind_of_stored(side, context);
  }
  for (const KeyRow& row : kRows) {
    // Kind auto never finds `exact`.
    const bool wanted = kind == Kind::auto_ ? row.kind != Kind::exact : row.kind == kind;
    if (!wanted) continue;
    if (role == Role::said) add_row(row, side, Role::said, context, scratch.stored_form, keys);
    // What was said as it is stored shares a key, however it is read.
    add_row(row, side, Role::stored, context, scratch.stored_form, keys);
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

}  // namespace ablmatch
