"""Hypothesis strategies: stored and said values of each kind, with word lists of their own."""

from dataclasses import dataclass, replace

from hypothesis import strategies as st

# One good stored value of each kind.
EXAMPLES = {
    "email": "tess.holloway@quillmark.example",
    "phone": "+12125550142",
    "digits": "471093",
    "address": "417 North Oak Street, Millbrook, CA 94107",
    "person_name": "Amara Okafor",
    "text": "Blue Heron",
    "auto": "471093",
    "exact": "MEMBER-7Q",
}

GIVEN = [
    "Amara",
    "Tess",
    "Peter",
    "Łukasz",
    "Søren",
    "Jürgen",
    "José",
    "Zoë",
    "Мария",
    "Γιώργος",
    "محمد",
    "晴人",
    "Mary Ann",
]
SURNAMES = [
    "Okafor",
    "Holloway",
    "Lund",
    "Woźniak",
    "Kjær",
    "Müller",
    "O'Brannon",
    "van der Berg",
    "Sokolova",
    "Παππάς",
    "田中",
]
WORDS = [
    "blue",
    "heron",
    "silver",
    "lake",
    "café",
    "Ångström",
    "plan",
    "B",
    "not",
    "72",
    "C++",
    "umbrella",
    "🙂",
    "straße",
]
STREETS = ["Oak", "Jazz Quarry", "Maple Grove", "Cedar Hollow", "5th", "St Clair", "J", "Élysée", "Martin Luther King"]
TYPES = ["St", "Street", "Ave", "Lane", "Blvd", "Ct"]
TOWNS = [("Millbrook", "CA", "94107"), ("Riverton", "OH", "44011"), ("Ashby", "TX", "78602")]
DIGIT_WORDS = "zero one two three four five six seven eight nine".split()


@dataclass(frozen=True)
class Address:
    """An invented US address."""

    number: str
    street: str
    unit: str
    town: tuple[str, str, str]

    def __str__(self):
        name, state, postcode = self.town
        return f"{self.number} {self.street}{self.unit}, {name}, {state} {postcode}"

    def with_number(self, number):
        return str(replace(self, number=number))


def addresses():
    streets = st.tuples(st.sampled_from(["", "N ", "South "]), st.sampled_from(STREETS), st.sampled_from(TYPES))
    return st.builds(
        Address,
        number=st.integers(1, 99999).map(str),
        street=streets.map(lambda s: f"{s[0]}{s[1]} {s[2]}"),
        unit=st.sampled_from(["", " Apt 5B", " # 12", ", Suite 300"]),
        town=st.sampled_from(TOWNS),
    )


def emails():
    local = st.lists(
        st.sampled_from(["tess", "holloway", "r.mehta", "jorge42", "élodie", "x", "zack.quinby"]),
        min_size=1,
        max_size=3,
    )
    domain = st.sampled_from(
        ["quillmark.example", "casaverde.es", "gmail.com", "bücherwurm.example", "north-star.co.uk"]
    )
    return st.builds(
        lambda parts, mark, host: f"{mark.join(parts)}@{host}", local, st.sampled_from(["", ".", "_", "+"]), domain
    )


def digit_strings(least, most):
    figures = st.text("0123456789", min_size=least, max_size=most)
    return figures | figures.map(lambda text: "-".join(text[at : at + 3] for at in range(0, len(text), 3)))


def phones():
    us = st.tuples(st.integers(200, 989), st.integers(200, 999), st.integers(0, 9999))
    shown = st.sampled_from(
        ["+1{:03d}{:03d}{:04d}", "({:03d}) {:03d}-{:04d}", "{:03d}.{:03d}.{:04d}", "{:03d} {:03d} {:04d} x7"]
    )
    return st.builds(lambda form, parts: form.format(*parts), shown, us) | st.sampled_from(
        ["+442079460018", "+34612345678", "+390236618300", "+5491123456789", "+81312345678"]
    )


def stored_values(kind):
    """Stored values of a kind as a record may hold them."""
    simple = {
        "email": emails(),
        "phone": phones(),
        "digits": digit_strings(1, 20),
        "address": addresses().map(str),
        "person_name": st.builds("{} {}".format, st.sampled_from(GIVEN), st.sampled_from(SURNAMES)),
        "text": st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join),
    }
    if kind in simple:
        return simple[kind]
    return st.one_of(list(simple.values()))


def spoken_digits():
    """Phrases of number words, some with several readings."""
    words = st.sampled_from([*DIGIT_WORDS, "oh", "double five", "twenty three", "nine hundred", "and", "7"])
    return st.lists(words, min_size=1, max_size=12).map(" ".join)


def spelled(text):
    """A typed value as it is read out: signs by their names."""
    for sign, name in ((".", " dot "), ("@", " at "), ("-", " dash "), ("_", " underscore "), ("+", " plus ")):
        text = text.replace(sign, name)
    return " ".join(text.split())


def letter_by_letter(text):
    """A value spelled letter by letter."""
    return " ".join(text.replace(" ", ""))


def said_values(kind):
    """What a caller may say: stored forms, spoken forms, lead-ins, two answers, corrections."""
    stored = stored_values(kind)
    led_in = st.builds(
        "{}{}{}".format,
        st.sampled_from(["", "um ", "it's ", "my number is ", "I live at ", "this is "]),
        stored,
        st.sampled_from(["", " please", " or 42", " sorry 12", ", no, 17", " thank you"]),
    )
    return stored | stored.map(spelled) | stored.map(letter_by_letter) | led_in | spoken_digits()


def pairs(kind):
    """Said and stored values: of one kind and of none, the same value on both sides now and then."""
    stored, anything = stored_values(kind), st.text(max_size=60)
    same = stored.flatmap(
        lambda value: st.tuples(st.sampled_from([value, spelled(value), f"it's {value}"]), st.just(value))
    )
    return same | st.tuples(said_values(kind), stored) | st.tuples(said_values(kind) | anything, stored | anything)
