"""What is wrong with the input or the output, as one line for a person, without a value of the data in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

# A line must stay readable when a file has hundreds of columns.
_MOST_NAMES_LISTED = 20


class BadInput(Exception):
    """The job cannot be done as asked: one line that says what, where and what to do.

    The text may hold file names, column names and row numbers, never a value of a row.
    """


def printable(text: str) -> str:
    """Text that can neither break a line, nor drive the terminal, nor reorder the line around it."""
    return "".join(ch if ch.isprintable() else ch.encode("unicode_escape").decode("ascii") for ch in text)


def shown(name: str) -> str:
    """A name in backticks, `printable`."""
    return f"`{printable(name)}`"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that `name` was probably meant to be, or None, as of agents; loaded for a slip alone."""
    from ablmatch.language.nearest import nearest as of_agents

    return of_agents(name, list(known))


def listed(names: Sequence[str]) -> str:
    """Names for the end of a message, cut where the list would no longer be read."""
    text = ", ".join(shown(name) for name in names[:_MOST_NAMES_LISTED])
    rest = len(names) - _MOST_NAMES_LISTED
    return f"{text} and {rest} more" if rest > 0 else text


def unknown(what: str, name: str, known: Sequence[str]) -> str:
    """`unknown kind "emial": did you mean "email"?` or, with nothing near, the whole list."""
    near = nearest(name, known)
    if near is not None:
        return f"unknown {what} {shown(name)}: did you mean {shown(near)}?"
    return f"unknown {what} {shown(name)}: use one of {listed(known)}"


def counted(count: int, word: str) -> str:
    """`1 row`, `2,000 rows`."""
    return f"{count:,} {word}{'s' * (count != 1)}"


def reason(error: OSError) -> str:
    """The system's words for an operating system error, without the path, which the message names itself."""
    return (error.strerror or type(error).__name__).lower()
