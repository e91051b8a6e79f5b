"""Requests in threads: so many at once, in the order in which they came, and none waits for one that went away."""

import asyncio
import threading

import pytest

pytest.importorskip("starlette", reason="needs starlette, which is not installed")

from ablmatch.service.errors import HttpError
from ablmatch.service.threads import Threads


def test_turns_come_in_order_and_no_more_run_than_may():
    began, lock, most = [], threading.Lock(), []
    running = 0

    def work(number):
        nonlocal running
        with lock:
            running += 1
            began.append(number)
            most.append(running)
        threading.Event().wait(0.001)
        with lock:
            running -= 1
        return number

    async def all_of_them():
        threads = Threads(3, 60)
        return await asyncio.gather(*(threads.run(lambda number=number: work(number)) for number in range(60)))

    assert asyncio.run(all_of_them()) == list(range(60))
    assert max(most) == 3 and sum(abs(place - number) for place, number in enumerate(began)) < 120


def test_what_is_raised_is_raised_to_whoever_asked():
    async def asked():
        threads = Threads(1, 60)
        with pytest.raises(ZeroDivisionError):
            await threads.run(lambda: 1 // 0)
        return await threads.run(lambda: 1)

    assert asyncio.run(asked()) == 1


def test_whoever_goes_away_takes_no_turn_along():
    go = threading.Event()

    async def asked():
        threads = Threads(1, 60)
        held = asyncio.create_task(threads.run(lambda: go.wait(30)))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(threads.run(lambda: 1)) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        waiting[1].cancel()
        held.cancel()
        await asyncio.sleep(0)
        # The thread goes on with what was begun; the turn is free when that has ended.
        assert not waiting[2].done()
        go.set()
        return await asyncio.wait_for(waiting[2], 30)

    assert asyncio.run(asked()) == 1


def test_a_turn_that_comes_as_its_waiter_goes_is_handed_on():
    async def asked():
        threads = Threads(1, 60)
        release = asyncio.Event()
        loop, go = asyncio.get_running_loop(), threading.Event()
        held = asyncio.create_task(threads.run(lambda: go.wait(30)))
        await asyncio.sleep(0)
        first = asyncio.create_task(threads.run(lambda: 1))
        second = asyncio.create_task(threads.run(lambda: 2))
        await asyncio.sleep(0)
        # Both within one round of the loop: the turn is given to the first, which is cancelled before it takes it.
        held.add_done_callback(lambda _: (first.cancel(), release.set()))
        loop.call_soon(go.set)
        await asyncio.wait_for(release.wait(), 30)
        return await asyncio.wait_for(second, 30)

    assert asyncio.run(asked()) == 2


def test_a_turn_that_does_not_come_is_refused():
    go = threading.Event()

    async def asked():
        threads = Threads(1, 0.01)
        held = asyncio.create_task(threads.run(lambda: go.wait(30)))
        await asyncio.sleep(0)
        with pytest.raises(HttpError) as refused:
            await threads.run(lambda: 1)
        go.set()
        await held
        return refused.value.code, await threads.run(lambda: 1)

    assert asyncio.run(asked()) == ("busy", 1)
