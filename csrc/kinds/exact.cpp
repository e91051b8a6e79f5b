// Kind exact (matching.md section 1): accents, width, punctuation, order and words count.
#include "exact.hpp"

#include <cstring>

namespace ablmatch {

namespace {

struct ExactForm {
  char text[kFoldCapacity];
  std::size_t size;

  std::string_view view() const { return {text, size}; }
};

}  // namespace

std::int16_t exact_lane(const Scan& said, const Scan& stored, const Context&) {
  if (&said == &stored) return 100;
  // A scan is what fold_exact gives, but that it writes ` as ': texts with that sign may still differ.
  if (said.view() != stored.view()) return 0;
  return stored.view().find('\'') == std::string_view::npos ? 100 : kUndecided;
}

bool read_exact(Side& side, const Context&, FormStorage& storage) {
  auto& form = storage.make<ExactForm>();
  form.size = fold_exact(side.raw, form.text, sizeof form.text);
  return form.size != SIZE_MAX && form.size > 0;
}

Verdict compare_exact(const FormStorage& said, const FormStorage& stored, const Context&, PartSink*) {
  const bool equal = said.as<ExactForm>().view() == stored.as<ExactForm>().view();
  return equal ? verdict(100, Evidence::equal) : verdict(0, Evidence::characters_differ);
}

std::size_t write_exact_normal(const FormStorage& storage, Role, const Context&, char* out, std::size_t capacity) {
  const auto& form = storage.as<ExactForm>();
  if (form.size > capacity) return SIZE_MAX;
  std::memcpy(out, form.text, form.size);
  return form.size;
}

}  // namespace ablmatch
