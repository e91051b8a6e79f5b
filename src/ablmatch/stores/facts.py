"""Facts: what a store keeps, the closed set of operations on it, and the one method that a store has.

A fact is a JSON value under a dotted path in a partition. Partitions never see each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, get_args

from msgspec import Struct

Scope = Literal["user", "project", "execution_tree"]
SCOPES: tuple[Scope, ...] = get_args(Scope)


class Partition(NamedTuple):
    """Whose facts: one owner of one scope in one project.

    `owner` is the user's id, the project's id or the id of the execution tree. Ids are compared code point by code
    point: nothing is folded, trimmed or normalized.
    """

    project: str
    scope: Scope
    owner: str


class Fact(Struct, frozen=True):
    """A live fact. Times are milliseconds since 1970 of the clock that was passed in; `expires_ms` None: it stays."""

    path: str
    value: Any
    written_ms: int
    expires_ms: int | None = None


# --- Operations -------------------------------------------------------------------------------------------------


class Get(Struct, frozen=True, tag="get"):
    """Gives the `Fact` at a path, or None where there is none or it has expired."""

    partition: Partition
    path: str


class Put(Struct, frozen=True, tag="put"):
    """Replaces the fact at a path; gives None. Without `ttl_ms` the new fact stays, whatever the old one had."""

    partition: Partition
    path: str
    value: Any
    ttl_ms: int | None = None


class Append(Struct, frozen=True, tag="append"):
    """Adds one item to the list at a path; gives the new list.

    An absent or expired fact starts from `default` where that is a list, else from an empty one; a fact that is no
    list becomes a list of itself first. `unique` drops items that equal an earlier one (1 equals 1.0, true does not
    equal 1), `max_size` then drops the oldest. `ttl_ms` counts from now for the whole list; without it the list stays.
    """

    partition: Partition
    path: str
    item: Any
    unique: bool = False
    max_size: int | None = None
    ttl_ms: int | None = None
    default: Any = None


class Delete(Struct, frozen=True, tag="delete"):
    """Removes the fact at a path; gives whether there was a live one."""

    partition: Partition
    path: str


class List(Struct, frozen=True, tag="list"):
    """Gives the live facts of a partition in the order of their paths (by code points).

    `prefix` keeps those at or below a path, by whole segments: `user.pet` holds `user.pet` and `user.pet.name`, not
    `user.pets`.
    """

    partition: Partition
    prefix: str = ""


class Erase(Struct, frozen=True, tag="erase"):
    """Removes every fact of a partition; gives how many live ones there were."""

    partition: Partition


class EraseOwner(Struct, frozen=True, tag="erase_owner"):
    """Removes every fact of one owner of a scope in all projects; gives how many live ones there were."""

    scope: Scope
    owner: str


class Purge(Struct, frozen=True, tag="purge"):
    """Removes every expired fact of the store from its disk; gives how many. Alone in its batch.

    Expired facts are never given back, purged or not: this is for the sake of those whom they are about.
    """


Operation: TypeAlias = Get | Put | Append | Delete | List | Erase | EraseOwner | Purge
Result: TypeAlias = Fact | list[Fact] | list[Any] | bool | int | None
READS = (Get, List)


class FactStore(Protocol):
    """Persistent memory. Safe to share between threads; several processes may open one database."""

    def apply(self, operations: Sequence[Operation], now_ms: int) -> list[Result]:
        """Carry out the operations in order, all or none, and give their results in the same order.

        No other writer gets in between. A fact has expired when `now_ms >= written + ttl`. Raises StoreError.
        """
        ...

    def close(self) -> None:
        """Let go of the database; calling it twice is fine, using the store afterwards raises StoreError."""
        ...
