"""Writes the TextMate grammar of the text format, examples/editors/abl.tmLanguage.json, from the language's tables.

Run: python tools/editor_grammar.py
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ablmatch.language.agents import SECTIONS
from ablmatch.language.functions import FUNCTIONS
from ablmatch.language.functions.filters import TEMPLATE_FILTERS
from ablmatch.language.sections.transitions import TERMINAL

TARGET = Path(__file__).resolve().parent.parent / "examples" / "editors" / "abl.tmLanguage.json"
HEADERS = ("AGENT", "SUPERVISOR", "BEHAVIOR_PROFILE")
RULES = ("REQUIRE", "LIMIT", "RESTRICT", "WARN")
ACTIONS = (*TERMINAL, "HANDOFF", "BLOCK", "RETRY")
# What a key holds decides how its value is coloured: these hold expressions.
CONDITIONS = (
    "WHEN",
    "IF",
    "CONDITION",
    "EXIT_WHEN",
    "COMPLETE_WHEN",
    "CHECK",
    "REQUIRE",
    "LIMIT",
    "RESTRICT",
    "WARN",
    "FILTER",
)
KEY = r"[A-Za-z_@$][\w.\-\[\]*]*"


def either(words: Iterable[str]) -> str:
    """The longest first, so that none hides another."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def include(*names: str) -> list[dict[str, str]]:
    return [{"include": f"#{name}"} for name in names]


