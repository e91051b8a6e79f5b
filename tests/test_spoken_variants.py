"""Every spoken form that the generator of the accuracy bench makes of a value matches it, and keeps others out.

The generator (bench/accuracy) has word lists and a grammar of its own, so what it writes was not written for the product.
"""

import importlib
import random
from pathlib import Path

import pytest

import ablmatch

pytestmark = pytest.mark.native

ACCURACY = Path(__file__).resolve().parent.parent / "bench" / "accuracy"
SEED = 3
FEW, MANY = 300, 20_000
# The module that makes a kind's pairs, and its makers of spoken forms.
SPOKEN = {
    "digits": ("digit_pairs", ["true_pair"]),
    "phone": ("phone_pairs", ["true_pair", "with_extension"]),
    "email": ("email_pairs", ["true_pair", "provider_rule"]),
    "person_name": ("name_pairs", ["dictated", "written"]),
    "address": ("address_pairs", ["true_pair", "unit_missing", "box"]),
    "text": ("text_pairs", ["written", "led_in", "figures"]),
}
STRANGERS = {
    "digits": ("digit_pairs", ["slipped", "part", "two_answers", "regrouped"]),
    "phone": ("phone_pairs", ["slipped", "other_country", "other_extension"]),
    "email": ("email_pairs", ["other_letter", "other_figures", "other_host", "other_sign"]),
    "address": ("address_pairs", ["other_number", "other_unit", "other_direction", "other_suffix"]),
}


@pytest.fixture(scope="module")
def generator():
    """Imports a module of the bench; its folder is on the path only for these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ACCURACY))
        yield importlib.import_module


def wrong_pairs(generator, kind, source, count):
    """The pairs of `count` draws whose result is not what it must be, with their scores."""
    name, makers = source
    module = generator(name)
    wrong = []
    for maker in makers:
        chance = random.Random(f"{SEED} {kind} {maker}")
        drawn = (getattr(module, maker)(chance) for _ in range(count // len(makers)))
        for pair in filter(None, drawn):
            score = ablmatch.match_score(pair.said, pair.stored, kind, region=pair.region)
            band = 100 if kind in ("digits", "phone") else 70
            if (score >= band) != pair.true:
                wrong.append((score, pair.said, pair.stored, pair.region))
    return wrong


@pytest.mark.needs("jellyfish", "names", "nicknames", "phonenumbers", "rapidfuzz")
@pytest.mark.parametrize("kind", SPOKEN)
def test_a_spoken_form_matches_what_it_was_made_of(generator, kind):
    assert wrong_pairs(generator, kind, SPOKEN[kind], FEW) == []


@pytest.mark.needs("jellyfish", "names", "nicknames", "phonenumbers", "rapidfuzz")
@pytest.mark.parametrize("kind", STRANGERS)
def test_a_spoken_form_of_another_value_does_not_match(generator, kind):
    assert wrong_pairs(generator, kind, STRANGERS[kind], FEW) == []


@pytest.mark.slow
@pytest.mark.needs("jellyfish", "names", "nicknames", "phonenumbers", "rapidfuzz")
@pytest.mark.parametrize("kind", SPOKEN)
def test_one_in_a_hundred_spoken_forms_at_most_is_missed(generator, kind):
    assert len(wrong_pairs(generator, kind, SPOKEN[kind], MANY)) <= MANY // 100


@pytest.mark.slow
@pytest.mark.needs("jellyfish", "names", "nicknames", "phonenumbers", "rapidfuzz")
@pytest.mark.parametrize("kind", STRANGERS)
def test_one_in_a_thousand_other_values_at_most_is_accepted(generator, kind):
    assert len(wrong_pairs(generator, kind, STRANGERS[kind], MANY)) <= MANY // 1000


def test_the_generator_says_the_same_twice(generator):
    digit_pairs = generator("digit_pairs")
    first, second = (
        [digit_pairs.true_pair(chance) for _ in range(50)] for chance in (random.Random(SEED), random.Random(SEED))
    )
    assert first == second


def test_numbers_that_may_be_heard_as_one_are_said_digit_by_digit(generator):
    """205 is never said "twenty five", nor 1205 "one twenty five"."""
    spoken = generator("spoken")
    chance = random.Random(SEED)
    for number in ("205", "1205", "3007", "4006", "2030405"):
        said = {spoken.digits(chance, number, mixed=False) for _ in range(300)}
        assert not any(phrase.endswith(("twenty five", "thirty seven", "forty six")) for phrase in said)
