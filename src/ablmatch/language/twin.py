"""The YAML twin of a text agent: the same tree in the shape that YAML can write (language.md 1.1, 1.5 to 1.11).

In the text format an entry may have a value and keys below it; in YAML it is a map, and the value has a key of its
own: `- email` with TYPE below it is `{name: email, type: …}`, `- REQUIRE x` is `{require: x}`, `CALL: t` with WITH
below it is `{tool: t, with: …}`.  Keys of the language are lower case, names of the author's stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from ablmatch.language.comments import comments
from ablmatch.language.diagnostics import Diagnostics
from ablmatch.language.documents import documents
from ablmatch.language.inline import opened
from ablmatch.language.sections.constraints import KEYWORDS
from ablmatch.language.sections.entries import line_fields
from ablmatch.language.sections.signatures import SignatureError, split_signature
from ablmatch.language.source import Source, Span
from ablmatch.language.tree import Field, Node, Scalar
from ablmatch.language.write_yaml import NoYamlError, quoted, write_yaml

Change = Callable[[Node], Node]


def yaml_twin(source: Source) -> str:
    """A text source as YAML; comments stand in front of what they stood beside.

    Raises NoYamlError for what cannot be read, and for what has no place in YAML: lines that belong to no key.
    """
    diagnostics = Diagnostics()
    trees = [one.node for one in documents(source, diagnostics)]
    for one in diagnostics:
        raise NoYamlError(str(one), trees[0])
    behind: dict[int, list[str]] = {}
    for comment in comments(source, trees):
        if not comment.own:
            behind.setdefault(comment.line, []).append(comment.text)
    shaper = _Shaper(behind)
    shaped = [shaper.shaped(tree, "agent") for tree in trees]
    # What stood behind nothing that is a key or an entry.
    shaped[-1].trailing.extend(text for texts in behind.values() for text in texts)
    return write_yaml(shaped)


@dataclass(frozen=True, slots=True)
class Shape:
    """How a node is shaped.

    `fields`: shape by key, in lower case; other keys have `other`.  `named`: all keys are names, of this shape.
    `items`: the shape of list entries.  `change`: what is done with the node first.  `kept`: keys stay as they are.
    """

    fields: Mapping[str, str] = field(default_factory=dict)
    other: str = "opaque"
    named: str = ""
    items: str = "value"
    change: Change | None = None
    kept: bool = False


# --- entries with a value and keys -----------------------------------------------------------------------------------


def _with_field(node: Node, key: str, head: Scalar) -> Node:
    """The node with its head as its first field."""
    value = Field(key, Span(head.span.source, head.span.start, head.span.start), Node(head.span, head))
    return replace(node, head=None, fields=[value, *node.fields])


def headed(key: str) -> Change:
    """The head of a node that has keys beside it becomes a field."""

    def change(node: Node) -> Node:
        return _with_field(node, key, node.head) if node.head is not None and node.fields else node

    return change


def _part(head: Scalar, start: int, end: int | None = None) -> Scalar:
    """A part of a bare head."""
    text = head.text[start:end]
    start += len(text) - len(text.lstrip())
    return Scalar(text.strip(), "bare", head.span.within(start, start + len(text.strip())))


def _rule(node: Node) -> Node:
    head = node.head
    word = head.text.split(None, 1)[0] if head is not None and head.text.strip() else ""
    if head is None or word not in KEYWORDS:
        return node
    return _with_field(node, word.lower(), _part(head, len(word)))


def _remember(node: Node) -> Node:
    head = node.head
    return _with_field(node, "when", _part(head, 5)) if head is not None and head.text.startswith("WHEN ") else node


def _store(node: Node) -> Node:
    """Quotes make a text of a value in the text format, and only carry an expression in YAML."""
    node = opened(node)
    return replace(node, fields=[_unquoted(one) if one.key.lower() == "value" else one for one in node.fields])


def _unquoted(one: Field) -> Field:
    head = one.node.head
    if head is None or head.style != "quoted":
        return one
    return replace(one, node=replace(one.node, head=replace(head, text=head.span.text, style="bare")))


def _tool(node: Node) -> Node:
    """A signature as name, parameters and returns."""
    head = node.head
    if head is None:
        return node
    try:
        signature = split_signature(head.text)
    except SignatureError:
        return headed("name")(node)
    found = [_named("name", _part(head, *signature.name))]
    arrow = next((item.head for item in node.items if item.head is not None and item.head.text.startswith("->")), None)
    if signature.parameters:
        listed = [_parameter(_part(head, start, end)) for start, end in signature.parameters]
        place = Field("parameters", head.span, Node(head.span, items=listed))
        found.append(place)
    returns = signature.returns or (arrow.text[2:].strip() if arrow is not None else "")
    if returns:
        found.append(_named("returns", Scalar(returns, "quoted", head.span)))
    return replace(node, head=None, items=[], fields=[*found, *node.fields])


_IMPORT = re.compile(r"(\"[^\"]*\"|'[^']*'|\S+)\s*(\[.*\])", re.DOTALL)


def _tools(node: Node) -> Node:
    """Tools as a list where one of them is imported with the names that are wanted."""
    if not any(one.key.lower() == "file" for one in node.fields):
        return node
    parts: list[Field | Node] = sorted([*node.fields, *node.items], key=lambda one: one.span.start)
    return replace(node, fields=[], items=[_listed_tool(one) if isinstance(one, Field) else one for one in parts])


def _listed_tool(one: Field) -> Node:
    if one.key.lower() != "file":
        name = Scalar(one.key, "bare", one.key_span)
        return replace(one.node, fields=[_named("name", name), *one.node.fields], comments=one.comments)
    match = _IMPORT.fullmatch(one.node.head.text) if one.node.head is not None else None
    if match is None:
        return Node(one.span, fields=[one], comments=one.comments)
    file = _named("file", _literal(match[1], one.span))
    return Node(one.span, fields=[file, _named("names", Scalar(match[2], "bare", one.span))], comments=one.comments)


def _flow(node: Node) -> Node:
    """Names and arrows that stand beside steps, as the list of steps."""
    if not (node.fields and node.items) or any(one.key.lower() == "steps" for one in node.fields):
        return node
    listed = Field("steps", node.items[0].span, Node(node.span, items=node.items))
    return replace(node, items=[], fields=[listed, *node.fields])


_PARAMETER = re.compile(r"\s*([A-Za-z_]\w*)\s*(\??)\s*(?::\s*([^=]*?))?\s*(?:=\s*(.*?))?\s*", re.ASCII | re.DOTALL)


def _parameter(written: Scalar) -> Node:
    match = _PARAMETER.fullmatch(written.text)
    if match is None:
        return Node(written.span, written)
    found = [_named("name", Scalar(match[1], "bare", written.span))]
    if match[3]:
        found.append(_named("type", Scalar(match[3], "quoted", written.span)))
    if match[2]:
        found.append(_named("required", Scalar("false", "bare", written.span)))
    if match[4] is not None:
        found.append(_named("default", _literal(match[4], written.span)))
    return Node(written.span, fields=found)


def _literal(text: str, span: Span) -> Scalar:
    if len(text) > 1 and text[0] in "\"'" and text[-1] == text[0]:
        return Scalar(text[1:-1], "quoted", span)
    return Scalar(text, "bare", span)


def _named(key: str, head: Scalar) -> Field:
    return Field(key, head.span, Node(head.span, head))


_BRANCH = {"if", "when", "condition", "else_if", "elseif", "else"}
_TERMINAL = {"COMPLETE", "ESCALATE", "CONTINUE", "RETRY_STEP", "BACKTRACK", "HANDOFF", "DELEGATE"}
# Keys whose value may have parts deeper than the key itself (see sections/actions.py).
_WITH_PARTS = {"respond", "transform", "call", "then", "goto", "transition", "escalate", "log"}


def _action(node: Node) -> Node:
    """`- IF x`, `- ELSE`, `- COMPLETE`; and what stands deeper than the first key belongs to that key."""
    head = node.head
    if head is not None:
        word = head.text.split(None, 1)[0] if head.text.strip() else ""
        rest = _part(head, len(word))
        if word.lower() == "if" and rest.text:
            # `- IF condition: step` has two parts.
            return replace(node, head=None, fields=[*line_fields(head, []), *node.fields])
        if word.lower() in _BRANCH and bool(rest.text) == (word.lower() != "else"):
            value = Field(word.lower(), head.span, Node(head.span, rest if rest.text else None))
            return replace(node, head=None, fields=[value, *node.fields])
        return _with_field(node, "then", head) if word.upper() in _TERMINAL and node.fields else node
    fields = _deeper(node.fields)
    return replace(node, fields=list(_flat(fields)))


def _deeper(fields: list[Field]) -> list[Field]:
    first = fields[0] if fields else None
    if first is None or first.node.head is None or first.key.lower() not in _WITH_PARTS:
        return fields
    column = _column(first)
    own = [one for one in fields[1:] if _column(one) > column]
    node = replace(first.node, fields=[*first.node.fields, *own])
    return [replace(first, node=node), *(one for one in fields[1:] if one not in own)]


def _column(one: Field) -> int:
    return one.key_span.source.place(one.key_span.start)[1]


def _flat(fields: list[Field]) -> Iterator[Field]:
    """The parts of a condition stand beside it."""
    for one in fields:
        if one.key.lower() in _BRANCH and one.node.fields and one.node.head is not None:
            yield replace(one, node=replace(one.node, fields=[]))
            yield from one.node.fields
        else:
            yield one


def _hook(node: Node) -> Node:
    """The branches of a hook as one list, in the place of the first."""
    if node.items:
        return node
    has_call = any(one.key.lower() == "call" for one in node.fields)
    fields: list[Field] = []
    listed: Field | None = None
    waiting: Field | None = None
    for one in node.fields:
        branch = None
        if waiting is not None and one.key.lower() == "respond":
            branch = Node(waiting.span, fields=[replace(waiting, key="when"), one])
        elif one.key.lower() == "when" and one.node.fields:
            branch = Node(one.span, fields=[replace(one, node=replace(one.node, fields=[])), *one.node.fields])
        elif one.key.lower() == "when" and not has_call:
            waiting = one
            continue
        if branch is None:
            fields.append(one)
            continue
        waiting = None
        if listed is None:
            listed = Field("when", one.key_span, Node(one.span, items=[]))
            fields.append(listed)
        listed.node.items.append(branch)
    return replace(node, fields=[*fields, *([waiting] if waiting is not None else [])])


def _then(node: Node) -> Node:
    """A transition with its reason, in one line."""
    reason = node.find("REASON", "reason")
    if node.head is None or reason is None or reason.node.head is None:
        return node
    text = f"{node.head.text} with REASON: {quoted(reason.node.head.text)}"
    return replace(node, head=Scalar(text, "bare", node.head.span), fields=[])


def _on_fail(node: Node) -> Node:
    """An action with keys below it."""
    head = node.head
    if head is None or not node.fields:
        return node
    word, _, rest = head.text.partition(" ")
    if head.style != "bare" or word not in {"HANDOFF", "ESCALATE", "BLOCK", "RESPOND"}:
        return _with_field(node, "respond", head)
    if word == "HANDOFF":
        return _with_field(node, "handoff", _part(head, len(word)))
    value = Scalar("true", "bare", head.span) if not rest.strip() else _literal(rest.strip(), head.span)
    return _with_field(node, word.lower(), value)


_TRANSFORM = re.compile(r"\s*(\S.*?)\s+AS\s+([A-Za-z_]\w*)\s+INTO\s+([A-Za-z_][\w.]*)\s*", re.IGNORECASE | re.DOTALL)


def _transform(node: Node) -> Node:
    match = _TRANSFORM.fullmatch(node.head.text) if node.head is not None and node.fields else None
    if match is None or node.head is None:
        return node
    parts = zip(("source", "as", "into"), match.groups(), strict=True)
    fields = [_named(key, Scalar(text, "bare", node.head.span)) for key, text in parts]
    return replace(node, head=None, fields=[*fields, *node.fields])


def _opaque(node: Node) -> Node:
    """What is carried as it is: a value beside keys has the empty key, as in the compiled form."""
    if node.head is None or not (node.fields or node.items):
        return node
    head = replace(node.head, style="quoted")
    found = _with_field(node, "", head)
    if node.items:
        return replace(
            found, items=[], fields=[*found.fields, Field("items", node.span, Node(node.span, items=node.items))]
        )
    return found


_ACTION_FIELDS = {
    "set": "set", "clear": "value", "log": "log", "respond": "said", "transform": "transform", "call": "call",
    "goto": "then", "then": "then", "transition": "then", "return": "set", "do": "actions", "if": "value",
    "when": "value", "condition": "value", "else_if": "value", "elseif": "value", "else": "else",
    "handoff": "keys", "delegate": "keys", "escalate": "keys", "complete": "actions", "continue": "actions",
}  # fmt: skip
_FIELD_KEYS = {"mask_config": "keys", "activation": "keys", "validate": "keys", "validation": "keys"}
_RETURN = {"map": "map", "set": "set"}
_CONTEXT = {"set": "set", "memory_grants": "grants", "history": "keys"}

SHAPES: Mapping[str, Shape] = {
    "value": Shape(),
    "keys": Shape(other="keys"),
    "opaque": Shape(named="opaque", items="opaque", change=_opaque),
    "names": Shape(named="value"),
    "agent": Shape({
        "identity": "keys", "execution": "outer", "memory": "memory", "tools": "tools", "gather": "gather",
        "flow": "flow", "handoff": "handoffs", "delegate": "delegates", "return_handlers": "handlers",
        "escalate": "escalate", "complete": "completes", "behavior": "outer", "hooks": "hooks", "on_start": "hook",
        "on_error": "errors", "constraints": "constraints", "messages": "names", "templates": "templates",
        **dict.fromkeys(
            ("agent", "supervisor", "limitations", "version", "goal", "persona", "instructions", "system_prompt"),
            "value",
        ),
    }),
    "outer": Shape(),
    "templates": Shape(named="template"),
    "template": Shape(),
    "memory": Shape({
        "session": "session", "persistent": "persistent", "remember": "remembers", "recall": "recalls",
        "reads": "value", "writes": "value",
    }),
    "session": Shape(items="variable"),
    "variable": Shape({"initial": "opaque", "initial_value": "opaque"}, other="keys", change=headed("name")),
    "persistent": Shape(items="path"),
    "path": Shape({"default": "opaque", "default_value": "opaque"}, other="keys", change=headed("path")),
    "remembers": Shape(items="remember"),
    "recalls": Shape(items="keys"),
    "remember": Shape({"store": "store"}, other="keys", change=_remember),
    "store": Shape({"value": "opaque"}, other="keys", change=_store),
    "constraints": Shape(named="rules", items="rule"),
    "rules": Shape(items="rule"),
    "rule": Shape({"on_fail": "on_fail"}, other="value", change=_rule),
    "on_fail": Shape(other="value", change=_on_fail),
    "tools": Shape(named="tool", items="tool", change=_tools),
    "tool": Shape({
        "on_result": "actions", "on_error": "actions", "context_access": "keys", "confirmation": "outer",
        "confirm": "outer", "parameters": "parameters", "params": "parameters", "returns": "opaque",
    }, change=_tool),
    "parameters": Shape(named="keys", items="keys"),
    "actions": Shape(_ACTION_FIELDS, items="action"),
    "action": Shape(_ACTION_FIELDS, items="action", change=_action),
    "else": Shape(_ACTION_FIELDS, items="action", change=headed("then")),
    "said": Shape(),
    "then": Shape(_ACTION_FIELDS, items="action", change=_then),
    "call": Shape({"with": "set", "args": "set"}, other="value", change=headed("tool")),
    "log": Shape(other="value", items="log", change=headed("message")),
    "transform": Shape(other="value", items="transform", change=_transform),
    "set": Shape(named="opaque", items="set"),
    "hooks": Shape(other="hook"),
    "hook": Shape(
        {"set": "set", "call": "call", "when": "actions", "branches": "actions", "clear": "value"},
        items="hook", change=_hook,
    ),
    "errors": Shape(named="error", items="listed_error"),
    "listed_error": Shape({"set": "set", "then": "then"}),
    "error": Shape({"set": "set", "then": "then"}, change=headed("then")),
    "gather": Shape(named="field", items="listed_field"),
    "field": Shape(_FIELD_KEYS, change=headed("required")),
    "listed_field": Shape(_FIELD_KEYS, change=headed("name")),
    "flow": Shape(
        {"global_digressions": "digressions", "steps": "steps", "entry_point": "value"}, other="step", change=_flow,
    ),
    "steps": Shape(named="step", items="listed_step"),
    "listed_step": Shape(other="value", change=headed("name")),
    "step": Shape({
        "gather": "step_gather", "set": "set", "transform": "transform", "log": "log", "call": "call",
        "on_fail": "on_fail", "on_result": "actions", "on_success": "actions", "on_failure": "actions",
        "on_input": "actions", "sub_intents": "digressions", "digressions": "digressions", "on_error": "errors",
        "then": "then", "clear": "value",
    }),
    "step_gather": Shape(
        {"fields": "gather", "strategy": "opaque", "prompt": "value"}, other="field", items="listed_field",
    ),
    "digressions": Shape(items="digression"),
    "digression": Shape(_ACTION_FIELDS, items="action", change=headed("intent")),
    "handoffs": Shape(items="handoff"),
    "handoff": Shape({"context": "context", "on_return": "on_return", **_CONTEXT}),
    "context": Shape(_CONTEXT, other="value"),
    "on_return": Shape(_RETURN, other="value", change=headed("handler")),
    "grants": Shape(items="grant"),
    "grant": Shape(change=headed("path")),
    "map": Shape(named="value", items="map"),
    "delegates": Shape(items="delegate"),
    "delegate": Shape({
        "input": "set", "pass": "set", "returns": "map", "memory_grants": "grants", "on_fail": "keys",
        "on_failure": "keys",
    }),
    "handlers": Shape(named="keys", items="keys"),
    "escalate": Shape({
        "triggers": "triggers", "context_for_human": "opaque", "on_human_complete": "actions", "routing": "opaque",
    }),
    "triggers": Shape(items="trigger"),
    "trigger": Shape({"set": "set"}),
    "completes": Shape(items="complete"),
    "complete": Shape({"set": "set"}),
}  # fmt: skip


@dataclass(slots=True)
class _Shaper:
    """Shapes the trees of one source; comments that stood behind a line go in front of it."""

    behind: dict[int, list[str]]

    def shaped(self, node: Node, name: str) -> Node:
        shape = SHAPES[name]
        if shape.change is not None:
            node = shape.change(node)
        fields = [self._field(one, shape) for one in self._lifted(node.fields, shape)]
        items = [self._item(item, shape.items) for item in node.items]
        return replace(node, fields=fields, items=items)

    def _lifted(self, fields: list[Field], shape: Shape) -> Iterator[Field]:
        """What stands below a text that is said stands beside it."""
        for one in fields:
            if one.key.lower() in {"respond", "present"} and one.node.head is not None and not shape.named:
                yield replace(one, node=replace(one.node, fields=[]))
                yield from one.node.fields
            else:
                yield one

    def _field(self, one: Field, shape: Shape) -> Field:
        key = one.key if shape.named else _key(one.key)
        inner = shape.named or shape.fields.get(one.key.lower(), shape.other)
        if inner == "opaque" and not shape.named and shape is not SHAPES["agent"] and one.node.head is not None:
            # Only what is carried as it is may be both, a value and a block; lines below a value are hardly meant.
            inner = "value"
        said = [*one.comments, *self.behind.pop(one.key_span.source.place(one.key_span.start)[0], ())]
        return Field(key, one.key_span, self.shaped(one.node, inner), said)

    def _item(self, node: Node, name: str) -> Node:
        said = [*node.comments, *self.behind.pop(node.span.source.place(node.span.start)[0], ())]
        # An entry that is an inline map has keys of its own, which YAML writes in lower case.
        entry = node if name in {"value", "opaque"} else opened(node)
        return replace(self.shaped(entry, name), comments=said)


def _key(key: str) -> str:
    """Keywords are upper case in the text format; maxSize and its like are written alike in both."""
    return key.lower().replace(" ", "_") if key == key.upper() else key
