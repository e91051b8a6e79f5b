"""Blocks and extracted values in Redis: a key each, and for blocks a set an owner of the keys that there are.

Keys and texts are the original's. Nothing expires.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from ablmatch.stores.blocks import (
    Block,
    Blocks,
    BlockScope,
    Change,
    Keys,
    changed,
    check_block,
    check_owned,
    check_place,
)
from ablmatch.stores.drivers import needs_driver, scheme_of
from ablmatch.stores.errors import StoreError, shown
from ablmatch.stores.extracted import ExtractedValue, read_value, same_row, written_text
from ablmatch.stores.percent import block_redis_part, decoded_part, extracted_part
from ablmatch.stores.times import Clock, system_clock, timestamp

if TYPE_CHECKING:
    from ablmatch.stores.backends.redis_server import RedisServer

PREFIX = "kuralle"

# KEYS: the block, the index of its owner. ARGV: its key, "any" or what must stand there now ("none" or "=" and the
# text), the new text or "" to delete it. Gives 1, or 0 where something else stands there; then nothing was changed.
# A text is never empty. In one step, so that no reader sees a block that no list shows. The index comes first: a script
# that fails undoes nothing, and what is no set fails there.
_PUT = """
local now = redis.call("GET", KEYS[1])
if ARGV[2] ~= "any" and (now and "=" .. now or "none") ~= ARGV[2] then return 0 end
if ARGV[3] == "" then
  redis.call("SREM", KEYS[2], ARGV[1])
  redis.call("DEL", KEYS[1])
else
  redis.call("SADD", KEYS[2], ARGV[1])
  redis.call("SET", KEYS[1], ARGV[3])
