r"""One `--field` of the command line: which two columns are compared, as what, under which name.

Written `name:said_column:stored_column:kind`.  A colon or a backslash inside a part is written `\:` or `\\`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ablmatch.verify.errors import BadInput, shown, unknown

_SHAPE = r"write name:said_column:stored_column:kind (a colon inside a name as \:)"


@dataclass(frozen=True, slots=True)
class Field:
    """Two columns to compare: the output columns are `<name>_score` and `<name>_result`."""

    name: str
    said: str
    stored: str
    kind: str

    @property
    def score_column(self) -> str:
        return f"{self.name}_score"

    @property
    def result_column(self) -> str:
        return f"{self.name}_result"


def parse_field(text: str, kinds: Sequence[str]) -> Field:
    """Read one `--field` value; raises BadInput when it is malformed or names no kind of `kinds`."""
    parts = _split(text)
    if len(parts) != 4:
        raise BadInput(f"--field {shown(text)} has {len(parts)} part{'s' * (len(parts) != 1)} instead of 4: {_SHAPE}")
    for part, meaning in zip(parts, ("name", "said column", "stored column", "kind"), strict=True):
        if not part:
            raise BadInput(f"--field {shown(text)} has an empty {meaning}: {_SHAPE}")
    name, said, stored, kind = parts
    if kind not in kinds:
        raise BadInput(f"--field {shown(text)}: {unknown('kind', kind, kinds)}")
    return Field(name, said, stored, kind)


def parse_fields(texts: Sequence[str], kinds: Sequence[str], *, optional: bool = False) -> tuple[Field, ...]:
    """Read all `--field` values; two of one name are refused, because their output columns would collide.

    `optional`: there may be none, because a policy is asked.
    """
    if not texts and not optional:
        raise BadInput(f"no --field given: {_SHAPE}, for example --field email:said_email:email:email")
    fields = tuple(parse_field(text, kinds) for text in texts)
    seen: set[str] = set()
    for field in fields:
        if field.name in seen:
            raise BadInput(f"two fields are called {shown(field.name)}: give each --field its own name")
        seen.add(field.name)
    return fields


def _split(text: str) -> list[str]:
    parts = [""]
    escaped = False
    for ch in text:
        if escaped:
            # Only \: and \\ are escapes, so that a Windows-like name keeps its other backslashes.
            parts[-1] += ch if ch in ":\\" else "\\" + ch
            escaped = False
        elif ch == "\\":
            escaped = True
        elif ch == ":":
            parts.append("")
        else:
            parts[-1] += ch
    if escaped:
        parts[-1] += "\\"
    return parts
