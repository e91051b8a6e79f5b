// The lists of words that stand around telephone numbers (identity-matching.md 2.3).
#include "phone_words.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ablmatch {
namespace {

struct Row {
  PhoneWord sense;
  std::string_view words;  // with a space between two
};

constexpr Row kRows[] = {
    {PhoneWord::extension,
     "ext extn exten extension ex x xt poste anexo interno int ramal durchwahl dw app apparat nebenstelle toestel hash "
     "pound"
     " доб добавочныи 内線"},
    {PhoneWord::label,
     "tel telephone phone telefono telefon telefone telefoon mobile cell cellphone cellular celular movil mobil handy"
     " portable movel number numero nummer no nr home work office fax main direct line landline festnetz fixe fijo"
     " тел телефон моб मोबाइल 電話 携帯"},
    {PhoneWord::ignorable,
     "area code and then is the it followed by indicatif vorwahl prefijo prefisso codigo prefixo netnummer ddd"
     " et puis und dann y luego e poi en dan"},
    {PhoneWord::plus, "plus mas mais piu"},
    {PhoneWord::option, "option opcion opcao press menu choice"},
    {PhoneWord::edge,
     "last first final ends ending ended starts starting begins beginning ultimos ultimas ultime ultimi derniers"
     " finit letzten letzte endet laatste termina terminan eindigt"},
    {PhoneWord::edge_filler,
     "in with on digits digit numbers of my are par por auf mit op chiffres ziffern cifras"
     " cifre cijfers digitos"},
};

struct Entry {
  std::string_view word;
  PhoneWord sense = PhoneWord::other;
};

constexpr std::size_t kSlots = 1024;  // a power of two, several times the number of words

constexpr std::size_t slot_of(std::string_view word) {
  std::uint32_t hash = static_cast<std::uint32_t>(word.size());
  const auto mix = [&](std::size_t at) { hash = (hash ^ static_cast<unsigned char>(word[at])) * 0x9E3779B1u; };
  mix(0);
  mix(word.size() / 2);
  mix(word.size() - 1);
  return (hash >> 16) % kSlots;
}

// Open addressing, filled by the compiler; the first row that names a word decides.
constexpr std::array<Entry, kSlots> build_table() {
  std::array<Entry, kSlots> table{};
  for (const Row& row : kRows) {
    for (std::size_t from = 0; from < row.words.size();) {
      std::size_t end = row.words.find(' ', from);
      if (end == std::string_view::npos) end = row.words.size();
      const std::string_view word = row.words.substr(from, end - from);
      from = end + 1;
      std::size_t at = slot_of(word);
      while (!table[at].word.empty() && table[at].word != word) at = (at + 1) % kSlots;
      if (table[at].word.empty()) table[at] = {word, row.sense};
    }
  }
  return table;
}

constexpr std::array<Entry, kSlots> kTable = build_table();

}  // namespace

PhoneWord phone_word(std::string_view word) {
  if (word.empty()) return PhoneWord::other;
  for (std::size_t at = slot_of(word); !kTable[at].word.empty(); at = (at + 1) % kSlots)
    if (kTable[at].word == word) return kTable[at].sense;
  return PhoneWord::other;
}

}  // namespace ablmatch
