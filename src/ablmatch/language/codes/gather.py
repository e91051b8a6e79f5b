"""Codes of GATHER."""

from __future__ import annotations

from ablmatch.language.codes.row import Code

_HEAD = 'AGENT: Desk\nGOAL: "Help"\n'
_FIELD = _HEAD + 'GATHER:\n  code:\n    prompt: "Which code?"\n'
_STORED = "MEMORY:\n  session:\n    - stored\n"

ROWS: tuple[Code, ...] = (
    Code(
        "ABLX_GATHER_TYPE_UNKNOWN", "error", "`{value}` is no type of a gathered field: use one of {allowed}{hint}",
        "Gathered values are validated and converted by their type.",
        _FIELD + "    type: int\n", _FIELD + "    type: integer\n",
    ),
    Code(
        "ABLX_GATHER_PRESENCE", "error", "behind `{name}:` stands required or optional, its other keys below it",
        "`- city: required` is short for a field that must be filled in.",
        _HEAD + "GATHER:\n  - code: maybe\n", _HEAD + "GATHER:\n  - code: optional\n",
    ),
    Code(
        "ABLX_ACTIVATION_UNKNOWN", "error", "`{value}` is no activation: use one of {allowed}, or {{when: condition}}{hint}",
        "When the field is asked for.",
        _FIELD + "    activation: later\n", _FIELD + "    activation: progressive\n",
    ),
    Code(
        "ABLX_VALIDATION_UNKNOWN", "error", "this is no validation: use {allowed}",
        "Several stand in a list. Code and instructions for a model are written with VALIDATION_PROCESS: CODE or LLM.",
        _FIELD + "    validate: at least 3\n", _FIELD + "    validate: min(3)\n",
    ),
    Code(
        "ABLX_VALIDATION_PROCESS_UNKNOWN", "error", "`{value}` is no validation_process: use one of {allowed}{hint}",
        "Who validates: a pattern, the host's code, or a model.",
        _FIELD + "    validation_process: regexp\n", _FIELD + "    validation_process: REGEX\n",
    ),
    Code(
        "ABLX_PATTERN_INVALID", "error", "{problem}: there are no look-around and no back references",
        "Patterns are those of RE2, which never take long.",
        _FIELD + '    validate: pattern("[A-Z")\n', _FIELD + '    validate: pattern("[A-Z]")\n',
    ),
    Code(
        "ABLX_PII_TYPE_UNKNOWN", "warning", "`{value}` is no pii_type and is left out: use one of {allowed}",
        "The type decides how a sensitive value is masked or named.",
        _FIELD + "    sensitive: true\n    pii_type: passport\n", _FIELD + "    sensitive: true\n    pii_type: custom\n",
    ),
    Code(
        "ABLX_DEFAULT_OUTSIDE_OPTIONS", "warning", "the default of `{name}` is none of its options",
        "A value that the caller could not choose is taken without asking.",
        _FIELD + "    options: [a, b]\n    default: c\n", _FIELD + "    options: [a, b]\n    default: b\n",
    ),
    Code(
        "ABLX_DEPENDS_ON_UNKNOWN", "warning", "`{name}` is gathered nowhere, so nothing waits for it{hint}",
        "A field is asked for once the fields in depends_on are filled in.",
        _FIELD + "    depends_on: [city]\n",
        _FIELD + '    depends_on: [city]\n  city:\n    prompt: "Which city?"\n',
    ),
    Code(
        "ABLX_READONLY_GATHERED", "warning", "`{name}` is READONLY, so what the model extracts for it is refused",
        "Extraction by a model is a write of the model. Patterns may fill such a field no more than a model may.",
        _FIELD + "MEMORY:\n  session:\n    - NAME: code\n      READONLY: true\n", _FIELD + "MEMORY:\n  session:\n    - code\n",
    ),
    Code(
        "ABLX_SENSITIVE_MATCH_OPERAND", "warning",
        "`{name}` is sensitive: where values are kept as tokens this is always missing; compare with abl.pii_equal there",
        "MATCHES, MATCH_SCORE and MATCH_RESULT never compare vault tokens.",
        _FIELD + "    sensitive: true\n" + _STORED + 'CONSTRAINTS:\n  - REQUIRE MATCHES(code, stored, "digits")\n',
        _FIELD + _STORED + 'CONSTRAINTS:\n  - REQUIRE MATCHES(code, stored, "digits")\n',
    ),
    Code(
        "ABLX_SENSITIVE_COPY", "warning", "`{source}` is sensitive and `{target}` is not: the copy is shown as any other value",
        "Values are masked by the declaration of where they stand. Use the sensitive value itself, or set what is derived of it.",
        _FIELD + "    sensitive: true\nHOOKS:\n  after_turn:\n    SET: note = code\n",
        _FIELD + "    sensitive: true\nHOOKS:\n  after_turn:\n    SET: given = code IS SET\n",
    ),
)  # fmt: skip
