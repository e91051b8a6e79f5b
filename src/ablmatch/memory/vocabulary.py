"""An organisation's vocabulary: which labels things may carry and rules may name, and which of them are attributes.

`{"memory_record": {"department": {"attribute": true}, "audience": {}}}`: by kind, then by label.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ablmatch.memory.refusals import Refusal
from ablmatch.stores.errors import shown
from ablmatch.stores.records.reach import SUBJECT

KINDS = ("memory_record", "memory_write", "skill", "subject_erase")
LABEL = re.compile(r"[A-Za-z0-9_.-]{1,64}")
LONGEST_VALUE = 256
# Things of these kinds carry labels; a write is judged by those of the record it makes.
_LABELLED = {"memory_record": "memory_record", "memory_write": "memory_record", "skill": "skill"}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Declared labels by kind, each with whether it is an attribute too; `kinds` None: none is declared, all go."""

    kinds: Mapping[str, Mapping[str, bool]] | None = None

    def declares(self, kind: str, label: str) -> bool:
        if self.kinds is None or label == SUBJECT:
            return True
        return label in self.kinds.get(_LABELLED.get(kind, kind), {})

    def is_attribute(self, kind: str, name: str) -> bool:
        return self.kinds is None or self.kinds.get(_LABELLED.get(kind, kind), {}).get(name, False)


FREE = Vocabulary()


def read_vocabulary(document: object) -> Vocabulary:
    """A vocabulary out of decoded JSON, None for none; raises `vocabulary_invalid`."""
    if document is None:
        return FREE
    if not isinstance(document, dict):
        raise _invalid('vocabulary must be an object, as {"memory_record": {"department": {"attribute": true}}}')
    kinds: dict[str, dict[str, bool]] = {}
    for kind, labels in document.items():
        if kind not in {"memory_record", "skill"}:
            raise _invalid(f"vocabulary: {shown(kind)} carries no labels: declare memory_record or skill")
        if not isinstance(labels, dict):
            raise _invalid(f"vocabulary.{kind} must be an object of labels")
        kinds[kind] = {_label(label, kind): _is_attribute(entry, kind, label) for label, entry in labels.items()}
    return Vocabulary(kinds)


def is_label_value(value: object) -> bool:
    """Whether a label may have the value: one line of text, or nothing."""
    return isinstance(value, str) and len(value) <= LONGEST_VALUE and value.isprintable()


def check_labels(labels: Mapping[str, str], vocabulary: Vocabulary) -> None:
    """Raise `label_undeclared` for a label of a record that the organisation did not declare."""
    for name in labels:
        if not vocabulary.declares("memory_record", name):
            raise Refusal(
                "label_undeclared", f"labels.{name} is not in the organisation's vocabulary: declare it first"
            )


def _label(label: object, kind: str) -> str:
    if not isinstance(label, str) or not LABEL.fullmatch(label) or label == SUBJECT:
        raise _invalid(f"vocabulary.{kind}: {shown(label)} cannot be declared as a label")
    return label


def _is_attribute(entry: object, kind: str, label: str) -> bool:
    if not isinstance(entry, dict) or set(entry) - {"attribute"} or not isinstance(entry.get("attribute", False), bool):
        raise _invalid(f'vocabulary.{kind}.{label} must be {{}} or {{"attribute": true}}')
    return bool(entry.get("attribute", False))


def _invalid(message: str) -> Refusal:
    return Refusal("vocabulary_invalid", message)
