"""Projects of a given size: agents in both formats, clean or with slips whose findings are known."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

# A part is a tool, three session variables, a persistent path, a rule, a hook's assignment and two steps of the flow.
PARTS = 4


class Slip(NamedTuple):
    """What is changed in one part (both formats write it alike, and once), and the code that tells of it."""

    right: str
    wrong: str
    code: str


SLIPS = (
    Slip(": number\n", ": numeral\n", "ABLX_TYPE_UNKNOWN"),
    Slip(': "How much"\n', ': "How much"\n      COLOUR: red\n', "ABLX_KEY_UNKNOWN"),
    Slip(" * 2 <= ", " * <= ", "ABLX_CONSTRAINT_SYNTAX"),
    Slip("calling send_", "calling sent_", "ABLX_CONSTRAINT_TOOL_UNKNOWN"),
    Slip(": confirm_", ": confirmed_", "ABLX_STEP_UNKNOWN"),
    Slip("FORMAT_CURRENCY(", "FORMAT_CURRENCIES(", "CEL_CONDITION_UNRESOLVED_CALL"),
)

# Sections in order: the text once before the parts, and the text of each part.
_TEXT = (
    (
        """# Desk %(n)s: takes orders, checks them, sends them.
AGENT: Desk_%(n)s
VERSION: "1.0.0"
GOAL: "Take an order, check it, send it"
EXECUTION:
  guardrail_builtins: true
""",
        "",
    ),
    (
        "TOOLS:\n",
        """  send_%(n)s(amount: number, payee: string) -> {reference: string}
    description: "Send the order"
    effect: side_effect
    on_result:
      set:
        reference_%(n)s: result.reference
        spent_%(n)s: spent_%(n)s + amount_%(n)s
""",
    ),
    (
        "MEMORY:\n  session:\n",
        """    - NAME: amount_%(n)s
      TYPE: number
      DESCRIPTION: "How much"
    - NAME: spent_%(n)s
      INITIAL: 0
    - NAME: reference_%(n)s
      READONLY: true
""",
    ),
    (
        "  persistent:\n",
        """    - PATH: user.limit_%(n)s
      ACCESS: read
      DEFAULT_VALUE: 500
""",
    ),
    (
        "CONSTRAINTS:\n  orders:\n",
        """    - LIMIT spent_%(n)s + amount_%(n)s * 2 <= user.limit_%(n)s BEFORE calling send_%(n)s
      ON_FAIL:
        RESPOND: "{{FORMAT_CURRENCY(amount_%(n)s, 'EUR')}} is more than is left today."
        CLEAR: [amount_%(n)s]
        GOTO: ask_%(n)s
""",
    ),
    (
        "HOOKS:\n  before_turn:\n    SET:\n",
        """      likeness_%(n)s = MATCH_RESULT(payee_%(n)s, reference_%(n)s, "text")
""",
    ),
    (
        "FLOW:\n",
        """  ask_%(n)s:
    REASONING: false
    GATHER:
      - payee_%(n)s: required
        prompt: "Whom should I pay?"
    THEN: confirm_%(n)s
  confirm_%(n)s:
    REASONING: false
    RESPOND: "{{amount_%(n)s}} to {{payee_%(n)s}}, shall I send it?"
    GATHER:
      - answer_%(n)s: required
        type: boolean
    CHECK: answer_%(n)s == true
    ON_FAIL: ask_%(n)s
    CALL: send_%(n)s(amount_%(n)s, payee_%(n)s)
    ON_FAILURE:
      RESPOND: "It could not be sent."
      THEN: ESCALATE with REASON: "order not sent"
    THEN: %(next)s
""",
    ),
    (
        """HANDOFF:
  - TO: Desk_%(other)s
    WHEN: amount_%(n)s_0 > 1000
    EXPECT_RETURN: true
    CONTEXT:
      pass: [amount_%(n)s_0]
      summary: "Look at a large order"
""",
        "",
    ),
)
_YAML = (
    (
        """# Desk %(n)s: takes orders, checks them, sends them.
agent: Desk_%(n)s
version: "1.0.0"
goal: "Take an order, check it, send it"
execution:
  guardrail_builtins: true
