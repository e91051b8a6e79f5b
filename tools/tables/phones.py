"""Generates csrc/tables/phone_tables.hpp from the metadata of the PyPI package phonenumbers.

Run `python tools/tables/phones.py` to write the file, with `--check` to compare it with what would be written.

The metadata describes numbers by regular expressions. They are all finite (digits, classes, groups, alternation,
counted repeats, optional parts, `$`), so each becomes a deterministic automaton without cycles here, and the core runs
a table look-up per digit. Equal states are shared by all regions.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

VERSION = "9.0.43"
LICENCE = "Apache-2.0"
COMMAND = "python tools/tables/phones.py"
TARGET = Path(__file__).resolve().parents[2] / "csrc" / "tables" / "phone_tables.hpp"
ALL_DIGITS = frozenset(range(10))


# --- Patterns: parsed to a small program, as in a backtracking matcher, so that alternatives keep their order. ---


class Pattern:
    """A parsed pattern as a program of instructions: digits, split (first branch preferred), jump, save, end, match."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.groups = 0
        self.program: list[tuple] = []
        tree = self.alternatives()
        if self.at != len(text):
            raise ValueError(f"cannot read pattern {text!r} at {self.at}")
        self.emit(tree)
        self.program.append(("match",))

    def alternatives(self) -> tuple:
        branches = [self.sequence()]
        while self.text[self.at : self.at + 1] == "|":
            self.at += 1
            branches.append(self.sequence())
        return branches[0] if len(branches) == 1 else ("or", branches)

    def sequence(self) -> tuple:
        items = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            items.append(self.repeat(self.atom()))
        return ("seq", items)

    def atom(self) -> tuple:
        char = self.text[self.at]
        self.at += 1
        if char.isdigit():
            return ("digits", frozenset([int(char)]))
        if char == "\\" and self.text[self.at] == "d":
            self.at += 1
            return ("digits", ALL_DIGITS)
        if char == "$":
            return ("end",)
        if char == "[":
            close = self.text.index("]", self.at)
            body, self.at = self.text[self.at : close], close + 1
            return ("digits", self.char_class(body))
        if char == "(":
            if self.text.startswith("?:", self.at):
                self.at += 2
                inner = self.alternatives()
            else:
                self.groups += 1
                number = self.groups
                inner = ("group", number, self.alternatives())
            if self.text[self.at : self.at + 1] != ")":
                raise ValueError(f"unclosed group in {self.text!r}")
            self.at += 1
            return inner
        raise ValueError(f"cannot read {char!r} in pattern {self.text!r}")

    @staticmethod
    def char_class(body: str) -> frozenset[int]:
        digits: set[int] = set()
        at = 0
        while at < len(body):
            if body[at + 1 : at + 2] == "-":
                digits.update(range(int(body[at]), int(body[at + 2]) + 1))
                at += 3
            else:
                digits.add(int(body[at]))
                at += 1
        return frozenset(digits)

    def repeat(self, item: tuple) -> tuple:
        char = self.text[self.at : self.at + 1]
        if char == "?":
            self.at += 1
            low, high = 0, 1
        elif char == "{":
            close = self.text.index("}", self.at)
            bounds = self.text[self.at + 1 : close].split(",")
            self.at = close + 1
            low, high = int(bounds[0]), int(bounds[-1])
        else:
            return item
        if self.text[self.at : self.at + 1] in ("?", "+", "*"):
            raise ValueError(f"lazy or possessive repeat in {self.text!r}")
        return ("repeat", item, low, high)

    def emit(self, node: tuple) -> None:
        if node[0] == "digits":
            self.program.append(node)
        elif node[0] == "end":
            self.program.append(("end",))
        elif node[0] == "seq":
            for item in node[1]:
                self.emit(item)
        elif node[0] == "group":
            self.program.append(("save", 2 * node[1] - 2))
            self.emit(node[2])
            self.program.append(("save", 2 * node[1] - 1))
        elif node[0] == "repeat":
            for _ in range(node[2]):
                self.emit(node[1])
            splits = []
            for _ in range(node[3] - node[2]):
                splits.append(len(self.program))
                self.program.append(("split",))
                self.emit(node[1])
            for split in splits:
                self.program[split] = ("split", split + 1, len(self.program))
        elif node[0] == "or":
            jumps = []
            for branch in node[1][:-1]:
                split = len(self.program)
                self.program.append(("split",))
                self.emit(branch)
                jumps.append(len(self.program))
                self.program.append(("jump",))
                self.program[split] = ("split", split + 1, len(self.program))
            self.emit(node[1][-1])
            for jump in jumps:
                self.program[jump] = ("jump", len(self.program))

    def closure(self, threads: list[tuple], depth: int, at_end: bool) -> tuple[list[tuple], tuple | None]:
        """Threads that read a digit next, in order of preference, and the saves of the match that ends here.

        A thread is (program counter, saves). Threads less preferred than a match are dropped, as a backtracking
        matcher would never try them.
        """
        seen: set[int] = set()
        readers: list[tuple] = []
        stack = list(reversed(threads))
        while stack:
            counter, saves = stack.pop()
            if counter in seen:
                continue
            seen.add(counter)
            step = self.program[counter]
            if step[0] == "digits":
                readers.append((counter, saves))
            elif step[0] == "match":
                return readers, saves
            elif step[0] == "jump":
                stack.append((step[1], saves))
            elif step[0] == "split":
                stack.append((step[2], saves))
                stack.append((step[1], saves))
            elif step[0] == "save":
                changed = list(saves)
                changed[step[1]] = depth
                stack.append((counter + 1, tuple(changed)))
            elif step[0] == "end":
                # A `$` thread waits for the end of the input: it is kept with the readers and reads nothing.
                if at_end:
                    stack.append((counter + 1, saves))
                else:
                    readers.append((counter, saves))
        return readers, None

    def start(self) -> list[tuple]:
        return [(0, (None,) * (2 * self.groups))]

    def advance(self, threads: list[tuple], digit: int) -> list[tuple]:
        return [
            (counter + 1, saves)
            for counter, saves in threads
            if self.program[counter][0] == "digits" and digit in self.program[counter][1]
        ]


