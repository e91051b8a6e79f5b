"""A store that fails on purpose, for tests of those who use one."""

from ablmatch.stores import StoreError


class FailingStore:
    """Passes calls on to a store, but the n-th `apply` fails: before it does anything, or after it stored all."""

    def __init__(self, store, fail_at, *, after=False):
        self.store, self.fail_at, self.after = store, fail_at, after
        self.calls = 0

    def apply(self, operations, now_ms):
        self.calls += 1
        if self.calls == self.fail_at and not self.after:
            raise StoreError("unavailable", "the store fails on purpose")
        results = self.store.apply(operations, now_ms)
        if self.calls == self.fail_at:
            raise StoreError("unavailable", "the store fails on purpose, after it stored all")
        return results

    def close(self):
        self.store.close()
