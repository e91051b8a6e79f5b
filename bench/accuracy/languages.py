"""How numbers and e-mail signs are said in seven languages: the generator's own tables, not the product's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


def _spaced(tens: str, unit: str) -> str:
    return f"{tens} {unit}"


@dataclass(frozen=True)
class Language:
    """Words of one language.  `units`: 0 to 9, each with its variants; `teens`: 10 to 19; `tens`: 20, 30 … 90."""

    units: tuple[str, ...]
    teens: tuple[str, ...]
    tens: tuple[str, ...]
    join: Callable[[str, str], str]
    at: tuple[str, ...]
    dot: str
    dash: str
    underscore: str
    double: str
    number_lead_ins: tuple[str, ...]
    email_lead_ins: tuple[str, ...]
    closings: tuple[str, ...]
    irregular: dict[int, str]

    def unit(self, digit: int, variant: int = 0) -> str:
        """The word for one digit; `variant` picks among those in use (oh for zero, zwo for zwei)."""
        words = self.units[digit].split("|")
        return words[variant % len(words)]

    def below_hundred(self, value: int) -> str:
        """The word or words for 0 to 99."""
        if value in self.irregular:
            return self.irregular[value]
        if value < 10:
            return self.unit(value)
        if value < 20:
            return self.teens[value - 10]
        tens, unit = self.tens[value // 10 - 2], value % 10
        return tens if unit == 0 else self.join(tens, self.unit(unit))


def _french() -> dict[int, str]:
    words = {21: "vingt et un", 31: "trente et un", 41: "quarante et un", 51: "cinquante et un", 61: "soixante et un"}
    teens = ("dix", "onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf")
    units = ("", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf")
    words |= {70 + at: f"soixante-{teen}" for at, teen in enumerate(teens)} | {71: "soixante et onze"}
    words |= {80 + at: f"quatre-vingt-{unit}" for at, unit in enumerate(units)} | {80: "quatre-vingts"}
    return words | {90 + at: f"quatre-vingt-{teen}" for at, teen in enumerate(teens)}


def _spanish() -> dict[int, str]:
    units = ("", "uno", "dós", "trés", "cuatro", "cinco", "séis", "siete", "ocho", "nueve")
    return {20 + at: f"veinti{unit}" for at, unit in enumerate(units) if at}


def _italian() -> dict[int, str]:
    words = {}
    for at, tens in enumerate("venti trenta quaranta cinquanta sessanta settanta ottanta novanta".split()):
        words[20 + 10 * at + 1], words[20 + 10 * at + 8] = f"{tens[:-1]}uno", f"{tens[:-1]}otto"
        words[20 + 10 * at + 3] = f"{tens}tré"
    return words


def _joined_with(word: str, one: str) -> Callable[[str, str], str]:
    """German and Dutch say the unit first, in one word."""
    return lambda tens, unit: f"{one if unit in ('eins', 'een') else unit}{word}{tens}"


def _dutch(tens: str, unit: str) -> str:
    return f"{unit}{'ën' if unit.endswith('e') else 'en'}{tens}"


ENGLISH = Language(
    units=("zero|oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    teens=tuple("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()),
    tens=tuple("twenty thirty forty fifty sixty seventy eighty ninety".split()),
    join=_spaced,
    at=("at", "at", "at", "at sign", "at the rate"),
    dot="dot",
    dash="dash",
    underscore="underscore",
    double="double",
    number_lead_ins=("it's", "my number is", "the number is", "that's", "sure it's", "yes it is", "okay so it's"),
    email_lead_ins=("it's", "my email is", "my email address is", "sure it's", "the email is"),
    closings=("please", "thanks", "thank you", "that's it", "that's all"),
    irregular={},
)

OTHERS = {
    "es": Language(
        units=("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"),
        teens=tuple("diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve".split()),
        tens=tuple("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()),
        join=lambda tens, unit: f"{tens} y {unit}",
        at=("arroba",),
        dot="punto",
        dash="guion",
        underscore="guion bajo",
        double="doble",
        number_lead_ins=("es el", "mi número es"),
        email_lead_ins=("mi correo es",),
        closings=("gracias", "por favor"),
        irregular=_spanish() | {22: "veintidós", 24: "veinticuatro", 25: "veinticinco"},
    ),
    "fr": Language(
        units=("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"),
        teens=("dix", "onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
        tens=tuple("vingt trente quarante cinquante soixante septante huitante nonante".split()),
        join=lambda tens, unit: f"{tens}-{unit}",
        at=("arobase", "arobase", "at"),
        dot="point",
        dash="tiret",
        underscore="tiret du bas",
        double="double",
        number_lead_ins=("c'est le", "mon numéro est le"),
        email_lead_ins=("c'est",),
        closings=("merci",),
        irregular=_french(),
    ),
    "de": Language(
        units=("null", "eins", "zwei|zwo", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"),
        teens=tuple("zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split()),
        tens=tuple("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()),
        join=_joined_with("und", "ein"),
        at=("at", "ät", "Klammeraffe"),
        dot="Punkt",
        dash="Bindestrich",
        underscore="Unterstrich",
        double="doppel",
        number_lead_ins=("das ist die", "meine Nummer ist"),
        email_lead_ins=("meine E-Mail ist",),
        closings=("bitte", "danke"),
        irregular={},
    ),
    "pt": Language(
        units=("zero", "um", "dois", "três", "quatro", "cinco", "seis|meia", "sete", "oito", "nove"),
        teens=tuple("dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove".split()),
        tens=tuple("vinte trinta quarenta cinquenta sessenta setenta oitenta noventa".split()),
        join=lambda tens, unit: f"{tens} e {unit}",
        at=("arroba",),
        dot="ponto",
        dash="hífen",
        underscore="sublinhado",
        double="duplo",
        number_lead_ins=("é o", "meu número é"),
        email_lead_ins=("meu email é",),
        closings=("obrigado", "por favor"),
        irregular={},
    ),
    "it": Language(
        units=("zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove"),
        teens=tuple("dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove".split()),
        tens=tuple("venti trenta quaranta cinquanta sessanta settanta ottanta novanta".split()),
        join=lambda tens, unit: f"{tens}{unit}",
        at=("chiocciola",),
        dot="punto",
        dash="trattino",
        underscore="trattino basso",
        double="doppio",
        number_lead_ins=("è il", "il mio numero è"),
        email_lead_ins=("la mia email è",),
        closings=("grazie",),
        irregular=_italian(),
    ),
    "nl": Language(
        units=("nul", "een|één", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen"),
        teens=tuple("tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien".split()),
        tens=tuple("twintig dertig veertig vijftig zestig zeventig tachtig negentig".split()),
        join=_dutch,
        at=("apenstaartje", "at"),
        dot="punt",
        dash="streepje",
        underscore="underscore",
        double="dubbel",
        number_lead_ins=("dat is", "mijn nummer is"),
        email_lead_ins=("mijn e-mail is",),
        closings=("dank u", "alstublieft"),
        irregular={},
    ),
}