class Automaton:
    """States shared by every pattern; state 0 accepts nothing. A row is (label, ten targets)."""

    def __init__(self) -> None:
        self.rows: list[tuple] = [(None, (0,) * 10)]
        self.index: dict[tuple, int] = {}

    def state(self, label: object, targets: tuple[int, ...]) -> int:
        if not label and not any(targets):
            return 0
        row = (label, targets)
        if row not in self.index:
            self.index[row] = len(self.rows)
            self.rows.append(row)
        return self.index[row]


def add_whole(automaton: Automaton, text: str) -> int:
    """Root state of the automaton that accepts the strings which the pattern matches as a whole."""
    pattern = Pattern(text)
    memo: dict[tuple, int] = {}

    def build(threads: list[tuple]) -> int:
        if not threads:
            return 0
        counters, accepts = whole_closure(pattern, [counter for counter, _ in threads])
        key = (counters, accepts)
        if key not in memo:
            readers = [(counter, ()) for counter in counters]
            targets = tuple(build(pattern.advance(readers, digit)) for digit in range(10))
            memo[key] = automaton.state(accepts, targets)
        return memo[key]

    return build(pattern.start())


def whole_closure(pattern: Pattern, counters: list[int]) -> tuple[tuple[int, ...], bool]:
    """As Pattern.closure, but keeping every thread: a whole match may come from any of them."""
    seen: set[int] = set()
    readers: set[int] = set()
    accepts = False
    stack = list(counters)
    while stack:
        counter = stack.pop()
        if counter in seen:
            continue
        seen.add(counter)
        step = pattern.program[counter]
        if step[0] == "digits":
            readers.add(counter)
        elif step[0] == "match":
            accepts = True
        elif step[0] in ("split", "jump"):
            stack.extend(step[1:])
        else:
            raise ValueError(f"{step[0]} in a whole-number pattern {pattern.text!r}")
    return tuple(sorted(readers)), accepts


