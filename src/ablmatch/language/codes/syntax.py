"""Codes of the two formats: what cannot be read at all."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

_PLAIN = 'AGENT: Desk\nGOAL: "Help"\n'

ROWS: tuple[Code, ...] = (
    Code(
        "ABLX_TEXT_INDENT", "error",
        "this line is indented deeper than its neighbours and belongs to none: indent it like them",
        "Lines that belong to a key stand deeper than the key, and all of them equally deep.",
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n      - city\n    - street\n',
        _PLAIN,
        only=("text", "in YAML this is ABLX_YAML_SYNTAX"),
    ),
    Code(
        "ABLX_TEXT_DEPTH", "error", "this line is nested deeper than any construct of the language",
        "The reader stops at 64 levels.", "", _PLAIN,
        only=("text", "in YAML this is ABLX_YAML_SYNTAX"),
    ),
    Code(
        "ABLX_TEXT_QUOTE", "error",
        "the quote that begins this value is never closed: close it on the same line, or use a | block",
        "A quoted value ends on its line; text of several lines stands in a | block.",
        'AGENT: Desk\nGOAL: "Help\n', _PLAIN,
        only=("text", "in YAML this is ABLX_YAML_SYNTAX"),
    ),
    Code(
        "ABLX_TEXT_COLON", "error", "`{key}` needs a colon and a space behind it: this line is read as a text",
        "A key is told by its colon and what follows it: white space, a quote or the end of the line. Without them the "
        "line would have no effect, and what it was to protect would be open.",
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - verdict\n      READONLY:true\n',
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - verdict\n      READONLY: true\n',
        only=("text", "in YAML this is ABLX_YAML_SYNTAX"),
    ),
    Code(
        "ABLX_YAML_SYNTAX", "error", "this is no YAML: {problem}", "The source cannot be read as YAML 1.2.",
        "agent: Desk\ngoal: [\n", 'agent: Desk\ngoal: "Help"\n',
        only=("yaml", "the text format has codes of its own for lines that cannot be read"),
    ),
    Code(
        "ABLX_DUPLICATE_KEY", "error", "`{key}` stands twice in one mapping: keep one of them",
        "YAML would silently keep the last.", 'agent: Desk\ngoal: "a"\ngoal: "b"\n', 'agent: Desk\ngoal: "a"\n',
        only=("yaml", "in the text format this is ABLX_KEY_TWICE, of a section ABLX_SECTION_TWICE"),
    ),
    Code(
        "ABLX_KEY_TWICE", "error", "`{key}` stands twice in this entry: keep one of them",
        "The last would win, and nobody would know of the first.",
        'AGENT: Desk\nGOAL: "Help"\nCONSTRAINTS:\n  - REQUIRE open == true\n    WHEN: day == 1\n    WHEN: day == 2\n',
        'AGENT: Desk\nGOAL: "Help"\nCONSTRAINTS:\n  - REQUIRE open == true\n    WHEN: day == 1 OR day == 2\n',
        only=("text", "in YAML this is ABLX_DUPLICATE_KEY"),
    ),
)  # fmt: skip
