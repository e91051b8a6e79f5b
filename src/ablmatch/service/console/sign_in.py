"""Who is at the console: the operator, by a signed cookie that ends; forms carry a token that belongs to it."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass

import jwt

from ablmatch.service.rate import RateLimit
from ablmatch.stores.records import RecordStore

COOKIE = "ablmatch_console"
SECONDS = 8 * 3600
_ALGORITHM = "HS256"
_AUDIENCE = "console"
_LONGEST_SECRET = 512
# Of all who try together: secrets are long and random, so that this bounds work, not guesses.
_TRIES_PER_SECOND = 2.0


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
        self._rate = RateLimit(_TRIES_PER_SECOND, seconds)

    def sign_in(self, secret: str) -> str | None:
        """The cookie of who gives the operator's secret, None for another; raises `rate_limited`."""
        self._rate.take("console")
        secret = secret.strip()
        if not secret or len(secret) > _LONGEST_SECRET or not self._store.tenants.is_operator(secret):
            return None
        claims = {"aud": _AUDIENCE, "exp": self._clock() // 1000 + SECONDS, "form": self._new_token()}
        return jwt.encode(claims, self._store.tenants.console_secret(), algorithm=_ALGORITHM)

    def known(self, cookie: str | None) -> SignedIn | None:
        """Who a cookie belongs to; None where it is not ours or has ended."""
        if not cookie:
            return None
        try:
            claims = jwt.decode(
                cookie,
                self._store.tenants.console_secret(),
                algorithms=[_ALGORITHM],
                audience=_AUDIENCE,
                # The clock that is passed in decides, not the machine's.
                options={
                    "require": ["aud", "exp", "form"],
                    "verify_exp": False,
                    "verify_iat": False,
                    "verify_nbf": False,
                },
            )
        except (jwt.InvalidTokenError, UnicodeError):
            return None
        if self._clock() // 1000 >= int(claims["exp"]):
            return None
        return SignedIn(str(claims["form"]))
