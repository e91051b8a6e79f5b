"""People, their records and their blocks, all made from one seed: every text bears a mark, and a mark has one owner.

Whoever is given a text can so be held against whose it is, however it came there.
"""

import random
import re
from typing import NamedTuple

from ablmatch.stores.records import open_records
from ablmatch.stores.records.reach import EVERYTHING
from ablmatch.stores.records.rows import Access, Actor, NewRecord

MARK = re.compile(r"\bq[0-9a-z]{7}q\b")
STORE = "notes"
SHARED, UNKNOWN = "", "nobody knows"
_NOW = 1_767_225_600_000
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SYLLABLES = [first + vowel for first in "bcdfghklmnprstvwz" for vowel in "aeiou"]
_TYPES = ("fact", "fact", "fact", "preference", "preference", "commitment", "behaviour")
_BATCH = 1000
# Every so many-th record is shared.
_SHARED_EVERY = 10


class Text(NamedTuple):
    """A text about to be stored."""

    owner: str
    kind: str
    content: str


class World:
    """What a store holds at first: so many people, records and blocks; and the owner of every mark."""

    def __init__(self, *, people, records, blocks, seed):
        self.people = [f"person-{number:05}" for number in range(people)]
        self.records, self.blocks, self.seed = records, blocks, seed
        self.owners = {}
        self._numbers = 0
        chosen = random.Random(seed)
        self.words = sorted({"".join(chosen.choices(_SYLLABLES, k=chosen.choice((2, 3, 4)))) for _ in range(4000)})
        chosen.shuffle(self.words)
        # Few words are in many texts, most are in few, as in speech.
        self._weights = [0.0]
        for rank in range(1, len(self.words) + 1):
            self._weights.append(self._weights[-1] + 1 / (rank + 10))
        del self._weights[0]

    def some_words(self, chosen, number):
        """Words as they occur in texts."""
        return " ".join(chosen.choices(self.words, cum_weights=self._weights, k=number))

    def text(self, chosen, owner, number=None):
        """A new text of an owner's, with a mark of its own."""
        if number is None:
            number, self._numbers = self._numbers, self._numbers + 1
        mark = _mark(number)
        self.owners[mark] = owner
        return f"{self.some_words(chosen, chosen.randint(5, 14))} {mark}"

    def texts(self):
        """The records, in the order in which they are written; the same for one seed."""
        chosen = random.Random(self.seed + 1)
        for number in range(self.records):
            owner = SHARED if number % _SHARED_EVERY == 0 else chosen.choice(self.people)
            kind = chosen.choice(_TYPES)
            if not owner and kind == "behaviour":
                kind = "fact"
            yield Text(owner, kind, self.text(chosen, owner))

    def block_texts(self):
        """A person and the text of her block, for as many as there are blocks."""
        chosen = random.Random(self.seed + 2)
        for person in self.people[: self.blocks]:
            yield Text(person, "block", self.text(chosen, person))

    def foreign(self, text, person):
        """The marks in a text that are neither the person's nor shared; an unknown mark is foreign to all."""
        return [mark for mark in self.marks_in(text) if self.owners.get(mark, UNKNOWN) not in {person, SHARED}]

    def marks_in(self, text):
        """The marks in a text."""
        return MARK.findall(text)

    def chosen(self):
        """What the texts of a world are drawn by."""
        return random.Random(self.seed + 1)

    # --- Building -----------------------------------------------------------------------------------------------

    def build(self, url):
        """Fill an empty database: records by one transaction a thousand, then blocks."""
        chosen = random.Random(self.seed + 3)
        now_ms = _NOW

        def clock():
            nonlocal now_ms
            now_ms += 1
            return now_ms

        store = open_records(url, clock=clock, random=chosen.randbytes)
        try:
            store.tenants.set_organisation("default", {})
            store.tenants.create_store("default", STORE)
            everything = Access("default", EVERYTHING)
            texts = iter(self.texts())
            left = self.records
            while left:
                with store.transaction():
                    for _ in range(min(left, _BATCH)):
                        one = next(texts)
                        status = "open" if one.kind == "commitment" else None
                        new = NewRecord(
                            store=STORE, type=one.kind, content=one.content, subject=one.owner, status=status
                        )
                        store.records.write(everything, new, Actor(key_id="app", subject=one.owner))
                left -= min(left, _BATCH)
        finally:
            store.close()
        self._build_blocks(url)

    def _build_blocks(self, url):
        from ablmatch.memory import Block, SqlBlockStore

        blocks = SqlBlockStore(url)
        try:
            for one in self.block_texts():
                blocks.save(Block(scope="user", key="USER", content=one.content, char_limit=10_000), one.owner)
        finally:
            blocks.close()


def _mark(number):
    digits = []
    for _ in range(7):
        number, digit = divmod(number, 36)
        digits.append(_DIGITS[digit])
    return f"q{''.join(reversed(digits))}q"
