// The canonical text of a name.
#include <cstring>

#include "../spoken.hpp"
#include "name_tokens.hpp"
#include "person_name.hpp"

namespace ablmatch {

namespace {

class Writer {
 public:
  Writer(char* out, std::size_t capacity) : out_(out), capacity_(capacity) {}

  void put(std::string_view word) {
    if (word.empty() || size_ + word.size() + 1 > capacity_) return;
    if (size_ > 0) out_[size_++] = ' ';
    std::memcpy(out_ + size_, word.data(), word.size());
    size_ += word.size();
  }
  std::size_t size() const { return size_; }

 private:
  char* out_;
  std::size_t capacity_;
  std::size_t size_ = 0;
};

std::string_view generation_word(std::uint8_t generation) {
  static constexpr std::string_view kWords[] = {"", "jr", "sr", "ii", "iii", "iv", "v", "6th", "7th", "8th", "9th"};
  if (generation == 20) return "sobrinho";
  if (generation == 21) return "neto";
  return kWords[generation];
}

std::size_t write_form(const NameForm& form, char* out, std::size_t capacity) {
  Writer writer(out, capacity);
  if (form.overlong) {
    writer.put(form.folded);
    return writer.size();
  }
  for (int k = 0; k < form.count; ++k) writer.put(form.at[k].view());
  writer.put(generation_word(form.generation));
  return writer.size();
}

}  // namespace

// The order that a comma gave, or a word joined, may let the reader see a title or a generation that it did not see
// before; so the text is read again until it stays as it is, which makes the canonical text its own canonical text.
std::size_t write_name_normal(const FormStorage& storage, Role, const Context&, char* out, std::size_t capacity) {
  constexpr int kMaxRounds = 16;
  const NameForm& first = storage.as<NameForm>();
  std::size_t size = write_form(first, out, capacity);
  Side side;
  NameForm form;
  form.filler = form.corrected = form.two_answers = false;
  char again[kFoldCapacity];
  for (int round = 0; round < kMaxRounds; ++round) {
    fold({out, size}, side.folded);
    split(side.folded, side.lexemes);
    look_up_spoken(side.lexemes);
    if (!read_name(side, Role::stored, form)) return size;
    const std::size_t next = write_form(form, again, capacity < sizeof again ? capacity : sizeof again);
    if (next == size && std::memcmp(again, out, size) == 0) return size;
    std::memcpy(out, again, next);
    size = next;
  }
  // Texts that never settle are no names; they are canonical as they stand.
  Writer writer(out, capacity);
  writer.put(first.folded);
  return writer.size();
}

}  // namespace ablmatch
