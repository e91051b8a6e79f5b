// The lists of words that stand around telephone numbers (identity-matching.md 2.3).
#include "phone_words.hpp"

#include <cstddef>

namespace ablmatch {
namespace {

struct Row {
  PhoneWord sense;
  std::string_view words;  // each word between two spaces
};

constexpr Row kRows[] = {
    {PhoneWord::extension,
     " ext extn exten extension ex x xt poste anexo interno int ramal durchwahl dw app apparat nebenstelle toestel"
     " доб добавочныи 内線 "},
    {PhoneWord::label,
     " tel telephone phone telefono telefon telefone telefoon mobile cell cellphone cellular celular movil mobil handy"
     " portable movel number numero nummer no nr home work office fax main direct line landline festnetz fixe fijo"
     " тел телефон моб मोबाइल 電話 携帯 "},
    {PhoneWord::ignorable,
     " area code and then is the it number followed by indicatif vorwahl prefijo prefisso codigo prefixo netnummer ddd"
     " et puis und dann y luego e poi en dan "},
    {PhoneWord::plus, " plus mas mais piu "},
    {PhoneWord::option, " option opcion opcao press menu choice "},
    {PhoneWord::edge,
     " last first final ends ending ended starts starting begins beginning ultimos ultimas ultime ultimi derniers"
     " finit letzten letzte endet laatste termina terminan eindigt "},
    {PhoneWord::edge_filler,
     " in with on digits digit numbers number of my the phone is are en por par auf mit op por chiffres ziffern cifras"
     " cifre cijfers digitos "},
    {PhoneWord::denial, " not never isn isnt wasn don dont nicht kein keine pas nunca nao niet "},
};

}  // namespace

PhoneWord phone_word(std::string_view word) {
  if (word.empty() || word.size() > 32) return PhoneWord::other;
  for (const Row& row : kRows) {
    for (std::size_t at = row.words.find(word); at != std::string_view::npos; at = row.words.find(word, at + 1))
      if (row.words[at - 1] == ' ' && row.words[at + word.size()] == ' ') return row.sense;
  }
  return PhoneWord::other;
}

}  // namespace ablmatch
