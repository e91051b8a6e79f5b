"""Owners, keys and slugs as one part of a file's or key's name: injective, reversible, and the same for ever.

The names are those that Kuralle writes, so its data stays readable. A change here orphans what is stored.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

# What stays as it is beside letters, digits and `_ . - ~`, which `quote` always keeps.
_BLOCK_FILE = "@+"
_BLOCK_REDIS = "@+|"

_ESCAPED = re.compile(r"(?:[^%]|%[0-9A-Fa-f]{2})*")
# Names that Windows gives to devices, in any folder and case.
_DEVICE = re.compile(r"(?:CON|PRN|AUX|NUL|COM[1-9]|LPT[1-9])", re.IGNORECASE)


def block_file_part(text: str) -> str:
    """An owner or key as a name in a folder; `:` and `|` are escaped, `.`, `..` and devices are no names."""
    encoded = _without_dots(quote(text, safe=_BLOCK_FILE))
    return f"%{ord(encoded[0]):02X}{encoded[1:]}" if _DEVICE.fullmatch(encoded) else encoded


def block_redis_part(text: str) -> str:
    """An owner or key as a part of a Redis key, whose parts `:` separates."""
    return quote(text, safe=_BLOCK_REDIS)


def extracted_part(text: str) -> str:
    """An owner or slug of an extracted value, in a folder or in Redis: letters, digits and `. _ -` stay."""
    return _without_dots(quote(text, safe="").replace("~", "%7E"))


def decoded_part(name: str) -> str:
    """The text of a name; a name that is no percent-encoded UTF-8 is its own text. Never raises."""
    if _ESCAPED.fullmatch(name) is None:
        return name
    try:
        return unquote(name, errors="strict")
    except UnicodeDecodeError:
        return name


def _without_dots(name: str) -> str:
    return name.replace(".", "%2E") if name in {".", ".."} else name
