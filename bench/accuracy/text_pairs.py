"""Pairs of the kind text: answers to security questions, plan and place names, short phrases, typed and spoken."""

from __future__ import annotations

import random

import spoken
from mutations import typo
from pairs import Pair, Shares

ADJECTIVES = (
    "amber ancient autumn bitter bright broken bronze calm clever copper crooked crystal curious dark eager "
    "early electric emerald empty faithful famous fearless flying foggy frozen gentle giant golden grand "
    "grateful hidden hollow honest hungry invisible ivory jolly lazy little lonely lucky magic mighty misty "
    "modern narrow noble orange painted patient peaceful purple quiet rapid restless rolling royal rusty sacred "
    "scarlet secret silent silver sleepy smiling solar spotted stormy summer sweet thirsty tiny velvet violet "
    "wandering warm wild winter wooden yellow"
).split()
NOUNS = (
    "anchor badger balloon basket beacon blanket blossom bridge bucket butterfly button camera candle canyon "
    "carpet castle chapel cherry chimney circus coconut comet compass cottage cousin cricket curtain desert "
    "diamond dolphin donkey dragon elephant engine falcon feather fiddle forest fountain garden giraffe glacier "
    "guitar hammer harbor helmet heron horizon island jacket jungle kettle kitten ladder lantern library "
    "lighthouse lizard market meadow mirror monkey mountain mushroom napkin ocean orchard otter paddle panther "
    "parrot pebble pencil penguin pepper piano pillow pirate planet pumpkin puppet rabbit rainbow river rocket "
    "saddle sailor sandwich shadow skeleton sparrow spider squirrel statue sunset teacup temple thunder tiger "
    "tomato tractor trumpet turtle umbrella valley violin volcano wagon walnut whistle window zebra"
).split()
PLACES = (
    "Academy|Bakery|Bank|Chapel|Clinic|Club|College|Cottage|Farm|Hospital|Hotel|Library|Museum|Pharmacy|"
    "Primary School|Elementary School|High School|Theatre|Town Hall"
).split("|")
PROPER = (
    "Ashdown Bellamy Brannock Caldera Camberley Delmar Dunmore Elsinore Fairhaven Glenrock Halloran Inverdale "
    "Jessamine Kilbride Lockwood Marlowe Norwood Oakhurst Pemberley Quintana Ravenna Somerset Tolland Underhill "
    "Verona Westbrook Yarrow Zephyr"
).split()
ACCENTED = (
    "Café Lumière|Peña Blanca|Château Vert|Ångström|Señor Gato|Crème Brûlée|São Tomé|Über Alles|Niño Pequeño|"
    "Forêt Noire|Łódź Plaza|Éclair"
).split("|")
PLANS = "Plan Level Zone Gate Building Section Class Room Team Route Tier Wing".split()
VERBS = (
    "opened closed started stopped accepted refused paid ordered cancelled signed received lost found bought sold"
).split()
OPPOSITES = [
    pair.split("-")
    for pair in (
        "north-south east-west open-closed up-down in-out on-off first-second yes-no left-right upper-lower "
        "hot-cold old-new accept-refuse start-stop before-after"
    ).split()
]
SHORT_WORDS = (
    "red-bed fox-box gold-golf pine-pins lake-lane blue-glue cat-car book-cook rain-ruin king-ring moon-noon "
    "hill-hall star-stag bear-pear sand-hand coat-goat ball-bell fish-dish rose-nose bird-bard"
).split()
# What a slip makes of a word here and is a word itself: another answer, not a mistyped one.
OTHER_WORDS = "bagger bride cattle father money plane rabbi sider sliver widow".split()
JOINTS = ("the", "and", "in", "on", "under", "behind")
LEAD_INS = ("it's", "it is", "the answer is", "that's", "I think it's", "my answer is", "that would be")


