"""Codes of documents, their headers and sections."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

_PLAIN = 'AGENT: Desk\nGOAL: "Help"\n'

ROWS: tuple[Code, ...] = (
    Code(
        "ABLX_SOURCE_UNREADABLE", "error", "{problem}",
        "The source is no file or folder that can be read as UTF-8 text, or it is larger than 8 MB.", "", _PLAIN,
    ),
    Code(
        "ABLX_HEADER_MISSING", "error",
        "no document of the language begins here: begin with AGENT: or SUPERVISOR: and a name",
        "Every document begins with AGENT:, SUPERVISOR:, BEHAVIOR_PROFILE: or, as a tool library, TOOLS:. In YAML the "
        "same keys stand in lower case.",
        'GOAL: "Help"\n', _PLAIN,
    ),
    Code(
        "ABLX_AGENT_NAME", "error",
        "this is no name of an agent: use a letter, then letters, figures and _, at most {limit} in all",
        "Agents are referred to by their names, letter case included.",
        'AGENT: 1st Desk\nGOAL: "Help"\n', _PLAIN,
    ),
    Code(
        "ABLX_AGENT_TWICE", "error", "`{name}` names an agent already: give this one another name",
        "Hand-offs, delegates and MODEL_WRITERS name agents; each name must stand for one.",
        'AGENT: Desk\nGOAL: "Help"\n---\nAGENT: Desk\nGOAL: "Help more"\n',
        'AGENT: Desk\nGOAL: "Help"\n---\nAGENT: Back\nGOAL: "Help more"\n',
    ),
    Code(
        "ABLX_GOAL_MISSING", "error", "the agent has no goal: add GOAL: and what it is for",
        "The header and GOAL are the two things that every agent has.", "AGENT: Desk\n", _PLAIN,
    ),
    Code(
        "ABLX_SECTION_UNKNOWN", "error", "there is no section `{section}`{hint}",
        "Section keywords are upper case in the text format and lower case in YAML.",
        'AGENT: Desk\nGOAL: "Help"\nMEMROY:\n  session:\n    - a\n', _PLAIN,
    ),
    Code(
        "ABLX_SECTION_TWICE", "warning", "`{section}` stands twice: the later one counts",
        "One of the two sections has no effect, as far as it writes the same things.",
        'AGENT: Desk\nGOAL: "Help"\nPERSONA: "calm"\nPERSONA: "quick"\n', _PLAIN,
        only=("text", "in YAML this is ABLX_DUPLICATE_KEY"),
    ),
    Code(
        "ABLX_MODE", "error", "MODE was removed from the language: leave it out",
        "Whether a step reasons is said by REASONING, in each step.", 'AGENT: Desk\nMODE: flow\nGOAL: "Help"\n', _PLAIN,
    ),
    Code(
        "ABLX_LINE_STRAY", "error", "this line belongs to no section: put a section keyword and a colon in front of it",
        "At the margin stand sections alone; what belongs to a section is indented.",
        'AGENT: Desk\nGOAL: "Help"\nhello there\n', _PLAIN,
        only=("text", "a YAML document has nothing but keys at its margin"),
    ),
    Code(
        "ABLX_KEY_UNKNOWN", "warning", "`{key}` is no key of {of}{hint}",
        "The key has no effect. Below the top level letter case does not count in the text format; YAML is lower case.",
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - a\n      DESCRIPTON: "x"\n',
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - a\n      DESCRIPTION: "x"\n',
    ),
    Code(
        "ABLX_VALUE_MISSING", "warning", "`{key}` has no value: write one or leave the key out",
        "A key without a value counts as not written.",
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - a\n      TYPE:\n',
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - a\n      TYPE: string\n',
    ),
    Code(
        "ABLX_VALUE_TEXT", "error", "a text is expected here, not a block or a list",
        "The key takes one text: quoted, bare, or a | block.",
        'AGENT: Desk\nGOAL:\n  first: "Help"\n', _PLAIN,
    ),
    Code(
        "ABLX_VALUE_BOOLEAN", "error", "true or false is expected here, without quotes",
        "Only the two literals are booleans; yes, on and 1 are not.",
        'AGENT: Desk\nGOAL: "Help"\nEXECUTION:\n  guardrail_builtins: yes\n',
        'AGENT: Desk\nGOAL: "Help"\nEXECUTION:\n  guardrail_builtins: true\n',
    ),
    Code(
        "ABLX_VALUE_COUNT", "error", "a whole number is expected here, 0 or more",
        "The key counts something.",
        'AGENT: Desk\nGOAL: "Help"\nEXECUTION:\n  max_flow_iterations: many\n',
        'AGENT: Desk\nGOAL: "Help"\nEXECUTION:\n  max_flow_iterations: 50\n',
    ),
    Code(
        "ABLX_VALUE_NAMES", "error", "a list of names is expected here: [a, b], or one behind each dash",
        "Names of variables, paths, fields or agents, without anything below them.",
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  reads:\n    - name: user.tier\n',
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  reads:\n    - user.tier\n',
    ),
    Code(
        "ABLX_VALUE_LIST", "error", "a list is expected here: one entry behind each dash",
        "The block holds entries of one sort.",
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session: email\n',
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - email\n',
    ),
    Code(
        "ABLX_DURATION_INVALID", "error", "this is no duration: write a number above 0 with s, m, h or d, such as 90d",
        "Seconds, minutes, hours and days. A fact whose TTL could not be read must not live for ever.",
        'AGENT: Desk\nGOAL: "Help"\nEXECUTION:\n  tool_timeout: soon\n',
        'AGENT: Desk\nGOAL: "Help"\nEXECUTION:\n  tool_timeout: 30s\n',
    ),
    Code(
        "ABLX_NAME_MISSING", "error", "this entry has no name: write it behind the dash or as {key}",
        "Entries are found by their names.",
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - TYPE: string\n',
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - NAME: email\n      TYPE: string\n',
    ),
    Code(
        "ABLX_NAME_TWICE", "error", "`{name}` is declared already in this list: keep one of the two",
        "Two declarations of one name could only contradict each other.",
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - email\n    - email\n',
        'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n    - email\n',
    ),
    Code(
        "ABLX_TEMPLATE_DEFAULT", "error", "the template `{name}` has no DEFAULT: every template needs one",
        "DEFAULT is what is said where no other format of the template fits the channel.",
        'AGENT: Desk\nGOAL: "Help"\nTEMPLATES:\n  hello:\n    HTML: "<b>Hi</b>"\n',
        'AGENT: Desk\nGOAL: "Help"\nTEMPLATES:\n  hello:\n    DEFAULT: "Hi"\nON_START:\n  RESPOND: TEMPLATE(hello)\n',
    ),
    Code(
        "E601", "error", "there is no template `{name}`{hint}",
        "RESPOND: TEMPLATE(name) says the text of a template of the same agent.",
        'AGENT: Desk\nGOAL: "Help"\nON_START:\n  RESPOND: TEMPLATE(greeting)\n',
        'AGENT: Desk\nGOAL: "Help"\nTEMPLATES:\n  greeting: "Hello."\nON_START:\n  RESPOND: TEMPLATE(greeting)\n',
    ),
    Code(
        "W602", "warning", "nobody uses the template `{name}`: use it or leave it out",
        "A template is used by RESPOND: TEMPLATE(name).",
        'AGENT: Desk\nGOAL: "Help"\nTEMPLATES:\n  greeting: "Hello."\n',
        'AGENT: Desk\nGOAL: "Help"\nTEMPLATES:\n  greeting: "Hello."\nON_START:\n  RESPOND: TEMPLATE(greeting)\n',
    ),
)  # fmt: skip