class Outcomes:
    """What to make of a number whose beginning matched: literal + number[copy_from:copy_to] + number[end:]."""

    def __init__(self) -> None:
        self.rows: list[tuple] = [("", 0, 0, 0)]

    def index(self, row: tuple) -> int:
        if row not in self.rows:
            self.rows.append(row)
        return self.rows.index(row)

    def of_match(self, saves: tuple | None, end: int, rule: str | None) -> int:
        if saves is None:
            return 0
        # The rewriting rule applies when the last group took part, otherwise the prefix is only stripped.
        if rule and saves and saves[-1] is not None:
            literal, _, group = rule.partition("\\")
            if not group.isdigit() or (literal and not literal.isdigit()):
                raise ValueError(f"cannot read the rewriting rule {rule!r}")
            first = 2 * int(group) - 2
            return self.index((literal, saves[first], saves[first + 1], end))
        return self.index(("", 0, 0, end))


def add_prefix(automaton: Automaton, outcomes: Outcomes, text: str | None, rule: str | None) -> int:
    """Root state of the automaton that finds the preferred match at the beginning of a number, 0 without a pattern.

    A label is a pair of outcomes: that of a match ending here whatever follows, and that of a match that needs the
    number to end here.
    """
    if not text:
        return 0
    pattern = Pattern(text)
    memo: dict[tuple, int] = {}

    def build(threads: list[tuple], depth: int) -> int:
        if not threads:
            return 0
        readers, here = pattern.closure(threads, depth, at_end=False)
        _, finally_ = pattern.closure(threads, depth, at_end=True)
        # Saves are places counted from the beginning, so the depth belongs to the key.
        key = (depth, tuple(readers), here, finally_)
        if key not in memo:
            label = (outcomes.of_match(here, depth, rule), outcomes.of_match(finally_, depth, rule))
            targets = tuple(build(pattern.advance(readers, digit), depth + 1) for digit in range(10))
            memo[key] = automaton.state(label if any(label) else None, targets)
        return memo[key]

    return build(pattern.start(), 0)


# --- Reading the metadata and writing the header. ---


def exit_code(metadata: object) -> str:
    """The exit code that people of the region write: the preferred one, or the only one."""
    text = (metadata.preferred_international_prefix or metadata.international_prefix or "").replace("~", "")
    return text if text.isdigit() else ""


def length_bits(lengths: tuple[int, ...]) -> int:
    return sum(1 << length for length in lengths)


