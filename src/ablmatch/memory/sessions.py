"""Sessions: whose memory a conversation has, from its first run to its last, and what was already said about it."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict

_LOG = logging.getLogger("ablmatch.memory")


class SessionUserError(PermissionError):
    """A session of one user was continued as another; nothing was read or written. For HTTP: status 403."""

    status = 403

    def __init__(self) -> None:
        super().__init__("the session belongs to another user: begin a new session for this one")


class _Known:
    __slots__ = ("user", "warned")

    def __init__(self) -> None:
        self.user: list[str | None] = []
        self.warned: set[str] = set()


class Sessions:
    """The sessions that this process has seen lately.  Safe to share between threads.

    `most`: how many are remembered; the one that was not heard of for longest is forgotten first.
    """

    def __init__(self, *, most: int = 100_000) -> None:
        if most < 1:
            raise ValueError("most must be at least 1: a session that is forgotten at once belongs to nobody")
        self._most = most
        self._lock = threading.Lock()
        self._known: OrderedDict[str | None, _Known] = OrderedDict()

    def claim(self, session_id: str | None, user_id: str | None) -> str | None:
        """The user whose memory a run of the session has; None for nobody's.

        The first run decides. A session that began without a user never gains one: what was said in it before may be
        somebody else's. A run without a user in a session that has one gets no memory of a user. Runs without a session
        are each their own. Raises SessionUserError.
        """
        if session_id is None:
            return user_id
        with self._lock:
            known = self._of(session_id)
            if not known.user:
                known.user.append(user_id)
            first = known.user[0]
        if first is None or user_id is None:
            return None
        if first != user_id:
            raise SessionUserError
        return user_id

    def warn_once(self, session_id: str | None, kind: str, message: str) -> None:
        """Log a warning, once a session and kind; runs without a session count as one session."""
        with self._lock:
            warned = self._of(session_id).warned
            if kind in warned:
                return
            warned.add(kind)
        _LOG.warning("%s", message)

    def _of(self, session_id: str | None) -> _Known:
        known = self._known.setdefault(session_id, _Known())
        self._known.move_to_end(session_id)
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        return known
