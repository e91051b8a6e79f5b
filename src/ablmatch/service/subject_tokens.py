"""Subject tokens: a person and her attributes, signed with a secret of her organisation that outlives restarts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ablmatch.memory.refusals import Refusal
from ablmatch.memory.request import Request, check_attributes, check_subject
from ablmatch.service.errors import HttpError
from ablmatch.service.signed import read_signed, sign
from ablmatch.stores.records import RecordStore

_ISSUER = "ablmatch"
_NEEDED = ("iat", "iss", "sub")
_SPAN = re.compile(r"([1-9][0-9]{0,8})([smhd])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
LONGEST_SECONDS = 30 * 86_400
_LONGEST_TOKEN = 16_384


@dataclass(frozen=True, slots=True)
class SubjectTokens:
    """Makes tokens and reads them; a token is good within the organisation of the key that made it."""

    store: RecordStore
    clock: Callable[[], int]

    def make(self, organisation: str, subject: str, attributes: Mapping[str, tuple[str, ...]], seconds: int) -> str:
        """A token of a person, good for so many seconds; raises `attributes_malformed` where it would be too long."""
        now = self.clock() // 1000
        claims = {
            "iss": _ISSUER,
            "aud": organisation,
            "sub": subject,
            "iat": now,
            "exp": now + seconds,
            "attributes": {name: list(values) for name, values in sorted(attributes.items())},
        }
        token = sign(claims, self.store.tenants.token_secret(organisation))
        if len(token) > _LONGEST_TOKEN:
            raise Refusal("attributes_malformed", f"the token would take more than {_LONGEST_TOKEN:,} characters")
        return token

    def read(self, organisation: str, token: str) -> Request:
        """The person of a token, with her attributes; raises `subject_token_invalid`."""
        if not token.isascii() or len(token) > _LONGEST_TOKEN:
            raise _invalid()
        claims = read_signed(
            token,
            self.store.tenants.token_secret(organisation),
            audience=organisation,
            issuer=_ISSUER,
            needed=_NEEDED,
            now_ms=self.clock(),
        )
        if claims is None:
            raise _invalid()
        try:
            return Request(check_subject(claims["sub"]), check_attributes(claims.get("attributes", {})))
        except (Refusal, RecursionError):
            raise _invalid() from None


def read_ttl(text: object) -> int:
    """How long a token is to be good, in seconds: `90s`, `15m`, `1h`, `7d`, at most 30 days; raises `body_invalid`."""
    found = _SPAN.fullmatch(text) if isinstance(text, str) else None
    seconds = int(found[1]) * _SECONDS[found[2]] if found else 0
    if not 0 < seconds <= LONGEST_SECONDS:
        raise Refusal("body_invalid", "ttl must be a number with s, m, h or d behind it, as 1h, and at most 30d")
    return seconds


def _invalid() -> HttpError:
    return HttpError("subject_token_invalid", "the subject token is bad, has expired, or is not of this organisation")
