"""Words that say when, in seven languages. Names of days and months come from CLDR (Babel), the rest stands here.

A word is read as one or several marks, each a letter with a value:

W weekday 0-6 (Monday first), M month 1-12, N number, d day counted from today, U unit of time, H hour, n next, t this,
e end, i ahead ("in"), s ahead behind the number ("from now"), p part of the day ("am" or "pm"), c clock, l before a
clock ("at"), o behind one ("Uhr"), a before a day of the month, f filler.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ablmatch.memory.due_text import Mark, folded_words

Lexicon = Mapping[tuple[str, ...], tuple[tuple[Mark, ...], ...]]

# Language -> marks -> words, apart by commas. `U:week` is the mark U with the value "week".
_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "d:0": "today",
        "d:1": "tomorrow",
        "d:2": "day after tomorrow",
        "d:0 p:pm": "tonight",
        "N:1": "a, an, one",
        "N": "two, three, four, five, six, seven, eight, nine, ten, eleven, twelve",
        "U:day": "day, days",
        "U:week": "week, weeks",
        "U:fortnight": "fortnight, fortnights",
        "U:month": "month, months",
        "U:year": "year, years",
        "U:weekend": "weekend",
        "U:minute": "minute, minutes",
        "H": "hour, hours",
        "n": "next, coming, following",
        "t": "this",
        "e": "end",
        "e U:day": "eod",
        "i": "in, within",
        "s": "from now, from today",
        "p:am": "morning",
        "p:pm": "afternoon, evening, night",
        "c:12": "noon, midday",
        "l": "at",
        "o": "o clock, oclock",
        "f": "on, by, before, until, till, due, the, of, in the, no later than, at the latest, latest",
    },
    "nl": {
        "d:0": "vandaag",
        "d:1": "morgen",
        "d:2": "overmorgen",
        "d:0 p:pm": "vanavond, vanmiddag",
        "d:1 p:am": "morgenochtend, morgenvroeg",
        "d:1 p:pm": "morgenmiddag, morgenavond",
        "N:1": "een",
        "N": "twee, drie, vier, vijf, zes, zeven, acht, negen, tien, elf, twaalf",
        "U:day": "dag, dagen",
        "U:week": "week, weken",
        "U:month": "maand, maanden",
        "U:year": "jaar, jaren",
        "U:weekend": "weekend, weekeinde",
        "U:minute": "minuut, minuten",
        "H": "uur, uren",
        "n": "volgende, volgend, komende, komend, aankomende, aanstaande",
        "t": "deze, dit",
        "e": "eind, einde",
        "e U:month": "maandeinde",
        "e U:year": "jaareinde",
        "i": "over, binnen, in",
        "p:am": "ochtend, ochtends, vroeg",
        "p:pm": "middag, middags, avond, avonds",
        "c:12": "twaalf uur s middags",
        "l": "om",
        "a": "de, op de, dag",
        "f": "op, voor, tot, uiterlijk, de, het, van, van de, s, aan het, tegen",
    },
    "de": {
        "d:0": "heute",
        "d:1": "morgen",
        "d:2": "übermorgen, uebermorgen",
        "N:1": "ein, eine, einem, einer, einen",
        "N": "zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf",
        "U:day": "Tag, Tage, Tagen, Tages",
        "U:week": "Woche, Wochen",
        "U:month": "Monat, Monate, Monaten, Monats",
        "U:year": "Jahr, Jahre, Jahren, Jahres",
        "U:weekend": "Wochenende",
        "U:minute": "Minute, Minuten",
        "H": "Stunde, Stunden",
        "n": "nächste, nächsten, nächster, nächstes, nächstem, naechste, naechsten, naechster, naechstes, kommende,"
        " kommenden, kommender, kommendes",
        "t": "diese, diesen, dieser, dieses, diesem",
        "e": "Ende",
        "e U:month": "Monatsende",
        "e U:year": "Jahresende",
        "i": "in, binnen, innerhalb von",
        "p:am": "Morgen, früh, Vormittag, morgens, vormittags",
        "p:pm": "Nachmittag, Abend, nachmittags, abends",
        "c:12": "Mittag, mittags",
        "l": "um, gegen",
        "o": "Uhr",
        "a": "den, am, der, zum",
        "f": "am, bis, bis zum, zum, vor, spätestens, den, dem, der, die, des, das, im, an, am Ende, gegen",
    },
    "fr": {
        "d:0": "aujourd'hui",
        "d:1": "demain",
        "d:2": "après-demain",
        "d:0 p:pm": "ce soir, cet après-midi",
        "N:1": "un, une",
        "N": "deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze",
        "N:15": "quinze",
        "U:day": "jour, jours, journée",
        "U:week": "semaine, semaines",
        "U:month": "mois",
        "U:year": "an, ans, année",
        "U:weekend": "week-end, weekend",
        "U:minute": "minute, minutes",
        "H": "heure, heures",
        "n": "prochain, prochaine, qui vient, suivant, suivante",
        "t": "ce, cette, cet",
        "e": "fin",
        "i": "dans, d'ici, sous",
        "p:am": "matin, matinée",
        "p:pm": "après-midi, soir, soirée",
        "c:12": "midi",
        "l": "à, vers",
        "a": "le, du",
        "f": "le, la, les, l, de, du, de la, d, d'ici, d'ici à, d'ici la, avant, avant le, pour, au plus tard, jusqu'à,"
        " en, à la, la fin",
    },
    "es": {
        "d:0": "hoy",
        "d:1": "mañana",
        "d:2": "pasado mañana",
        "d:0 p:pm": "esta noche, esta tarde",
        "N:1": "un, una, uno",
        "N": "dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce",
        "N:15": "quince",
        "U:day": "día, días",
        "U:week": "semana, semanas",
        "U:month": "mes, meses",
        "U:year": "año, años",
        "U:weekend": "fin de semana",
        "U:minute": "minuto, minutos",
        "H": "hora, horas",
        "n": "próximo, próxima, que viene, siguiente, que entra",
        "t": "este, esta",
        "e": "fin, fines, final, finales",
        "i": "en, dentro de",
        "p:am": "mañana, madrugada",
        "p:pm": "tarde, noche",
        "c:12": "mediodía",
        "l": "a las, a la, a eso de las",
        "a": "el, el día, día, al",
        "f": "el, la, los, las, de, del, para, para el, antes, antes de, antes del, hasta, a, al, por, por la, en,"
        " a más tardar",
    },
    "pt": {
        "d:0": "hoje",
        "d:1": "amanhã",
        "d:2": "depois de amanhã",
        "d:0 p:pm": "hoje à noite, esta noite, esta tarde",
        "W:0": "segunda",
        "W:1": "terça",
        "W:2": "quarta",
        "W:3": "quinta",
        "W:4": "sexta",
        "N:1": "um, uma",
        "N": "dois, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze",
        "N:2": "duas",
        "N:15": "quinze",
        "U:day": "dia, dias",
        "U:week": "semana, semanas",
        "U:month": "mês, meses",
        "U:year": "ano, anos",
        "U:weekend": "fim de semana, final de semana",
        "U:minute": "minuto, minutos",
        "H": "hora, horas",
        "n": "próximo, próxima, que vem, seguinte",
        "t": "este, esta, neste, nesta, esse, essa",
        "e": "fim, final",
        "i": "em, dentro de, daqui a, daqui",
        "p:am": "manhã, madrugada",
        "p:pm": "tarde, noite",
        "c:12": "meio-dia",
        "l": "às, à, as, pelas",
        "a": "o dia, dia, no dia, o",
        "f": "o, a, os, de, do, da, no, na, em, para, para o, antes, antes de, antes do, até, até o, até ao, até a, ao,"
        " à, pela, o mais tardar",
    },
    "it": {
        "d:0": "oggi",
        "d:1": "domani",
        "d:2": "dopodomani",
        "d:0 p:pm": "stasera, questa sera, oggi pomeriggio",
        "N:1": "un, una, uno",
        "N": "due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici",
        "N:15": "quindici",
        "U:day": "giorno, giorni, giornata",
        "U:week": "settimana, settimane",
        "U:month": "mese, mesi",
        "U:year": "anno, anni",
        "U:weekend": "weekend, fine settimana, week end",
        "U:minute": "minuto, minuti",
        "H": "ora, ore",
        "n": "prossimo, prossima, che viene, entrante",
        "t": "questo, questa, quest",
        "e": "fine",
        "i": "tra, fra, entro, in",
        "p:am": "mattina, mattino",
        "p:pm": "pomeriggio, sera, notte",
        "c:12": "mezzogiorno",
        "l": "alle, alle ore, alla, ore, per le",
        "a": "il, il giorno, giorno",
        "f": "il, lo, la, i, l, di, del, della, dell, dei, entro, entro il, entro la, entro e non oltre, per, prima,"
        " prima di, di, a, al, a fine, alla, alla fine",
    },
}
LANGUAGES = tuple(_WORDS)


@cache
def lexicon(language: str) -> Lexicon:
    """The words of a language: folded words in a row -> the marks they can stand for, each a row of marks."""
    found: dict[tuple[str, ...], list[tuple[Mark, ...]]] = {}

    def add(words: str, marks: tuple[Mark, ...]) -> None:
        key = folded_words(words)
        if key and marks not in found.setdefault(key, []):
            found[key].append(marks)

    for marks, words in _WORDS[language].items():
        for number, word in enumerate(words.split(",")):
            # The bare mark N counts on from two.
            add(word, (Mark("N", number + 2),) if marks == "N" else tuple(map(_mark, marks.split())))
    for letter, number, name in _calendar_names(language):
        add(name, (Mark(letter, number),))
    return {key: tuple(value) for key, value in found.items()}


def _mark(text: str) -> Mark:
    letter, _, value = text.partition(":")
    return Mark(letter, int(value) if value.isdecimal() else value)


def _calendar_names(language: str) -> list[tuple[str, int, str]]:
    """Days and months as they are written in running text and alone, whole and cut."""
    from babel import Locale

    locale = Locale.parse(language)
    return [
        (letter, number, name)
        for letter, names in (("W", locale.days), ("M", locale.months))
        for context in ("format", "stand-alone")
        for width in ("wide", "abbreviated")
        for number, name in names[context][width].items()
    ]
