"""From the legacy edition to the current one: SOURCE, FORMAT and DERIVED as READONLY, kinds and authored SETs.

The text is changed at the places concerned and nowhere else.  What the current edition cannot do, or does in another
way, is said in notes (language.md 0.5 and 5.6; source 002, Removed).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ablmatch.language import nodes
from ablmatch.language.compiler import examine
from ablmatch.language.derived import cycles, in_order, kind_of, names_read
from ablmatch.language.diagnostics import Diagnostic, Diagnostics
from ablmatch.language.documents import Document, documents
from ablmatch.language.edits import Edits, end_of
from ablmatch.language.errors import ExpressionError
from ablmatch.language.expressions import parse
from ablmatch.language.hook_edits import HookEdits, Setting
from ablmatch.language.sections.memory import FORMATS
from ablmatch.language.source import Source, Span
from ablmatch.language.static_types import type_of
from ablmatch.language.tree import Field, Node

SAID = "_said"
REMOVED = ("source", "format", "derived")
# Whether a value is of a type, as far as expressions can tell.
_IS_TYPE = {
    "boolean": "({0}) == true OR ({0}) == false",
    "number": "IS_NUMBER({0})",
    "string": "IS_STRING({0})",
    "array": "IS_ARRAY({0})",
}


@dataclass(frozen=True, slots=True)
class Note:
    """Something that whoever reads the new text should know, and where in the old one it stands."""

    message: str
    span: Span

    def __str__(self) -> str:
        line, column = self.span.source.place(self.span.start)
        return f"{self.span.source.name}:{line}:{column}: note: {self.message}"


@dataclass(frozen=True, slots=True)
class Migrated:
    """The new text, and what changed in meaning."""

    text: str
    notes: tuple[Note, ...]


class MigrateError(ValueError):
    """A source that is no legacy agent; `diagnostics`: why."""

    def __init__(self, found: list[Diagnostic]) -> None:
        super().__init__(str(next(one for one in found if one.severity == "error")))
        self.diagnostics = found


@dataclass(slots=True)
class _Variable:
    """A session variable as it is written, its keys in lower case."""

    name: str
    item: Node
    fields: dict[str, Field]

    def word(self, key: str) -> str:
        one = self.fields.get(key)
        return one.node.head.text if one is not None and one.node.head is not None else ""


def migrate(source: Source) -> Migrated:
    """The source in the current edition.  Raises MigrateError where it has errors in the legacy one."""
    source = Source(source.name, source.text if source.text.endswith("\n") else source.text + "\n")
    # Names of other agents are not known here; they are no matter of the edition.
    _, found = examine({source.name: source.text}, edition="legacy")
    broken = [one for one in found if one.code.startswith(("ABLX_TEXT_", "ABLX_YAML_")) and one.severity == "error"]
    if broken:
        raise MigrateError(broken)
    invalid = [one.span.start for one in found if one.code == "DERIVED_EXPRESSION_INVALID"]
    edits = Edits(source)
    notes: list[Note] = []
    parts = documents(source, Diagnostics())
    for at, document in enumerate(parts):
        end = parts[at + 1].node.span.start if at + 1 < len(parts) else len(source.text)
        if document.format == "yaml" and at + 1 < len(parts):
            end = source.text.rfind("\n---", 0, end) + 1
        _Migration(document, edits, notes, invalid, end).run()
    return Migrated(edits.apply(), tuple(sorted(notes, key=lambda one: one.span.start)))


def _find(node: Node | None, key: str) -> Field | None:
    return next((one for one in (node.fields if node is not None else ()) if one.key.lower() == key), None)


@dataclass(slots=True)
class _Migration:
    """One document."""

    document: Document
    edits: Edits
    notes: list[Note]
    invalid: list[int]
    end: int
    variables: list[_Variable] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)

    def run(self) -> None:
        memory = _find(self.document.node, "memory")
        session = _find(memory.node, "session") if memory is not None else None
        self.variables = [one for one in map(_variable, session.node.items if session is not None else ()) if one]
        formats = {one.name: one.word("format") for one in self.variables if one.word("format") in FORMATS}
        for one in self.variables:
            if one.word("source") == "user":
                self._said(one)
        self._derived(formats)
        for one in self.variables:
            self._keys(one)
        hooks = _find(self.document.node, "hooks")
        edits = HookEdits(self.edits, self.document.format, hooks, self.end)
        for point in edits.unwritten(self.settings):
            lines = "; ".join(f"{one.target} = {one.expression}" for one in self.settings)
            place = hooks.key_span if hooks is not None else self.document.node.span
            self.notes.append(Note(f"write this SET into {point} yourself: {lines}", place))

    # --- declarations -----------------------------------------------------------------------------------------------

    def _keys(self, one: _Variable) -> None:
        """SOURCE: tool and DERIVED become READONLY, once; the others go."""
        beside = one.item.fields
        protected = one.word("source") == "tool" or "derived" in one.fields
        readonly = one.fields.get("readonly")
        first = next((one.fields[key] for key in ("source", "derived") if protected and key in one.fields), None)
        if readonly is not None and protected:
            if readonly.node.head is not None and readonly.node.head.span.text != "true":
                self.edits.replace(readonly.node.head.span.start, readonly.node.head.span.end, "true")
            first = None
        going = [each for each in beside if each.key.lower() in REMOVED]
        for gone in going:
            if gone is first:
                word = "READONLY" if gone.key.isupper() else "readonly"
                self.edits.replace(gone.key_span.start, end_of(gone), f"{word}: true")
            else:
                self.edits.remove(gone, [each for each in beside if each is gone or each is first or each not in going])

    # --- SOURCE: user -----------------------------------------------------------------------------------------------

    def _said(self, one: _Variable) -> None:
        """A second variable that takes the value where the caller's last words hold it."""
        name, twin = one.name, one.name + SAID
        place = one.fields["source"].span
        told = f"`{name}` is no longer kept from what the caller never said: the model may write anything into it"
        if any(other.name in {twin, "recent_input"} for other in self.variables):
            self.notes.append(Note(f"{told}; compare it with recent_input in a hook", place))
            return
        kind = one.word("format")
        if kind in FORMATS:
            heard = f'MATCHES(recent_input, {name}, "{kind}")'
        else:
            text = name if one.word("type") in {"", "string"} else f"TO_STRING({name})"
            heard = f"{name} IS SET AND LOWER(recent_input) contains LOWER({text})"
        self.settings.append(Setting(twin, f"IF({heard}, {name}, {twin})"))
        self._declare(one, twin)
        self.notes.append(
            Note(
                f"{told}; `{twin}` takes the value when one of the caller's last three utterances holds it: "
                f"use that, or `{name} == {twin}`, wherever it matters",
                place,
            )
        )

    def _declare(self, one: _Variable, name: str) -> None:
        """An entry behind that of the variable."""
        typed = one.word("type")
        keys = [("NAME", name), *([("TYPE", typed)] if typed else []), ("READONLY", "true")]
        if self.document.format == "yaml" or any(each.key == "name" for each in one.item.fields):
            keys = [(key.lower(), value) for key, value in keys]
        start, end = one.item.span.start, end_of(one.item)
        text = self.edits.source.text
        if not text[self.edits.line_start(start) : start].strip(" \t-"):
            indent = self.edits.indent(start)
            lines = [f"{key}: {value}" for key, value in keys]
            entry = "".join(f"{indent}{'- ' if at == 0 else '  '}{line}\n" for at, line in enumerate(lines))
            self.edits.insert(self.edits.line_end(end), entry)
        else:
            # One of several on a line.
            self.edits.insert(end, ", {" + ", ".join(f"{key}: {value}" for key, value in keys) + "}")

    # --- DERIVED ----------------------------------------------------------------------------------------------------

    def _derived(self, formats: dict[str, str]) -> None:
        trees: dict[str, tuple[str, nodes.Node]] = {}
        places = {one.name: one.fields["derived"] for one in self.variables if "derived" in one.fields}
        for name, one in places.items():
            written = " ".join(_text(one).split("\n")).strip()
            try:
                tree = parse(written)
            except ExpressionError:
                tree = None
            fails = any(one.span.start <= at < one.span.end for at in self.invalid)
            if tree is None or fails:
                self.notes.append(Note(f"`{name}` never had a value, and has none now: `{written}` fails", one.span))
            else:
                trees[name] = (written, tree)
        reads = {name: names_read(tree) for name, (_, tree) in trees.items()}
        for cycle in cycles(reads):
            listed = ", ".join(f"`{name}`" for name in cycle)
            on = "each other" if len(cycle) > 1 else "itself"
            message = f"{listed}: depended on {on}, never had a value, and has none now"
            self.notes.append(Note(message, places[cycle[0]].span))
        order = [name for name in in_order(reads) if self._has_value(name, trees[name][1], places[name])]
        for name in order:
            text = self._typed(name, with_kinds(*trees[name], formats), trees[name][1], places[name])
            self.settings.append(Setting(name, text, frozenset(reads[name])))
        if order:
            listed = ", ".join(f"`{name}`" for name in order)
            self.notes.append(
                Note(
                    f"{listed}: set in before_turn and after_turn alone; where a rule needs the value at once, set it "
                    "in on_result too, or in the step that changes what it depends on",
                    places[order[0]].span,
                )
            )

    def _type(self, name: str) -> str:
        return next(one.word("type") for one in self.variables if one.name == name)

    def _has_value(self, name: str, tree: nodes.Node, place: Field) -> bool:
        """Whether its values can be of its TYPE: others were left unset."""
        declared, found = self._type(name), type_of(tree)
        if not declared or found is None or found == declared or declared not in {*_IS_TYPE, "object"}:
            return True
        message = f"`{name}` never had a value, and has none now: {found} is not its TYPE, which is {declared}"
        self.notes.append(Note(message, place.span))
        return False

    def _typed(self, name: str, text: str, tree: nodes.Node, place: Field) -> str:
        """The expression, null where its value is not of the TYPE, as the legacy edition left it unset."""
        declared = self._type(name)
        if not declared or type_of(tree) == declared:
            return text
        if declared in _IS_TYPE:
            return f"IF({_IS_TYPE[declared].format(text)}, {text}, null)"
        self.notes.append(Note(f"`{name}`: a value that is no {declared} was left unset; now it is kept", place.span))
        return text


def _variable(item: Node) -> _Variable | None:
    # A key without a value counts as not written.
    fields = {one.key.lower(): one for one in item.fields if not one.node.is_empty}
    name = item.head or (fields["name"].node.head if "name" in fields else None)
    return _Variable(name.text, item, fields) if name is not None else None


def _text(one: Field) -> str:
    return one.node.head.text if one.node.head is not None else one.node.span.text


def with_kinds(text: str, tree: nodes.Node, formats: dict[str, str]) -> str:
    """The expression with the kind that FORMAT gave to a call written out as its third argument."""
    places = [
        (node.end - 1, kind)
        for node in nodes.walk(tree)
        if isinstance(node, nodes.Call) and (kind := kind_of(node, formats)) is not None
    ]
    for at, kind in sorted(places, reverse=True):
        text = f'{text[:at].rstrip()}, "{kind}"{text[at:]}'
    return text
