"""Random policies on random rows: the table's verdict is a session's, with facts, hooks, gathered fields and captures."""

import random

import pytest

import ablmatch as abl
from ablmatch.runtime.types import coerced
from command_line import NEEDED
from test_verify_policy_session import HEAD, NOW, as_a_session

pytestmark = pytest.mark.needs(*NEEDED)

PATHS = "a b c d g h user.x project.y user.o user.o.z match.1 input _constraint_warnings tool_failures".split()
COLUMNS = ["a", "b", "c", "d", "g", "h", "user.x", "project.y", "user.o"]
TARGETS = ["a", "c", "d", "g", "a.q", "user.x", "user.o.z", "project.y"]
VALUES = [
    "471",
    "four seven one",
    "472",
    "",
    None,
    0,
    1,
    True,
    False,
    2.5,
    [1, "471"],
    {"z": "471"},
    "gold",
    "ab-12",
    -3,
]
DECLARED = f"""{HEAD}MEMORY:
  session:
    - a
    - NAME: b
      INITIAL: 471
    - c
    - d
  persistent:
    - PATH: user.x
      DEFAULT_VALUE: "471"
    - project.y
    - PATH: user.o
      DEFAULT_VALUE:
        z: 5
GATHER:
  g:
    prompt: "G?"
  h:
    prompt: "H?"
"""
START = 'ON_START:\n  SET:\n    c = "start"\n    g = "471"\n    user.x = "472"\n'


class Author:
    """Writes policies by chance."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def path(self):
        return self.chance.choice(PATHS)

    def test(self):
        one, two, three = self.path(), self.path(), self.path()
        return self.chance.choice([
            f'MATCHES({one}, {two}, "digits")',
            f'MATCH_SCORE({one}, {two}, "digits") >= {self.chance.choice((0, 50, 100))}',
            f'MATCH_RESULT({one}, {two}) != "retry"',
            f"abl.matches({one}, {two}, {three})",
            f"{one} IS SET",
            f'{one} == {self.chance.choice(("471", "null", "true", two))}',
            f"{one} matches /^([a-z]+)-([0-9]+)$/",
            f"10 / {one} > 2",
            f'{one} IN [1, "gold", "ab"]',
            'match.2 == "12"',
        ])  # fmt: skip

    def condition(self, depth=2):
        if depth == 0 or self.chance.random() < 0.4:
            return self.test()
        left, right = self.condition(depth - 1), self.condition(depth - 1)
        return self.chance.choice(
            [f"({left} AND {right})", f"({left} OR {right})", f"NOT {left}", f"({left} IMPLIES {right})"]
        )

    def rule(self):
        keyword = self.chance.choice(["REQUIRE", "REQUIRE", "LIMIT", "RESTRICT", "WARN"])
        lines = [f"    - {keyword} {self.condition()}{self.chance.choice(('', '', ' BEFORE returning results'))}"]
        if self.chance.random() < 0.3:
            lines.append(f"      WHEN: {self.condition(1)}")
        if keyword != "WARN" and self.chance.random() < 0.6:
            lines.append("      ON_FAIL: " + self.chance.choice(["BLOCK", 'ESCALATE "x"']))
        return lines

    def hook(self):
        target, path = self.chance.choice(TARGETS), self.path()
        return self.chance.choice([
            f"    - SET: {target} = {self.condition(1)}",
            f"    - SET: {target} = {path}",
            f"    - CLEAR: [{self.chance.choice('abcdgh')}]",
            f'    - RESPOND: "{{{{{path}}}}}"',
            f'    - SET:\n        {target}: "{{{{{path}}}}}"',
        ])  # fmt: skip

    def policy(self):
        text = DECLARED + (START if self.chance.random() < 0.4 else "")
        if self.chance.random() < 0.5:
            text += "\n".join(
                ["HOOKS:\n  before_turn:", *(self.hook() for _ in range(self.chance.randrange(1, 4))), ""]
            )
        rules = [line for _ in range(self.chance.randrange(2, 7)) for line in self.rule()]
        return text + "\n".join(["CONSTRAINTS:\n  all:", *rules, ""])

    def rows(self):
        names = [name for name in COLUMNS if self.chance.random() < 0.85]
        return names, [
            {name: self.chance.choice(VALUES) for name in names if self.chance.random() < 0.9} for _ in range(10)
        ]


def check(seed):
    """How many rows were refused, allowed and refused for an error, after each is found to be a session's verdict."""
    import msgspec
    import numpy as np

    from ablmatch.verify.policy import policy_of
    from ablmatch.verify.policy_rows import RowJudge
    from ablmatch.verify.rows import Rows

    author = Author(seed)
    text, (names, rows) = author.policy(), author.rows()
    project = abl.compile(text)
    policy = policy_of(project, None, ["policy"])
    judge = RowJudge(policy, empty_is_unset=False, now=NOW)
    values = {name: [row.get(name, msgspec.UNSET) for row in rows] for name in policy.columns if name in names}
    verdicts = judge.judge(Rows(None, {}, np.arange(len(rows)), values), {})
    found = list(zip(*(words.to_pylist() for words in judge.added(verdicts)), strict=True))
    for row, answer in zip(rows, found, strict=True):
        # A gathered field is a text where nothing else is declared.
        given = {name: coerced(value, "string") if name in "gh" else value for name, value in row.items()}
        assert answer == as_a_session(project, given)[:4], (text, row)
    return {(decision, reason) for decision, _, reason, _ in found}


def test_random_policies():
    seen = set().union(*(check(seed) for seed in range(60)))
    assert seen == {("allow", None), ("refuse", "false"), ("refuse", "error")}


@pytest.mark.slow
def test_many_random_policies():
    for seed in range(1_000, 1_600):
        check(seed)