def phrase(chance: random.Random) -> list[str]:
    """Words of an answer, without figures."""
    way = chance.random()
    if way < 0.3:
        return [chance.choice(ADJECTIVES), chance.choice(NOUNS)]
    if way < 0.45:
        return [chance.choice(ADJECTIVES), chance.choice(ADJECTIVES), chance.choice(NOUNS)]
    if way < 0.6:
        return [chance.choice(PROPER), *chance.choice(PLACES).split()]
    if way < 0.75:
        return [chance.choice(NOUNS), "and", chance.choice(NOUNS)]
    if way < 0.9:
        return [
            chance.choice(ADJECTIVES),
            chance.choice(NOUNS),
            chance.choice(("in", "on", "under", "behind")),
            "the",
            chance.choice(NOUNS),
        ]
    return [chance.choice(PROPER), chance.choice(NOUNS), chance.choice(NOUNS)]


def shown(chance: random.Random, words: list[str]) -> str:
    text = " ".join(words)
    return chance.choice((text, text.title(), text.capitalize(), text.upper(), text.lower()))


def written(chance: random.Random) -> Pair:
    """Case, punctuation, white space."""
    words = phrase(chance)
    said = shown(chance, words)
    said = chance.choice(
        (said, f"{said}.", f"{said}!", f'"{said}"', said.replace(" ", "  "), f"  {said}", said.replace(" ", "-", 1))
    )
    return Pair(said, shown(chance, words), True, "case and punctuation")


def led_in(chance: random.Random) -> Pair:
    words = phrase(chance)
    said = f"{chance.choice(LEAD_INS)} {' '.join(words)}"
    if chance.random() < 0.3:
        said = f"{chance.choice(spoken.FILLERS)} {said}"
    if chance.random() < 0.2:
        said += chance.choice((" please", " thanks", " thank you"))
    return Pair(said, shown(chance, words), True, "lead-in")


def article(chance: random.Random) -> Pair:
    words = phrase(chance)
    one, other = f"{chance.choice(('the', 'The'))} {' '.join(words)}", " ".join(words)
    return Pair(*((one, other) if chance.random() < 0.7 else (other, one)), True, "article")


def mistyped(chance: random.Random) -> Pair | None:
    words = phrase(chance)
    places = [at for at, word in enumerate(words) if len(word) >= 6]
    if not places:
        return None
    at = chance.choice(places)
    wrong = typo(chance, words[at].lower())
    if (
        wrong in NOUNS
        or wrong in ADJECTIVES
        or wrong in OTHER_WORDS
        or wrong + "s" == words[at]
        or wrong == words[at] + "s"
    ):
        return None
    return Pair(" ".join([*words[:at], wrong, *words[at + 1 :]]), shown(chance, words), True, "slip in a long word")


def figures(chance: random.Random) -> Pair:
    number = str(chance.choice((chance.randrange(2, 100), chance.randrange(100, 3000))))
    words = [chance.choice(NOUNS if chance.random() < 0.5 else PLANS).title()]
    stored = [chance.choice(ADJECTIVES), chance.choice(NOUNS), number] if chance.random() < 0.5 else [*words, number]
    said = " ".join(
        [
            *stored[:-1],
            spoken.cardinal(int(number), with_and=chance.random() < 0.3)
            if chance.random() < 0.5
            else spoken.digits(chance, number, mixed=False),
        ]
    )
    return Pair(said.lower(), " ".join(stored), True, "figures as words")


def accents(chance: random.Random) -> Pair:
    from name_pairs import LETTERS, _without_marks

    stored = f"{chance.choice(ACCENTED)} {chance.choice(PROPER if chance.random() < 0.5 else NOUNS)}"
    return Pair(
        chance.choice((str.lower, str.upper, str))(_without_marks(stored.translate(LETTERS))), stored, True, "accents"
    )


def apart(chance: random.Random) -> Pair:
    """Punctuation in short forms; "and" as a sign."""
    one, other = chance.choice(NOUNS), chance.choice(NOUNS)
    name = chance.choice(PROPER)
    return chance.choice(
        (
            Pair(f"{one} & {other}", f"{one} and {other}", True, "signs"),
            Pair(f"{one.title()} and {other}", f"{one.title()} & {other.title()}", True, "signs"),
            Pair(f"St {name}'s {one}", f"St. {name}s {one}", True, "signs"),
            Pair(f"{name}'s {one}", f"{name}s {one}", True, "signs"),
        )
    )


# Hard negatives.


