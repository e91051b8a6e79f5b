"""The one place that says which records and conversations a statement may touch: SQL conditions and their parameters.

Every statement that reads, counts, changes or removes records takes `records()`, whatever it is for; the text of a
condition depends on the shape of the question alone, its values are parameters. Texts are compared for equality, never
by pattern or prefix. The table of records is `r` in every statement, that of conversations `c`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from ablmatch.stores.records.reach import SUBJECT, Clause
from ablmatch.stores.records.rows import Access, Filter
from ablmatch.stores.values import is_text

_ALWAYS = "1 = 1"
_NEVER = "1 = 0"
# Constants, so that an index over the few proposals serves.
_STATES = {"active": "r.state = 'active'", "proposed": "r.state = 'proposed'"}
_CLOSED = {"open": "r.valid_to_ms IS NULL", "closed": "r.valid_to_ms IS NOT NULL", "any": _ALWAYS}
_LONGEST_CHAIN = 16
# Where a label of the view may stand: among the labels, or in the metadata while those count.
LABELS, METADATA = 0, 1


class Condition(NamedTuple):
    """SQL that is true or false of a row, with `?` for its parameters."""

    sql: str
    parameters: tuple[Any, ...] = ()


class Dialect(Protocol):
    """What of a condition the databases write differently."""

    def one_of(self, expression: str, values: Sequence[str]) -> Condition:
        """Whether a text is one of several, however many."""
        ...


def records(access: Access, asked: Filter, now_ms: int, dialect: Dialect) -> Condition:
    """The records `r` of an organisation that are within reach, not expired, and asked for."""
    conditions = [
        _equals("r.organisation", access.organisation),
        _reach(access, dialect),
        Condition(_STATES[asked.state]),
        Condition("(r.expires_ms IS NULL OR r.expires_ms > ?)", (now_ms,)),
        Condition(_CLOSED[asked.closed]),
        *_asked(asked, now_ms, dialect),
    ]
    return _all_of(conditions)


def record_of_id(access: Access, asked: Filter, record_id: str, now_ms: int, dialect: Dialect) -> Condition:
    """The same, of one id."""
    return _all_of([records(access, asked, now_ms, dialect), _equals("r.id", record_id)])


def owners(access: Access, asked: Filter) -> tuple[str, ...] | None:
    """The owners whose records alone can be within reach, sorted; None where any owner's can.

    It chooses indexes; that a record is within reach is decided by `records()`.
    """
    named = [_owners_of(clause) for clause in access.reach.clauses]
    if None in named:
        return None if asked.subject is None else tuple(filter(storable, (asked.subject,)))
    found = set().union(*(some for some in named if some is not None))
    return tuple(sorted(filter(storable, found if asked.subject is None else found & {asked.subject})))


def conversation(organisation: str, subject: str, conversation_id: str) -> Condition:
    """The conversation `c` of an id: of anybody for a request that names nobody (""), else the person's own alone."""
    named = [_equals("c.subject", subject)] if subject else []
    return _all_of([_equals("c.organisation", organisation), _equals("c.id", conversation_id), *named])


# --- Reach ------------------------------------------------------------------------------------------------------


def _reach(access: Access, dialect: Dialect) -> Condition:
    reach = access.reach
    source = METADATA if reach.labels_from_metadata else LABELS
    return _any_of([_clause(clause, source, dialect) for clause in reach.clauses])


def _clause(clause: Clause, source: int, dialect: Dialect) -> Condition:
    conditions = []
    for name, text in clause.equal:
        if name == SUBJECT:
            conditions.append(_equals("r.subject", text))
        else:
            conditions.append(_label(name, source, _equals("l.value", text)))
    for name, texts in clause.among:
        known = [text for text in dict.fromkeys(texts) if storable(text)]
        if not known:
            conditions.append(Condition(_NEVER))
        elif name == SUBJECT:
            conditions.append(dialect.one_of("r.subject", known))
        else:
            conditions.append(_label(name, source, dialect.one_of("l.value", known)))
    return _all_of(conditions)


def _label(name: str, source: int, value: Condition) -> Condition:
    if not storable(name):
        return Condition(_NEVER)
    return Condition(
        "EXISTS (SELECT 1 FROM ablmatch_record_labels l"
        f" WHERE l.record = r.number AND l.name = ? AND l.source <= {source} AND {value.sql})",
        (name, *value.parameters),
    )


def _owners_of(clause: Clause) -> set[str] | None:
    """The owners to whom a clause is bound, or None where it is bound to none."""
    bounds = [{text} for name, text in clause.equal if name == SUBJECT]
    bounds += [set(texts) for name, texts in clause.among if name == SUBJECT]
    return set.intersection(*bounds) if bounds else None


# --- What is asked for ------------------------------------------------------------------------------------------


def _asked(asked: Filter, now_ms: int, dialect: Dialect) -> Iterable[Condition]:
    if asked.store is not None:
        yield _equals("r.store", asked.store)
    if asked.subject is not None:
        yield _equals("r.subject", asked.subject)
    if asked.conversation_id is not None:
        yield _equals("r.conversation_id", asked.conversation_id)
    if len(asked.types) == 1:
        yield _equals("r.type", asked.types[0])
    elif asked.types:
        yield dialect.one_of("r.type", [name for name in asked.types if storable(name)])
    if asked.without_types:
        unwanted = dialect.one_of("r.type", [name for name in asked.without_types if storable(name)])
        yield Condition(f"NOT ({unwanted.sql})", unwanted.parameters)
    for name, text in asked.labels:
        is_owner = name == SUBJECT
        yield _equals("r.subject", text) if is_owner else _label(name, LABELS, _equals("l.value", text))
    if asked.statuses:
        yield dialect.one_of("r.status", list(asked.statuses))
    if asked.due_before_ms is not None:
        yield Condition("r.due_ms < ?", (asked.due_before_ms,))
    if asked.overdue is not None:
        # A comparison with NULL is neither, so a commitment without a due time is asked for by name.
        overdue = "r.type = 'commitment' AND r.status = 'open' AND r.due_ms IS NOT NULL AND r.due_ms < ?"
        yield Condition(f"({overdue})" if asked.overdue else f"NOT ({overdue})", (now_ms,))
    if asked.open_commitments:
        yield Condition("(r.type <> 'commitment' OR r.status = 'open')")


# --- Building ---------------------------------------------------------------------------------------------------


def storable(text: str) -> bool:
    """Whether a database can hold it; what none can hold equals nothing that is held."""
    return "\0" not in text and (text.isascii() or is_text(text))


def _equals(column: str, text: str) -> Condition:
    return Condition(f"{column} = ?", (text,)) if storable(text) else Condition(_NEVER)


def _all_of(conditions: Sequence[Condition]) -> Condition:
    return _joined(conditions, " AND ", _ALWAYS)


def _any_of(conditions: Sequence[Condition]) -> Condition:
    return _joined(conditions, " OR ", _NEVER)


def _joined(conditions: Sequence[Condition], word: str, of_none: str) -> Condition:
    """Joined as a balanced tree of chains: SQLite refuses expressions that are nested too deeply, and a chain is."""
    if len(conditions) <= 1:
        return conditions[0] if conditions else Condition(of_none)
    if len(conditions) <= _LONGEST_CHAIN:
        parameters = tuple(value for condition in conditions for value in condition.parameters)
        return Condition(f"({word.join(condition.sql for condition in conditions)})", parameters)
    middle = len(conditions) // 2
    left, right = _joined(conditions[:middle], word, of_none), _joined(conditions[middle:], word, of_none)
    return Condition(f"({left.sql}{word}{right.sql})", left.parameters + right.parameters)
