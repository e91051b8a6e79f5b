"""The built-in extractor: durable facts about the user, one complete list that the model rewrites."""

from __future__ import annotations

import json
from typing import Any

from ablmatch.memory.extractors import ExtractionContext, Extractor, define_extractor
from ablmatch.memory.scanner import scan_memory_write

FACTS = "facts"
LONGEST_FACT = 200


def facts_extractor(*, max_facts: int = 25, char_limit: int = 10_000) -> Extractor:
    """The extractor `Facts`, slug `facts`: `{"facts": [text, ...]}` of the user, which preload shows.

    The model gives the whole list anew, old facts that still hold included.  Of it are kept: facts that are not blank,
    that the scanner finds safe and that alone are not too long, the first `max_facts`, and of those as many from the
    beginning as fit into `char_limit` characters (code points) of JSON.  Raises ValueError for a limit that is not
    positive.
    """
    for name, limit in (("max_facts", max_facts), ("char_limit", char_limit)):
        if type(limit) is not int or limit < 1:
            raise ValueError(f"{name} must be a whole number of at least 1")

    def keep(_previous: Any, current: Any, _context: ExtractionContext) -> Any:
        stripped = (one.strip() for one in current["facts"])
        # One that would never fit takes none of the others with it.
        fitting = (one for one in stripped if one and len(facts_text([one])) <= char_limit)
        facts = [one for one in fitting if scan_memory_write(one) is None][:max_facts]
        while facts and len(facts_text(facts)) > char_limit:
            facts.pop()
        return {"facts": facts}

    return define_extractor(
        name="Facts",
        instructions=_instructions(max_facts),
        schema={
            "type": "object",
            "properties": {"facts": {"type": "array", "items": {"type": "string"}}},
            "required": ["facts"],
            "additionalProperties": False,
        },
        on_extracted=keep,
    )


def facts_text(facts: list[str]) -> str:
    """The JSON text whose length `char_limit` bounds."""
    return json.dumps({"facts": facts}, ensure_ascii=False, separators=(",", ":"))


def _instructions(max_facts: int) -> str:
    return f"""\
Facts about the user that will still matter in later conversations: who they are, what they prefer, what keeps \
coming up.
Merge what is kept so far with what was just said into one complete list: keep what is still true, rewrite what has \
changed, leave out what is outdated or said twice.
No passing remarks, nothing about this conversation itself, no payment data, no passwords.
At most {max_facts} facts, the most useful first, each one sentence that can be read on its own, under {LONGEST_FACT} \
characters."""
