"""The write scanner: text that a model wants to remember, held against known forms of prompt injection.

English forms only, and a paraphrase passes: what is stored is fenced as data as well (`ablmatch.memory.fencing`).
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any, NamedTuple

from ablmatch.memory.legible import legible

# RE2's own \s is ASCII; \x1c-\x1f and \x85 are white space to Python.
_SPACE = r"[\s\v\x1c-\x1f\x{85}\p{Z}]"
# RE2 looks neither ahead nor behind, so what surrounds a word is matched too, outside the group.
_BEGIN = r"(?:^|[^\p{L}\p{N}])"
_END = r"(?:$|[^\p{L}\p{N}_])"
# In these patterns a blank stands for any run of white space.
_SOME = r"(?:[\p{L}\p{N}]+ ){0,3}"
_BREAK = r"[\n\v\f\r\x1c-\x1e\x{85}\x{2028}\x{2029}]"
# A line or a sentence begins here, whatever marks stand before its first word.
_OPENING = rf"(?:^|{_BREAK}|[.!?\x{{3002}}][\p{{P}}\p{{S}}]*{_SPACE})[^\p{{L}}\p{{N}}]*"
_MARKS = rf"(?:{_SPACE}|[*_`'\"\])}}])*"


# The first pattern that matches gives its id; group 1 is what is shown.
PATTERNS: tuple[tuple[str, str], ...] = (
    (
        "prompt_injection_ignore_instructions",
        rf"{_BEGIN}(ignore {_SOME}(?:previous|all|above|prior|the) {_SOME}instructions)",
    ),
    (
        "prompt_injection_disregard_rules",
        rf"{_BEGIN}(disregard {_SOME}(?:previous|all|above|prior) {_SOME}(?:rules|guidelines|instructions))",
    ),
    (
        "prompt_injection_role_swap",
        rf"{_BEGIN}(you are now (?:an? )?(?:helpful )?(?:jailbroken|unrestricted|uncensored|admin|dan)){_END}",
    ),
    (
        "prompt_injection_forget",
        rf"{_BEGIN}(forget (?:everything|all|your) {_SOME}(?:instructions|training|trained|guidelines|rules))",
    ),
    (
        # At the start of a line or sentence only: an "operating system: you are on Debian" is a fact.
        "prompt_injection_fake_system_marker",
        rf"{_OPENING}(system{_MARKS}[:>]{_MARKS}you (?:must|will|shall|are)){_END}",
    ),
    (
        "prompt_injection_fake_tag",
        rf"(<{_SPACE}*/?{_SPACE}*(?:system|instructions?|admin|jailbreak)(?:(?:{_SPACE}|/)[^<>]*)?>)",
    ),
)
_LONGEST_SHOWN = 200


class UnsafeContent(NamedTuple):
    """What the scanner found: the id of the pattern, and the text that matched it, legible, at most 200 characters."""

    pattern: str
    matched: str


def scan_memory_write(text: object) -> UnsafeContent | None:
    """The first known form of prompt injection in a text, None where there is none.

    Letters of either case, in any width or style, with any white space between the words and invisible characters
    anywhere. What is no text, or empty, is safe. Linear in the length of the text (RE2).
    """
    if not isinstance(text, str) or not text:
        return None
    plain = legible(text)
    for name, regex in _compiled():
        found = regex.search(plain)
        if found is not None:
            return UnsafeContent(name, unicodedata.normalize("NFC", found.group(1))[:_LONGEST_SHOWN])
    return None


@cache
def _compiled() -> list[tuple[str, Any]]:
    import re2

    options = re2.Options()
    options.case_sensitive = False
    return [(name, re2.compile(pattern.replace(" ", f"{_SPACE}+"), options)) for name, pattern in PATTERNS]