def other_word(chance: random.Random) -> Pair | None:
    words = phrase(chance)
    at = chance.choice([k for k, word in enumerate(words) if word not in JOINTS])
    pool = next((pool for pool in (ADJECTIVES, NOUNS, PROPER) if words[at] in pool), PROPER)
    wrong = chance.choice(pool)
    if wrong == words[at]:
        return None
    return Pair(shown(chance, [*words[:at], wrong, *words[at + 1 :]]), shown(chance, words), False, "one word replaced")


def other_figures(chance: random.Random) -> Pair | None:
    number = chance.randrange(2, 3000)
    other = chance.choice((number + 1, number * 10, number + 10, int(str(number)[::-1]), chance.randrange(2, 3000)))
    if other == number or spoken.differ_in_zeros(str(other), str(number)):
        return None
    words = [chance.choice(ADJECTIVES), chance.choice(NOUNS)] if chance.random() < 0.5 else [chance.choice(PLANS)]
    said = spoken.cardinal(other) if chance.random() < 0.3 else str(other)
    return Pair(" ".join([*words, said]), " ".join([*words, str(number)]), False, "other figures")


def other_letter(chance: random.Random) -> Pair:
    word = chance.choice(PLANS)
    one, other = chance.sample("ABCDEFGHJKLMNPQRSTUVWXYZ", 2)
    tail = chance.choice(("", "", f" {chance.choice(PROPER)}"))
    return Pair(chance.choice((str, str.lower))(f"{word} {other}{tail}"), f"{word} {one}{tail}", False, "other letter")


def negation(chance: random.Random) -> Pair:
    noun, verb, name = chance.choice(NOUNS), chance.choice(VERBS), chance.choice(PROPER)
    one = f"{name} {verb} the {noun}"
    other = chance.choice(
        (
            f"{name} never {verb} the {noun}",
            f"{name} has not {verb} the {noun}",
            f"not {one}",
            f"no, {name} {verb} no {noun}",
        )
    )
    return Pair(*((one, other) if chance.random() < 0.5 else (other, one)), False, "negation")


def opposite(chance: random.Random) -> Pair:
    pair = list(chance.choice(OPPOSITES))
    chance.shuffle(pair)
    noun, name = chance.choice(NOUNS), chance.choice(PROPER)
    frame = chance.choice((f"the {{}} {noun}", f"{name} {{}} {noun}", f"{{}} {name} {noun}", f"{noun} {{}}"))
    return Pair(frame.format(pair[0]), frame.format(pair[1]), False, "opposite")


def part(chance: random.Random) -> Pair:
    words = phrase(chance)
    said = chance.choice([word for word in words if word not in JOINTS])
    return Pair(said, shown(chance, words), False, "only one word")


def many_guesses(chance: random.Random) -> Pair:
    words, others = phrase(chance), [phrase(chance) for _ in range(3)]
    guesses = [words, *others]
    chance.shuffle(guesses)
    return Pair(
        chance.choice((" or ", ", ", " ")).join(" ".join(guess) for guess in guesses),
        shown(chance, words),
        False,
        "many guesses",
    )


def short_word(chance: random.Random) -> Pair:
    """Short words one letter apart are other words."""
    one, other = chance.choice(SHORT_WORDS).split("-")
    adjective = chance.choice(ADJECTIVES)
    pair = [f"{adjective} {one}", f"{adjective} {other}"]
    chance.shuffle(pair)
    return Pair(pair[0], pair[1].title(), False, "short word, one letter")


def word_left_out(chance: random.Random) -> Pair | None:
    """All words but one; nothing contradicts, but nothing proves it either."""
    words = phrase(chance)
    content = [at for at, word in enumerate(words) if word not in JOINTS]
    if len(words) != len(content) or len(words) < 3:
        return None
    at = chance.choice(content)
    return Pair(" ".join(words[:at] + words[at + 1 :]), shown(chance, words), False, "one word left out")


TRUE: Shares = [
    (0.27, written),
    (0.2, led_in),
    (0.1, article),
    (0.18, mistyped),
    (0.13, figures),
    (0.05, accents),
    (0.07, apart),
]
FALSE: Shares = [
    (0.38, other_word),
    (0.14, other_figures),
    (0.05, other_letter),
    (0.1, negation),
    (0.08, opposite),
    (0.09, part),
    (0.04, many_guesses),
    (0.04, short_word),
    (0.08, word_left_out),
]
