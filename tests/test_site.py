"""The documentation site: every public name and every code has its place, and a browser needs nothing but the site."""

import functools
import http.server
import importlib
import re
import shutil
import subprocess
import sys
import threading

import pytest

from ablmatch.language.codes import TABLE
from conftest import ROOT

API = ROOT / "docs" / "api"
# Flags with which Debian's Chromium starts anywhere and asks nobody for anything.
CHROMIUM = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
WIDTHS = {"narrow": 390, "wide": 1440}
LOOKED_AT = (
    "index.html",
    "tutorials/write-an-agent.html",
    "diagnostics/memory.html",
    "performance.html",
    "api/memory.html",
)


@pytest.mark.parametrize("module", ["ablmatch", "ablmatch.memory", "ablmatch.stores", "ablmatch.stores.records"])
def test_every_public_name_is_in_the_reference(module):
    shown = set(
        re.findall(r"^::: (\S+)$", "\n".join(page.read_text("utf-8") for page in API.glob("*.md")), re.MULTILINE)
    )
    places = {path.rpartition(".")[2]: path for path in shown}
    missing = [name for name in importlib.import_module(module).__all__ if name not in places]
    assert missing == []


def test_every_code_has_a_section(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tools" / "site"))
    pages = dict(importlib.import_module("diagnostics").pages())
    for row in TABLE:
        found = [name for name, text in pages.items() if f"## {row.name} {{: #{row.name.lower()} }}" in text]
        assert len(found) == 1, row.name
        assert f"({found[0]}.md#{row.name.lower()})" in pages["index"]


# --- What was built, in a browser ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The built site; a warning of the build is an error."""
    folder = tmp_path_factory.mktemp("site")
    if not (ROOT / "docs" / "playground" / "ablmatch" / "ablmatch.wasm").is_file():
        pytest.skip("the page that tries a pair has no matcher: python tools/wasm.py")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_arguments):
        """Requests are counted by the test, not told."""


@pytest.mark.slow
@pytest.mark.needs("mkdocs", "material", "mkdocstrings", "playwright")
@pytest.mark.parametrize("width", WIDTHS)
def test_pages_fit_the_window_and_ask_no_other_host(site, width):
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium")
    if program is None:
        pytest.skip("chromium is not installed")
    handler = functools.partial(QuietHandler, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    here = f"http://127.0.0.1:{server.server_port}/"
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM)
            page = browser.new_page(viewport={"width": WIDTHS[width], "height": 900})
            asked, wrong = [], []
            page.on("request", lambda request: asked.append(request.url))
            page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
            page.on("pageerror", lambda error: wrong.append(str(error)))
            for name in LOOKED_AT:
                page.goto(here + name)
                page.wait_for_load_state("networkidle")
                assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[width], name
            page.goto(here + "playground/index.html")
            page.wait_for_selector("#judged:not([hidden])")
            browser.close()
    finally:
        server.shutdown()
        server.server_close()
    assert wrong == []
    assert [url for url in asked if not url.startswith((here, "data:", "blob:"))] == []
