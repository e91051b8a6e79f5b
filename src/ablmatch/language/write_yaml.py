"""Writes a tree of YAML's shape as YAML: the style of each scalar, inline collections and comments are kept."""

from __future__ import annotations

from functools import lru_cache

import yaml
from msgspec.structs import replace

from ablmatch.language.inline import opened
from ablmatch.language.tree import Field, Node, Scalar
from ablmatch.language.yaml_tree import LOADER

STEP = 2
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class NoYamlError(ValueError):
    """A tree that YAML cannot write; `node` is the place, the message the reason."""

    def __init__(self, message: str, node: Node) -> None:
        super().__init__(message)
        self.node = node


def write_yaml(trees: list[Node]) -> str:
    """The documents, one behind the other.

    Raises NoYamlError for a node that has a value and entries below it, or keys and entries beside each other.
    """
    return "---\n".join("\n".join(_document(tree)) + "\n" for tree in trees)


def _document(tree: Node) -> list[str]:
    lines: list[str] = []
    if tree.items:
        raise NoYamlError("a line belongs to no section", tree.items[0])
    for at, one in enumerate(tree.fields):
        is_long = bool(one.node.fields or one.node.items)
        if at and (is_long or (lines and lines[-1].startswith(" "))):
            lines.append("")
        lines += _field(one, 0)
    return [*lines, *tree.trailing]


def _children(node: Node, indent: int) -> list[str]:
    if node.fields and node.items:
        raise NoYamlError("keys and entries stand beside each other", node)
    if node.fields:
        return [line for one in node.fields for line in _field(one, indent)]
    return [line for item in node.items for line in _item(item, indent)]


def _field(one: Field, indent: int) -> list[str]:
    margin = " " * indent
    lines = [margin + comment for comment in one.comments]
    value = _value(one.node, indent)
    key = scalar(one.key)
    lines.append(f"{margin}{key}: {value}" if value else f"{margin}{key}:")
    return lines if value else lines + _children(one.node, indent + STEP)


def _item(node: Node, indent: int) -> list[str]:
    margin = " " * indent
    lines = [margin + comment for comment in node.comments]
    value = _value(node, indent)
    if value:
        return [*lines, f"{margin}- {value}"]
    if node.items or not node.fields:
        return [*lines, f"{margin}-", *_children(node, indent + STEP)]
    # The first field stands behind the dash; what was said in front of it stands in front of the dash.
    first = node.fields[0]
    lines += [margin + comment for comment in first.comments]
    inner = _field(replace(first, comments=[]), indent + STEP)
    lines.append(f"{margin}- {inner[0].lstrip()}")
    return [*lines, *inner[1:], *(line for one in node.fields[1:] for line in _field(one, indent + STEP))]


# --- values --------------------------------------------------------------------------------------------------------


def _value(node: Node, indent: int) -> str:
    """What stands behind the colon or dash; empty where children follow, or nothing."""
    if node.head is None:
        return "[]" if node.flow and not node.fields and not node.items else ""
    if node.fields or node.items:
        raise NoYamlError("a value has something below it", node)
    head = node.head
    if head.style == "block":
        return _block(head.text, indent)
    if head.style == "quoted":
        return quoted(head.text)
    inline = opened(node)
    if inline is not node:
        return head.text if _reads_as(head.text, inline) else _flow(inline)
    return scalar(head.text)


def _block(text: str, indent: int) -> str:
    lines = text.split("\n")
    if not text.strip() or text.endswith("\n") or any(not _is_printable(line) for line in lines):
        return quoted(text)
    # A first line that begins with white space would tell the indentation wrongly.
    first = next(line for line in lines if line.strip())
    mark = f"|{STEP}" if first[0] == " " else "|"
    margin = " " * (indent + STEP)
    return "\n".join([mark, *(margin + line if line else "" for line in lines)])


def quoted(text: str) -> str:
    """A text in double quotes."""
    return '"' + "".join(_ESCAPES.get(char, char if _is_printable(char) else _escaped(char)) for char in text) + '"'


def scalar(text: str) -> str:
    """A text without quotes where YAML reads it as itself, else in quotes."""
    return text if _is_plain(text) else quoted(text)


def _escaped(char: str) -> str:
    return f"\\U{ord(char):08x}" if ord(char) > 0xFFFF else f"\\u{ord(char):04x}"


def _is_printable(text: str) -> bool:
    return all(char.isprintable() or char == "\t" for char in text)


@lru_cache(maxsize=4096)
def _is_plain(text: str) -> bool:
    """Whether YAML reads the text, without quotes behind a colon or as a key, as itself."""
    found = _composed(f"k: {text}\n")
    key = _composed(f"{text}: 1\n") if "\n" not in text else None
    return (
        isinstance(found, yaml.MappingNode)
        and isinstance(found.value[0][1], yaml.ScalarNode)
        and not found.value[0][1].style
        and found.value[0][1].value == text != ""
        and isinstance(key, yaml.MappingNode)
        and key.value[0][0].value == text
        and _is_printable(text)
    )


def _composed(text: str) -> yaml.Node | None:
    try:
        return yaml.compose(text, LOADER)
    except yaml.YAMLError:
        return None


def _flow(node: Node) -> str:
    """An inline collection, its scalars in quotes where they need them."""
    if node.head is not None:
        return _flow_scalar(node.head)
    if node.fields:
        return "{" + ", ".join(f"{_flow_key(one.key)}: {_flow(one.node)}" for one in node.fields) + "}"
    if node.span.text.startswith("{"):
        return "{}"
    return "[" + ", ".join(_flow(item) for item in node.items) + "]"


def _flow_key(key: str) -> str:
    return key if key.replace("_", "a").isalnum() and key.isascii() else quoted(key)


def _flow_scalar(head: Scalar) -> str:
    if head.style == "quoted":
        return quoted(head.text)
    found = _composed(f"k: [{head.text}]\n")
    items = found.value[0][1].value if isinstance(found, yaml.MappingNode) else []
    plain = len(items) == 1 and isinstance(items[0], yaml.ScalarNode) and items[0].value == head.text
    return head.text if plain else quoted(head.text)


def _reads_as(text: str, node: Node) -> bool:
    """Whether YAML reads an inline collection of the text format as it is meant there."""
    found = _composed(f"k: {text}\n") if "\n" not in text else None
    return isinstance(found, yaml.MappingNode) and _same(found.value[0][1], node)


def _same(one: yaml.Node, node: Node) -> bool:
    if isinstance(one, yaml.ScalarNode):
        style = "quoted" if one.style in {"'", '"'} else "bare"
        head = node.head
        return (head is None and not one.value) or (head is not None and (head.text, head.style) == (one.value, style))
    if isinstance(one, yaml.SequenceNode):
        return (
            not node.fields
            and node.head is None
            and len(one.value) == len(node.items)
            and all(map(_same, one.value, node.items))
        )
    return (
        node.head is None
        and [key.value for key, _ in one.value] == [each.key for each in node.fields]
        and all(_same(value, each.node) for (_, value), each in zip(one.value, node.fields, strict=True))
    )
