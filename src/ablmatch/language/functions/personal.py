"""abl.*: personal data in text, counts, and comparison of vault tokens."""

from __future__ import annotations

import ipaddress
import re
from bisect import bisect

from ablmatch.language import regex
from ablmatch.language.errors import ExpressionError
from ablmatch.language.functions.moment import Moment
from ablmatch.language.functions.table import Function
from ablmatch.language.values import Value, joined, to_text

# (type, pattern, further test of the text and the place).  RE2 syntax, linear in the text; it looks at nothing around.
EMAIL = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
URL = r"(?i)\b(?:https?|ftp)://[^\s<>\"]+|\bwww\.[a-z0-9-]+\.[a-z]{2,}[^\s<>\"]*"
CODE = r"(?s)```.*?```|~~~.*?~~~"


def _luhn(digits: str) -> bool:
    """The check digit of a card number (ISO/IEC 7812-1)."""
    total = 0
    for at, figure in enumerate(reversed(digits)):
        value = int(figure) * (1 + at % 2)
        total += value - 9 * (value > 9)
    return total % 10 == 0


def _is_card(text: str, start: int, end: int) -> bool:
    digits = re.sub(r"\D", "", text[start:end])
    return 13 <= len(digits) <= 19 and _luhn(digits)


def _is_address(text: str, start: int, end: int) -> bool:
    try:
        ipaddress.ip_address(text[start:end])
    except ValueError:
        return False
    return True


def _is_phone(text: str, start: int, end: int) -> bool:
    # Not a part of a longer run of figures: that is no telephone number.
    if re.match(r"[ ().-]{0,2}\d", text[end : end + 3]) or text[max(0, start - 1) : start].isdigit():
        return False
    return 7 <= len(re.sub(r"\D", "", text[start:end])) <= 15


def _is_ssn(text: str, start: int, end: int) -> bool:
    area, group, serial = text[start:end].split("-")
    return area not in {"000", "666"} and group != "00" and serial != "0000"


def _always(_text: str, _start: int, _end: int) -> bool:
    return True


DETECTORS = (
    ("email", EMAIL, _always),
    ("credit_card", r"\b\d(?:[ -]?\d){12,18}\b", _is_card),
    ("ssn", r"\b[0-8]\d{2}-\d{2}-\d{4}\b", _is_ssn),
    ("ip_address", r"\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}\b", _is_address),
    ("date_of_birth", r"\b(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b|\b(?:0?[1-9]|[12]\d|3[01])[/.](?:0?[1-9]|1[0-2])[/.](?:19|20)\d{2}\b|\b(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01])/(?:19|20)\d{2}\b", _always),
    ("phone", r"\+?\(?\d(?:[ ().-]{0,2}\d){6,14}\b", _is_phone),
)  # fmt: skip


def detect(text: str) -> list[tuple[str, int, int]]:
    """(type, start, end) of personal data in a text, in its order; what two detectors claim is the earlier one's."""
    found: list[tuple[int, int, str]] = []
    for name, pattern, holds in DETECTORS:
        for match in regex.find_all(pattern, text):
            start, end = match.span()
            at = bisect(found, (start,))
            is_free = (at == 0 or found[at - 1][1] <= start) and (at == len(found) or found[at][0] >= end)
            if is_free and holds(text, start, end):
                found.insert(at, (start, end, name))
    return [(name, start, end) for start, end, name in found]


def _detect(text: Value) -> dict[str, Value]:
    """Types and places, never the values themselves."""
    found = detect(to_text(text))
    types = list(dict.fromkeys(name for name, _, _ in found))
    items = [{"type": name, "start": start, "end": end} for name, start, end in found]
    return {"found": bool(found), "types": types, "items": items}


def _redact(text: Value) -> str:
    whole = to_text(text)
    parts, at = [], 0
    for name, start, end in detect(whole):
        parts += [whole[at:start], f"[{name.upper()}]"]
        at = end
    return joined([*parts, whole[at:]])


def _holds(pattern: Value, text: Value) -> bool:
    if not isinstance(pattern, str):
        raise ExpressionError("bad_regex", "the pattern is no text")
    return regex.search(pattern, to_text(text)) is not None


def _sentences(text: Value) -> int:
    return sum(bool(part.strip()) for part in re.split(r"[.!?\u3002\uff01\uff1f]+", to_text(text)))


_DIGITS_ONLY = {"phone", "ssn", "credit_card"}


def _canonical(kind: str, value: str) -> str:
    if kind in _DIGITS_ONLY:
        return re.sub(r"\D", "", value)
    return value.strip().lower() if kind == "email" else value


def _pii_equal(moment: Moment, left: Value, right: Value) -> bool:
    """Two live vault tokens of one PII type, compared inside the vault; anything else is an error."""
    one, other = (moment.vault.resolve(value) if isinstance(value, str) else None for value in (left, right))
    if one is None or other is None:
        raise ExpressionError("pii_equal_fault", "pii_equal wants two live vault tokens")
    if one[0] != other[0]:
        raise ExpressionError("pii_equal_fault", "pii_equal wants two tokens of one type")
    return _canonical(*one) == _canonical(*other)


ROWS = (
    Function("abl.contains_pii", ("text",), "Whether a detector finds personal data.", ('abl.contains_pii("a@b.example")', True), lambda t: bool(detect(to_text(t))), passes=False),
    Function("abl.detect_pii", ("text",), "Types and places of personal data.", ('abl.detect_pii("hello").found', False), _detect, passes=False),
    Function("abl.redact_pii", ("text",), "The text with personal data replaced by its type.", ('abl.redact_pii("mail a@b.example")', "mail [EMAIL]"), _redact),
    Function("abl.matches_pattern", ("text", "pattern"), "Whether an RE2 pattern is found.", ('abl.matches_pattern("room 12", "[0-9]+")', True), lambda t, p: _holds(p, t), passes=False),
    Function("abl.not_matches_pattern", ("text", "pattern"), "Whether it is not found.", ('abl.not_matches_pattern("room", "[0-9]+")', True), lambda t, p: not _holds(p, t), passes=False),
    Function("abl.word_count", ("text",), "How many words.", ('abl.word_count("blue heron")', 2), lambda t: len(to_text(t).split()), passes=False),
    Function("abl.sentence_count", ("text",), "How many sentences.", ('abl.sentence_count("One. Two!")', 2), _sentences, passes=False),
    Function("abl.contains_url", ("text",), "Whether a web address is in it.", ('abl.contains_url("see https://fjordpost.example")', True), lambda t: _holds(URL, t), passes=False),
    Function("abl.contains_email", ("text",), "Whether an e-mail address is in it.", ('abl.contains_email("write to a@b.example")', True), lambda t: _holds(EMAIL, t), passes=False),
    Function("abl.contains_code", ("text",), "Whether a fenced block of code is in it.", ('abl.contains_code("no code")', False), lambda t: _holds(CODE, t), passes=False),
    Function("abl.pii_equal", ("left", "right"), "Whether two live vault tokens hold one value; anything else is an error.", ("abl.pii_equal(left, right)", None), _pii_equal, timed=True, passes=False),
)  # fmt: skip
