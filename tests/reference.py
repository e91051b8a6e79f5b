"""The slow, obvious oracle of the matcher: textbook code that imports nothing of ours and is shipped to nobody.

It judges what can be judged from the rules alone: missing values, bands, exact, equality of text, digit strings in
figures and in number words of four languages, and typed telephone numbers (by the phonenumbers package).
"""

import re
import unicodedata
from dataclasses import dataclass

LIMIT = 1024

# --- Bands --------------------------------------------------------------------------------------------------------

BANDS = {"phone": (100, 50), "digits": (100, 50), "exact": (100, None)}


def result(score, kind):
    """The result that a score means (matching.md section 1)."""
    match, retry = BANDS.get(kind, (70, 10))
    if score == -1:
        return "missing"
    if score >= match:
        return "match"
    return "retry" if retry is not None and score >= retry else "mismatch"


# --- Missing ------------------------------------------------------------------------------------------------------

# Detectors' words for what a token hides.
ENTITIES = (
    "account|account_number|address|age|bank_account|card|card_number|city|company|country|credit_card|customer|date"
    "|date_of_birth|date_time|dob|driver_license|email|email_address|first_name|full_name|iban|iban_code|id|id_number"
    "|ip|ip_address|last_name|license|loc|location|name|nrp|number|org|organization|passport|password|per|person"
    "|person_name|phone|phone_number|pii|pin|postal_code|secret|ssn|state|street|street_address|tax_id|token|url"
    "|us_ssn|user|username|zip|zip_code"
)
# An id holds a digit, or is six and more hexadecimal letters.
ID = r"(?:[a-z-]*[0-9][a-z0-9-]*|[a-f]{6,})"
MARKED = [
    rf"{opening}pii:(?!:)(?:(?!{closing}).)+?:(?:(?!{closing}).)+?{closing}"
    for opening, closing in ((r"\{\{", r"\}\}"), (r"\[\[", r"\]\]"), ("<", ">"))
]
WHOLE = [
    rf"\[[a-z_]+_{ID}\]",
    rf"<[a-z_]+_{ID}>",
    rf"(?:{ENTITIES})_{ID}",
    r"(?:tok|pii)_[a-z0-9_-]+",
    r"vault:v[0-9]+:[^ ]+",
]


def is_token(text):
    """Is a value a vault token, or does it hold one of the marked sort?"""
    # As folding writes it, without format characters and accents: tok_é is a token as tok_e is.
    seen = "".join(c for c in unicodedata.normalize("NFKD", text) if not is_unseen(c) and not unicodedata.combining(c))
    plain = " ".join(seen.casefold().split())
    return any(re.search(shape, plain) for shape in MARKED) or any(re.fullmatch(shape, plain) for shape in WHOLE)


