"""Lowers the parts of a rule to one expression that is true when the rule fails (language.md 1.6)."""

from __future__ import annotations

from ablmatch.language.tokens import tokens

_OPENING = set("([{")
_CLOSING = set(")]}")
# IMPLIES binds looser than every operator but these: they end its operands.
_ENDS = set(",?:")


def fails_when(condition: str, when: str | None, *, forbids: bool) -> str:
    """When a rule fails: where its condition is not true, or, for RESTRICT (`forbids`), where it is.

    With a gate the rule fails only where that is true as well: `g IMPLIES c` fails when `(g) AND NOT (c)`.
    Both texts are expressions that can be read.
    """
    holds = without_implies(condition)
    if when is not None:
        return f"({without_implies(when)}) AND {'' if forbids else 'NOT '}({holds})"
    return holds if forbids else f"NOT ({holds})"


def without_implies(text: str) -> str:
    """The expression with `A IMPLIES B` as `NOT (A) OR (B)`."""
    return _Lowering(text).sequence().strip()


class _Lowering:
    """Copies tokens with the white space before them; operands of IMPLIES are put into parentheses."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens(text)
        self.at = 0

    def take(self) -> str:
        start = self.tokens[self.at - 1].end if self.at else 0
        self.at += 1
        return self.text[start : self.tokens[self.at - 1].end]

    def sequence(self) -> str:
        """Up to the bracket that closes it, or the end."""
        done: list[str] = []
        operands = [""]
        while (token := self.tokens[self.at]).kind != "end":
            sign = token.value if token.kind == "sign" else ""
            if sign in _CLOSING:
                break
            written = self.take()
            if sign in _OPENING:
                operands[-1] += written + self.sequence() + self.take()
            elif sign in _ENDS:
                done.append(_chain(operands) + written)
                operands = [""]
            elif token.kind == "name" and token.value == "IMPLIES":
                operands.append("")
            else:
                operands[-1] += written
        return "".join(done) + _chain(operands)


def _chain(operands: list[str]) -> str:
    """IMPLIES is right associative: a IMPLIES b IMPLIES c is a IMPLIES (b IMPLIES c)."""
    result = operands[-1]
    for left in reversed(operands[:-1]):
        result = f"{_lead(left)}NOT ({left.strip()}) OR ({result.strip()})"
    return result


def _lead(text: str) -> str:
    return text[: len(text) - len(text.lstrip())]
