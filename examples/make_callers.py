"""Writes callers.csv: 200 invented callers, what is stored about them, and what they typed or said when asked.

    python examples/make_callers.py [OUT]

The same bytes every time.  All names, towns and domains are invented; telephone numbers come from the ranges that
regulators keep free for film and television (555-01xx, 07700 900xxx, 06 39 98 xx xx, 0171 39200xx, 0491 57xxxx).
Each field of each caller gets an outcome to aim at, by the quotas below, and a way of saying that leads there.
"""

import csv
import random
import sys
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SEED = 20_260_302
CALLERS = 200
# Of 100 callers, for each field: 65 match, 15 retry, 12 mismatch, 8 missing.
QUOTAS = {"match": 130, "retry": 30, "mismatch": 24, "missing": 16}
# Callers who are somebody else altogether: every field is a mismatch.
IMPOSTORS = 12
FIELDS = ("name", "email", "phone", "address", "member")

ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

# Given names, each with a nickname or none; family names; how many of the 200 come from here.
GIVEN_EN = (
    "Robert Bob,Margaret Peggy,William Bill,Elizabeth Liz,Katherine Kate,Thomas Tom,Jennifer Jenny,Edward Ted,"
    "Michael Mike,Susan Sue,Daniel Dan,Patricia Pat,Samuel Sam,Rebecca Becky,Andrew Andy,Victoria Vicky,Nora,Hazel,"
    "Clifford Cliff,Theodore Theo,Josephine Josie,Nathaniel Nate,Abigail Abby,Gregory Greg"
)
FAMILY_EN = (
    "Ashgrove,Brindlecombe,Castellow,Dunmarsh,Eversleigh,Farthingdale,Glenhollow,Hartwick,Inglenook,Kettleby,Larkmoor,"
    "Merriwether,Northcote,Oakhurst,Pemberly,Quillfeather,Ravensdale,Silverthorn,Thackerby,Underhill,Winterbourne"
)
GIVEN_ES = "José Pepe,María Mari,Francisco Paco,Guadalupe Lupe,Ignacio Nacho,Lucía,Andrés,Sofía,Rosario Charo,Íñigo"
FAMILY_ES = "Núñez,Valverde,Quintanilla,Peñalosa,Carrasco,Ibáñez,Villaseca,Montalvo,Zurbarán"
GIVEN_FR = "Frédéric Fred,Hélène,Benoît,Geneviève,Aurélie,Jean-Luc,Océane,Étienne"
FAMILY_FR = "Dubrocard,Lemarchand,Beauséjour,Charpentreau,Fontvieille,Rochebrune"
GIVEN_DE = "Jürgen,Käthe,Friedrich Fritz,Sabine,Günter,Änne,Matthias,Liesl"
FAMILY_DE = "Müllerhoff,Großkopf,Schönbrunner,Weißenfels,Tannhuber,Kröger"
GIVEN_IN = "Arjun,Priyanka,Venkatesh,Lakshmi,Rohan,Ananya,Sanjay,Meenakshi"
FAMILY_IN = "Raghunathan,Chaudhary,Deshpande,Iyengar,Bhattacharya,Malhotra"
GIVEN_NORTH = "Åse,Bjørn,Łukasz,Zofia,Søren,Małgorzata,Þóra,Kristján"
FAMILY_NORTH = "Fjeldstad,Wiśniewska,Kjærgaard,Dąbrowski,Lindqvist,Guðmundsen"
# Stored in their own letters; said names are compared in Latin letters when the caller spells them so.
OWN_LETTERS = (
    ("Олена", "Коваленко", "Olena", "Kovalenko"),
    ("Дмитрий", "Соколов", "Dmitriy", "Sokolov"),
    ("Γιώργος", "Παπαδάκης", "Giorgos", "Papadakis"),
    ("Ирина", "Морозова", "Irina", "Morozova"),
)

