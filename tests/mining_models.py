"""Models for the extraction of records, which answer by what a prompt shows them."""

import json
import re
import threading

from ablmatch.memory import lessons, mining_prompt, promotions, summaries

_NEW = re.compile(r"^## New messages \(JSON\)\n\n(.*?)(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)
_KEPT = re.compile(r"^## Kept records \(JSON\)\n\n(.*?)(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)


class Miner:
    """Proposes, for each new message of a person whose text is a key of `records`, what stands there.

    `episode`, `lesson`, `proposal` and `summary` are given where they are asked for. A value that is an exception is
    raised instead. `asked` counts the questions by kind.
    """

    def __init__(self, records=None, *, episode=None, lesson=None, proposal=None, summary=None):
        self.records, self.episode = dict(records or {}), episode
        self.lesson, self.proposal, self.summary = lesson, proposal, summary
        self.asked = {"mining": 0, "lesson": 0, "proposal": 0, "summary": 0}
        self.prompts = []
        self.fault = None
        self._lock = threading.Lock()

    def __call__(self, system, prompt, schema):
        with self._lock:
            kind = _KINDS[system]
            self.asked[kind] += 1
            self.prompts.append(prompt)
        if self.fault is not None:
            raise self.fault
        return self._mined(prompt) if kind == "mining" else {kind: getattr(self, kind)}

    def _mined(self, prompt):
        proposed = []
        for message in said(prompt):
            given = self.records.get(message["text"]) if message["role"] == "user" else None
            if given is not None:
                proposed.append({"confidence": 0.8, "message_ids": [message["id"]], **given})
        wants = "answer with an episode" in prompt
        episode = {"content": self.episode, "confidence": 0.75} if wants and self.episode else None
        return {"records": proposed, "episode": episode}


def said(prompt):
    """The new messages that a prompt shows."""
    found = _NEW.search(prompt)
    return [json.loads(line) for line in found[1].splitlines()] if found else []


def kept(prompt):
    """The records that a prompt shows as kept."""
    found = _KEPT.search(prompt)
    return [json.loads(line) for line in found[1].splitlines()] if found else []


_KINDS = {
    mining_prompt.SYSTEM: "mining",
    lessons.SYSTEM: "lesson",
    promotions.SYSTEM: "proposal",
    summaries.SYSTEM: "summary",
}
