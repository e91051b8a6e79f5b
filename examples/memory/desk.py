"""A desk that knows its guests again: a loop around any model, with memory over conversations.

    python examples/memory/desk.py --store file:memories --user u1 "I am Sam, and I drink green tea."
    python examples/memory/desk.py --store file:memories --user u1 "What would I like?"

Each run is a conversation of its own.  Without --model-url a stand-in answers, which knows a name only if the prompt
tells it; with --model-url and --model (and ABLMATCH_MODEL_KEY) it is a real model behind an OpenAI-compatible endpoint.
Needs pip install 'ablmatch[memory,chat]'.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from ablmatch.chat.model import Answer, Call, History, Model, ModelError
from ablmatch.memory import OpenAIModel, Preload, Recall, StoreError, WorkingMemory, facts_extractor, openai_tool

INSTRUCTIONS = "You stand at the desk of a small hotel. Greet guests by their names and offer what they like."
MOST_CALLS = 5


def converse(
    model: Model, memory: WorkingMemory, recall: Recall, *, user: str, texts: Sequence[str], say: Callable[[str], None]
) -> None:
    """One conversation: what the guest says in, what the desk answers to `say`."""
    session, history = uuid.uuid4().hex, History()
    for text in texts:
        # Bound for each turn, so that what the last one wrote is in the prompt.
        whose = {"user_id": user, "agent_id": "desk", "session_id": session}
        blocks, known = memory.bind(**whose), recall.bind(**whose)
        # What never changes first: providers cache what prompts have in common.
        parts = [INSTRUCTIONS, blocks.prompt_section(), known.preload(text)]
        system = {"role": "system", "content": "\n\n".join(part for part in parts if part)}
        runs = {schema["name"]: run for run in (blocks, known) if (schema := run.tool_schema())}
        tools = [openai_tool(run.tool_schema()) for run in runs.values()]
        history.user(text)
        for _ in range(MOST_CALLS):
            answer = model.answer([system, *history.messages], tools)
            if not answer.calls:
                break
            history.called(answer)
            for call in answer.calls:
                history.result(call, json.dumps(carried_out(runs, call), ensure_ascii=False))
        history.said(answer.text or "")
        say(answer.text or "")
        known.turn_closed(history.messages)
    for result in known.settled():
        for failure in result.failures:
            say(f"({failure.slug} was not remembered: {failure.error})")


def carried_out(runs: dict[str, Any], call: Call) -> dict[str, Any]:
    """A tool's result, or what the model must do otherwise."""
    if call.name not in runs or call.arguments is None:
        return {"error": "no such tool, or no arguments"}
    try:
        return runs[call.name].call_tool(call.arguments)
    except ValueError as error:
        return {"error": str(error)}


# --- A stand-in for a model -----------------------------------------------------------------------------------------


class StandIn:
    """Notes a name with the tool; answers with the name and the drink that the prompt tells it, if it tells any."""

    def answer(self, messages: Sequence[Any], tools: Sequence[Any]) -> Answer:
        system, last = messages[0]["content"], messages[-1]
        met = re.search(r"\bI am ([A-Z]\w+)", last["content"]) if last["role"] == "user" else None
        if met and tools:
            note = {"action": "add", "block": "USER", "content": f"name: {met[1]}"}
            return Answer(calls=(Call("call-1", "memory_block", note),))
        if last["role"] == "tool":
            return Answer("Welcome! I have noted that." if json.loads(last["content"]).get("ok") else "Welcome!")
        name = re.search(r"^name: (\w+)", system, re.MULTILINE)
        drink = re.search(r"memory: Drinks (.+)", system)
        offer = f"Some {drink[1]}?" if drink else "What may I bring?"
        return Answer(f"Welcome back, {name[1] if name else 'dear guest'}. {offer}")


def stand_in_extraction(_system: str, prompt: str, _schema: dict[str, Any]) -> dict[str, Any]:
    """Takes what a guest drinks from a conversation; null where nothing was said of it."""
    conversation = prompt.rpartition("## Conversation (JSON)")[2]
    said = [json.loads(line) for line in conversation.splitlines() if line.startswith("{")]
    found = [re.search(r"\bI drink ([\w ]+)", one["content"]) for one in said if one["role"] == "user"]
    drinks = [one[1] for one in found if one]
    return {"facts": {"facts": [f"Drinks {drinks[-1]}"]} if drinks else None}


def main() -> None:
    parser = argparse.ArgumentParser(description="One conversation with a desk that remembers.")
    parser.add_argument("texts", nargs="+", metavar="TEXT", help="what the guest says")
    parser.add_argument("--store", required=True, metavar="URL", help="file:folder, sqlite:///memory.db, ...")
    parser.add_argument("--user", required=True, metavar="ID")
    parser.add_argument("--model-url", metavar="URL")
    parser.add_argument("--model", metavar="NAME")
    given = parser.parse_args()
    model: Model = StandIn()
    extraction: Any = stand_in_extraction
    if given.model_url and not given.model:
        parser.error("--model-url needs --model NAME")
    try:
        if given.model_url:
            from ablmatch.chat.endpoint import Endpoint

            model = Endpoint(given.model_url, given.model)
            extraction = OpenAIModel(given.model_url, given.model)
        memory = WorkingMemory(given.store)
        recall = Recall(
            [facts_extractor()], store=given.store, model=extraction, preload=Preload(enabled=True), trigger="each-turn"
        )
    except (ImportError, ModelError, StoreError, ValueError) as error:
        parser.error(str(error))
    try:
        converse(model, memory, recall, user=given.user, texts=given.texts, say=print)
    except (ModelError, StoreError) as error:
        sys.exit(f"desk.py: {error}")
    finally:
        recall.close()


if __name__ == "__main__":
    main()
