"""Signed claims with an end: subject tokens of applications and the operator's sign-in are made and read here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jwt

_ALGORITHM = "HS256"


def sign(claims: Mapping[str, Any], secret: bytes) -> str:
    """The claims as a token; `aud` says what it is good for, `exp` the second since 1970 at which it ends."""
    return jwt.encode(dict(claims), secret, algorithm=_ALGORITHM)


def read_signed(
    token: str, secret: bytes, *, audience: str, needed: tuple[str, ...], now_ms: int, issuer: str | None = None
) -> dict[str, Any] | None:
    """The claims of a token; None where it is not signed so, is not for the audience, lacks a claim, or has ended."""
    try:
        claims: dict[str, Any] = jwt.decode(
            token,
            secret,
            algorithms=[_ALGORITHM],
            audience=audience,
            issuer=issuer,
            # The clock that is passed in decides, not the machine's.
            options={
                "require": ["aud", "exp", *needed],
                "verify_exp": False,
                "verify_iat": False,
                "verify_nbf": False,
            },
        )
    except (jwt.PyJWTError, UnicodeError, RecursionError):
        return None
    ends = claims["exp"]
    if isinstance(ends, bool) or not isinstance(ends, int) or now_ms >= ends * 1000:
        return None
    return claims