def as_text(value):
    """The text of a value: integers in plain figures; None for what is no text."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def is_missing(value):
    """Is there nothing to judge in a value, whatever the kind?"""
    text = as_text(value)
    if text is None or len(text) > LIMIT:
        return True
    if any("\ud800" <= c <= "\udfff" for c in text):
        return True
    # Format characters are seen and heard no more than spaces are.
    return all(c.isspace() or is_unseen(c) for c in text) or is_token(text)


def is_unseen(c):
    """A format character, or a code point that is set aside for one (Default_Ignorable_Code_Point)."""
    return (
        unicodedata.category(c) == "Cf"
        or c == "\u2065"
        or "\ufff0" <= c <= "\ufff8"
        or "\U000e0000" <= c <= "\U000e0fff"
    )


def is_bare_marks(text):
    """Nothing but marks and fillers, of no letter: the rules do not say, and the product takes most for blank."""
    rest = [c for c in text if not c.isspace() and not is_unseen(c)]
    return bool(rest) and all(
        unicodedata.category(c) in ("Mn", "Me") or "FILLER" in unicodedata.name(c, "") or c == "\u0640" for c in rest
    )


# --- Distances ----------------------------------------------------------------------------------------------------


def osa(said, stored):
    """Optimal string alignment distance, by the whole matrix."""
    rows = [list(range(len(stored) + 1))]
    for i, c in enumerate(said, 1):
        row = [i]
        for j, d in enumerate(stored, 1):
            best = min(rows[i - 1][j - 1] + (c != d), rows[i - 1][j] + 1, row[j - 1] + 1)
            if i > 1 and j > 1 and c == stored[j - 2] and said[i - 2] == d:
                best = min(best, rows[i - 2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def by_slips(slips):
    """Score of numbers: right, one slip, wrong."""
    return {0: 100, 1: 50}.get(slips, 0)


# --- Exact and text -----------------------------------------------------------------------------------------------


def exact_form(text):
    """NFC of the full case folding, white space trimmed and collapsed (Unicode 15, definition 145)."""
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())
    return unicodedata.normalize("NFC", " ".join(folded.split()))


def exact_score(said, stored):
    """Kind exact of two values that are not missing."""
    return 100 if exact_form(said) == exact_form(stored) else 0


def plain_form(text):
    """Folding of Latin, Greek and Cyrillic letters as far as the standard library knows it."""
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return " ".join("".join(c for c in bare if not unicodedata.combining(c)).split())


# --- Digits in figures and number words ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Language:
    """Number words of one language; `weak` ones count only beside another number word."""

    units: dict
    teens: dict
    tens: dict
    compounds: dict
    hundred: tuple
    hundreds: dict
    thousand: tuple
    conjunction: str
    times: dict
    tens_join: bool = False  # "treinta y uno", "vingt et un"
    units_first: bool = False  # "drei und zwanzig"
    counts_hundreds: str = "all"  # what counts hundreds: all below a hundred, only a unit, none ("doscientos")
    one_counts: bool = True  # "one thousand", but not "un mille"
    weak: tuple = ()

    @property
    def words(self):
        """Every word of a number, the conjunction left out."""
        return [*self.units, *self.teens, *self.tens, *self.compounds, *self.hundred, *self.hundreds, *self.thousand]


def numbered(words, first=0, step=1):
    return {word: first + step * at for at, word in enumerate(words.split())}


ENGLISH_UNITS = numbered("zero one two three four five six seven eight nine") | {"oh": 0, "niner": 9, "for": 4, "to": 2}
GERMAN_UNITS = numbered("null eins zwei drei vier funf sechs sieben acht neun") | {"zwo": 2}
GERMAN_TENS = numbered("zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig", 20, 10)

ENGLISH = Language(
    units=ENGLISH_UNITS,
    teens=numbered("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen", 10),
    tens=numbered("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10),
    compounds={},
    hundred=("hundred",),
    hundreds={},
    thousand=("thousand",),
    conjunction="and",
    times={"double": 2, "triple": 3, "treble": 3, "quadruple": 4},
    weak=("oh", "for", "to"),
)
SPANISH = Language(
    units=numbered("cero uno dos tres cuatro cinco seis siete ocho nueve"),
    teens=numbered("diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve", 10),
    tens=numbered("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa", 20, 10),
    compounds=numbered(
        "veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve", 21
    ),
    hundred=("cien", "ciento"),
    hundreds=numbered(
        "doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos", 200, 100
    ),
    thousand=("mil",),
    conjunction="y",
    times={"doble": 2, "triple": 3},
    tens_join=True,
    counts_hundreds="none",
    one_counts=False,
    weak=("once",),
)
FRENCH = Language(
    units=numbered("zero un deux trois quatre cinq six sept huit neuf"),
    teens=numbered("dix onze douze treize quatorze quinze seize", 10),
    tens=numbered("vingt trente quarante cinquante soixante septante huitante nonante", 20, 10) | {"vingts": 20},
    compounds={},
    hundred=("cent", "cents"),
    hundreds={},
    thousand=("mille",),
    conjunction="et",
    times={"double": 2, "triple": 3},
    tens_join=True,
    counts_hundreds="unit",
    one_counts=False,
    weak=("un",),
)
GERMAN = Language(
    units=GERMAN_UNITS,
    teens=numbered("zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn", 10),
    tens=GERMAN_TENS,
    compounds={
        f"{'ein' if unit == 'eins' else unit}und{tens}": ones + tens_value
        for unit, ones in GERMAN_UNITS.items()
        for tens, tens_value in GERMAN_TENS.items()
        if ones and unit != "zwo"
    },
    hundred=("hundert",),
    hundreds={
        f"{'ein' if unit == 'eins' else unit}hundert": 100 * ones
        for unit, ones in GERMAN_UNITS.items()
        if ones and unit != "zwo"
    },
    thousand=("tausend",),
    conjunction="und",
    times={"doppel": 2, "zweimal": 2, "dreimal": 3},
    units_first=True,
    weak=("elf",),
)
LANGUAGES = {"en": ENGLISH, "es": SPANISH, "fr": FRENCH, "de": GERMAN}


class Numbers:
    """All numbers that begin at a word, by trying every rule of identity-matching.md 2.2."""

    def __init__(self, words, language):
        self.words = words
        self.language = language

    def at(self, index):
        return self.words[index] if index < len(self.words) else ""

    def figures(self, index):
        """(end, value) of figures in front of a scale word: "5 thousand", "23 hundred"."""
        word = self.at(index)
        scale = self.language.hundred + self.language.thousand
        if word.isdigit() and len(word) <= 3 and word[0] != "0" and self.at(index + 1) in scale:
            yield index + 1, int(word)

    def teen(self, index):
        """10 to 19, "dix sept" among them."""
        language, word = self.language, self.at(index)
        if word not in language.teens:
            return
        yield index + 1, language.teens[word]
        if word == "dix" and language.units.get(self.at(index + 1), 0) >= 7:
            yield index + 2, 10 + language.units[self.at(index + 1)]
        if word == "diez" and self.at(index + 1) == "y" and language.units.get(self.at(index + 2), 0) >= 6:
            yield index + 3, 10 + language.units[self.at(index + 2)]

    def below_hundred(self, index):
        language, word = self.language, self.at(index)
        yield from self.figures(index)
        yield from self.teen(index)
        if word in language.compounds:
            yield index + 1, language.compounds[word]
        if language.units.get(word, 0) > 0:
            yield index + 1, language.units[word]
            if language.units_first and self.at(index + 1) == "und" and self.at(index + 2) in language.tens:
                yield index + 3, language.units[word] + language.tens[self.at(index + 2)]
            if word == "quatre" and language.tens.get(self.at(index + 1)) == 20:
                yield index + 2, 80
                for end, rest in [*self.teen(index + 2), *self.unit(index + 2)]:
                    yield end, 80 + rest
        if word in language.tens:
            yield index + 1, language.tens[word]
            rest_at = index + 1
            if language.tens_join and self.at(rest_at) == language.conjunction:
                rest_at += 1
            rests = [] if language.units_first else list(self.unit(rest_at))
            if word == "soixante":
                rests += self.teen(rest_at)
            for end, rest in rests:
                yield end, language.tens[word] + rest

    def unit(self, index):
        value = self.language.units.get(self.at(index), 0)
        if value:
            yield index + 1, value

    def figures_behind(self, index, most):
        """(end, value) of figures that are added to hundreds or thousands: "two thousand 345"."""
        word = self.at(index)
        scale = self.language.hundred + self.language.thousand
        if word.isdigit() and len(word) <= most and word[0] != "0" and self.at(index + 1) not in scale:
            yield index + 1, int(word)

    def belongs_to_front(self, index):
        """Is the scale word here counted by the number in front, so that it cannot begin a number?"""
        language, front = self.language, self.words[index - 1] if index else ""
        unit = language.units.get(front, 0)
        small = unit > 0 or front.isdigit() or front in language.teens | language.tens | language.compounds
        if self.at(index) in language.thousand:
            if unit == 1:
                return language.one_counts
            return small or front in language.hundreds or front in language.hundred
        if language.counts_hundreds == "unit":
            behind_tens = index > 1 and self.words[index - 2] in language.tens
            return (unit > 1 and not behind_tens) or (front.isdigit() and len(front) == 1)
        return small and language.counts_hundreds == "all"

    def begins_digits(self, end, value):
        """Is the last word of this value the first of single digits behind a hundred?"""

        def single(word):
            return (len(word) == 1 and word.isdigit()) or word in self.language.units

        head = end - 3 if self.at(end - 2) == self.language.conjunction else end - 2
        behind_hundred = head >= 0 and (
            self.at(head) in self.language.hundred or self.at(head) in self.language.hundreds
        )
        return value > 100 and behind_hundred and single(self.at(end - 1)) and single(self.at(end))

    def with_rest(self, index, value, rests, most):
        """A value of hundreds or thousands, alone and with what is added to it."""
        yield index, value
        rest_at = index + 1 if self.at(index) == self.language.conjunction else index
        for end, rest in [*rests(rest_at), *self.figures_behind(rest_at, most)]:
            yield end, value + rest

    def below_thousand(self, index):
        language, word = self.language, self.at(index)
        if word in language.hundreds:
            yield from self.with_rest(index + 1, language.hundreds[word], self.below_hundred, 2)
        if word in language.hundred and not self.belongs_to_front(index):
            yield from self.with_rest(index + 1, 100, self.below_hundred, 2)
        for end, count in self.below_hundred(index):
            yield end, count
            if self.at(end) in language.hundred and language.counts_hundreds != "none":
                yield from self.with_rest(end + 1, 100 * count, self.below_hundred, 2)

    def all(self, index):
        """(end, value) of every number that begins here."""
        heads = list(self.below_thousand(index))
        yield from heads
        if not self.belongs_to_front(index):
            heads.append((index, 1))
        for end, count in heads:
            if self.at(end) in self.language.thousand:
                yield from self.with_rest(end + 1, 1000 * count, self.below_thousand, 3)


def pieces(words, language, index):
    """(end, digits) of every way to take words from `index` on as digits."""
    word = words[index]
    numbers = Numbers(words, language)
    if word.isdigit():
        yield index + 1, word
    if language.units.get(word) == 0:
        yield index + 1, "0"
    found = list(numbers.all(index))
    for end, value in found:
        # What the language's "and" joins is not read apart, but in "nine hundred and one two three".
        joined = numbers.at(end) == language.conjunction and any(
            further > end and not numbers.begins_digits(further, total) for further, total in found
        )
        if not joined:
            yield end, str(value)
    # A conjunction on its own joins two numbers.
    if word == language.conjunction:
        yield index + 1, ""
    following = words[index + 1] if index + 1 < len(words) else ""
    count = language.times.get(word)
    if count:
        single = language.units | language.teens | language.tens | language.compounds
        repeated = following if following.isdigit() else str(single.get(following, ""))
        if repeated and len(repeated) <= 4:
            yield index + 2, count * repeated
            if following.isdigit() and len(repeated) > 1:
                yield index + 2, (count - 1) * repeated[0] + repeated


def readings(phrase, language=ENGLISH):
    """Every digit string that a phrase can mean, each using every word."""
    words = phrase.replace("-", " ").split()

    def from_word(index):
        if index == len(words):
            yield ""
            return
        for end, digits in pieces(words, language, index):
            for rest in from_word(end):
                yield digits + rest

    return set(from_word(0))


def digits_of(text):
    """The figures of a typed value."""
    return "".join(str(unicodedata.digit(c)) for c in text if c.isdecimal())


def digits_score(phrase, stored, language=ENGLISH):
    """Kind digits: the nearest of all readings against typed stored figures."""
    stored = digits_of(stored)
    if not stored:
        return -1
    return by_slips(min((osa(reading, stored) for reading in readings(phrase, language)), default=99))


# --- Telephone numbers ---------------------------------------------------------------------------------------------


def phone_score(said, stored, region="US"):
    """Kind phone of two typed numbers, as the phonenumbers package understands them."""
    import phonenumbers

    said, stored = said.removeprefix("tel:"), stored.removeprefix("tel:")
    region = phone_region(said, stored, region)
    said_number, stored_number = parse_phone(said, region), parse_phone(stored, region)
    if stored_number is None:
        return by_slips(osa(digits_of(said), digits_of(stored)))
    if said_number is not None:
        if said_number.extension and stored_number.extension and said_number.extension != stored_number.extension:
            return 0
        said_number.extension = stored_number.extension = None
        if phonenumbers.is_number_match(said_number, stored_number) == phonenumbers.MatchType.EXACT_MATCH:
            return 100
        if said.startswith("+") and said_number.country_code != stored_number.country_code:
            return 0
    return by_slips(max(1, min(phone_slips(said, said_number, stored_number))))


def parse_phone(text, region):
    """The number that the package reads, or None."""
    import phonenumbers

    try:
        return phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return None


def is_possible_phone(number):
    """Has a number a length that can be dialled from everywhere in its country?"""
    import phonenumbers

    possible = phonenumbers.ValidationResult.IS_POSSIBLE
    return number is not None and phonenumbers.is_possible_number_with_reason(number) == possible


def phone_region(said, stored, region):
    """Whose plan reads the numbers: the stored one's country, else the said one's, else `region`.

    A country that was said counts where it can have both numbers: matching.md section 3.
    """
    import phonenumbers

    for text in (stored, said):
        number = parse_phone(text, None) if text.startswith("+") else None
        if number is None:
            continue
        home = phonenumbers.region_code_for_country_code(number.country_code)
        both = [number, parse_phone(stored, home)]
        if text is stored or all(map(is_possible_phone, both)):
            return home
    return region


def phone_slips(said, said_number, stored_number):
    """Slips between a typed number and every way to type the stored one."""
    import phonenumbers

    national = phonenumbers.national_significant_number(stored_number)
    code = str(stored_number.country_code)
    if said_number is not None and said_number.country_code == stored_number.country_code:
        yield osa(phonenumbers.national_significant_number(said_number), national)
    if said.startswith("+") and not digits_of(said).startswith(code):
        yield 2  # a slip in the country code names another country
        return
    yield osa(digits_of(said), code + national)
    if not said.startswith("+"):
        home = phonenumbers.format_number(stored_number, phonenumbers.PhoneNumberFormat.NATIONAL)
        yield osa(digits_of(said), digits_of(home))
