"""Codes of TOOLS."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

_HEAD = 'AGENT: Desk\nGOAL: "Help"\n'
_TOOL = _HEAD + 'TOOLS:\n  send(text: string)\n    description: "Send"\n'
_LIBRARY = '---\nTOOLS:\n  look_up(id: number)\n    description: "Look up"\n'
_MEMORY = "MEMORY:\n  persistent:\n    - PATH: user.tier\n      ACCESS: read\n"

ROWS: tuple[Code, ...] = (
    Code(
        "ABLX_TOOL_SIGNATURE", "error", "this is no tool: {problem}",
        "A tool is written `name(parameter: type, optional?: type, another: type = value) -> type`, its properties below it. "
        "In YAML it is an entry with name, parameters and returns.",
        _HEAD + "TOOLS:\n  send text\n", _TOOL,
    ),
    Code(
        "E720", "warning", "`{key}` says how the tool is reached: keep that in a tool library, a .tools.abl file",
        "type, endpoint, method, headers and body belong to the platform that runs the tool, not to the agent that uses it.",
        _TOOL + "    type: http\n    endpoint: /cards\n", _TOOL,
    ),
    Code(
        "E721", "error", "the project has no {what}{hint}",
        "An import names a file of the project and tools in it. It is checked where the whole project is compiled, not for a "
        "single agent.",
        _HEAD + 'TOOLS:\n  file: "1" [look_upp]\n' + _LIBRARY, _HEAD + 'TOOLS:\n  file: "1" [look_up]\n' + _LIBRARY,
    ),
    Code(
        "ABLX_TOOL_CONTEXT_ACCESS", "error", "the tool {does} `{path}`, which has ACCESS {access} in MEMORY: make them agree",
        "A tool reads and writes no more of the memory than its agent may.",
        _TOOL + "    context_access:\n      write: [user.tier]\n" + _MEMORY,
        _TOOL + "    context_access:\n      read: [user.tier]\n" + _MEMORY,
    ),
    Code(
        "SECRET_REF_UNSUPPORTED_CONSUMER_TYPE", "error", "the tool `{name}` of type {type} cannot be given secrets: only http can",
        "A secret is put into the headers or the body of a request, and shown to nobody else.",
        _HEAD + 'TOOLS:\n  file: "1"\n---\nTOOLS:\n  send()\n    type: mcp\n    SECRET_ACCESS: [key]\n',
        _HEAD + 'TOOLS:\n  file: "1"\n---\nTOOLS:\n  send()\n    type: http\n    SECRET_ACCESS: [key]\n',
    ),
    Code(
        "ABLX_EFFECT_UNKNOWN", "error", "`{value}` is no effect of a tool: use one of {allowed}{hint}",
        "What calling the tool changes.",
        _TOOL + "    effect: readonly\n", _TOOL + "    effect: read_only\n",
    ),
    Code(
        "ABLX_CONFIRMATION_UNKNOWN", "error", "`{value}` is no confirmation: use one of {allowed}{hint}",
        "When the caller is asked before the tool is called.",
        _TOOL + "    confirmation: sometimes\n", _TOOL + "    confirmation:\n      require: always\n",
    ),
    Code(
        "ABLX_PII_ACCESS_UNKNOWN", "error", "`{value}` is no pii_access: use one of {allowed}{hint}",
        "In which form the tool gets values that are kept as tokens.",
        _TOOL + "    pii_access: all\n", _TOOL + "    pii_access: original\n",
    ),
    Code(
        "SIDE_EFFECT_TOOL_WITHOUT_CONFIRMATION", "warning",
        "the tool has side effects and is called without asking: add confirmation: with require: always",
        "Reported only where lints are asked for.",
        _TOOL + "    effect: side_effect\n",
        _TOOL + "    effect: side_effect\n    confirmation:\n      require: always\n",
        lint=True,
    ),
)  # fmt: skip