end
return 1
"""

# KEYS: the value. ARGV: "none" or "=" and the text that must stand there now, the new text. Gives 1, or 0 as above.
_REPLACE = """
local now = redis.call("GET", KEYS[1])
if (now and "=" .. now or "none") ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2])
return 1
"""


def _connected(url: str, prefix: object) -> RedisServer:
    if scheme_of(url) not in {"redis", "rediss", "unix"}:
        raise StoreError("bad_url", "the URL names no Redis: use redis://host:6379/0, rediss://… or unix://…")
    if not isinstance(prefix, str) or not prefix:
        raise StoreError("bad_key", "the prefix of the keys in Redis must be a text that is not empty")
    with needs_driver("redis"):
        from ablmatch.stores.backends.redis_server import RedisServer
    server = RedisServer(url)
    server.connect(lambda client: client.ping())
    return server


def _keys(server: RedisServer, beginning: str) -> list[bytes]:
    """Every key that begins so, also one that no index has; it looks at all keys."""
    # An encoded owner holds none of the signs of a pattern; a prefix may.
    pattern = re.sub(r"([*?\[\]\\])", r"\\\1", beginning) + "*"
    found: Any = server.read(lambda: list(server.client.scan_iter(pattern, count=1000)))
    return sorted(set(found))


def _erase(server: RedisServer, beginning: str) -> int:
    """Delete every key that begins so, and give how many."""
    return sum(int(server.write(partial(server.client.delete, key))) for key in _keys(server, beginning))


def _read_all(server: RedisServer, beginning: str) -> list[tuple[str, bytes]]:
    """What every key that begins so goes on with, and its text, in that order; one that goes meanwhile is left out."""
    found = []
    for key in _keys(server, beginning):
        text: Any = server.read(partial(server.client.get, key))
        try:
            name = key.removeprefix(beginning.encode()).decode()
        except UnicodeDecodeError:
            words = f"{server.place}: a key of an owner is not UTF-8; was it made by hand?"
            raise StoreError("schema", words) from None
        if text is not None:
            found.append((decoded_part(name), bytes(text)))
    return sorted(found)


class RedisBlockStore:
    """A store of blocks over `redis://host:6379/0`; close it with `close()`. A time that a block carries is kept."""

    def __init__(self, url: str, *, prefix: str = PREFIX, clock: Clock = system_clock) -> None:
        """Connect. Raises StoreError: `bad_url`, `bad_key` (the prefix), `driver_missing`, `unavailable`."""
        self._server = _connected(url, prefix)
        self._prefix = prefix
        self._clock = clock
        self._put: Any = self._server.client.register_script(_PUT)

    def load(self, scope: BlockScope, owner: str, key: str) -> Block | None:
        check_place(scope, owner, key)
        text = self._text(scope, owner, key)
        return None if text is None else _read_block(text, scope, key)

    def save(self, block: Block, owner: str) -> None:
        check_place(block.scope, owner, block.key)
        check_block(block)
        self._store(block.scope, owner, block.key, "any", self._written(block))

    def delete(self, scope: BlockScope, owner: str, key: str) -> None:
        check_place(scope, owner, key)
        self._store(scope, owner, key, "any", b"")

    def list(self, scope: BlockScope, owner: str) -> Keys:
        check_owned(scope, owner)
        found = self._server.read(lambda: self._server.client.smembers(self._index(scope, owner)))
        try:
            return sorted(key.decode() for key in found if isinstance(key, bytes))
        except UnicodeDecodeError:
            words = f"{self._server.place}: the list of an owner's blocks is damaged; was it edited by hand?"
            raise StoreError("schema", words) from None

    def update(self, scope: BlockScope, owner: str, key: str, change: Change) -> Block | None:
        check_place(scope, owner, key)
        for _ in self._server.tries():
            text = self._text(scope, owner, key)
            former = None if text is None else _read_block(text, scope, key)
            block = changed(former, change, scope, key)
            if block is former:
                return former
            if block is not None:
                block.updated_at = timestamp(self._clock())
            expected = "none" if text is None else b"=" + text
            if self._store(scope, owner, key, expected, b"" if block is None else self._written(block)):
                return block
        raise AssertionError("the tries end by an error")

    def read_all(self, scope: BlockScope, owner: str) -> Blocks:
        check_owned(scope, owner)
        found = _read_all(self._server, self._name(scope, owner, ""))
        return [_read_block(text, scope, key) for key, text in found]

    def erase(self, scope: BlockScope, owner: str) -> int:
        check_owned(scope, owner)
        beginning, index = self._name(scope, owner, ""), self._index(scope, owner)
        count = _erase(self._server, beginning)
        # Until nothing is found: a block that was written meanwhile has lost its place in the list with the others.
        while True:
            self._server.write(lambda: self._server.client.delete(index))
            more = _erase(self._server, beginning)
            if not more:
                return count
            count += more

    def close(self) -> None:
        """Let go of the connections; twice is fine."""
        self._server.close()

    def _text(self, scope: str, owner: str, key: str) -> bytes | None:
        text: Any = self._server.read(lambda: self._server.client.get(self._name(scope, owner, key)))
        return text if text is None else bytes(text)

    def _store(self, scope: str, owner: str, key: str, expected: str | bytes, text: bytes) -> bool:
        """Store or delete one block where what is expected stands there; gives whether it did."""
        keys = [self._name(scope, owner, key), self._index(scope, owner)]
        return bool(self._server.write(lambda: self._put(keys=keys, args=[key, expected, text])))

    def _name(self, scope: str, owner: str, key: str) -> str:
        return f"{self._prefix}:wm:{scope}:{block_redis_part(owner)}:{block_redis_part(key)}"

    def _index(self, scope: str, owner: str) -> str:
        return f"{self._prefix}:wm-index:{scope}:{block_redis_part(owner)}"

    def _written(self, block: Block) -> bytes:
        updated_at = timestamp(self._clock()) if block.updated_at is None else block.updated_at
        return msgspec.json.encode(
            {
                "scope": block.scope,
                "key": block.key,
                "content": block.content,
                "charLimit": block.char_limit,
                "updatedAt": updated_at,
            }
        )


class _Row(msgspec.Struct, rename="camel"):
    content: str
    char_limit: int
    updated_at: str | None = None


_ROW = msgspec.json.Decoder(_Row)


def _read_block(text: bytes, scope: BlockScope, key: str) -> Block:
    """A damaged text is not as if it were missing: the next write would then take the place of what can be mended."""
    try:
        row = _ROW.decode(text)
    except (ValueError, RecursionError):
        raise StoreError("schema", f"the block {shown(key)} is damaged in Redis; was it edited by hand?") from None
    return Block(scope, key, row.content, row.char_limit, row.updated_at)


class RedisExtractedStore:
    """A store of extracted values over `redis://host:6379/0`; close it with `close()`."""

    def __init__(self, url: str, *, prefix: str = PREFIX, clock: Clock = system_clock) -> None:
        """Connect. Raises StoreError: `bad_url`, `bad_key` (the prefix), `driver_missing`, `unavailable`."""
        self._server = _connected(url, prefix)
        self._prefix = prefix
        self._clock = clock
        self._replace: Any = self._server.client.register_script(_REPLACE)

    def load(self, scope: BlockScope, owner: str, slug: str) -> ExtractedValue | None:
        check_place(scope, owner, slug)
        text = self._text(scope, owner, slug)
        return None if text is None else read_value(text, scope, slug)

    def save(self, value: ExtractedValue, owner: str) -> None:
        text = written_text(value, owner, self._clock)
        name = self._name(value.scope, owner, value.slug)
        self._server.write(lambda: self._server.client.set(name, text))

    def delete(self, scope: BlockScope, owner: str, slug: str) -> None:
        check_place(scope, owner, slug)
        name = self._name(scope, owner, slug)
        self._server.write(lambda: self._server.client.delete(name))

    def replace(self, value: ExtractedValue, owner: str, former: ExtractedValue | None) -> bool:
        made = written_text(value, owner, self._clock)
        text = self._text(value.scope, owner, value.slug)
        if not same_row(None if text is None else read_value(text, value.scope, value.slug), former):
            return False
        keys = [self._name(value.scope, owner, value.slug)]
        arguments = ["none" if text is None else b"=" + text, made]
        return bool(self._server.write(lambda: self._replace(keys=keys, args=arguments)))

    def read_all(self, scope: BlockScope, owner: str) -> list[ExtractedValue]:
        check_owned(scope, owner)
        found = _read_all(self._server, self._name(scope, owner, ""))
        return [read_value(text, scope, slug) for slug, text in found]

    def erase(self, scope: BlockScope, owner: str) -> int:
        check_owned(scope, owner)
        return _erase(self._server, self._name(scope, owner, ""))

    def close(self) -> None:
        """Let go of the connections; twice is fine."""
        self._server.close()

    def _text(self, scope: str, owner: str, slug: str) -> bytes | None:
        text: Any = self._server.read(lambda: self._server.client.get(self._name(scope, owner, slug)))
        return text if text is None else bytes(text)

    def _name(self, scope: str, owner: str, slug: str) -> str:
        return f"{self._prefix}:ev:{scope}:{extracted_part(owner)}:{extracted_part(slug)}"
