"""Codes of MEMORY."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

_HEAD = 'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n'
_DECLARED = _HEAD + "  persistent:\n    - user.tier\n"
_SESSION = _HEAD + "  session:\n"
_GOOD = _SESSION + "    - NAME: email\n      TYPE: string\n"

ROWS: tuple[Code, ...] = (
    Code(
        "E492", "error",
        'FORMAT was removed: name the kind where it is used, MATCHES(said, stored, "{value}")',
        "FORMAT told how words were read. Now the third argument of MATCHES, MATCH_SCORE and MATCH_RESULT names the kind. "
        "`ablmatch migrate` rewrites it.",
        _SESSION + "    - NAME: email\n      FORMAT: email\n", _GOOD,
    ),
    Code(
        "E493", "error",
        "SOURCE was removed: write READONLY: true for what only tools and authored steps may set",
        "SOURCE: tool kept the model from writing; READONLY: true with on_result does. SOURCE: user kept a model's write "
        "only if the caller had said it; compare recent_input in a hook instead. `ablmatch migrate` rewrites it.",
        _SESSION + "    - NAME: email\n      SOURCE: tool\n", _SESSION + "    - NAME: email\n      READONLY: true\n",
    ),
    Code(
        "E498", "error",
        "DERIVED was removed: declare READONLY: true and SET the value in a hook, on_result or a step",
        "Nothing is recomputed by itself any more. `ablmatch migrate` rewrites it as an authored SET.",
        _SESSION + "    - a\n    - NAME: b\n      DERIVED: a == 1\n",
        _SESSION + "    - a\n    - NAME: b\n      READONLY: true\nHOOKS:\n  after_turn:\n    SET: b = a == 1\n",
    ),
    Code(
        "MEMORY_MODEL_WRITERS_INVALID", "error",
        "MODEL_WRITERS is a list of agent names, such as [Desk], or [] for no model at all",
        "A list that cannot be read is never taken for none: that would leave the field open to every model.",
        _SESSION + "    - NAME: route\n      MODEL_WRITERS: Desk\n",
        _SESSION + "    - NAME: route\n      MODEL_WRITERS: [Desk]\n",
    ),
    Code(
        "SESSION_MODEL_WRITER_UNKNOWN", "error", "`{name}` is no agent of this project{hint}",
        "Names in MODEL_WRITERS are the names of agents, letter case included. They are checked where the whole project is "
        "compiled, not for a single agent.",
        _SESSION + '    - NAME: route\n      MODEL_WRITERS: [Ghost]\n---\nAGENT: Back\nGOAL: "Help"\n',
        _SESSION + '    - NAME: route\n      MODEL_WRITERS: [Back]\n---\nAGENT: Back\nGOAL: "Help"\n',
    ),
    Code(
        "MEMORY_MODEL_VISIBLE_PATH_UNSUPPORTED", "error",
        "`{path}` cannot be hidden: a hidden path is names and numbers with dots between them",
        "Wildcards, brackets, empty segments, __proto__, prototype and constructor are refused: a path that cannot be cut "
        "out must not look hidden.",
        _HEAD + "  persistent:\n    - PATH: user.*.note\n      MODEL_VISIBLE: false\n",
        _HEAD + "  persistent:\n    - PATH: user.orders.0.note\n      MODEL_VISIBLE: false\n",
    ),
    Code(
        "ABLX_MODEL_VISIBLE_NOT_LITERAL", "error", "MODEL_VISIBLE is true or false, without quotes",
        "Anything else is refused: taken for true it would show the model what was meant to be hidden.",
        _SESSION + '    - NAME: email\n      MODEL_VISIBLE: "false"\n',
        _SESSION + "    - NAME: email\n      MODEL_VISIBLE: false\n",
    ),
    Code(
        "ABLX_MEMORY_NAME", "error", "`{name}` is no name that anything could read: use letters, figures, _ and, in a path, dots",
        "What stands behind the name belongs on lines of its own; several names are several entries.",
        _SESSION + "    - email, phone\n", _SESSION + "    - email\n    - phone\n",
    ),
    Code(
        "ABLX_MEMORY_STRAY", "error", "this belongs to no entry of the list: indent it deeper than the dash of its entry, as a key",
        "A key that is lost would protect nothing.",
        _SESSION + "    - NAME: email\n    READONLY: true\n", _SESSION + "    - NAME: email\n      READONLY: true\n",
        only=("text", "YAML cannot write a key beside the entries of a list"),
    ),
    Code(
        "ABLX_MODEL_VISIBLE_IGNORED", "warning", "MODEL_VISIBLE is true or false: this leaves the value visible to the model",
        "Only the literal false opts out; no, off and 0 do not.",
        _SESSION + "    - NAME: email\n      MODEL_VISIBLE: no\n",
        _SESSION + "    - NAME: email\n      MODEL_VISIBLE: false\n",
    ),
    Code(
        "ABLX_READONLY_NOT_LITERAL", "warning", "READONLY opts in by the literal true alone: this leaves the variable writable",
        "Quotes, yes and 1 do not count.",
        _SESSION + '    - NAME: email\n      READONLY: "true"\n', _SESSION + "    - NAME: email\n      READONLY: true\n",
    ),
    Code(
        "ABLX_RESET_UNKNOWN", "error", "`{value}` is no RESET: use one of {allowed}{hint}",
        "When the variable gets its INITIAL value again.",
        _SESSION + "    - NAME: email\n      RESET: per_turn\n", _SESSION + "    - NAME: email\n      RESET: per_step\n",
    ),
    Code(
        "ABLX_TYPE_UNKNOWN", "error", "`{value}` is no type: use one of {allowed}, or one of them with [] behind it",
        "Types are checked when values are written: a value of another type is kept, with a warning in the trace.",
        _SESSION + "    - NAME: email\n      TYPE: text\n", _GOOD,
    ),
    Code(
        "ABLX_FORMAT_UNKNOWN", "error", "`{value}` is no FORMAT: use one of {allowed}{hint}",
        "Legacy edition only. FORMAT says how the words of a caller are read.",
        _SESSION + "    - NAME: email\n      FORMAT: e-mail\n", _SESSION + "    - NAME: email\n      FORMAT: email\n", "legacy",
    ),
    Code(
        "ABLX_SOURCE_UNKNOWN", "error", "`{value}` is no SOURCE: use one of {allowed}{hint}",
        "Legacy edition only: user for what the caller said, tool for what tools found.",
        _SESSION + "    - NAME: email\n      SOURCE: caller\n", _SESSION + "    - NAME: email\n      SOURCE: user\n",
        "legacy",
    ),
    Code(
        "ABLX_SCOPE_UNKNOWN", "error", "`{value}` is no SCOPE: use one of {allowed}{hint}",
        "Whose fact it is: the user's, the project's, or that of one tree of hand-offs.",
        _HEAD + "  persistent:\n    - PATH: user.tier\n      SCOPE: session\n",
        _HEAD + "  persistent:\n    - PATH: user.tier\n      SCOPE: user\n",
    ),
    Code(
        "ABLX_SCOPE_PREFIX", "warning", "`{path}` is kept in scope {scope}, its first segment names another: make them agree",
        "SCOPE wins over the first segment of the path; readers will expect the segment.",
        _HEAD + "  persistent:\n    - PATH: project.tier\n      SCOPE: user\n",
        _HEAD + "  persistent:\n    - PATH: project.tier\n      SCOPE: project\n",
    ),
    Code(
        "ABLX_ACCESS_UNKNOWN", "error", "`{value}` is no ACCESS: use one of {allowed}{hint}",
        "What the agent may do with the fact.",
        _HEAD + "  persistent:\n    - PATH: user.tier\n      ACCESS: readonly\n",
        _HEAD + "  persistent:\n    - PATH: user.tier\n      ACCESS: read\n",
    ),
    Code(
        "ABLX_ACCESS_CONFLICT", "warning", "`{path}` has ACCESS {access} where it is declared: that counts, not this list",
        "READS and WRITES are short forms of persistent entries.",
        _HEAD + "  persistent:\n    - PATH: user.tier\n      ACCESS: read\n  writes:\n    - user.tier\n",
        _HEAD + "  persistent:\n    - PATH: user.tier\n      ACCESS: read\n  reads:\n    - user.tier\n",
    ),
    Code(
        "ABLX_SENSITIVE_DISPLAY_UNKNOWN", "error", "`{value}` is no SENSITIVE_DISPLAY: use one of {allowed}{hint}",
        "How a sensitive value is shown to the model.",
        _HEAD + "  persistent:\n    - PATH: user.phone\n      SENSITIVE: true\n      SENSITIVE_DISPLAY: hide\n",
        _HEAD + "  persistent:\n    - PATH: user.phone\n      SENSITIVE: true\n      SENSITIVE_DISPLAY: mask\n",
    ),
    Code(
        "ABLX_MASK_CHARACTER", "warning", "char is one character: the first of several counts",
        "What stands for each hidden character.",
        _HEAD + '  persistent:\n    - PATH: user.phone\n      SENSITIVE: true\n      SENSITIVE_DISPLAY: mask\n      MASK_CONFIG: {char: "xx"}\n',
        _HEAD + '  persistent:\n    - PATH: user.phone\n      SENSITIVE: true\n      SENSITIVE_DISPLAY: mask\n      MASK_CONFIG: {char: "x"}\n',
    ),
    Code(
        "ABLX_RESERVED_NAME", "warning", "`{name}` is a name of the runtime: use another",
        "`match` holds what the last regular expression captured; names that begin with _ belong to the runtime.",
        _SESSION + "    - match\n", _SESSION + "    - matching_city\n",
    ),
    Code(
        "ABLX_PATH_UNDECLARED", "warning", "`{path}` is not declared under persistent, so no expression can read it{hint}",
        "remember and recall work all the same; whose fact it is, the first segment of the path tells.",
        _HEAD + "  remember:\n    - WHEN: tier IS SET\n      STORE: tier -> user.tier\n",
        _HEAD + "  persistent:\n    - user.tier\n  remember:\n    - WHEN: tier IS SET\n      STORE: tier -> user.tier\n",
    ),
    Code(
        "ABLX_VERDICT_LAGS", "warning",
        "`{name}` is set before this turn's `{operand}` is known, so it is one turn behind: set it in after_turn or on_result",
        "before_turn runs before anything is extracted or written in the turn. Nothing is recomputed by itself. Reported only "
        "where lints are asked for.",
        _SESSION + "    - said\n    - stored\n    - NAME: verified\n      READONLY: true\nHOOKS:\n  before_turn:\n"
        "    SET: verified = MATCHES(said, stored)\n",
        _SESSION + "    - said\n    - stored\n    - NAME: verified\n      READONLY: true\nHOOKS:\n  after_turn:\n"
        "    SET: verified = MATCHES(said, stored)\n",
        lint=True,
    ),
    Code(
        "ABLX_DECLARATIONS_DIFFER", "warning", "`{name}` has another {key} in agent `{agent}`: make them agree",
        "Agents share session variables. READONLY in one protects in all; two lists of MODEL_WRITERS that differ deny every "
        "model; TYPE and RESET are those of the active agent.",
        _SESSION + '    - NAME: email\n      TYPE: string\n---\nAGENT: Back\nGOAL: "Help"\nMEMORY:\n  session:\n    - NAME: email\n      TYPE: number\n',
        _SESSION + '    - NAME: email\n      TYPE: string\n---\nAGENT: Back\nGOAL: "Help"\nMEMORY:\n  session:\n    - NAME: email\n      TYPE: string\n',
    ),
    Code(
        "ABLX_STORE_INVALID", "error", "STORE is `expression -> path`, or a block with value and target",
        "The inline form overwrites; append stands in the block form.",
        _DECLARED + "  remember:\n    - WHEN: true\n      STORE: user.tier\n",
        _DECLARED + '  remember:\n    - WHEN: true\n      STORE: "gold" -> user.tier\n',
    ),
    Code(
        "ABLX_REMEMBER_INCOMPLETE", "error", "this rule has no {key}: it would remember nothing",
        "A remember rule needs WHEN, a value and a target.",
        _DECLARED + "  remember:\n    - WHEN: true\n",
        _DECLARED + '  remember:\n    - WHEN: true\n      STORE: "gold" -> user.tier\n',
    ),
    Code(
        "ABLX_OPERATION_UNKNOWN", "error", "`{value}` is no operation: use one of {allowed}{hint}",
        "overwrite (or set, the same) replaces the fact, append adds to its list.",
        _DECLARED + "  remember:\n    - WHEN: true\n      STORE:\n        value: 1\n        target: user.tier\n        operation: add\n",
        _DECLARED + "  remember:\n    - WHEN: true\n      STORE:\n        value: 1\n        target: user.tier\n        operation: append\n",
    ),
    Code(
        "ABLX_APPEND_ONLY", "warning", "`{key}` counts with operation: append alone and has no effect here",
        "unique and maxSize are about lists.",
        _DECLARED + "  remember:\n    - WHEN: true\n      STORE:\n        value: 1\n        target: user.tier\n        unique: true\n",
        _DECLARED + "  remember:\n    - WHEN: true\n      STORE:\n        value: 1\n        target: user.tier\n        operation: append\n        unique: true\n",
    ),
    Code(
        "ABLX_RECALL_EVENT_LEGACY", "error",
        "`{event}` is no recall event: use session:start, session:end, agent:<name>:before, tool:<name>:after, "
        "entity:<field>:extracted or step:enter:<name>",
        "Older names such as ON_START and search:before are not read any more.",
        _DECLARED + '  recall:\n    - ON: ON_START\n      INSTRUCTION: "Use it"\n',
        _DECLARED + '  recall:\n    - ON: session:start\n      INSTRUCTION: "Use it"\n',
    ),
    Code(
        "ABLX_RECALL_EVENT_TOOL_BEFORE", "error", "a recall cannot run before a tool: use tool:{tool}:after",
        "It could change the arguments that are being sent.",
        _DECLARED + '  recall:\n    - ON: tool:search:before\n      INSTRUCTION: "Use it"\n',
        _DECLARED + '  recall:\n    - ON: tool:search:after\n      INSTRUCTION: "Use it"\n',
    ),
    Code(
        "ABLX_ACTION_UNKNOWN", "error", "`{value}` is no ACTION: use one of {allowed}{hint}",
        "What a recall does: put facts into the context, load a domain, or tell the model something.",
        _DECLARED + "  recall:\n    - ON: session:start\n      ACTION: inject\n      PATHS: [user.tier]\n",
        _DECLARED + "  recall:\n    - ON: session:start\n      ACTION: inject_context\n      PATHS: [user.tier]\n",
    ),
    Code(
        "ABLX_RECALL_INCOMPLETE", "error", "{action} needs {key}",
        "prompt_llm, which is the default, needs INSTRUCTION; inject_context needs PATHS; load_memory needs DOMAIN.",
        _DECLARED + "  recall:\n    - ON: session:start\n",
        _DECLARED + '  recall:\n    - ON: session:start\n      INSTRUCTION: "Use it"\n',
    ),
)  # fmt: skip
