"""One line of JSON Lines at a time: lines with a limit, one object each, and what of it is text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import msgspec

from ablmatch.verify.errors import BadInput
from ablmatch.verify.formats import READ_ERRORS, Source

# A line without an end must not fill the memory.
LINE_BYTES = 16 << 20

# A value's JSON text as it was written; str where it had to be decoded on the way.
Value = bytes | str | None

_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])
_STRING = msgspec.json.Decoder(str)
_SURROGATE = re.compile("[\ud800-\udfff]")


def numbered_lines(source: Source, file: Any) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, without their ends, each with its number from 1."""
    number = 0
    while True:
        try:
            line: bytes = file.readline(LINE_BYTES + 1)
        except READ_ERRORS as error:
            raise source.failure(error) from None
        if not line:
            return
        number += 1
        if len(line) > LINE_BYTES:
            raise BadInput(f"{source.shown}, line {number}, is longer than {LINE_BYTES >> 20} MiB: is this JSON Lines?")
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        line = line.strip(b" \t\r\n")
        if line:
            yield number, line


def is_utf8(line: bytes) -> bool:
    """Whether a line is UTF-8; the JSON decoder looks only at the values that it is asked for."""
    if line.isascii():
        return True
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def parse_object(line: bytes) -> Mapping[str, Value] | str:
    """The values of a line's object by key, or what is wrong with the line."""
    if not is_utf8(line):
        return "is not UTF-8 text"
    try:
        return {key: bytes(raw) for key, raw in _OBJECT.decode(line).items()}
    except msgspec.ValidationError:
        return "is not a JSON object"
    except RecursionError:
        return "is nested too deep"
    except msgspec.DecodeError:
        values = _with_lone_surrogates(line)
        return "is not valid JSON" if values is None else values


def compared_text(value: Value) -> str | None:
    """The text that is compared: strings, and whole numbers as they are written; all else is no text."""
    if value is None or isinstance(value, str):
        return value
    if value[:1] == b'"':
        return _STRING.decode(value)
    if value.lstrip(b"-").isdigit():
        return "0" if value == b"-0" else value.decode("ascii")
    return None


def decoded(value: Value) -> Any:
    """The value itself: null, a boolean, number, text, list or object."""
    if value is None or isinstance(value, str):
        return value
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return json.loads(value)  # half of a surrogate pair inside a list or object


def cell_text(value: Value) -> str | None:
    """The text of a table's cell: strings as they are, numbers and all else as their JSON, null as nothing."""
    if value is None or value == b"null":
        return None
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)  # it has no UTF-8
    return _STRING.decode(value) if value[:1] == b'"' else value.decode("utf-8")


def _with_lone_surrogates(line: bytes) -> Mapping[str, Value] | None:
    """A row whose text holds half of a surrogate pair: valid JSON, invalid text, so it is read and counted as such."""
    if b"\\u" not in line:
        return None
    try:
        values = json.loads(line, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict):
        return None
    return {key: _as_value(value) for key, value in values.items()}


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are not JSON


def _as_value(value: Any) -> Value:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value).encode("ascii")
