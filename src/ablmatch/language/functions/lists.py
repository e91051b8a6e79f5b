"""Built-ins on lists, objects and types, and the choices between values."""

from __future__ import annotations

from ablmatch.language.functions.table import Function
from ablmatch.language.values import Value, equal, is_number, to_text, truthy

_LONG = (str, list)
_SIZED = (str, list, dict)


def _length(value: Value) -> int:
    return len(value) if isinstance(value, _LONG) else 0


def _size(value: Value) -> int:
    return len(value) if isinstance(value, _SIZED) else 0


def _find_index(items: Value, field: Value, value: Value) -> int:
    name = to_text(field)
    if isinstance(items, list):
        for at, item in enumerate(items):
            if isinstance(item, dict) and name in item and equal(item[name], value):
                return at
    return -1


def _find(items: Value, field: Value, value: Value) -> Value:
    at = _find_index(items, field, value)
    return None if at < 0 else items[at]


def _merge(*objects: Value) -> dict[str, Value]:
    merged: dict[str, Value] = {}
    for one in objects:
        if isinstance(one, dict):
            merged.update(one)
    return merged


def _coalesce(*values: Value) -> Value:
    return next((value for value in values if value is not None), None)


def _first_non_empty(*values: Value) -> Value:
    return next(
        (value for value in values if value is not None and not (isinstance(value, str) and not value.strip())), None
    )


ROWS = (
    Function("LENGTH", ("x",), "Characters of a text, items of a list, else 0.", ('LENGTH("heron")', 5), _length),
    Function("size", ("x",), "The same as CEL writes it; fields of an object count too.", ("size({a: 1, b: 2})", 2), _size),
    Function("IS_ARRAY", ("x",), "Whether it is a list.", ("IS_ARRAY([1])", True), lambda x: isinstance(x, list), passes=False),
    Function("IS_NUMBER", ("x",), "Whether it is a number (a text that writes one is not).", ("IS_NUMBER(2.5)", True), is_number, passes=False),
    Function("IS_STRING", ("x",), "Whether it is a text.", ('IS_STRING("a")', True), lambda x: isinstance(x, str), passes=False),
    Function("ARRAY_FIND", ("list", "field", "value"), "The first object whose field equals the value, or null.", ('ARRAY_FIND([{id: 2}], "id", 2)', {"id": 2}), _find),
    Function("ARRAY_FIND_INDEX", ("list", "field", "value"), "Its place, counted from 0; -1 when there is none.", ('ARRAY_FIND_INDEX([{id: 2}], "id", 9)', -1), _find_index),
    Function("OBJECT_KEYS", ("o",), "The names of an object; [] for anything else.", ("OBJECT_KEYS({a: 1})", ["a"]), lambda o: list(o) if isinstance(o, dict) else []),
    Function("OBJECT_VALUES", ("o",), "The values of an object; [] for anything else.", ("OBJECT_VALUES({a: 1})", [1]), lambda o: list(o.values()) if isinstance(o, dict) else []),
    Function("OBJECT_MERGE", ("o", "more…"), "One object of all, the right one winning.", ("OBJECT_MERGE({a: 1}, {a: 2})", {"a": 2}), _merge),
    Function("COALESCE", ("a", "more…"), 'The first that is not null; 0, false and "" count.', ("COALESCE(null, 0, 5)", 0), _coalesce),
    Function("FIRST_NON_EMPTY", ("a", "more…"), "The first that is neither null nor a blank text.", ('FIRST_NON_EMPTY("", "x")', "x"), _first_non_empty),
    Function("IF", ("condition", "yes", "no"), "One of two; both are evaluated.", ('IF(true, "a", "b")', "a"), lambda c, yes, no: yes if truthy(c) else no),
)  # fmt: skip
