"""What tests of the stores of agent memory share: an empty medium, owners who would be others, refusals."""

import pytest
from hypothesis import strategies as st

import servers
from ablmatch.memory import StoreError
from memory_media import Medium

COLLIDING_OWNERS = [
    ("a/b", "a_b"), ("a\\b", "a_b"), ("a\\b", "a/b"), ("a//b", "a/b"), ("..", "_"), ("..", "."), ("../ana", "ana"),
    ("a%2Fb", "a/b"), ("100%", "100%25"), ("kim_lee", "kim%5Flee"), ("kim:lee", "kim%3Alee"), ("nul", "%6Eul"),
    ("ana", "ana "), ("ana", "ana\n"), ("\u00e9", "e\u0301"), ("ana", "аna"), ("a", "a:b"), ("*", "ana"), ("a?a", "ana"),
    ("%", "ana"), ("user.1", "user%2E1"), ("x" * 200, "x" * 201), ("a+b", "a b"), ("a\tb", "a b"), ("~", "%7E"),
]  # fmt: skip


REARRANGED = [
    (("a", "b:K"), ("a:b", "K")), (("x", "y/z"), ("x/y", "z")), (("a", "b|K"), ("a|b", "K")),
    (("a%3Ab", "K"), ("a", "b%3AK")), (("a", "../b/K"), ("b", "K")), (("a", "b\\K"), ("a\\b", "K")),
]  # fmt: skip


# Pieces that owners are made of by those who hope to be somebody else.
PIECES = ["ana", "ben", "/", "\\", ":", "|", "%", "%2F", "%3A", ".", "..", "_", "*", "?", "[a-z]", " ", "\n", "'", '"', ";--",
          "§", "\u00e9", "e\u0301", "а", "\u200b", "\U0001f408", "NUL", "con", ".md", ".lock", "wm", "user", "__index", "$1", "\r"]  # fmt: skip
hostile = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join) | st.text(
    st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=20
)


def refused(code, call):
    with pytest.raises(StoreError) as caught:
        call()
    assert caught.value.code == code, str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def medium(backend, request, folder):
    """An empty medium; the servers are the session's."""
    if backend in {"sqlite", "tiered"}:
        # The end of a process takes nothing either way, and the tests do not cut the power.
        return Medium(backend, f"sqlite:///{folder}/memory.db?synchronous=normal")
    if backend in {"postgres", "redis"}:
        return Medium(backend, servers.emptied(backend, request.getfixturevalue(f"{backend}_server")))
    return Medium(backend, str(folder / "memories"))
