"""Text as a reader takes it in: what disguises a word without changing how it is read is taken off."""

from __future__ import annotations

import re
import unicodedata

# Every character at which some reader begins a new line: those of str.splitlines.
LINE_BREAK = re.compile("\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
_SPACES = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85")
# Controls, formats (zero-width, bidirectional, soft hyphen, tags), marks on a letter, lone surrogates.
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Me", "Mn"})
# Letters by their category, blank on the page: Hangul fillers, and the Braille pattern without dots.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_ASCII_CONTROLS = dict.fromkeys([code for code in (*range(32), 127) if chr(code) not in _SPACES])


def legible(text: str) -> str:
    """The text in compatibility form, without marks on letters and without characters that show nothing.

    Full-width, bold or circled letters become plain ones; marks on letters and zero-width spaces between them go. White
    space stays, line breaks stay line breaks. Linear in the length of the text.
    """
    if text.isascii():
        return text.translate(_ASCII_CONTROLS)
    return "".join(
        character
        for character in unicodedata.normalize("NFKD", text)
        if character in _SPACES or (unicodedata.category(character) not in _DROPPED and character not in _BLANK)
    )
