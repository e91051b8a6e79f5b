"""Why a record is visible to a request, or is not: each rule of its key's policy, condition by condition.

For a person who set the rules; whether a record is reached is decided by `policy.reach` alone, and tests hold the two
together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ablmatch.memory.policy import Atom, Policy, Rule
from ablmatch.memory.request import Request
from ablmatch.stores.records.reach import SUBJECT


@dataclass(frozen=True, slots=True)
class Asked:
    """One condition of a rule: in words, and whether it holds."""

    text: str
    holds: bool


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """What a rule says of a record: it permits where every condition holds."""

    rule_id: str
    conditions: tuple[Asked, ...]

    @property
    def permits(self) -> bool:
        return all(one.holds for one in self.conditions)


def why_visible(policy: Policy, request: Request, view: Mapping[str, str]) -> list[RuleAnswer]:
    """The answers of all rules about reading, in their order; the record is visible if any of them permits.

    `view`: the record as rules see it (`policy.label_view`).
    """
    return [
        RuleAnswer(rule.id, tuple(_conditions(rule, request, view)))
        for rule in policy.rules
        if rule.kind == "memory_record"
    ]


def _conditions(rule: Rule, request: Request, view: Mapping[str, str]) -> Iterator[Asked]:
    for label, value in rule.match:
        if label == SUBJECT and not value:
            yield Asked("the record is shared", not view[SUBJECT])
        else:
            yield Asked(f"its label {label} is “{value}”", view.get(label) == value)
    for atom in rule.when:
        yield _asked(atom, request, view)


def _asked(atom: Atom, request: Request, view: Mapping[str, str]) -> Asked:
    match atom.name:
        case "no_subject":
            return Asked("the request names nobody", request.subject is None)
        case "label_is_subject" if atom.label == SUBJECT:
            holds = request.subject is not None and view[SUBJECT] == request.subject
            return Asked("the record is of the person whom the request names", holds)
        case "label_is_subject":
            holds = request.subject is not None and view.get(atom.label) == request.subject
            return Asked(f"its label {atom.label} is the person whom the request names", holds)
        case "label_among":
            values = request.attributes.get(atom.attribute, ())
            text = f"its label {atom.label} is among the request's {atom.attribute}"
            return Asked(text, view.get(atom.label) in values)
    return Asked(f"{atom.name}, which this version does not know", False)
