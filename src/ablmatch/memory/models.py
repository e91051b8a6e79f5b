"""A model behind an OpenAI-compatible endpoint, as extraction calls one."""

from __future__ import annotations

import json
import os
import re
import time
from typing import TYPE_CHECKING, Any

from ablmatch.memory.strict_schema import is_strict

if TYPE_CHECKING:
    import httpx

SECONDS = 60.0
KEY_VARIABLE = "ABLMATCH_MODEL_KEY"
# An answer is as long as the values of all extractors; whoever sends more than this sends no answer.
MOST_ANSWER_BYTES = 16_000_000
_ERROR_WORD = re.compile("[a-z0-9_.-]{1,60}")


class ModelError(Exception):
    """The model cannot be reached, or answers with something that is no answer: one line without a word of a prompt."""


class OpenAIModel:
    """POSTs to `{base_url}/chat/completions`; the answer's form is asked for as a JSON Schema (structured output).

    - `base_url`: up to and with its version, such as http://localhost:8000/v1
    - `api_key`: sent as a bearer token; the environment variable ABLMATCH_MODEL_KEY without it
    - `timeout`: seconds that the endpoint may take to begin its answer, and until the whole of it is there
    - `temperature`: None leaves it out, for models that take none

    Needs httpx (`pip install 'ablmatch[memory]'`).  Safe to share between threads.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key: str | None = None,
        *,
        timeout: float = SECONDS,
        temperature: float | None = 0.0,
    ) -> None:
        """Raises ValueError for a URL, a key or a time that cannot be used, ImportError without httpx."""
        try:
            import httpx
        except ModuleNotFoundError as error:
            raise ImportError(f"OpenAIModel needs {error.name}: pip install 'ablmatch[memory]'") from None
        key = os.environ.get(KEY_VARIABLE) if api_key is None else api_key
        if key and not (key.isascii() and key.isprintable() and key == key.strip()):
            # Told here, for a library would quote the key when it cannot send it.
            raise ValueError("the API key holds a character that cannot be sent, such as a line break at its end")
        try:
            self._url = httpx.URL(base_url.rstrip("/") + "/chat/completions")
        except httpx.InvalidURL:
            raise ValueError("base_url is no URL") from None
        if self._url.scheme not in {"http", "https"} or not self._url.host:
            raise ValueError("base_url must begin with http:// or https:// and a host")
        if type(timeout) not in {int, float} or not timeout > 0:
            raise ValueError("timeout must be a number of seconds above 0")
        self._model = model
        self._timeout = timeout
        self._temperature = temperature
        self._client = httpx.Client(
            headers={"authorization": f"Bearer {key}"} if key else {},
            timeout=timeout,
            transport=httpx.HTTPTransport(retries=2),
        )
        self._shown = str(self._url.copy_with(username="", password=""))

    def __call__(self, system: str, prompt: str, schema: dict[str, Any]) -> dict[str, Any]:
        """The model's answer as an object.  Raises ModelError."""
        import httpx

        body: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": prompt}],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "memory", "strict": is_strict(schema), "schema": schema},
            },
        }
        if self._temperature is not None:
            body["temperature"] = self._temperature
        try:
            response = self._posted(body)
        except httpx.TimeoutException:
            raise ModelError(f"{self._shown} took too long to answer") from None
        except httpx.HTTPError as error:
            raise ModelError(f"{self._shown} cannot be reached: {type(error).__name__}") from None
        if response.status_code != httpx.codes.OK:
            raise ModelError(f"{self._shown} answers {response.status_code}{_error_word(response)}")
        return self._answer(response)

    def close(self) -> None:
        """Lets go of the connections."""
        self._client.close()

    def _posted(self, body: dict[str, Any]) -> httpx.Response:
        """The answer, read whole.  The library bounds each wait alone: one byte a minute would never end."""
        import httpx

        until = time.monotonic() + self._timeout
        parts, size = [], 0
        with self._client.stream("POST", self._url, json=body) as response:
            for part in response.iter_bytes():
                parts.append(part)
                size += len(part)
                if size > MOST_ANSWER_BYTES:
                    raise ModelError(f"{self._shown} answers with more than {MOST_ANSWER_BYTES:,} bytes")
                if time.monotonic() > until:
                    raise httpx.ReadTimeout("the answer goes on and on")
        return httpx.Response(response.status_code, content=b"".join(parts))

    def _answer(self, response: httpx.Response) -> dict[str, Any]:
        try:
            choice = response.json()["choices"][0]
            message, ending = choice["message"], choice.get("finish_reason")
            refused, content = message.get("refusal"), message.get("content")
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
            raise ModelError(f"{self._shown} answers with something that is no chat completion") from None
        if refused:
            raise ModelError("the model refuses to answer")
        if ending == "length":
            raise ModelError("the model's answer was cut off: it ran out of tokens")
        try:
            found = json.loads(content)
        except (ValueError, TypeError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise ModelError("the model's answer is no JSON object: does the endpoint support structured output?")
        return found


def _error_word(response: httpx.Response) -> str:
    """The code of an error body; its message may quote the prompt."""
    try:
        error = response.json()["error"]
        words = [error.get("code"), error.get("type")]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ""
    found = next((one for one in words if isinstance(one, str) and _ERROR_WORD.fullmatch(one)), None)
    return f" ({found})" if found else ""