def grammar() -> dict[str, Any]:
    sections = either(one.keyword for one in SECTIONS)
    value = include("comment", "template", "string", "block-pipe", "rule", "action", "constant", "list", "call")
    return {
        "name": "ABL",
        "scopeName": "source.abl",
        "fileTypes": ["abl"],
        "patterns": [
            *include("comment", "block-text"),
            {"name": "comment.line.separator.abl", "match": r"^-{3,}[ \t]*$"},
            {
                "match": rf"^({either(HEADERS)})[ \t]*(:)[ \t]*([A-Za-z]\w*)?",
                "captures": {
                    "1": {"name": "keyword.control.header.abl"},
                    "2": {"name": "punctuation.separator.key-value.abl"},
                    "3": {"name": "entity.name.type.agent.abl"},
                },
            },
            {
                "match": rf"^({sections})[ \t]*(:)(?=[ \t\"']|$)",
                "captures": {
                    "1": {"name": "keyword.control.section.abl"},
                    "2": {"name": "punctuation.separator.key-value.abl"},
                },
            },
            *include("condition", "assignment", "key", "dash"),
            *value,
        ],
        "repository": {
            "comment": {"name": "comment.line.number-sign.abl", "match": r"(?:^|(?<=\s))#.*$"},
            "dash": {"name": "punctuation.definition.list.abl", "match": r"(?<=\s)-(?=\s)|^[ \t]*-(?=\s)"},
            # The lines below `KEY: |` are text, with placeholders alone.
            "block-text": {
                "begin": rf"^([ \t]+|)(?:(-)[ \t]+)?({KEY})[ \t]*(:)[ \t]*(\|)[ \t]*$",
                "beginCaptures": {
                    "2": {"name": "punctuation.definition.list.abl"},
                    "3": {"name": "variable.other.key.abl"},
                    "4": {"name": "punctuation.separator.key-value.abl"},
                    "5": {"name": "keyword.operator.block.abl"},
                },
                "while": r"^(?:\1[ \t]+\S|[ \t]*$)",
                "contentName": "string.unquoted.block.abl",
                "patterns": include("template"),
            },
            "condition": {
                "begin": rf"(?:^|(?<=\s))((?i:{either(CONDITIONS)}))[ \t]*(:)(?=[ \t])",
                "beginCaptures": {
                    "1": {"name": "keyword.control.condition.abl"},
                    "2": {"name": "punctuation.separator.key-value.abl"},
                },
                "end": "$",
                "patterns": include("comment", "expression"),
            },
            "assignment": {
                "begin": rf"(?:^|(?<=\s))({KEY})[ \t]+(=)(?=[ \t])",
                "beginCaptures": {
                    "1": {"name": "variable.other.assignment.abl"},
                    "2": {"name": "keyword.operator.assignment.abl"},
                },
                "end": "$",
                "patterns": include("comment", "expression"),
            },
            "key": {
                "match": rf"(?:^|(?<=\s))({KEY}|\"[^\"\n]*\"|'[^'\n]*')[ \t]*(:)(?=[ \t\"']|$)",
                "captures": {
                    "1": {"name": "variable.other.key.abl"},
                    "2": {"name": "punctuation.separator.key-value.abl"},
                },
            },
            "rule": {
                "begin": rf"(?<=-[ \t])({either(RULES)})(?=[ \t])",
                "beginCaptures": {"1": {"name": "keyword.control.constraint.abl"}},
                "end": "$",
                "patterns": [
                    *include("comment"),
                    {
                        "match": r"\b(BEFORE)[ \t]+(?:(calling)[ \t]+(\w+)|(returning[ \t]+results))",
                        "captures": {
                            "1": {"name": "keyword.control.constraint.abl"},
                            "2": {"name": "keyword.other.checkpoint.abl"},
                            "3": {"name": "entity.name.function.tool.abl"},
                            "4": {"name": "keyword.other.checkpoint.abl"},
                        },
                    },
                    *include("expression"),
                ],
            },
            "action": {
                "match": rf"(?<=[:\-][ \t])({either(ACTIONS)})\b(?:[ \t]+([A-Za-z]\w*))?",
                "captures": {
                    "1": {"name": "keyword.control.flow.abl"},
                    "2": {"name": "entity.name.type.agent.abl"},
                },
            },
            "string": {
                "patterns": [
                    {
                        "name": f"string.quoted.{name}.abl",
                        "begin": quote,
                        "end": rf"{quote}|$",
                        "patterns": [
                            {"name": "constant.character.escape.abl", "match": r"\\[\\\"'nt]"},
                            *include("template"),
                        ],
                    }
                    for name, quote in (("double", '"'), ("single", r"(?<!\w)'"))
                ]
            },
            "template": {
                "name": "meta.template.abl",
                "begin": r"\{\{",
                "beginCaptures": {"0": {"name": "punctuation.section.template.begin.abl"}},
                "end": r"\}\}|$",
                "endCaptures": {"0": {"name": "punctuation.section.template.end.abl"}},
                "patterns": [
                    {"name": "keyword.control.template.abl", "match": r"#if\b|#each\b|\belse\b|/if\b|/each\b"},
                    {
                        "match": rf"(\|)[ \t]*({either(one.name for one in TEMPLATE_FILTERS)})\b",
                        "captures": {
                            "1": {"name": "keyword.operator.filter.abl"},
                            "2": {"name": "support.function.filter.abl"},
                        },
                    },
                    *include("expression"),
                ],
            },
            "block-pipe": {"name": "keyword.operator.block.abl", "match": r"\|(?=[ \t]*$)"},
            "constant": {"name": "constant.language.abl", "match": r"\b(?:true|false|null)\b"},
            "list": {
                "begin": r"(?<=[ \t])\[",
                "end": r"\]|$",
                "name": "meta.list.abl",
                "patterns": include("comment", "string", "constant", "number"),
            },
            "number": {
                "name": "constant.numeric.abl",
                "match": r"(?<![\w.])\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?:ms|s|m|h|d)?\b",
            },
            "call": {
                "patterns": [
                    *include("number"),
                    {
                        "match": rf"\b({either(FUNCTIONS)})(?=\()",
                        "captures": {"1": {"name": "support.function.builtin.abl"}},
                    },
                    {"name": "keyword.operator.arrow.abl", "match": "->"},
                ]
            },
            "expression": {
                "patterns": [
                    {
                        "name": "string.quoted.double.abl",
                        "begin": '"',
                        "end": '"|$',
                        "patterns": [{"name": "constant.character.escape.abl", "match": r"\\."}],
                    },
                    {
                        "name": "string.quoted.single.abl",
                        "begin": "'",
                        "end": "'|$",
                        "patterns": [{"name": "constant.character.escape.abl", "match": r"\\."}],
                    },
                    {
                        "name": "support.function.builtin.abl",
                        "match": rf"(?<![\w.])(?:{either(FUNCTIONS)})(?=[ \t]*\()",
                    },
                    {
                        "name": "keyword.operator.word.abl",
                        "match": r"\b(?:AND|OR|NOT|IMPLIES|IN|in|IS(?:[ \t]+NOT)?[ \t]+SET"
                        r"|(?i:contains|matches|startsWith|endsWith))\b",
                    },
                    {"name": "constant.language.abl", "match": r"\b(?:true|false|null|undefined)\b"},
                    *include("number"),
                    {"name": "keyword.operator.abl", "match": r"&&|\|\||[=!<>]=|[-+*/%<>!?:]"},
                    {"name": "variable.other.abl", "match": r"[A-Za-z_@]\w*(?:\.\w+)*"},
                ]
            },
        },
    }


def written() -> str:
    """The file."""
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TARGET.write_text(written(), "utf-8")
