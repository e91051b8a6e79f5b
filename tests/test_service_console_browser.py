"""The console in Chromium, as an operator uses it: with the keyboard alone, found by labels and roles."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright, which is not installed")
httpx = pytest.importorskip("httpx")
pytest.importorskip("uvicorn", reason="needs uvicorn, which is not installed")

OPERATOR = "the-operator-of-the-tests"
# Flags with which Debian's Chromium starts anywhere and asks nobody for anything.
CHROMIUM = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Where a server answers that has a few records."""
    store = f"sqlite:///{tmp_path_factory.mktemp('console')}/core.db"
    command = [sys.executable, "-m", "ablmatch", "serve", "--store", store, "--port", "0"]
    environment = {**os.environ, "ABLMATCH_OPERATOR_KEY": OPERATOR}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            found = next(filter(None, (re.search(r"listening on (\S+)", line) for line in server.stdout)))[1]
            fill(found)
            yield found
        finally:
            server.terminate()


def fill(address):
    with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {OPERATOR}"}) as operator:
        secret = operator.post("/keys", json={"id": "app", "organisation": "default"}).json()["secret"]
        assert operator.post("/memory/stores", json={"id": "notes"}).status_code == 201
        rules = operator.get("/keys/app/policy").json()["rules"]
        rules.append({"id": "writes", "effect": "permit", "kind": "memory_write"})
        assert operator.put("/keys/app/policy", json={"rules": rules, "settings": {}}).status_code == 200
    with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {secret}"}) as app:
        for subject, kind, content in (
            ("ida", "preference", "Window seat on trains"),
            ("ida", "behaviour", "Answer in Frisian"),
            ("otto", "preference", "Prefers mornings"),
            (None, "fact", "The archive room closes at 17:00"),
        ):
            headers = {"X-Core-Subject": subject} if subject else {}
            body = {"store": "notes", "type": kind, "content": content}
            assert app.post("/memory", json=body, headers=headers).status_code == 201


@pytest.fixture(scope="module")
def browser():
    executable = shutil.which("chromium")
    if executable is None:
        pytest.skip("chromium is not installed")
    with sync_api.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=executable, args=CHROMIUM)
        yield started
        started.close()


def pictured(page, name):
    """Keep a picture where ABLMATCH_PICTURES says, for people to look at."""
    folder = os.environ.get("ABLMATCH_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png")


def check_labels(page):
    """Every field has a name, every table a caption, every page one first heading and a title."""
    for field in page.locator("input:not([type=hidden]), select").all():
        assert field.evaluate("one => one.labels.length") == 1
    for table in page.locator("table").all():
        assert table.locator("caption").count() == 1
    assert page.locator("h1").count() == 1
    assert page.locator("main").count() == 1
    assert page.title().endswith(" · ablmatch")


@pytest.fixture
def page(address, browser):
    """The console's first page, before anybody signed in; a script or style that fails fails the test."""
    opened, problems = browser.new_page(viewport={"width": 1000, "height": 760}), []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.goto(f"{address}/console")
    yield opened
    opened.close()
    assert problems == []


def sign_in(page):
    """Sign in by the keyboard: when the field has taken the focus, and until the page that follows has come."""
    page.locator("#secret:focus").wait_for()
    page.keyboard.type(OPERATOR)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Organisations").wait_for()


def test_an_operator_finds_out_why_a_record_is_visible(page):
    sign_in(page)
    check_labels(page)
    page.get_by_role("link", name="default").first.press("Enter")
    page.get_by_role("heading", name="Stores").wait_for()
    check_labels(page)
    pictured(page, "organisation")
    page.get_by_role("link", name="notes").press("Enter")
    page.get_by_role("heading", name="Records of default").wait_for()
    check_labels(page)
    pictured(page, "records")
    page.get_by_label("Words").fill("trains")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("q=trains"))
    page.get_by_role("link", name="Window seat on trains").press("Enter")
    page.get_by_label("Person").fill("otto")
    page.get_by_role("button", name="Ask").press("Enter")
    assert page.get_by_role("status").inner_text() == "Not visible to otto."
    page.get_by_label("Person").fill("ida")
    page.keyboard.press("Enter")
    page.get_by_text("Visible to ida.", exact=True).wait_for()
    permitted = page.get_by_role("row", name=re.compile("memory-record-own"))
    assert "yes" in permitted.inner_text()
    check_labels(page)
    pictured(page, "why")


def test_an_operator_erases_a_person(page):
    sign_in(page)
    page.get_by_role("link", name="default").first.press("Enter")
    page.get_by_role("link", name="People").press("Enter")
    page.get_by_role("link", name="ida").press("Enter")
    page.get_by_role("heading", name="ida", exact=True).wait_for()
    check_labels(page)
    pictured(page, "person")
    page.get_by_role("link", name="Erase this person…").press("Enter")
    page.get_by_label(re.compile("to confirm")).fill("otto")
    page.keyboard.press("Enter")
    assert "Nothing was erased" in page.get_by_role("alert").inner_text()
    check_labels(page)
    pictured(page, "erase")
    page.get_by_label(re.compile("to confirm")).fill("ida")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Erased").wait_for()
    assert page.get_by_role("row", name="records").inner_text().split() == ["records", "2"]
    page.get_by_role("link", name="People", exact=True).press("Enter")
    page.get_by_role("heading", name="People of default").wait_for()
    assert page.get_by_role("link", name="ida").count() == 0
    assert page.get_by_role("link", name="otto").count() == 1
    page.get_by_role("button", name="Sign out").press("Enter")
    page.get_by_role("heading", name="Sign in").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Sign in").wait_for()


def test_the_tab_key_goes_through_a_page_in_order(page, address):
    sign_in(page)
    page.goto(f"{address}/console/default/records")
    names = []
    for _ in range(12):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
    assert names == [
        "Skip to the content", "ablmatch console", "default", "People", "Records", "Sign out",
        "q", "store", "type", "owner", "closed", "state",
    ]  # fmt: skip
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
