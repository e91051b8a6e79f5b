"""What is mined for records: which conversations, and which of their words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from ablmatch.memory import fencing, summaries, working_state
from ablmatch.memory.due_dates import read_said_at
from ablmatch.memory.settings import Extraction
from ablmatch.memory.tokens import TokenCounter, estimated_tokens
from ablmatch.stores.records.rows import Conversation, Message, Record

# How much must have been said before a conversation that goes on is mined.
THRESHOLD_TOKENS = 2000
# How much one call of the model is given of what is new, and of what was said before it.
BATCH_TOKENS = 12_000
EARLIER_TOKENS = 4000
PERSON, ASSISTANT = "user", "assistant"

# A client may post the prompt that it was given back as a message: memory must not feed on itself.
_INJECTED = re.compile(
    "|".join(
        rf"^{re.escape(opening)}[ \t]*$.*?(?:^{re.escape(closing)}[ \t]*$|\Z)"
        for opening, closing in (
            (fencing.OPENING_MARK, fencing.CLOSING_MARK),
            (working_state.OPENING_MARK, working_state.CLOSING_MARK),
            (summaries.OPENING_MARK, summaries.CLOSING_MARK),
        )
    ),
    re.MULTILINE | re.DOTALL,
)


class MiningTask(NamedTuple):
    """What one call of the model is about; the prompt and the reading of the answer go by the same.

    - `new`: the words to be mined, `earlier`: what was said before them, both as `mined_words` gives them
    - `kept`: records of the conversation's owner in the store that the model may bring up to date
    - `wants_episode`: the session is over and the store keeps a record of each; `previous_episode`: what was kept of
      this one before it went on
    """

    store: str
    switch: Extraction
    conversation: Conversation
    new: Sequence[Message]
    earlier: Sequence[Message] = ()
    kept: Sequence[Record] = ()
    wants_episode: bool = False
    previous_episode: str | None = None


def is_minable(switch: Extraction, conversation: Conversation) -> bool:
    """Whether a store's switch lets a conversation be mined for it.

    `with_person`: only a conversation that names one. A filter on keys: only conversations of these keys, of none where
    the list is empty.
    """
    if not switch.enabled or (switch.threads == "with_person" and not conversation.subject):
        return False
    return switch.filters.key_ids is None or conversation.key_id in switch.filters.key_ids


def mined_words(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The words that count: what the person and the assistant posted, without memory, state or summaries given to them.

    System text, tools and what they returned are left out, and messages of which nothing remains.
    """
    return tuple(_mined_words(messages))


def is_enough(messages: Iterable[Message], *, settle: bool, count: TokenCounter = estimated_tokens) -> bool:
    """Whether what is not yet mined is to be mined now: when the session is over, or when much was said.

    The assistant's words alone are no evidence, so without any of the person's there is nothing to mine. No more of the
    messages is looked at than it takes to know.
    """
    tokens, spoke = 0, False
    for message in _mined_words(messages):
        spoke = spoke or message.role == PERSON
        tokens += count(message.text)
        if spoke and (settle or tokens >= THRESHOLD_TOKENS):
            return True
    return False


def next_batch(
    messages: Sequence[Message], *, budget: int = BATCH_TOKENS, count: TokenCounter = estimated_tokens
) -> Sequence[Message]:
    """The first messages that one call of the model is given: as many as fit, and at least one."""
    return messages[: max(1, _fitting(messages, budget, count))]


def earlier_words(
    messages: Sequence[Message], *, budget: int = EARLIER_TOKENS, count: TokenCounter = estimated_tokens
) -> Sequence[Message]:
    """The last of the words that were mined before, for what is new to be understood."""
    fitting = _fitting(messages[::-1], budget, count)
    return messages[len(messages) - fitting :]


def said_at(message: Message) -> datetime:
    """When a message was said: as was posted with it, else when it came, in UTC."""
    if message.said_at is not None:
        return read_said_at(message.said_at)
    return datetime.fromtimestamp(message.created_ms / 1000, UTC)


def _mined_words(messages: Iterable[Message]) -> Iterator[Message]:
    posted = (message for message in messages if message.role in {PERSON, ASSISTANT})
    bare = (msgspec.structs.replace(message, text=_INJECTED.sub("", message.text).strip()) for message in posted)
    return (message for message in bare if message.text)


def _fitting(messages: Sequence[Message], budget: int, count: TokenCounter) -> int:
    """How many messages fit into a budget, from the first on."""
    for number, message in enumerate(messages):
        budget -= count(message.text)
        if budget < 0:
            return number
    return len(messages)