STREETS = "Maple Grove,Willow Bend,Copper Ridge,Juniper,Larkspur,Old Mill,Prospect,Sycamore,Quarry,Harbor View,Chestnut"
STREETS_FR = "des Tilleuls,des Lilas,du Moulin,de la Fontaine,du Lavoir"
STREETS_DE = "Linden,Birken,Mühlen,Garten,Schul"
SUFFIXES = ("Street St", "Avenue Ave", "Road Rd", "Lane Ln", "Drive Dr", "Boulevard Blvd", "Court Ct")
DIRECTIONS = ("North N", "South S", "East E", "West W")
TOWNS_US = (
    "Riverton OH Ohio 44011,Millbrook CA California 94107,Cedar Falls TX Texas 75020,Stonefield NY New_York 12543"
)
TOWNS_GB = "Hexbridge ZZ4 2QT,Market Thornby ZZ9 7LP,Low Wexham ZZ2 5BN"
TOWNS_FR = "99110 Bréval-sur-Loue,99240 Montclairet"
TOWNS_DE = "99920 Neuwaldstedt,99871 Tannbrück"
TOWNS_AU = "Kallaroo Bend NSW 2999,Port Wirra VIC 3999"
AREA_CODES = ("212", "305", "415", "512", "617", "702", "816", "919")
DOMAINS = ("fjordpost.example", "tallpine.example", "quickbox.example", "linden-mail.example", "bluekite.example")


@dataclass(frozen=True)
class Caller:
    """What is stored about a caller, with the parts that a speaker chooses from."""

    given: str
    nickname: str | None
    family: str
    latin: tuple[str, str] | None
    country: str
    local: str
    domain: str
    phone: str
    house: int
    street: tuple[str, ...]
    place: str
    unit: str | None
    member: str

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}"

    @property
    def email(self) -> str:
        return f"{self.local}@{self.domain}"

    @property
    def address(self) -> str:
        return write_address(self)


def split(words: str) -> list[str]:
    return words.split(",")


