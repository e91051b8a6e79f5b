"""What stands for a person where her id must not: a hash under a secret of this database."""

from __future__ import annotations

import hashlib
import hmac


class PersonHash:
    """Gives the hash of a person of an organisation; the secret is made with the database and never leaves it."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def __call__(self, organisation: str, subject: str) -> bytes:
        return hmac.digest(self._secret, f"{organisation}\0{subject}".encode(), hashlib.sha256)
