"""What a request may reach, as data: the one rule that SQL and memory judge alike.

A record is judged by its label view: its labels, and under the name `subject` its owner ("" for a shared record).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

# The name under which a record's owner stands among its labels; no label may have it.
SUBJECT = "subject"


class Clause(Struct, frozen=True):
    """One way to be permitted: every condition must hold on the label view; without any condition all is permitted.

    `equal` wants a name to have exactly a text, `among` wants it to have one of some texts (none of none). A name that
    the view lacks equals nothing, not even "". Texts are compared code point by code point.
    """

    equal: tuple[tuple[str, str], ...] = ()
    among: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def permits(self, view: Mapping[str, str]) -> bool:
        """Whether all conditions hold."""
        return all(view.get(name) == text for name, text in self.equal) and all(
            view.get(name) in texts for name, texts in self.among
        )


class Reach(Struct, frozen=True):
    """All that a request may reach: what any clause permits. Without a clause: nothing.

    With `labels_from_metadata` a label that the record lacks is looked up in its metadata, where it counts if it is a
    text; never the owner.
    """

    clauses: tuple[Clause, ...] = ()
    labels_from_metadata: bool = False

    def permits(self, view: Mapping[str, str], metadata: Mapping[str, object] | None = None) -> bool:
        """Whether a record of this label view (and metadata, where they count) may be reached."""
        if self.labels_from_metadata and metadata:
            found = {name: text for name, text in metadata.items() if isinstance(text, str) and name != SUBJECT}
            view = {**found, **view}
        return any(clause.permits(view) for clause in self.clauses)


EVERYTHING = Reach((Clause(),))
NOTHING = Reach()
