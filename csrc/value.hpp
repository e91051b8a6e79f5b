// A raw value, as the caller of the core has it.
#pragma once

#include <cstddef>
#include <string_view>

namespace ablmatch {

// `null`: absent, or not text.
struct Value {
  const char* data;
  std::size_t size;
  bool null;

  std::string_view view() const { return {data, size}; }
};
inline Value value_of(std::string_view text) { return {text.data(), text.size(), false}; }

}  // namespace ablmatch