""",
        "",
    ),
    (
        "tools:\n",
        """  - name: send_%(n)s
    description: "Send the order"
    effect: side_effect
    parameters:
      - {name: amount, type: number}
      - {name: payee, type: string}
    on_result:
      set:
        reference_%(n)s: result.reference
        spent_%(n)s: spent_%(n)s + amount_%(n)s
""",
    ),
    (
        "memory:\n  session:\n",
        """    - name: amount_%(n)s
      type: number
      description: "How much"
    - name: spent_%(n)s
      initial: 0
    - name: reference_%(n)s
      readonly: true
""",
    ),
    (
        "  persistent:\n",
        """    - path: user.limit_%(n)s
      access: read
      default_value: 500
""",
    ),
    (
        "constraints:\n",
        """  - limit: spent_%(n)s + amount_%(n)s * 2 <= user.limit_%(n)s
    before: calling send_%(n)s
    on_fail:
      respond: "{{FORMAT_CURRENCY(amount_%(n)s, 'EUR')}} is more than is left today."
      clear: [amount_%(n)s]
      goto: ask_%(n)s
""",
    ),
    (
        "hooks:\n  before_turn:\n    set:\n",
        """      likeness_%(n)s: MATCH_RESULT(payee_%(n)s, reference_%(n)s, "text")
""",
    ),
    (
        "flow:\n  steps:\n",
        """    ask_%(n)s:
      reasoning: false
      gather:
        - name: payee_%(n)s
          required: true
          prompt: "Whom should I pay?"
      then: confirm_%(n)s
    confirm_%(n)s:
      reasoning: false
      respond: "{{amount_%(n)s}} to {{payee_%(n)s}}, shall I send it?"
      gather:
        - name: answer_%(n)s
          required: true
          type: boolean
      check: answer_%(n)s == true
      on_fail: ask_%(n)s
      call: send_%(n)s(amount_%(n)s, payee_%(n)s)
      on_failure:
        respond: "It could not be sent."
        then: 'ESCALATE with REASON: "order not sent"'
      then: %(next)s
""",
    ),
    (
        """handoff:
  - to: Desk_%(other)s
    when: amount_%(n)s_0 > 1000
    expect_return: true
    context:
      pass: [amount_%(n)s_0]
      summary: "Look at a large order"
""",
        "",
    ),
)


class Project(NamedTuple):
    """`texts` by name; `due`: the findings by code."""

    texts: dict[str, str]
    due: Counter[str]

    @property
    def lines(self) -> int:
        return sum(text.count("\n") for text in self.texts.values())


def project(lines: int, slips: int = 0, parts: int = PARTS, mark: str = "a") -> Project:
    """At least so many lines in agents of so many parts, every other one in YAML, each handing off to the next.

    At most two slips a part are to be had.  `mark` is in every name: what is kept of expressions that were read before
    is no help for a project with another one.
    """
    lengths = [_agent(at, 0, parts, {}, mark).count("\n") for at in (0, 1)]
    count = 0
    while sum(lengths[at % 2] for at in range(count)) < lines:
        count += 1
    # Three rows apart, two slips of one part never spoil each other's finding.
    spoiled: dict[int, list[Slip]] = {}
    for at in range(slips):
        part, more = at % (count * parts), at // (count * parts)
        spoiled.setdefault(part, []).append(SLIPS[(part + 3 * more) % len(SLIPS)])
    texts = {}
    for at in range(count):
        own = {part: spoiled.get(at * parts + part, []) for part in range(parts)}
        texts[f"desk_{at}.agent.{'yaml' if at % 2 else 'abl'}"] = _agent(at, (at + 1) % count, parts, own, mark)
    return Project(texts, Counter(slip.code for found in spoiled.values() for slip in found))


def _agent(at: int, other: int, parts: int, slips: dict[int, list[Slip]], mark: str) -> str:
    written = []
    for head, part in _YAML if at % 2 else _TEXT:
        written.append(head % {"n": f"{mark}{at}", "other": f"{mark}{other}"})
        for own in range(parts):
            following = f"ask_{mark}{at}_{own + 1}" if own + 1 < parts else "COMPLETE"
            text = part % {"n": f"{mark}{at}_{own}", "next": following}
            for slip in slips.get(own, ()):
                text = text.replace(slip.right, slip.wrong)
            written.append(text)
    return "".join(written)
