"""Cuts an expression's text into tokens with their places."""

from __future__ import annotations

import re
from typing import NamedTuple

from ablmatch.language.errors import ExpressionError
from ablmatch.language.values import parse_number


class Token(NamedTuple):
    """`kind`: number, text, name, regex, sign or end.  `value`: the text of a name or sign, else what it stands for."""

    kind: str
    value: object
    start: int
    end: int


_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
_NAME = re.compile(r"[A-Za-z_@][A-Za-z0-9_]*")
_SIGN = re.compile(r"&&|\|\||[=!<>]=|[-+*/%<>!?:.,()\[\]{}|]")
_REGEX = re.compile(r"/((?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/([a-z]*)")
_ESCAPES = {"\\": "\\", '"': '"', "'": "'", "n": "\n", "t": "\t"}


def tokens(text: str) -> list[Token]:
    """All tokens of an expression, the last of kind `end`.  Raises ExpressionError `syntax`."""
    found: list[Token] = []
    at = 0
    while True:
        at = _SPACE.match(text, at).end()  # type: ignore[union-attr] # matches everywhere
        if at == len(text):
            found.append(Token("end", None, at, at))
            return found
        token = _next(text, at, found[-1] if found else None)
        found.append(token)
        at = token.end


def _next(text: str, at: int, before: Token | None) -> Token:
    char = text[at]
    if char in "\"'":
        return _quoted(text, at)
    # `.5` is a number, the `.0` of `orders.0` a place.
    after_value = before is not None and (before.kind == "name" or before.value in {")", "]", "}"})
    if (match := _NUMBER.match(text, at)) and not (char == "." and after_value):
        figures = match[0]
        # "12ab" is neither a number nor a name.
        if (follower := _NAME.match(text, match.end())) is not None:
            raise ExpressionError("syntax", f"`{figures}{follower[0]}` is no number", at, follower.end())
        number = parse_number(figures)
        if number is None:
            raise ExpressionError("syntax", "the number is too large", at, match.end())
        return Token("number", number, at, match.end())
    if match := _NAME.match(text, at):
        return Token("name", match[0], at, match.end())
    # A slash begins a regular expression only where an operand of `matches` is due: elsewhere it divides.
    after_matches = before is not None and before.kind == "name" and str(before.value).lower() == "matches"
    if char == "/" and after_matches and (match := _REGEX.match(text, at)):
        flags = f"(?{match[2]})" if match[2] and set(match[2]) <= set("ims") else ""
        return Token("regex", flags + match[1].replace("\\/", "/"), at, match.end())
    if match := _SIGN.match(text, at):
        return Token("sign", match[0], at, match.end())
    if char == "=":
        raise ExpressionError("syntax", "`=` compares nothing: write `==`", at, at + 1)
    raise ExpressionError("syntax", f"unexpected character `{char}`", at, at + 1)


def _quoted(text: str, at: int) -> Token:
    """A text in quotes of either sort; a backslash before another character than its escapes stays one."""
    quote = text[at]
    parts: list[str] = []
    place = at + 1
    while place < len(text):
        char = text[place]
        if char == quote:
            return Token("text", "".join(parts), at, place + 1)
        following = text[place + 1 : place + 2]
        if char == "\\" and following in _ESCAPES:
            parts.append(_ESCAPES[following])
            place += 2
            continue
        parts.append(char)
        place += 1
    raise ExpressionError("syntax", f"the text has no closing {quote}", at, len(text))
