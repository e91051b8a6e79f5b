"""RESET: never: values that live as long as the process, apart for each project and user."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ablmatch.runtime.state import State
    from ablmatch.runtime.work import Work

_Key = tuple[str, str, str]


class ProcessScope:
    """Values of RESET: never variables, by project, user (or session, where the user is unknown) and name."""

    def __init__(self) -> None:
        self._values: dict[_Key, Any] = {}
        self._lock = threading.Lock()

    def restore(self, work: Work) -> None:
        """Gives a session what earlier sessions of the same user have left."""
        if work.state.last_ms:
            return
        with self._lock:
            for name in _names(work):
                key = _key(work, name)
                if key in self._values and work.state.frames:
                    work.state.frames[0].values.setdefault(name, self._values[key])

    def keep(self, work: Work, before: State) -> None:
        """Keeps what an event has changed, so that a session that does not touch a value brings no old one back."""
        names = _names(work)
        if not names or before.ended:
            return
        old = before.frames[0].values
        with self._lock:
            for name in names:
                value = work.state.frames[0].values.get(name)
                if name in old and value is old[name]:
                    continue
                if value is None:
                    self._values.pop(_key(work, name), None)
                else:
                    self._values[_key(work, name)] = value


def _names(work: Work) -> tuple[str, ...]:
    return work.project.lasting


def _key(work: Work, name: str) -> _Key:
    state = work.state
    owner = f"user:{state.user_id}" if state.user_id is not None else f"session:{state.session_id}"
    return state.project_id, owner, name


PROCESS = ProcessScope()
