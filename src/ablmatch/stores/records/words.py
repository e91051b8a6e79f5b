"""The words by which a record is found: those of its text, and those of a query.

Words of any script, folded by case, compatibility and the accents of Latin, Greek and Cyrillic. Short words count.
Where a script writes no spaces, its characters and pairs of them stand for words. A code such as ORD-207, a time or an
e-mail address is one word: in a query it finds itself, not its neighbours; its parts are found too.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator

import re2

from ablmatch.stores.values import is_text

# A token: parts of letters, marks and digits, joined by one of these signs.
_JOINED = re2.compile(r"[\p{L}\p{M}\p{N}]+(?:[-_.:@+#/][\p{L}\p{M}\p{N}]+)*")
_PART = re2.compile(r"[\p{L}\p{M}\p{N}]+")
# The same for texts of ASCII, which are most, without the way from characters to bytes and back.
_ASCII_JOINED = re.compile(r"[a-z0-9]+(?:[-_.:@+#/][a-z0-9]+)*")
_ASCII_PART = re.compile(r"[a-z0-9]+")
_UNSPACED = re2.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\x{30FC}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
    r"[\p{Han}\p{Hiragana}\p{Katakana}\x{30FC}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{M}]*"
)
_ACCENTS = dict.fromkeys(range(0x300, 0x370))
# Hyphens that look like one and are typed for one another; soft hyphens and zero-width characters separate nothing.
_SIGNS = dict.fromkeys([0x2010, 0x2011, 0x2012, 0x2013, 0x2212], "-") | dict.fromkeys(
    [0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF]
)
# A code has at most so many parts, and begins with one of the first so many of its token.
_MOST_PARTS = 8
_MOST_STARTS = 64
# Of English, Dutch, German, French, Spanish, Italian and Portuguese, as folded as those of a text.
_FUNCTION_WORDS = (
    "a about all am an and any are as at be been but by can could did do does for from had has have he her his "
    "how i if in into is it its me my no not of on or our she should so some than that the their them then there "
    "these they this those to was we were what when where which who why will with would you your aan al als bij "
    "dat de deze die dit dus een en er ge geen haar had heb hebben heeft het hij hoe hun ik in is je jij kan maar "
    "me met mijn na naar niet nog nu of om onze ons ook op te tot uit van voor waar wanneer was wat we wel wie "
    "wij worden wordt ze zich zij zijn zou aber als am auch auf aus bei bis das dass dem den der des die du ein "
    "eine einem einen einer er es fur ich ihr im in ist ja mein mich mir mit nach nicht noch oder seine sich sie "
    "sind so uber um und uns vom von was wenn wer wie wir wird wo zu zum zur au aux avec ce ces cette dans de des "
    "du elle en est et eux il ils je la le les leur lui ma mais me mes moi mon ne nos notre nous on ou par pas "
    "pour qu que qui sa se ses sur ta te tes toi ton tu un une vos votre vous y al como con cual de del el ella "
    "en es esta este ha la las lo los mas me mi muy no nos o para pero por que se si su sus te tu un una y yo che "
    "chi ci con cui da dei del della di e gli ho il io la le lo ma mi mia mio ne nel nella non per piu se si sono "
    "su suo tra un una ao as com da das do dos e ela ele em eu foi na nas no nos nao o os ou para por que se sua "
    "um uma "
)
# Words that say nothing about what a text is about; they find only what no other word of the query finds.
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())


def index_words(text: str) -> set[str]:
    """Every word by which a text may be found."""
    found: set[str] = set()
    for token in _tokens(text):
        if token.isascii() and token.isalnum():
            found.add(token)
            continue
        parts = _parts(token)
        for part in parts:
            found.update(_pieces(part, characters=True))
        # The codes inside a token: of https://host/ORD-207 also ORD-207.
        starts = [0, *itertools.accumulate(len(part) + 1 for part in parts)]
        for first in range(min(len(parts), _MOST_STARTS)):
            for last in range(first + 2, min(len(parts), first + _MOST_PARTS) + 1):
                joined = token[starts[first] : starts[last] - 1]
                if is_code(joined):
                    found.add(joined)
    return found


def words(query: str) -> tuple[str, ...]:
    """The words that a query asks for, each once, in their order."""
    found: dict[str, None] = {}
    for token in _tokens(query):
        parts = _parts(token)
        if 1 < len(parts) <= _MOST_PARTS and is_code(token):
            found[token] = None
        else:
            for part in parts:
                found.update(dict.fromkeys(_pieces(part, characters=False)))
    return tuple(found)


def content_words(text: str) -> tuple[str, ...]:
    """The words of a text that say what it is about: all but those of FUNCTION_WORDS; each once, in their order."""
    return tuple(word for word in words(text) if word not in FUNCTION_WORDS)


def _tokens(text: str) -> list[str]:
    if text.isascii():
        return _ASCII_JOINED.findall(text.lower())
    if not is_text(text):
        return []
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_SIGNS)
    bare = unicodedata.normalize("NFKD", folded).translate(_ACCENTS)
    found: list[str] = _JOINED.findall(unicodedata.normalize("NFC", bare))
    return found


def _parts(token: str) -> list[str]:
    found: list[str] = _ASCII_PART.findall(token) if token.isascii() else _PART.findall(token)
    return found


def is_code(token: str) -> bool:
    """Whether a word is a number, a code or an address, which finds itself alone."""
    return "@" in token or any(character.isdigit() for character in token)


def _pieces(part: str, *, characters: bool) -> Iterator[str]:
    """The words of a part: itself, or where it has characters of a script without spaces, those in pairs."""
    if part.isascii():
        yield part
        return
    end = 0
    for found in _UNSPACED.finditer(part):
        if found.start() > end:
            yield part[end : found.start()]
        run, end = found.group(), found.end()
        if characters or len(run) == 1:
            yield from run
        yield from (run[at : at + 2] for at in range(len(run) - 1))
    if end < len(part):
        yield part[end:]
