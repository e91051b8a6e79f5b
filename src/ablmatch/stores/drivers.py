"""URLs of stores as far as they are alike, and drivers: a clear error where one is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from ablmatch.stores.errors import StoreError


def scheme_of(url: object) -> str:
    """What stands before the colon of a URL; empty where it is no URL."""
    try:
        return urlsplit(url).scheme if isinstance(url, str) else ""
    except ValueError:
        return ""


def check_path(path: str) -> None:
    """Raise StoreError for a path that no system has, and for one in the home folder as a shell writes it."""
    if "\0" in path:
        raise StoreError("bad_url", "the path holds a NUL character")
    # Nobody has expanded it: a folder of this name would be made.
    if path.split("/", 1)[0] == "~":
        raise StoreError(
            "bad_url", "~ in a URL is no home folder: write the whole path, such as file:///home/me/memories"
        )


@contextmanager
def needs_driver(scheme: str) -> Iterator[None]:
    """Around the import of a backend: a library that is missing is a StoreError that says what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "ablmatch":
            raise
        remedy = "install it with pip install 'ablmatch[stores]'"
        raise StoreError("driver_missing", f"{scheme}: needs {error.name}: {remedy}") from None
