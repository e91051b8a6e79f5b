"""The kinds as scorers of RapidFuzz, which calls them natively.

>>> from rapidfuzz import process
>>> from ablmatch import scorers
>>> process.extractOne("bill gaites", ["William Gates", "Bill Bates"], scorer=scorers.person_name)[0]
'William Gates'

Queries are what was said, choices what is stored: the two are not alike.  Scores are those of match_score, -1 where
there is nothing to judge.  RapidFuzz itself is not needed to import this module.
"""

from ablmatch._core import Scorer

email = Scorer("email")
phone = Scorer("phone")
digits = Scorer("digits")
address = Scorer("address")
person_name = Scorer("person_name")
text = Scorer("text")
auto = Scorer("auto")
exact = Scorer("exact")

__all__ = ["address", "auto", "digits", "email", "exact", "person_name", "phone", "text"]
