"""Checks of column names that every input format shares."""

from __future__ import annotations

from collections.abc import Sequence

from ablmatch.verify.errors import BadInput, listed, nearest, shown
from ablmatch.verify.fields import Field


def compared_columns(fields: Sequence[Field]) -> tuple[str, ...]:
    """Every column that some field compares, once each, in the order of the fields."""
    return tuple(dict.fromkeys(name for field in fields for name in (field.said, field.stored)))


def check_columns(file: str, columns: Sequence[str], fields: Sequence[Field], *, writes: bool) -> None:
    """Raise BadInput when a column is missing or named twice, or when an output column would hide an input column."""
    twice = [name for name in dict.fromkeys(columns) if columns.count(name) > 1]
    wanted = compared_columns(fields)
    missing = [name for name in wanted if name not in columns]
    if missing:
        raise BadInput(missing_message(file, missing[0], columns, wanted))
    if twice:
        raise BadInput(f"{file} has {listed(twice)} more than once in its header: give each column its own name")
    if writes:
        check_collisions(file, columns, fields)


def check_collisions(file: str, columns: Sequence[str], fields: Sequence[Field]) -> None:
    """Raise BadInput when an output column already exists, in the input or from another field."""
    taken = set(columns)
    for field in fields:
        for name in (field.score_column, field.result_column):
            if name in taken:
                raise BadInput(f"{file} already has a column {shown(name)}: name field {shown(field.name)} otherwise")
            taken.add(name)


def missing_message(file: str, name: str, columns: Sequence[str], wanted: Sequence[str]) -> str:
    """The line for a column that is not there.

    Columns are listed only when the header is known to be one: in a file without a header the "names" are the values
    of its first row, and values never go into a message.
    """
    near = nearest(name, columns)
    if near is not None:
        return f"{file} has no column {shown(name)}: did you mean {shown(near)}? (columns: {listed(columns)})"
    if any(other in columns or nearest(other, columns) is not None for other in wanted):
        return f"{file} has no column {shown(name)}: its columns are {listed(columns)}"
    return f"{file} has none of the columns asked for ({listed(wanted)}): is its first row a header with column names?"
