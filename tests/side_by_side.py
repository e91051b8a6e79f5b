"""Threads of a test that run side by side."""

import threading


def run_threads(*targets):
    """Run functions in threads that begin together; the first failure of any is raised here."""
    failures = []
    together = threading.Barrier(len(targets))

    def guarded(target):
        try:
            together.wait(timeout=60)
            target()
        except BaseException as error:  # noqa: BLE001 - raised below
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(target,)) for target in targets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
