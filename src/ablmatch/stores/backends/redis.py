"""Facts in Redis: one hash a partition, changed by one script that first compares what the batch was computed from.

Values are computed here, as for every backend, since Lua's numbers and empty lists are not those of JSON. Redis' own
expiry is not used: facts expire by the clock that is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar
from urllib.parse import quote_from_bytes, unquote_to_bytes

import msgspec
import redis

from ablmatch.stores.backends.redis_server import CONNECT_SECONDS, RedisServer
from ablmatch.stores.checking import check_batch
from ablmatch.stores.errors import StoreError
from ablmatch.stores.facts import SCOPES, EraseOwner, List, Operation, Partition, Purge, Put, Result
from ablmatch.stores.rows import BufferedRows, Row, carry_out

SCHEMA_VERSION = 1

_SCHEMA_KEY = b"ablmatch:schema:facts"
_PARTITIONS_KEY = b"ablmatch:partitions"  # a set of the names of all partitions that hold a row
_FACTS_KEY = b"ablmatch:facts:"  # and the name of a partition

# KEYS: the set of partitions, then the hashes. ARGV: the number of expectations, each of them (number of the hash,
# number of its fields or "", field, value or ""), then the changes (number of the hash, field, value or ""). A value
# is never empty. Gives 1, or 0 where an expectation does not hold; then nothing was changed.
_COMMIT = """
local at = 1
local expected = tonumber(ARGV[1])
for _ = 1, expected do
  local key, length, field, value = KEYS[tonumber(ARGV[at + 1])], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4]
  at = at + 4
  if length ~= "" then
    if redis.call("HLEN", key) ~= tonumber(length) then return 0 end
  elseif (redis.call("HGET", key, field) or "") ~= value then return 0 end
end
for i = at + 1, #ARGV, 3 do
  local key, field, value = KEYS[tonumber(ARGV[i])], ARGV[i + 1], ARGV[i + 2]
  if value == "" then redis.call("HDEL", key, field) else redis.call("HSET", key, field, value) end
end
for i = 2, #KEYS do
  local name = string.sub(KEYS[i], 16) -- what follows "ablmatch:facts:"
  redis.call(redis.call("EXISTS", KEYS[i]) == 1 and "SADD" or "SREM", KEYS[1], name)
