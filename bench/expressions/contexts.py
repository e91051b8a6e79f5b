"""The 1,000 contexts that every engine evaluates: drawn once by a fixed seed, with the answers that are due."""

from __future__ import annotations

import random

import ablmatch as abl

COUNT = 1000
NAMES = "tess nora juniper odile ada ines marta bruno piet sven".split()
HOSTS = "quillmark fjordpost harbourline bluewillow".split()

# What an agent's rule asks, and the nearest that a CEL engine can ask without a matcher.
RULE = 'a == "x" AND MATCH_SCORE(b, c, "email") >= 70'
PLAIN = 'a == "x" AND LENGTH(b) > 0'
CEL_PLAIN = 'a == "x" && size(b) > 0'
CEL_RULE = 'a == "x" && match_score(b, c, "email") >= 70'


def contexts() -> list[dict[str, str]]:
    """`a` is "x" in half of them; `b` is what was said: the stored address `c`, another, its spoken form, nothing."""
    chance = random.Random(20261130)
    found = []
    for _ in range(COUNT):
        stored = f"{chance.choice(NAMES)}.{chance.choice(NAMES)}{chance.randrange(100)}@{chance.choice(HOSTS)}.example"
        other = f"{chance.choice(NAMES)}@{chance.choice(HOSTS)}.example"
        spoken = stored.replace(".", " dot ").replace("@", " at ")
        said = chance.choices([stored, other, spoken, ""], weights=[70, 10, 10, 10])[0]
        found.append({"a": chance.choice("xy"), "b": said, "c": stored})
    return found


def plain_answer(values: dict[str, str]) -> bool:
    return values["a"] == "x" and len(values["b"]) > 0


def rule_answer(values: dict[str, str]) -> bool:
    return values["a"] == "x" and abl.match_score(values["b"], values["c"], "email") >= 70
