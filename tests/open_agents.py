"""Every agent of the open scenarios, and of our own, once, with its edition; and the same agents written otherwise."""

import random
from pathlib import Path

from ablmatch.scenarios.reading import read_scenarios
from conftest import ROOT, SHARED


def open_agents():
    """Pairs of text and edition; empty where the open scenarios are not here."""
    return agents_of(SHARED / "cases" / "scenarios")


def own_agents():
    """Pairs of text and edition."""
    return agents_of(ROOT / "tests" / "cases" / "scenarios")


def agents_of(folder):
    """Pairs of text and edition of the scenarios in a folder."""
    found = {}
    for path in sorted(folder.glob("*.yaml")):
        for one in read_scenarios(Path(path)):
            found.update({(text, one.scenario.edition): None for text in one.scenario.agents})
    return list(found)


def blocks_of(lines):
    """For each line whether it is inside a | block, in which nothing may be added."""
    deep, found = None, []
    for line in lines:
        indent = len(line) - len(line.lstrip(" "))
        if deep is not None and line.strip() and indent <= deep:
            deep = None
        found.append(deep is not None)
        if deep is None and line.rstrip().endswith("|"):
            deep = indent
    return found


def mutated(text, seed):
    """The text with other indentation, blank lines, comments and spaces, and now and then a broken character."""
    draw = random.Random(seed)
    given_lines, lines = text.split("\n"), []
    wide = draw.choice([2, 3, 4])
    for line, inside in zip(given_lines, blocks_of(given_lines), strict=True):
        body = line.lstrip(" ")
        deep = (len(line) - len(body)) // 2 * wide
        if body and not inside:
            lines += [""] * (draw.random() < 0.1)
            lines += [" " * draw.randrange(8) + f"# comment {draw.randrange(100)}"] * (draw.random() < 0.1)
            body += draw.choice(["", "", "", "  ", "  # behind"]) if not body.endswith("|") else ""
        lines.append(" " * deep + body)
    found = "\n".join(lines)
    if draw.random() < 0.3 and found:
        at = draw.randrange(len(found))
        found = found[:at] + draw.choice("#:-|'\"[]{}\t \n,x&*>") + found[at + draw.randrange(2) :]
    return found
