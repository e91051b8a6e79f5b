"""A model behind an OpenAI-compatible endpoint: POST {url}/chat/completions."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

import httpx

from ablmatch.chat.model import Answer, Call, ModelError

SECONDS = 60.0
KEY_VARIABLE = "ABLMATCH_MODEL_KEY"


class Endpoint:
    """`url`: up to and with its version, such as http://localhost:8000/v1.  The key comes from ABLMATCH_MODEL_KEY."""

    def __init__(self, url: str, model: str, *, seconds: float = SECONDS) -> None:
        key = os.environ.get(KEY_VARIABLE)
        if key and not (key.isascii() and key.isprintable() and key == key.strip()):
            # Told here, for the library would quote the key when it cannot send it.
            raise ModelError(f"{KEY_VARIABLE} holds a character that cannot be sent, such as a line break at its end")
        headers = {"authorization": f"Bearer {key}"} if key else {}
        transport = httpx.HTTPTransport(retries=2)
        self.url = url.rstrip("/") + "/chat/completions"
        self._shown = _without_password(self.url)
        self.model = model
        self._client = httpx.Client(headers=headers, timeout=seconds, transport=transport)

    def answer(self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]) -> Answer:
        """The first choice of the endpoint's answer.  Raises ModelError."""
        body = {"model": self.model, "messages": list(messages), "tools": list(tools)}
        try:
            response = self._client.post(self.url, json=body)
            response.raise_for_status()
            message = response.json()["choices"][0]["message"]
        except httpx.HTTPStatusError as error:
            raise ModelError(f"{self._shown} answers {error.response.status_code}") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ModelError(f"{self._shown} cannot be reached: {error}") from None
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            raise ModelError(f"{self._shown} answers with something that is no chat completion") from None
        return read(message)

    def close(self) -> None:
        """Lets go of the connection."""
        self._client.close()


def read(message: Any) -> Answer:
    """An assistant's message.  Raises ModelError for anything else."""
    if not isinstance(message, dict):
        raise ModelError("the model's answer is no message")
    calls = []
    wanted = message.get("tool_calls") or []
    if not isinstance(wanted, list):
        raise ModelError("the model's answer calls tools in another form than a list")
    for at, one in enumerate(wanted):
        function = one.get("function") if isinstance(one, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            raise ModelError("the model's answer calls something that has no name")
        calls.append(Call(str(one.get("id") or f"call-{at}"), function["name"], _arguments(function.get("arguments"))))
    text = message.get("content")
    return Answer(text if isinstance(text, str) else None, tuple(calls))


def _arguments(written: Any) -> dict[str, Any] | None:
    try:
        found = json.loads(written) if isinstance(written, str) else written
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None if found is not None else {}


def _without_password(url: str) -> str:
    try:
        return str(httpx.URL(url).copy_with(username="", password=""))
    except httpx.InvalidURL:
        return "the model's URL"
