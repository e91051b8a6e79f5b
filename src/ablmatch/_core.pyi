# Types of the native module. What the functions mean is said in their docstrings.
from typing import Any, Final, Literal, final

from typing_extensions import Buffer, disjoint_base

__all__: list[str] = []

KINDS: Final[tuple[str, ...]]
KIND_ALIASES: Final[dict[str, str]]
RESULTS: Final[tuple[str, str, str, str]]
UNICODE_VERSION: Final[str]
__version__: Final[str]

def match_score(said: object, stored: object, kind: str = "text", *, region: str = "US") -> int: ...
def matches(said: object, stored: object, kind: str = "text", *, region: str = "US") -> bool: ...
def match_result(
    said: object, stored: object, kind: str = "text", *, region: str = "US"
) -> Literal["match", "retry", "mismatch", "missing"]: ...
def normalize(
    value: object, kind: str, *, role: Literal["said", "stored"] = "stored", region: str = "US"
) -> str | None: ...
def explain(
    said: object, stored: object, kind: str, region: str
) -> tuple[int, str, str, tuple[str, ...], tuple[tuple[str, str, str, str], ...], str | None]: ...
def evidence_sentences() -> dict[str, str]: ...
def register_token_pattern(pattern: str, *, anywhere: bool = False) -> None: ...
def judge_rows(
    said: Rows, stored: Rows, kind: str, region: str, scores: Buffer | None, results: Buffer | None, threads: int
) -> int: ...

@disjoint_base
class Rows:
    def __len__(self) -> int: ...

@final
class ObjectRows(Rows):
    def __init__(self, source: Any) -> None: ...

@final
class ArrowColumn(Rows):
    def __init__(self, source: Any, name: str) -> None: ...

@final
class IndexCore:
    def __init__(self, stored: Rows, kind: str, region: str) -> None: ...
    def __len__(self) -> int: ...
    def search(self, said: Rows, limit: int, min_score: int, threads: int) -> list[list[tuple[int, int]]]: ...
