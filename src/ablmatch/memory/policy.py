"""Policies: the rules of a key, and what they let a request reach, write and erase.

Rules only permit, and any of them is enough: no rule, or none that fits, means no. `policy_reading` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ablmatch.memory.refusals import Refusal
from ablmatch.memory.request import Request
from ablmatch.stores.records.reach import SUBJECT, Clause, Reach

# Every atom with the parameters that it takes, all of them needed.
ATOMS: Mapping[str, tuple[str, ...]] = {
    "label_among": ("label", "attribute"),
    "label_is_subject": ("label",),
    "no_subject": (),
}


@dataclass(frozen=True, slots=True)
class Atom:
    """One condition of a rule.

    - `label_among`: the record has the label, with a value that the request lists under the attribute
    - `label_is_subject`: the request names a person, and the record's label is her id
    - `no_subject`: the request names nobody
    """

    name: str
    label: str = ""
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """Permits what is of its kind, has all labels of `match` with these values, and meets every atom of `when`."""

    id: str
    kind: str
    match: tuple[tuple[str, str], ...] = ()
    when: tuple[Atom, ...] = ()


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules of a key, and its settings."""

    rules: tuple[Rule, ...]
    subjects_required: bool = False


# A new key reads what is the person's and what is shared, as nobody all; it writes nothing.
DEFAULT_POLICY = Policy(
    (
        Rule("memory-record-own", "memory_record", when=(Atom("label_is_subject", SUBJECT),)),
        Rule("memory-record-shared", "memory_record", match=((SUBJECT, ""),)),
        Rule("memory-record-nobody-named", "memory_record", when=(Atom("no_subject"),)),
    )
)


def label_view(
    subject: str, labels: Mapping[str, str], metadata: Mapping[str, object] | None = None
) -> Mapping[str, str]:
    """A record as rules see it: its labels and its owner, `""` for the organisation.

    `metadata`: given only while the organisation moves to labels (`labels_from_metadata`); its texts then stand in for
    labels that the record lacks, never for the owner.
    """
    moved = {name: value for name, value in (metadata or {}).items() if isinstance(value, str)}
    return {**moved, **labels, SUBJECT: subject}


def reach(policy: Policy, kind: str, request: Request, *, labels_from_metadata: bool = False) -> Reach:
    """What the rules of a kind permit to a request, as conditions on records: any of the clauses is enough.

    The order of rules and atoms changes nothing, and a further rule only adds.
    """
    clauses = (_clause(rule, request) for rule in policy.rules if rule.kind == kind)
    found = sorted({clause for clause in clauses if clause is not None}, key=lambda one: (one.equal, one.among))
    return Reach(tuple(found), labels_from_metadata=labels_from_metadata)


def may_write(policy: Policy, request: Request, old: Mapping[str, str] | None, new: Mapping[str, str] | None) -> bool:
    """Whether rules of kind `memory_write` permit a change from `old` to `new`, both given as label views.

    A new record has no `old`, a deleted one no `new`; a change must be permitted for both.
    """
    permitted = reach(policy, "memory_write", request)
    views = [view for view in (old, new) if view is not None]
    return bool(views) and all(permitted.permits(view) for view in views)


def require_write(
    policy: Policy, request: Request, old: Mapping[str, str] | None, new: Mapping[str, str] | None
) -> None:
    """Raise Refusal unless the write is permitted. `old` must be a record that the request can read.

    Who names a person changes hers alone: for her, what is shared is read-only (`record_read_only`).
    """
    if request.subject is not None and any(view[SUBJECT] != request.subject for view in (old, new) if view is not None):
        raise Refusal("record_read_only", "a request that names a person can change her own records only")
    if not may_write(policy, request, old, new):
        raise Refusal("memory_write_denied", "no rule of this key's policy permits the write: add a memory_write rule")


def require_erase(policy: Policy, request: Request, subject: str) -> None:
    """Raise Refusal unless rules of kind `subject_erase` permit to erase the person; who names one, only that one."""
    if request.subject is not None and request.subject != subject:
        raise Refusal("subject_forbidden", "the request names another person than the one to be erased")
    if not reach(policy, "subject_erase", request).permits({SUBJECT: subject}):
        raise Refusal("erase_denied", "no rule of this key's policy permits to erase: add a subject_erase rule")


def _clause(rule: Rule, request: Request) -> Clause | None:
    """A rule as conditions for one request; None where it can permit nothing."""
    equal = dict(rule.match)
    among: set[tuple[str, tuple[str, ...]]] = set()
    for atom in rule.when:
        if atom.name == "no_subject":
            if request.subject is not None:
                return None
        elif atom.name == "label_is_subject":
            if request.subject is None or equal.setdefault(atom.label, request.subject) != request.subject:
                return None
        elif atom.name == "label_among":
            values = request.attributes.get(atom.attribute, ())
            if not values:
                return None
            among.add((atom.label, tuple(sorted(set(values)))))
        else:
            return None
    return Clause(tuple(sorted(equal.items())), tuple(sorted(among)))
