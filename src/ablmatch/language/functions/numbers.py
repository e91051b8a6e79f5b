"""Built-ins on numbers."""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal, localcontext

from ablmatch.language.errors import ExpressionError
from ablmatch.language.functions.table import Function, count_of, number_of
from ablmatch.language.values import Number, Value, finite, tidy

_FIGURES = 330


def _arithmetic(operate: Callable[[Number, Number], Number | None]) -> Callable[[Value, Value], Number | None]:
    def run(one: Value, other: Value) -> Number | None:
        left, right = number_of(one), number_of(other)
        if left is None or right is None:
            return None
        found = operate(left, right)
        return None if found is None else finite(found)

    return run


def _round(number: Value, decimals: Value = 0) -> Number | None:
    """Halves away from zero, on the decimal figures that the number is written with."""
    value = number_of(number)
    if value is None:
        return None
    places = max(-300, min(300, count_of(decimals)))
    step = Decimal(1).scaleb(-places)
    exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if exact.adjusted() + places > 25:
        return value
    rounded = exact.quantize(step, rounding=ROUND_HALF_UP)
    return tidy(float(rounded)) if places > 0 else int(rounded)


def _one(operate: Callable[[Number], Number]) -> Callable[[Value], Number | None]:
    def run(number: Value) -> Number | None:
        value = number_of(number)
        return None if value is None else operate(value)

    return run


def _ordinal(number: Value) -> str:
    value = number_of(number)
    if value is None:
        return ""
    whole = int(value)
    last = abs(whole) % 100
    ending = "th" if 11 <= last <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(last % 10, "th")
    return f"{whole}{ending}"


def _format_currency(amount: Value, code: Value, locale: Value = None) -> str:
    from babel.core import UnknownLocaleError
    from babel.numbers import UnknownCurrencyError, format_currency

    value = number_of(amount)
    if value is None:
        return ""
    if not isinstance(code, str) or not (code.isascii() and code.isalpha() and len(code) == 3):
        raise ExpressionError("bad_argument", "FORMAT_CURRENCY wants a currency code of three letters, such as USD")
    name = locale.replace("-", "_") if isinstance(locale, str) and locale else "en_US"
    exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    try:
        # Halves go away from zero, as in ROUND; the largest double has 309 figures before its point.
        with localcontext(prec=_FIGURES, rounding=ROUND_HALF_UP):
            try:
                return format_currency(exact, code.upper(), locale=name)
            except (UnknownLocaleError, ValueError):
                return format_currency(exact, code.upper(), locale="en_US")
    except UnknownCurrencyError:
        raise ExpressionError("bad_argument", "FORMAT_CURRENCY does not know this currency") from None


def _to_number(value: Value) -> Number | None:
    return number_of(value)


ROWS = (
    Function("ADD", ("a", "b"), "The sum; null where an operand is no number.", ('ADD("2", 3)', 5), _arithmetic(lambda a, b: a + b)),
    Function("SUB", ("a", "b"), "The difference; null where an operand is no number.", ("SUB(2, 5)", -3), _arithmetic(lambda a, b: a - b)),
    Function("MUL", ("a", "b"), "The product; null where an operand is no number.", ("MUL(3, 4)", 12), _arithmetic(lambda a, b: a * b)),
    Function(
        "DIV", ("a", "b"), "The quotient; null by zero and where an operand is no number.", ("DIV(7, 2)", 3.5),
        _arithmetic(lambda a, b: None if b == 0 else a / b),
    ),
    Function("ROUND", ("n", "decimals?"), "Rounded, halves away from zero.", ("ROUND(2.25, 1)", 2.3), _round),
    Function("ABS", ("n",), "Without its sign.", ('ABS("-4")', 4), _one(abs)),
    Function("MIN", ("a", "b"), "The lesser of two.", ('MIN("3", 20)', 3), _arithmetic(min)),
    Function("MAX", ("a", "b"), "The greater of two.", ('MAX("3", 20)', 20), _arithmetic(max)),
    Function("TO_NUMBER", ("x",), "The number that a text writes; null where it writes none.", ('TO_NUMBER("12.5")', 12.5), _to_number),
    Function("ORDINAL", ("n",), "1st, 2nd, 3rd, 4th.", ("ORDINAL(22)", "22nd"), _ordinal),
    Function(
        "FORMAT_CURRENCY", ("n", "code", "locale?"), "An amount as the locale (en-US) writes it.",
        ('FORMAT_CURRENCY(1234.5, "USD")', "$1,234.50"), _format_currency,
    ),
)  # fmt: skip
