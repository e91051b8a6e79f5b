"""What the memory records refuse: one error, a code for programs, the HTTP status that fits it."""

from __future__ import annotations

from collections.abc import Mapping

# Code -> HTTP status. A code means one thing wherever it is raised.
REFUSALS: Mapping[str, int] = {
    "subject_malformed": 400,  # a person is named, but blank or with characters that no id has
    "subject_conflict": 400,  # two places of one request name different people
    "subject_required": 400,  # the key works for people only, and the request names nobody
    "subject_forbidden": 403,  # a subject token, and beside it another person
    "attributes_malformed": 400,
    "parameter_invalid": 400,  # a query parameter of a list
    "memory_write_denied": 403,  # no rule of the policy permits the write
    "record_read_only": 403,  # a request that names a person changes what is not hers
    "erase_denied": 403,
    "agent_unknown": 404,
    "record_exists": 409,  # the same text or slot is held by a record out of the request's reach
    "body_invalid": 422,  # a body that is no record and no settings
    "id_invalid": 422,  # the id of an organisation, a key, a store or an agent
    "store_unknown": 422,
    "tool_unknown": 422,
    "policy_invalid": 422,
    "vocabulary_invalid": 422,
    "settings_invalid": 422,  # injection, extraction, promotion
    "record_invalid": 422,
    "label_undeclared": 422,  # the organisation has a vocabulary, and the label is not in it
    "content_unsafe": 422,  # a known form of prompt injection in what a model wrote
    "working_state_invalid": 422,
    "working_state_too_large": 413,
    "reply_invalid": 502,  # a model's answer that is not what was asked for
}


_LONGEST_LINE = 300


class Refusal(Exception):
    """Something was asked for that is not done; nothing was read, stored or changed for it.

    `code` is one of `REFUSALS` and for programs, `message` one line for people: what, where, what to do. It never holds
    what a record says, a person's id or a value of an attribute. `status` is the HTTP status that fits.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = REFUSALS[code]


def one_line(error: Exception) -> str:
    """What a library says of a document, as one line: names in it are the caller's text, of any length."""
    return ascii(str(error))[1:-1][:_LONGEST_LINE]
