"""Every built-in function of the language, by its name."""

from __future__ import annotations

from ablmatch.language.functions import dates, identity, lists, numbers, personal, texts
from ablmatch.language.functions.table import Function

# In the order of documentation.
TABLE: tuple[Function, ...] = (*numbers.ROWS, *texts.ROWS, *lists.ROWS, *dates.ROWS, *identity.ROWS, *personal.ROWS)

# abl.upper and its like: the functions in upper case are mirrored.
FUNCTIONS: dict[str, Function] = {
    **{function.name: function for function in TABLE},
    **{f"abl.{function.name.lower()}": function for function in TABLE if function.name.isupper()},
}
