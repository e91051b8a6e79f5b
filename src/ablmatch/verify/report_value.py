"""How a value of a row stands on the page."""

from __future__ import annotations

from html import escape


def value_html(text: str | None) -> str:
    """A value, escaped.

    Control and direction marks are written out: on the page they would hide or reorder what stands around them.
    """
    if text is None:
        return '<span class="soft">null</span>'
    safe = "".join(ch if ch.isprintable() or ch == "\n" else f"\\u{{{ord(ch):x}}}" for ch in text)
    return f"<bdi>{escape(safe)}</bdi>"
