"""How good `match_keys` is for blocking: which share of true pairs meet, and how many others they meet.

    pip install '.[bench]'
    python bench/accuracy/keys.py [--quick] [--kinds phone] [--seed N] [--json FILE] [--markdown FILE]

The true pairs are those of run.py.  Every said value meets the stored values of all pairs with which it shares a key.
Beside them stands what is usual: one key a value, made by a few lines of Python.  Exit status 1 where an aim is missed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import jellyfish
from page import page_for, write_figures
from pairs import Pair
from run import MAKERS, pairs_of

import ablmatch as abl
from ablmatch.match.batch import key_column

# Of the pairs that the matcher accepts, the share that must meet.
AIMS = {"digits": 0.995, "phone": 0.995, "email": 0.99, "person_name": 0.99, "address": 0.99, "text": 0.99}
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d")

Keys = Callable[[Pair, str], Iterable[str]]


def usual_key(kind: str) -> Keys:
    """One key a value: all that is typed, its last digits, the Soundex of its last word, and so on."""

    def key(pair: Pair, side: str) -> Iterable[str]:
        value = getattr(pair, side).casefold()
        words = _WORD.findall(value)
        match kind:
            case "digits":
                return ["".join(_DIGITS.findall(value))]
            case "phone":
                return ["".join(_DIGITS.findall(value))[-7:]]
            case "email":
                return [value.partition("@")[0].strip()]
            case "person_name":
                return [jellyfish.soundex(words[-1])] if words else []
            case "address":
                number = next((word for word in words if word.isdigit()), "")
                street = next((word for word in words if word.isalpha()), "")
                return [f"{number} {jellyfish.soundex(street)}"] if street else []
            case _:
                return [" ".join(sorted(map(jellyfish.soundex, words)))]

    return key


def our_keys(kind: str) -> Keys:
    return lambda pair, side: abl.match_keys(getattr(pair, side), kind, role=side, region=pair.region)


def measured(pairs: list[Pair], accepted: list[bool], keys: Keys) -> dict[str, Any]:
    """Recall, keys a value, and whom a said value meets besides its own stored value."""
    stored = [set(keys(pair, "stored")) for pair in pairs]
    said = [set(keys(pair, "said")) for pair in pairs]
    blocks: dict[str, list[int]] = defaultdict(list)
    for at, found in enumerate(stored):
        for key in found:
            blocks[key].append(at)
    meets = [bool(one & other) for one, other in zip(said, stored, strict=True)]
    others = sum(len({at for key in found for at in blocks.get(key, ())}) for found in said) - sum(meets)
    missed = Counter(pair.cls for pair, met in zip(pairs, meets, strict=True) if not met)
    return {
        "recall": sum(meets) / len(pairs),
        "recall_of_accepted": sum(map(all, zip(meets, accepted, strict=True))) / sum(accepted),
        "keys_stored": sum(map(len, stored)) / len(pairs),
        "keys_said": sum(map(len, said)) / len(pairs),
        "most_keys": max(map(len, said + stored)),
        "others_per_million": 1e6 * others / len(pairs) ** 2,
        "largest_block": max(map(len, blocks.values())) / len(pairs),
        "missed": dict(missed.most_common(4)),
    }


def seconds_a_value(values: list[str], kind: str, role: str) -> float:
    """Of a column of them, on one thread."""
    import pyarrow as pa

    column = pa.array(values)
    started = time.process_time()
    key_column(column, kind, role=role, threads=1)
    return (time.process_time() - started) / len(values)


def judge(kind: str, seed: int, count: int) -> dict[str, Any]:
    pairs, _ = pairs_of(kind, seed, count, 1)
    accepted = [abl.matches(pair.said, pair.stored, kind, region=pair.region) for pair in pairs]
    found = {"ours": measured(pairs, accepted, our_keys(kind)), "usual": measured(pairs, accepted, usual_key(kind))}
    for side in ("said", "stored"):
        found["ours"][f"seconds_{side}"] = seconds_a_value([getattr(pair, side) for pair in pairs], kind, side)
    return found


HEADER = (
    "| kind | recall | of accepted pairs | keys a stored value | keys a said value | others met of a million "
    "| largest block | time a value, stored / said | the usual key: recall | others met |"
)


def row_of(kind: str, found: dict[str, Any]) -> str:
    ours, usual = found["ours"], found["usual"]
    cells = (
        kind,
        f"{100 * ours['recall']:.2f} %",
        f"{100 * ours['recall_of_accepted']:.2f} %",
        f"{ours['keys_stored']:.1f}",
        f"{ours['keys_said']:.1f} (at most {ours['most_keys']})",
        f"{ours['others_per_million']:,.0f}",
        f"{100 * ours['largest_block']:.2f} %",
        f"{1e6 * ours['seconds_stored']:.1f} / {1e6 * ours['seconds_said']:.1f} µs",
        f"{100 * usual['recall']:.0f} %",
        f"{usual['others_per_million']:,.0f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the pairs")
    parser.add_argument("--kinds", nargs="+", choices=list(MAKERS), default=list(MAKERS))
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--markdown", type=page_for(__file__), help="write the table between the marks of this page")
    options = parser.parse_args()
    lines = [HEADER, "| --- |" + " ---: |" * 9]
    print("\n".join(lines))
    figures, missed = {}, []
    for kind in options.kinds:
        figures[kind] = judge(kind, options.seed, 2_000 if options.quick else 20_000)
        lines.append(row_of(kind, figures[kind]))
        print(lines[-1], figures[kind]["ours"]["missed"] or "", flush=True)
        if figures[kind]["ours"]["recall_of_accepted"] < AIMS[kind]:
            missed.append(f"{kind}: recall below {AIMS[kind]}")
    print("\n".join(missed) or "all aims hold")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if options.markdown:
        write_figures(options.markdown, __file__, "\n".join(lines))
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
