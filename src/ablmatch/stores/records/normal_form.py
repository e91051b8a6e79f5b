"""When two texts are the same record: compatibility forms, letter case and white space do not tell them apart."""

from __future__ import annotations

import unicodedata


def normal_form(text: str) -> str:
    """The text in NFKC, case-folded, each run of white space one space, none at the ends."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    # Folding may leave what NFKC composes ("ΐ"), so once more.
    return " ".join(unicodedata.normalize("NFKC", folded).split())
