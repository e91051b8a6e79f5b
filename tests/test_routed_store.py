"""Blocks in several stores: which one each call goes to."""

import pytest

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

from ablmatch.memory import Block, RoutedBlockStore
from block_stores import refused
from memory_media import PlainStore


def block(content, key="USER", scope="user", **fields):
    return Block(scope=scope, key=key, content=content, **fields)


class Named(PlainStore):
    """A store that tells which calls it had."""

    def __init__(self):
        super().__init__()
        self.calls = []

    def load(self, *arguments):
        self.calls.append("load")
        return super().load(*arguments)

    def list(self, *arguments):
        self.calls.append("list")
        return super().list(*arguments)


@pytest.fixture
def stores():
    return {name: Named() for name in ("user", "agent", "shared", "default")}


def holders(stores):
    return [name for name, store in stores.items() if store.blocks]


def all_calls(routed, scope):
    """What each of the five calls gives."""
    routed.save(block("x", scope=scope), "ana")
    loaded = routed.load(scope, "ana", "USER")
    updated = routed.update(scope, "ana", "USER", lambda found: block(found.content + "!", scope=scope))
    listed = routed.list(scope, "ana")
    return loaded.content, updated.content, listed


@pytest.mark.parametrize("scope", ["user", "agent", "shared"])
@pytest.mark.parametrize("form", ["flat", "routes", "both"])
def test_each_scope_goes_to_its_store(stores, scope, form):
    flat = {"flat": stores, "routes": {}, "both": {"user": stores["user"]}}[form]
    routes = {name: store for name, store in stores.items() if name not in flat and name != "default"}
    routed = RoutedBlockStore(**flat, routes=routes)
    assert all_calls(routed, scope) == ("x", "x!", ["USER"])
    assert holders(stores) == [scope]
    routed.delete(scope, "ana", "USER")
    assert holders(stores) == []


def test_a_scope_without_a_store_goes_to_the_default(stores):
    routed = RoutedBlockStore(user=stores["user"], default=stores["default"])
    assert all_calls(routed, "shared") == ("x", "x!", ["USER"])
    assert holders(stores) == ["default"]


def test_a_route_function_decides_alone(stores):
    def route(scope, owner):
        return stores["shared"] if owner == "ana" else None

    routed = RoutedBlockStore(**stores, route=route)
    assert all_calls(routed, "user") == ("x", "x!", ["USER"])
    assert holders(stores) == ["shared"]
    assert "agent" in refused("bad_key", lambda: routed.load("agent", "ben", "USER"))


def test_scenario_12_a_scope_without_a_store_is_an_error_that_names_it(stores):
    routed = RoutedBlockStore(user=stores["user"], agent=stores["agent"])
    for call in (
        lambda: routed.save(block("x", scope="shared"), "ana"),
        lambda: routed.load("shared", "ana", "USER"),
        lambda: routed.delete("shared", "ana", "USER"),
        lambda: routed.list("shared", "ana"),
        lambda: routed.update("shared", "ana", "USER", lambda _: block("x", scope="shared")),
    ):
        assert "shared" in refused("bad_key", call)
    assert holders(stores) == []
    assert [store.calls for store in stores.values()] == [[]] * 4


def test_a_failing_store_is_not_replaced_by_another(stores):
    class FailingError(Exception):
        pass

    class Failing(PlainStore):
        def load(self, *_):
            raise FailingError

    stores["default"].save(block("another's"), "ana")
    routed = RoutedBlockStore(user=Failing(), default=stores["default"])
    with pytest.raises(FailingError):
        routed.load("user", "ana", "USER")
    assert stores["default"].calls == []


def test_routes_that_cannot_be_meant_are_refused(stores):
    with pytest.raises(ValueError, match="unknown scope 'users'"):
        RoutedBlockStore(routes={"users": stores["user"]})
    with pytest.raises(ValueError, match="user is given by name too"):
        RoutedBlockStore(user=stores["user"], routes={"user": stores["agent"]})