end
return 1
"""

T = TypeVar("T")


class RedisStore:
    """A FactStore over a Redis database of one server (not a cluster: a batch may touch several partitions)."""

    def __init__(self, url: str, *, connect_seconds: float = CONNECT_SECONDS) -> None:
        """Connect and write the schema version where there is none."""
        self._server = RedisServer(url, connect_seconds=connect_seconds)
        self._commit = self._server.client.register_script(_COMMIT)
        if not self._server.connect(_is_of_our_version):
            self._server.close()
            remedy = f"this release of ablmatch reads version {SCHEMA_VERSION}: use the release that wrote it"
            words = f"{self._server.place}: the facts are stored in another schema version; {remedy}"
            raise StoreError("schema", words)

    def apply(self, operations: Sequence[Operation], now_ms: int) -> list[Result]:
        check_batch(operations, now_ms)
        self._server.check_open()
        if any(isinstance(operation, Purge) for operation in operations):
            # One partition after the other: what has expired is seen by nobody, so nobody sees half of it.
            return [sum(self._purge(partition, now_ms) for partition in self._partitions())]
        return self._transact(operations, lambda rows: carry_out(operations, rows, now_ms))

    def _purge(self, partition: Partition, now_ms: int) -> int:
        return self._transact([List(partition)], lambda rows: rows.remove_expired(now_ms))

    def _partitions(self) -> list[Partition]:
        return self._server.read(lambda: list(dict.fromkeys(_Before(self._server.client).all_partitions())))

    def _transact(self, reads: Sequence[Operation], do: Callable[[BufferedRows], T]) -> T:
        """Do something on what `reads` read, and store the changes if nobody changed any of that meanwhile."""
        for _ in self._server.tries():
            before = _Before(self._server.client)
            self._server.read(partial(before.fetch, reads))
            rows = BufferedRows(before)
            result = do(rows)
            if not rows.changes or self._write(before, rows):
                return result
        raise AssertionError("the tries end by an error")

    def close(self) -> None:
        self._server.close()

    def _write(self, before: _Before, rows: BufferedRows) -> bool:
        """Store the changes if nothing that was read has changed; gives whether it did."""
        numbers = {partition: number for number, partition in enumerate(before.touched(rows), 2)}
        keys = [_PARTITIONS_KEY, *(_FACTS_KEY + _name(one) for one in numbers)]
        expectations = before.expectations(numbers)
        arguments: list[bytes | int] = [len(expectations) // 4, *expectations]
        for (partition, path), row in rows.changes.items():
            arguments += [numbers[partition], path.encode(), b"" if row is None else _encode(row)]
        return bool(self._server.write(lambda: self._commit(keys=keys, args=arguments)))


def _is_of_our_version(client: redis.Redis) -> bool:
    client.set(_SCHEMA_KEY, SCHEMA_VERSION, nx=True)
    return client.get(_SCHEMA_KEY) == str(SCHEMA_VERSION).encode()


class _Before:
    """What a batch reads, fetched in one go, and what must still hold when its changes are stored."""

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        self._fields: dict[tuple[Partition, bytes], bytes | None] = {}
        self._whole: dict[Partition, dict[bytes, bytes]] = {}

    def fetch(self, operations: Sequence[Operation]) -> None:
        owners = {(one.scope, one.owner) for one in operations if isinstance(one, EraseOwner)}
        owned = [partition for partition in self.all_partitions() if partition[1:] in owners] if owners else []
        whole: dict[Partition, None] = dict.fromkeys(owned)
        fields: dict[tuple[Partition, bytes], None] = {}
        for one in operations:
            if isinstance(one, EraseOwner | Purge | Put):
                continue
            if hasattr(one, "path"):
                fields[one.partition, one.path.encode()] = None
            else:
                whole[one.partition] = None
        # A transaction, so that reads of several partitions see one state.
        pipeline = self._client.pipeline(transaction=len(whole) + len(fields) > 1)
        for partition, field in fields:
            pipeline.hget(_key(partition), field)
        for partition in whole:
            pipeline.hgetall(_key(partition))
        answers = pipeline.execute()
        self._fields = dict(zip(fields, answers, strict=False))
        self._whole = dict(zip(whole, answers[len(fields) :], strict=True))

    def all_partitions(self) -> Iterable[Partition]:
        return map(_partition, self._client.sscan_iter(_PARTITIONS_KEY, count=1000))

    # What BufferedRows asks for.

    def read(self, partition: Partition, path: str) -> Row | None:
        text = self._fields[partition, path.encode()]
        return None if text is None else _decode(text)

    def read_all(self, partition: Partition) -> Iterable[tuple[str, Row]]:
        return [(field.decode(), _decode(text)) for field, text in self._whole.get(partition, {}).items()]

    def partitions(self) -> Iterable[Partition]:
        return self._whole

    # What the commit compares.

    def touched(self, rows: BufferedRows) -> Iterable[Partition]:
        """Every partition that was read or changes, each once."""
        read = [partition for partition, _ in self._fields]
        return dict.fromkeys([*read, *self._whole, *(partition for partition, _ in rows.changes)])

    def expectations(self, keys: Mapping[Partition, int]) -> list[bytes | int]:
        """The arguments of the script that say what was read, four an expectation."""
        found: list[bytes | int] = []
        for (partition, field), text in self._fields.items():
            found += [keys[partition], b"", field, text or b""]
        for partition, fields in self._whole.items():
            found += [keys[partition], len(fields), b"", b""]
            for field, text in fields.items():
                found += [keys[partition], b"", field, text]
        return found


# --- Keys and rows as Redis holds them --------------------------------------------------------------------------


def _name(partition: Partition) -> bytes:
    """`default/user/u1`: every byte of an id that is no letter, digit or one of `_.-~` is written %XX."""
    project, scope, owner = (quote_from_bytes(part.encode(), safe="") for part in partition)
    return f"{project}/{scope}/{owner}".encode()


def _partition(name: bytes) -> Partition:
    project, scope, owner = (unquote_to_bytes(part).decode() for part in name.split(b"/"))
    return Partition(project, SCOPES[SCOPES.index(scope)], owner)


def _key(partition: Partition) -> bytes:
    return _FACTS_KEY + _name(partition)


def _encode(row: Row) -> bytes:
    return msgspec.json.encode((row.written_ms, row.expires_ms, msgspec.Raw(row.text.encode())))


_ROW = msgspec.json.Decoder(tuple[int, int | None, msgspec.Raw])


def _decode(text: bytes) -> Row:
    try:
        written_ms, expires_ms, value = _ROW.decode(text)
    except (ValueError, RecursionError):
        raise StoreError("schema", "a fact in Redis cannot be read; was it edited by hand?") from None
    return Row(bytes(value).decode(), written_ms, expires_ms)
