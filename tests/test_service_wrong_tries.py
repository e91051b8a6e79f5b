"""Wrong secrets at the console's sign-in: bounded for whoever guesses, without a way to keep the operator out."""

from contextlib import suppress

import pytest

import service_client
from ablmatch.service.console import wrong_tries
from ablmatch.service.console.sign_in import SignIns
from ablmatch.service.console.wrong_tries import MOST_AT_ONCE, MOST_NETWORKS, SECONDS_FOR_ANOTHER, WrongTries
from ablmatch.service.errors import HttpError

HERE, THERE = "192.0.2.1", "198.51.100.7"


class Seconds:
    """Stands still unless it is moved."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def seconds():
    return Seconds()


@pytest.fixture
def tries(seconds):
    return WrongTries(seconds)


def taken(tries, address, times=1):
    """How many of so many wrong tries are let through."""
    through = 0
    for _ in range(times):
        with suppress(HttpError):
            tries.take(address)
            through += 1
    return through


def test_a_network_has_so_many_at_once_and_then_one_for_each_time(tries, seconds):
    assert taken(tries, HERE, 20) == MOST_AT_ONCE
    with pytest.raises(HttpError) as refused:
        tries.take(HERE)
    assert refused.value.code == "rate_limited"
    assert refused.value.headers == {"Retry-After": "10"} and "10 seconds" in refused.value.message
    seconds.now += SECONDS_FOR_ANOTHER - 1
    assert taken(tries, HERE, 3) == 0
    seconds.now += 1
    assert taken(tries, HERE, 3) == 1
    seconds.now += 1000 * SECONDS_FOR_ANOTHER
    assert taken(tries, HERE, 20) == MOST_AT_ONCE


def test_refused_tries_put_nothing_off(tries, seconds):
    taken(tries, HERE, 20)
    for _ in range(10):
        seconds.now += SECONDS_FOR_ANOTHER / 10
        refused = taken(tries, HERE, 1)
    assert refused == 1


def test_strangers_keep_nobody_else_out(tries):
    assert taken(tries, THERE, 1000) == MOST_AT_ONCE
    assert taken(tries, HERE, 1) == 1


def test_what_is_right_costs_nothing(tries):
    taken(tries, HERE, MOST_AT_ONCE - 1)
    for _ in range(100):
        tries.give_back(tries.take(HERE))
    assert taken(tries, HERE, 2) == 1


def test_a_network_of_ipv6_is_one_client_and_a_mapped_address_is_itself(tries):
    assert sum(taken(tries, f"2001:db8::{number:x}") for number in range(100)) == MOST_AT_ONCE
    assert taken(tries, "2001:db8:0:1::1", 20) == MOST_AT_ONCE
    assert taken(tries, f"::ffff:{HERE}", 20) == MOST_AT_ONCE and taken(tries, HERE) == 0
    assert taken(tries, "fe80::1%eth0", 20) == MOST_AT_ONCE


@pytest.mark.parametrize("address", [None, "", "testclient", "unknown", "x" * 100_000, "1.2.3.4.5", "\x00"])
def test_what_is_no_address_is_one_client(tries, address):
    assert taken(tries, "nowhere", 20) == MOST_AT_ONCE
    assert taken(tries, address) == 0 and len(tries) == 1


def test_the_table_is_bounded_and_so_are_guesses_from_everywhere(tries, seconds, monkeypatch):
    monkeypatch.setattr(wrong_tries, "MOST_NETWORKS", 50)
    through = sum(taken(tries, f"10.{number >> 8}.{number & 255}.1") for number in range(5000))
    assert (through, len(tries)) == (50 + MOST_AT_ONCE, 51)
    # For an hour, from any number of networks, each asking as often as it likes.
    through = 0
    for minute in range(60):
        seconds.now += 60
        through += sum(taken(tries, f"10.{number >> 8}.{number & 255}.{minute}", 2) for number in range(2000))
        assert len(tries) <= 51
    assert through <= 51 * (3600 / SECONDS_FOR_ANOTHER + MOST_AT_ONCE)
    # Who has been here before the crowd has his own tries; and when it is gone, it is forgotten.
    seconds.now += MOST_AT_ONCE * SECONDS_FOR_ANOTHER
    assert taken(tries, HERE) == 1 and len(tries) == 1
    sum(taken(tries, f"10.0.{number}.1") for number in range(200))
    assert taken(tries, HERE) == 1
    assert MOST_NETWORKS > 1000


def test_the_operator_signs_in_while_strangers_guess(records, seconds):
    records.tenants.ensure_operator(service_client.OPERATOR)
    sign_ins = SignIns(records, records.clock, seconds)
    answers = []
    for guess in range(200):
        try:
            answers.append(sign_ins.sign_in(f"guess {guess}", THERE))
        except HttpError as refused:
            answers.append(refused.code)
    assert answers == [None] * MOST_AT_ONCE + ["rate_limited"] * (200 - MOST_AT_ONCE)
    for _ in range(20):
        cookie = sign_ins.sign_in(service_client.OPERATOR, HERE)
        assert sign_ins.known(cookie) is not None
    # From where guesses come, the right one has to wait as well: else the wait would tell nothing and bound nothing.
    with pytest.raises(HttpError):
        sign_ins.sign_in(service_client.OPERATOR, THERE)
    seconds.now += SECONDS_FOR_ANOTHER
    assert sign_ins.sign_in(service_client.OPERATOR, THERE) is not None
