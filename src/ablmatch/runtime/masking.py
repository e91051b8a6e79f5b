"""How sensitive values are shown outside expressions: redacted, masked or replaced (language.md 6.2, 6.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ablmatch.language import ir
from ablmatch.language.values import Value, to_text

Display: TypeAlias = Callable[[Value], str]
REDACTED = "[REDACTED]"
_LAST = 4


def display_of(name: str, display: ir.Display | None, mask: ir.MaskConfig | None, pii_type: str | None) -> Display:
    """How values of a path or field are shown; redacted where no display is declared."""
    if display == "mask":
        return lambda value: masked(to_text(value), mask or ir.MaskConfig(), pii_type)
    if display == "replace":
        label = f"[{(pii_type or name.rsplit('.', 1)[-1]).upper()}]"
        return lambda _value: label
    return lambda _value: REDACTED


def masked(text: str, mask: ir.MaskConfig, pii_type: str | None) -> str:
    """The text with its middle hidden, length kept in code points.

    A text that would show as a whole is hidden as a whole.  An e-mail keeps its domain, its mailbox name is masked.
    """
    domain = ""
    if pii_type == "email" and "@" in text:
        text, at, rest = text.rpartition("@")
        domain = at + rest
    last = mask.show_last if mask.show_last is not None else (0 if pii_type == "email" else _LAST)
    first, size, char = mask.show_first, len(text), mask.char[:1] or "*"
    if first + last >= size:
        return char * size + domain
    return text[:first] + char * (size - first - last) + text[size - last :] + domain


def shown(values: Mapping[str, Any], displays: Mapping[str, Display]) -> dict[str, Any]:
    """Values as they may be shown: sensitive ones by their displays, wherever their path leads into nested objects."""
    found = dict(values)
    for path, display in displays.items():
        replace_in(found, path.split("."), display)
    return found


def shown_at(names: tuple[str, ...], value: Value, displays: Mapping[str, Display]) -> Value:
    """The value of one path as it may be shown: by the display of the path or of one that it lies in, else by parts."""
    for size in range(len(names), 0, -1):
        display = displays.get(".".join(names[:size]))
        if display is not None:
            return display(value)
    if not isinstance(value, dict):
        return value
    within = ".".join(names) + "."
    return shown(value, {path.removeprefix(within): one for path, one in displays.items() if path.startswith(within)})


def replace_in(values: dict[str, Any], segments: list[str], display: Display) -> None:
    """Shows one path; objects on the way are copied, never changed."""
    flat = ".".join(segments)
    if values.get(flat) is not None:
        values[flat] = display(values[flat])
    first, rest = segments[0], segments[1:]
    inner = values.get(first)
    if not rest:
        return
    if isinstance(inner, dict):
        copy = dict(inner)
        replace_in(copy, rest, display)
        values[first] = copy