def latin(text: str) -> str:
    """Text in plain Latin letters, as in an e-mail address."""
    special = str.maketrans({"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "Þ": "Th", "ð": "d"})
    return "".join(ch for ch in unicodedata.normalize("NFKD", text.translate(special)) if not unicodedata.combining(ch))


# --- what is stored -----------------------------------------------------------------------------------------------


def make_caller(rng: random.Random, number: int) -> Caller:
    country = rng.choices(("US", "GB", "FR", "DE", "AU"), (62, 16, 8, 8, 6))[0]
    english, indian = (GIVEN_EN, FAMILY_EN), (GIVEN_IN, FAMILY_IN)
    lists = {
        "US": (english, (GIVEN_ES, FAMILY_ES), indian, (GIVEN_NORTH, FAMILY_NORTH)),
        "GB": (english, indian),
        "FR": ((GIVEN_FR, FAMILY_FR),),
        "DE": ((GIVEN_DE, FAMILY_DE),),
        "AU": (english,),
    }[country]
    givens, families = lists[0] if rng.random() < 0.5 else rng.choice(lists)
    given, _, nickname = rng.choice(split(givens)).partition(" ")
    family = rng.choice(split(families))
    in_latin = None
    if number % 29 == 7:
        given, family, *plain = OWN_LETTERS[number % len(OWN_LETTERS)]
        in_latin = (plain[0], plain[1])
        nickname = ""
    first, last = in_latin or (latin(given), latin(family))
    first, last = first.lower().replace("-", ""), last.lower()
    local = rng.choice((f"{first}.{last}", f"{first[0]}_{last}", f"{last}{rng.randrange(10, 99)}", f"{first}{last}"))
    streets, towns = {
        "US": (STREETS, TOWNS_US),
        "GB": (STREETS, TOWNS_GB),
        "FR": (STREETS_FR, TOWNS_FR),
        "DE": (STREETS_DE, TOWNS_DE),
        "AU": (STREETS, TOWNS_AU),
    }[country]
    suffix = rng.choice(SUFFIXES)
    direction = rng.choice(DIRECTIONS) if rng.random() < 0.25 else ""
    return Caller(
        given=given,
        nickname=nickname or None,
        family=family,
        latin=in_latin,
        country=country,
        local=local,
        domain=rng.choice(DOMAINS),
        phone=make_phone(rng, country),
        house=rng.choice((rng.randrange(12, 99), rng.randrange(101, 999), rng.randrange(1100, 9899))),
        street=(direction, rng.choice(split(streets)), suffix),
        place=rng.choice(split(towns)),
        unit=f"{rng.randrange(1, 30)}{rng.choice('ABCD')}" if rng.random() < 0.3 else None,
        member=f"{rng.randrange(100_000_000):08d}",
    )


def make_phone(rng: random.Random, country: str) -> str:
    two, three = f"{rng.randrange(100):02d}", f"{rng.randrange(1000):03d}"
    return {
        "US": f"({rng.choice(AREA_CODES)}) 555-01{two}",
        "GB": rng.choice((f"+44 7700 900{three}", f"+44 20 7946 0{three}")),
        "FR": f"+33 6 39 98 {two} {three[:2]}",
        "DE": f"+49 171 39200{two}",
        "AU": f"+61 491 57{rng.randrange(10)} {three}",
    }[country]


def write_address(caller: Caller, *, house: str | None = None, unit: str | None = None, place: bool = True) -> str:
    """The stored form; another house number or unit, or no place, where a speaker asks for it."""
    number = house or str(caller.house)
    direction, street, suffix = caller.street
    flat = unit or caller.unit
    town = caller.place if place else ""
    if caller.country == "FR":
        parts = [f"{number} rue {street}", town]
    elif caller.country == "DE":
        parts = [f"{street}straße {number}", town]
    else:
        middle = " ".join(word for word in (direction.split(" ")[0], street, suffix.split(" ")[0]) if word)
        named = {"US": "Apt", "GB": "Flat", "AU": "Unit"}[caller.country]
        parts = [f"{number} {middle}", f"{named} {flat}" if flat else "", write_place(caller, town)]
    return ", ".join(part for part in parts if part)


def write_place(caller: Caller, place: str) -> str:
    if caller.country != "US" or not place:
        return place
    *town, code, _, postcode = place.split(" ")
    return f"{' '.join(town)}, {code} {postcode}"


# --- how it is said -----------------------------------------------------------------------------------------------


def say_digits(rng: random.Random, digits: str) -> str:
    """Digit by digit, with doubles and "oh" as people say them."""
    zero = rng.choice(("zero", "oh"))
    double = rng.random() < 0.5
    words, at = [], 0
    while at < len(digits):
        word = zero if digits[at] == "0" else ONES[int(digits[at])]
        if double and digits[at : at + 2] == digits[at] * 2:
            words.append(f"double {word}")
            at += 2
        else:
            words.append(word)
            at += 1
    return " ".join(words)


def say_pair(pair: int) -> str:
    if pair < 10:
        return ONES[pair]
    if pair < 20:
        return TEENS[pair - 10]
    return TENS[pair // 10] + (f" {ONES[pair % 10]}" if pair % 10 else "")


def say_house(house: int) -> str:
    """House numbers are said in pairs: 1234 is twelve thirty four, 417 is four seventeen."""
    if house < 100:
        return say_pair(house)
    high, low = divmod(house, 100)
    if low == 0:
        return f"{say_pair(high)} hundred"
    return f"{say_pair(high)} {'oh ' if low < 10 else ''}{say_pair(low)}"


def slip(rng: random.Random, digits: str, *, first: int = 0) -> str:
    """One digit wrong, or two neighbours swapped, at or after `first`."""
    at = rng.randrange(first, len(digits))
    if at + 1 < len(digits) and digits[at] != digits[at + 1] and rng.random() < 0.4:
        return digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
    return digits[:at] + str((int(digits[at]) + rng.randrange(1, 9)) % 10) + digits[at + 1 :]


def only_digits(text: str) -> str:
    return "".join(ch for ch in text if ch.isdigit())


def say_name(rng: random.Random, caller: Caller, other: Caller, outcome: str, spoken: bool) -> str:
    given, family = caller.latin or (caller.given, caller.family)
    if outcome == "mismatch":
        return " ".join(other.latin or (other.given, other.family))
    if outcome == "retry":
        sibling = latin(other.given) if other.given != caller.given else "Zelda"
        return rng.choice((f"{given[0]}. {family}", family, f"{sibling} {family}", given))
    if caller.latin:
        return rng.choice((caller.name, f"{given} {family}"))
    ways = [f"{given} {family}", f"{family}, {given}", latin(f"{given} {family}")]
    if caller.nickname:
        ways += [f"{caller.nickname} {family}"] * 3
    if spoken:
        ways = [way.lower() for way in ways if "," not in way]
        ways += [f"my name is {given} {family}".lower(), f"uh it's {given} {family}".lower()]
        ways += [f"{latin(given).lower()} {' '.join(latin(family).lower())}"]
    else:
        ways += [f"Dr. {given} {family}", f"{given} {rng.choice('ABCDEJLMR')}. {family}"]
    return rng.choice(ways)


def say_email(rng: random.Random, caller: Caller, other: Caller, outcome: str, spoken: bool) -> str:
    local, domain = caller.local, caller.domain
    if outcome == "mismatch":
        local = other.local
    elif outcome == "retry":
        way = rng.randrange(3)
        if way == 0:
            at = rng.randrange(1, len(local) - 1)
            local = local[:at] + (str((int(local[at]) + 1) % 10) if local[at].isdigit() else "x") + local[at + 1 :]
        elif way == 1:
            domain = domain.replace(".example", ".test")
        else:
            domain = ""
    if not spoken:
        whole = f"{local}@{domain}" if domain else local
        return rng.choice((whole, whole.upper(), f"{whole} ", whole.capitalize()))
    return speak_email(rng, local, domain)


def speak_email(rng: random.Random, local: str, domain: str) -> str:
    signs = {".": " dot ", "_": " underscore ", "-": rng.choice((" dash ", " hyphen "))}
    spell = rng.random() < 0.25

    def letter(ch: str, *, apart: bool) -> str:
        if ch in signs:
            return signs[ch]
        if ch.isdigit():
            return f" {ONES[int(ch)]} "
        return f" {ch} " if apart else ch

    def part(text: str, *, letters: bool) -> str:
        return " ".join("".join(letter(ch, apart=letters) for ch in text).split())

    name = part(local, letters=spell)
    if not domain:
        return name
    at = rng.choice((" at ", " at ", " at the rate "))
    lead = rng.choice(("", "", "it's ", "my email is "))
    return f"{lead}{name}{at}{part(domain, letters=False)}"


def say_phone(rng: random.Random, caller: Caller, other: Caller, outcome: str, spoken: bool) -> str:
    digits = only_digits(caller.phone)
    if outcome == "mismatch":
        return say_digits(rng, only_digits(other.phone)) if spoken else other.phone
    if outcome == "retry":
        digits = slip(rng, digits, first=len(digits) - 2)
    if spoken:
        return speak_phone(rng, caller, digits)
    if outcome == "retry":
        return digits if caller.country == "US" else f"+{digits}"
    if caller.country == "US":
        area, middle, last = digits[:3], digits[3:6], digits[6:]
        ways = (f"{area}-{middle}-{last}", f"+1 {area} {middle} {last}", f"1{digits}", f"{area}.{middle}.{last}")
        return rng.choice(ways)
    return rng.choice((f"+{digits}", f"00{digits}", caller.phone.replace(" ", "-")))


def speak_phone(rng: random.Random, caller: Caller, digits: str) -> str:
    lead = rng.choice(("", "", "it's ", "my number is "))
    plus = "" if caller.country == "US" else "plus "
    return f"{lead}{plus}{say_digits(rng, digits)}"


def say_address(rng: random.Random, caller: Caller, other: Caller, outcome: str, spoken: bool) -> str:
    if outcome == "mismatch":
        return as_heard(other.address) if spoken else other.address
    if outcome == "retry":
        if caller.unit and caller.country in {"US", "GB", "AU"} and rng.random() < 0.5:
            wrong = write_address(caller, unit=f"{(int(caller.unit[:-1]) + 4) % 30 + 1}{caller.unit[-1]}")
        else:
            wrong = write_address(caller, house=slip(rng, str(caller.house), first=1))
        return as_heard(wrong) if spoken else wrong
    if caller.country in {"FR", "DE"}:
        plain = latin(caller.address).replace("strasse", "str.")
        return rng.choice((caller.address, plain, caller.address.replace(",", "")))
    if not spoken:
        short = write_address(caller).replace("North ", "N ").replace("South ", "S ").replace("East ", "E ")
        for pair in SUFFIXES:
            whole, brief = pair.split(" ")
            short = short.replace(f" {whole},", f" {brief},")
        return rng.choice((short, short.upper(), caller.address, write_address(caller, place=False)))
    house = say_house(caller.house)
    text = as_heard(write_address(caller, house=house))
    if caller.country == "US":
        *_, code, state, postcode = caller.place.split(" ")
        spelled = say_digits(rng, postcode) if rng.random() < 0.5 else postcode
        text = text.replace(f" {code.lower()} {postcode}", f" {state.replace('_', ' ').lower()} {spelled}")
        text = text.replace(" apt ", " apartment ")
    return rng.choice(("", "", "i live at ")) + text


def as_heard(text: str) -> str:
    """What a speech recognizer makes of a written address: no capitals, no commas."""
    return text.replace(",", "").lower()


def say_member(rng: random.Random, caller: Caller, other: Caller, outcome: str, spoken: bool) -> str:
    digits = {"mismatch": other.member, "retry": slip(rng, caller.member)}.get(outcome, caller.member)
    if not spoken:
        return rng.choice((digits, f"{digits[:4]} {digits[4:]}", f"{digits[:2]}-{digits[2:5]}-{digits[5:]}"))
    if outcome == "match" and "0" not in digits[::2] and rng.random() < 0.4:
        return " ".join(say_pair(int(digits[at : at + 2])) for at in range(0, 8, 2))
    return rng.choice(("", "", "the number is ")) + say_digits(rng, digits)


def leave_out(rng: random.Random, field: str) -> str:
    """Nothing to judge: no answer, or a token where a vault keeps the value."""
    return rng.choice(("", "", "", " ", f"{{{{PII:{field}:{rng.randrange(16**6):06x}}}}}"))


SAY: dict[str, Callable[[random.Random, Caller, Caller, str, bool], str]] = {
    "name": say_name,
    "email": say_email,
    "phone": say_phone,
    "address": say_address,
    "member": say_member,
}


def outcomes_of(rng: random.Random) -> dict[str, list[str]]:
    """An outcome for each field of each caller: the quotas exactly, the impostors first, the rest shuffled."""
    plans = {}
    for field in FIELDS:
        rest = [outcome for outcome, count in QUOTAS.items() for _ in range(count)]
        for _ in range(IMPOSTORS):
            rest.remove("mismatch")
        rng.shuffle(rest)
        plans[field] = ["mismatch"] * IMPOSTORS + rest
    return plans


def another(rng: random.Random, caller: Caller, callers: list[Caller]) -> Caller:
    """Somebody with whom the caller shares neither a name nor a street."""
    while True:
        other = rng.choice(callers)
        names = {other.given, other.family, caller.given, caller.family}
        if len(names) == 4 and other.street[1] != caller.street[1] and other.place != caller.place:
            return other


def main() -> None:
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("callers.csv")
    rng = random.Random(SEED)
    callers = [make_caller(rng, number) for number in range(CALLERS)]
    plans = outcomes_of(rng)
    order = list(range(CALLERS))
    rng.shuffle(order)
    with out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        columns = [column for field in FIELDS for column in (f"said_{field}", field)]
        writer.writerow(["caller", "channel", *columns])
        for number, place in enumerate(order, 1):
            caller = callers[place]
            spoken = rng.random() < 0.55
            row = [f"C{number:04d}", "spoken" if spoken else "typed"]
            for field in FIELDS:
                outcome = plans[field][place]
                other = another(rng, caller, callers)
                if outcome == "missing":
                    said = leave_out(rng, field)
                else:
                    said = SAY[field](rng, caller, other, outcome, spoken)
                row += [said, getattr(caller, field)]
            writer.writerow(row)


if __name__ == "__main__":
    main()
