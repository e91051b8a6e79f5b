"""Policies as JSON: reading one that somebody sends, taking one up from a store, and writing one out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ablmatch.memory.policy import ATOMS, DEFAULT_POLICY, Atom, Policy, Rule
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.request import ATTRIBUTE
from ablmatch.memory.vocabulary import FREE, KINDS, LABEL, LONGEST_VALUE, Vocabulary, is_label_value
from ablmatch.stores.errors import shown

MOST_RULES = 500
MOST_CONDITIONS = 32
_RULE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}")
_RULE_FIELDS = frozenset({"effect", "id", "kind", "match", "when"})


def read_policy(document: object, vocabulary: Vocabulary = FREE) -> Policy:
    """A policy out of decoded JSON. Rules left out are the default rules, settings left out their defaults.

    Raises `policy_invalid` with the place of the first thing that is unknown, missing or undeclared.
    """
    _check_fields(document, "the policy", {"rules", "settings"})
    assert isinstance(document, dict)
    settings = document.get("settings", {})
    _check_fields(settings, "settings", {"subjects_required"})
    required = settings.get("subjects_required", False)
    if not isinstance(required, bool):
        raise _invalid("settings.subjects_required must be true or false")
    if "rules" not in document:
        return Policy(DEFAULT_POLICY.rules, required)
    entries = document["rules"]
    if not isinstance(entries, list) or len(entries) > MOST_RULES:
        raise _invalid(f"rules must be a list of at most {MOST_RULES} rules")
    rules = [_rule(entry, f"rules[{number}]", vocabulary) for number, entry in enumerate(entries)]
    seen: set[str] = set()
    for number, rule in enumerate(rules):
        if rule.id in seen:
            raise _invalid(f"rules[{number}].id is that of an earlier rule: ids are unique")
        seen.add(rule.id)
    return Policy(tuple(rules), required)


def stored_policy(document: object) -> Policy:
    """A policy as it was stored. A rule that cannot be read permits nothing, an unknown setting is at its strictest.

    In a policy with an unknown part no rule permits anything: the part might have limited them.
    """
    if not isinstance(document, dict) or set(document) - {"rules", "settings"}:
        return Policy((), subjects_required=True)
    settings = document.get("settings", {})
    known = isinstance(settings, dict) and not set(settings) - {"subjects_required"}
    required = settings.get("subjects_required", False) if known else True
    entries = document.get("rules", [])
    rules = [_stored_rule(entry) for entry in (entries if isinstance(entries, list) else [])]
    return Policy(tuple(rule for rule in rules if rule is not None), required is not False)


def policy_document(policy: Policy) -> dict[str, Any]:
    """A policy as JSON; `read_policy` gives it back."""
    return {
        "rules": [_rule_document(rule) for rule in policy.rules],
        "settings": {"subjects_required": policy.subjects_required},
    }


def _stored_rule(entry: object) -> Rule | None:
    try:
        return _rule(entry, "rule", FREE)
    except Refusal:
        return None


def _rule(entry: object, where: str, vocabulary: Vocabulary) -> Rule:
    _check_fields(entry, where, _RULE_FIELDS)
    assert isinstance(entry, dict)
    name = entry.get("id")
    if not isinstance(name, str) or not _RULE_ID.fullmatch(name):
        raise _invalid(f"{where}.id must be 1 to 128 letters, digits or _ . : -, and begin with a letter or digit")
    if entry.get("effect") != "permit":
        raise _invalid(f"{where}.effect must be permit: rules only permit")
    kind = entry.get("kind")
    if kind not in KINDS:
        raise _invalid(f"{where}.kind must be one of {', '.join(KINDS)}")
    match = _match(entry.get("match", {}), f"{where}.match", kind, vocabulary)
    when = entry.get("when", [])
    if not isinstance(when, list) or len(when) > MOST_CONDITIONS:
        raise _invalid(f"{where}.when must be a list of at most {MOST_CONDITIONS} atoms")
    atoms = [_atom(one, f"{where}.when[{number}]", kind, vocabulary) for number, one in enumerate(when)]
    return Rule(name, kind, match, tuple(atoms))


def _match(entry: object, where: str, kind: str, vocabulary: Vocabulary) -> tuple[tuple[str, str], ...]:
    _check_fields(entry, where, {"labels"})
    assert isinstance(entry, dict)
    labels = entry.get("labels", {})
    if not isinstance(labels, dict) or len(labels) > MOST_CONDITIONS:
        raise _invalid(f"{where}.labels must be an object of at most {MOST_CONDITIONS} labels")
    for label, value in labels.items():
        _check_label(label, f"{where}.labels", kind, vocabulary)
        if not is_label_value(value):
            raise _invalid(f"{where}.labels.{label} must be a text of at most {LONGEST_VALUE} printable characters")
    return tuple(labels.items())


def _atom(entry: object, where: str, kind: str, vocabulary: Vocabulary) -> Atom:
    if not isinstance(entry, dict) or not isinstance(entry.get("atom"), str) or entry["atom"] not in ATOMS:
        raise _invalid(f"{where}.atom must be one of {', '.join(ATOMS)}")
    name = entry["atom"]
    needed = ATOMS[name]
    _check_fields(entry, where, {"atom", *needed})
    for parameter in needed:
        if parameter not in entry:
            raise _invalid(f"{where} ({name}) needs {parameter}")
    if "label" in needed:
        _check_label(entry["label"], f"{where}.label", kind, vocabulary)
    if "attribute" in needed:
        attribute = entry["attribute"]
        if not isinstance(attribute, str) or not ATTRIBUTE.fullmatch(attribute):
            raise _invalid(f"{where}.attribute: {shown(attribute)} is no name of an attribute")
        if not vocabulary.is_attribute(kind, attribute):
            raise _invalid(f"{where}.attribute: declare {attribute} with attribute: true in the vocabulary first")
    return Atom(name, entry.get("label", ""), entry.get("attribute", ""))


def _check_label(label: object, where: str, kind: str, vocabulary: Vocabulary) -> None:
    if not isinstance(label, str) or not LABEL.fullmatch(label):
        raise _invalid(f"{where}: {shown(label)} is no name of a label")
    if not vocabulary.declares(kind, label):
        raise _invalid(f"{where}: {label} is not in the organisation's vocabulary: declare it first")


def _check_fields(entry: object, where: str, known: frozenset[str] | set[str]) -> None:
    if not isinstance(entry, dict):
        raise _invalid(f"{where} must be an object")
    for name in entry:
        if name not in known:
            raise _invalid(f"{where}: unknown field {shown(name)}; known are {', '.join(sorted(known))}")


def _rule_document(rule: Rule) -> dict[str, Any]:
    document: dict[str, Any] = {"id": rule.id, "effect": "permit", "kind": rule.kind}
    if rule.match:
        document["match"] = {"labels": dict(rule.match)}
    if rule.when:
        document["when"] = [_atom_document(atom) for atom in rule.when]
    return document


def _atom_document(atom: Atom) -> Mapping[str, str]:
    return {"atom": atom.name, **{name: getattr(atom, name) for name in ATOMS[atom.name]}}


def _invalid(message: str) -> Refusal:
    return Refusal("policy_invalid", message)