def render() -> str:
    import phonenumbers
    from phonenumbers.phonenumberutil import COUNTRY_CODE_TO_REGION_CODE, REGION_CODE_FOR_NON_GEO_ENTITY

    if phonenumbers.__version__ != VERSION:
        raise SystemExit(
            f"phonenumbers {phonenumbers.__version__} is installed, the committed tables come from {VERSION}: install"
            f" phonenumbers=={VERSION}, or set VERSION in {Path(__file__).name}, run `{COMMAND}`, run the tests and"
            " commit both files"
        )
    national, prefixes, outcomes = Automaton(), Automaton(), Outcomes()
    load = phonenumbers.PhoneMetadata
    regions = sorted(phonenumbers.SUPPORTED_REGIONS)
    no_region = sorted(phonenumbers.COUNTRY_CODES_FOR_NON_GEO_REGIONS)
    plans = [(code, load.metadata_for_region(code)) for code in regions]
    plans += [(REGION_CODE_FOR_NON_GEO_ENTITY, load.metadata_for_nongeo_region(code)) for code in no_region]
    main_plan = {}
    rows = []
    for index, (code, metadata) in enumerate(plans):
        country = metadata.country_code
        if code == REGION_CODE_FOR_NON_GEO_ENTITY or COUNTRY_CODE_TO_REGION_CODE[country][0] == code:
            main_plan[country] = index
        valid = add_whole(national, metadata.general_desc.national_number_pattern)
        idd = add_prefix(prefixes, outcomes, metadata.international_prefix, None)
        rule = metadata.national_prefix_transform_rule
        trunk = add_prefix(prefixes, outcomes, metadata.national_prefix_for_parsing, rule)
        rows.append(
            f'{{"{code}", "{metadata.national_prefix or ""}", "{exit_code(metadata)}", {country},'
            f" {valid}, {idd}, {trunk},"
            f" {length_bits(metadata.general_desc.possible_length):#x},"
            f" {length_bits(metadata.general_desc.possible_length_local_only):#x}}},"
        )
    if set(main_plan) != set(COUNTRY_CODE_TO_REGION_CODE):
        raise ValueError("a country code has no main region")
    if len(plans) >= 255:
        raise ValueError("too many plans for one byte")
    accepting = {state for state, row in enumerate(national.rows) if row[0]}
    by_country = [main_plan.get(country, 255) for country in range(1000)]
    national_rows = [
        "{" + ", ".join(str(target | (0x8000 if target in accepting else 0)) for target in row[1]) + "},"
        for row in national.rows
    ]
    prefix_rows = [
        f"{{{{{', '.join(map(str, row[1]))}}}, {(row[0] or (0, 0))[0]}, {(row[0] or (0, 0))[1]}}},"
        for row in prefixes.rows
    ]
    outcome_rows = [f'{{"{literal}", {", ".join(map(str, places))}}},' for literal, *places in outcomes.rows]
    size = 28 * len(plans) + 1000 + 20 * len(national.rows) + 22 * len(prefixes.rows) + 8 * len(outcomes.rows)
    return f"""// Generated by `{COMMAND}` from phonenumbers {VERSION} (PyPI; metadata under {LICENCE}); do not edit.
// Plans of {len(regions)} regions and {len(no_region)} codes without a region; {size // 1024} KiB of read-only data.
#pragma once

#include <cstdint>

namespace ablmatch::phone_tables {{

inline constexpr char kMetadataVersion[] = "{VERSION}";

struct Plan {{
  char code[4];           // ISO 3166 alpha-2, or "001"
  char trunk[4];          // the national prefix that people write, "" when there is none
  char exit[6];           // the exit code that people write, "" when a carrier must be chosen
  std::uint16_t country;
  std::uint16_t valid;    // root of kNational: the strings that are national significant numbers
  std::uint16_t exit_root;   // root of kPrefix: exit codes; 0 is none
  std::uint16_t trunk_root;  // root of kPrefix: trunk prefixes, carrier codes and rewriting; 0 is none
  std::uint32_t lengths;        // bit n: n digits are possible
  std::uint32_t local_lengths;  // bit n: n digits are possible inside an area only
}};

// literal + number[copy_from, copy_to) + number[end, …) replaces a number whose beginning matched.
struct Outcome {{
  char literal[5];
  std::uint8_t copy_from;
  std::uint8_t copy_to;
  std::uint8_t end;
}};

struct PrefixState {{
  std::uint16_t next[10];
  std::uint8_t outcome;         // a match that ends here, whatever follows; 0 is none
  std::uint8_t outcome_at_end;  // a match that ends here when the number ends here; 0 is none
}};

// Sorted by code; the plans "001" come last.
inline constexpr Plan kPlans[] = {{
{chr(10).join(rows)}
}};
inline constexpr int kRegionPlans = {len(regions)};
inline constexpr int kPlanCount = {len(plans)};

// Country calling code to its main plan; 255 is none.
inline constexpr std::uint8_t kMainPlan[1000] = {{
{wrap(by_country)}
}};

// Bit 15 of a target: the digits read so far are a whole national number. State 0 leads nowhere.
inline constexpr std::uint16_t kNational[][10] = {{
{chr(10).join(national_rows)}
}};

inline constexpr PrefixState kPrefix[] = {{
{chr(10).join(prefix_rows)}
}};

inline constexpr Outcome kOutcomes[] = {{
{chr(10).join(outcome_rows)}
}};

}}  // namespace ablmatch::phone_tables
"""


def wrap(values: list[int]) -> str:
    return "\n".join(", ".join(map(str, values[at : at + 25])) + "," for at in range(0, len(values), 25))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the committed file and write nothing")
    arguments = parser.parse_args()
    text = render()
    if arguments.check:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
            print(f"{TARGET} differs from what `{COMMAND}` writes", file=sys.stderr)
            return 1
        return 0
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
