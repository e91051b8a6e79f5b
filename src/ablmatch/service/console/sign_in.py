"""Who is at the console: the operator, by a signed cookie that ends; forms carry a token that belongs to it."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from ablmatch.service.authentication import LONGEST_SECRET
from ablmatch.service.console.wrong_tries import WrongTries
from ablmatch.service.signed import read_signed, sign
from ablmatch.stores.records import RecordStore

COOKIE = "ablmatch_console"
SECONDS = 8 * 3600
_AUDIENCE = "console"


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The operator, at one browser. `form_token`: what his forms must carry."""

    form_token: str

    def allows(self, token: str) -> bool:
        """Whether a form came from one of his pages."""
        return hmac.compare_digest(token.encode(), self.form_token.encode())


class SignIns:
    """Signs the operator in and knows him again. `clock`: milliseconds since 1970; `seconds` counts for the rate."""

    def __init__(
        self,
        store: RecordStore,
        clock: Callable[[], int],
        seconds: Callable[[], float],
        new_token: Callable[[], str] = lambda: secrets.token_urlsafe(24),
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_token = new_token
        self._tries = WrongTries(seconds)

    def sign_in(self, secret: str, address: str | None) -> str | None:
        """The cookie of who gives the operator's secret, None for another.

        Raises `rate_limited` where too many wrong ones came from the network of the client's address.
        """
        tried, secret = self._tries.take(address), secret.strip()
        if not secret or len(secret) > LONGEST_SECRET or not self._store.tenants.is_operator(secret):
            return None
        self._tries.give_back(tried)
        claims = {"aud": _AUDIENCE, "exp": self._clock() // 1000 + SECONDS, "form": self._new_token()}
        return sign(claims, self._store.tenants.console_secret())

    def known(self, cookie: str | None) -> SignedIn | None:
        """Who a cookie belongs to; None where it is not ours or has ended."""
        if not cookie:
            return None
        secret, now_ms = self._store.tenants.console_secret(), self._clock()
        claims = read_signed(cookie, secret, audience=_AUDIENCE, needed=("form",), now_ms=now_ms)
        return None if claims is None else SignedIn(str(claims["form"]))
