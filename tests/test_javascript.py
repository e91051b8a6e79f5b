"""The package for JavaScript: built, packed, installed and tested as its users have it, and equal to Python's answers."""

from __future__ import annotations

import functools
import http.server
import json
import random
import shutil
import subprocess
import sys
import tarfile
import threading
from pathlib import Path

import pytest

import ablmatch as abl

ROOT = Path(__file__).resolve().parent.parent
JS = ROOT / "js"
GENERATED = 100_000
KINDS = ("email", "phone", "digits", "address", "person_name", "text", "auto", "exact")
# Flags with which Debian's Chromium starts anywhere and asks nobody for anything.
CHROMIUM = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()

pytestmark = pytest.mark.slow


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What tools/wasm.py prints; it fails when the module is larger than its limit."""
    for name in ("cmake", "ninja", "node", "npm"):
        tool(name)
    if not Path("/usr/include/wasm32-wasi").is_dir():
        pytest.skip("wasi-libc is not installed")
    command = [sys.executable, ROOT / "tools" / "wasm.py", "--build", tmp_path_factory.mktemp("wasm")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(built: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but the packed package, installed into it."""
    folder = tmp_path_factory.mktemp("user")
    run = functools.partial(subprocess.run, check=True, capture_output=True, text=True)
    packed = run([tool("npm"), "pack", "--pack-destination", folder], cwd=JS).stdout.split()[-1]
    (folder / "package.json").write_text('{"private": true}')
    run([tool("npm"), "install", "--offline", "--no-audit", "--no-fund", folder / packed], cwd=folder)
    with tarfile.open(folder / packed) as archive:
        names = {Path(name).name for name in archive.getnames()}
    assert {"ablmatch.wasm", "core.mjs", "index.d.ts", "LICENSE", "README.md"} <= names
    return folder


def slipped(text: str, chance: random.Random) -> str:
    """One slip of a hand or a recognizer."""
    place = chance.randrange(len(text) + 1)
    match chance.randrange(5):
        case 0:
            return text[:place] + text[place + 1 :]
        case 1:
            return text[:place] + chance.choice("aeinrst 0123456789.-@'éß中с") + text[place:]
        case 2:
            return text[:place] + text[place + 1 : place + 2] + text[place : place + 1] + text[place + 2 :]
        case 3:
            return text.swapcase()
        case _:
            return text + chance.choice((" please", " no wait", " um 4", " " + text))


def all_pairs() -> list[tuple[str, str | None, str | None, str]]:
    """The project's own cases, then pairs generated from their values: as they are, paired anew, with slips."""
    cases = []
    for path in sorted((ROOT / "tests" / "cases").glob("*.jsonl")):
        cases += [case for case in map(json.loads, path.read_text("utf-8").splitlines()) if "said" in case]
    pairs = [(case["kind"], case["said"], case["stored"], case.get("region", "US")) for case in cases]
    pairs = [pair for pair in pairs if all(value is None or isinstance(value, str) for value in pair[1:3])]
    chance = random.Random(20261130)
    values: dict[str, list[tuple[str, str]]] = {}
    for kind, said, stored, _ in pairs:
        if said and stored:
            values.setdefault("person_name" if kind == "name" else kind, []).append((said, stored))
    for k in range(GENERATED):
        kind = KINDS[k % len(KINDS)]
        said, stored = chance.choice(values[kind])
        if chance.random() < 0.4:
            stored = chance.choice(values[kind])[1]
        if chance.random() < 0.5:
            said = slipped(said, chance)
        if chance.random() < 0.2:
            stored = slipped(stored, chance)
        pairs.append((kind, said, stored, "US"))
    return pairs


def test_the_answers_are_those_of_python(installed: Path) -> None:
    pairs = all_pairs()
    assert len(pairs) > GENERATED + 3000
    module = installed / "node_modules" / "ablmatch" / "node.mjs"
    given = "".join(json.dumps(pair) + "\n" for pair in pairs)
    command = [tool("node"), ROOT / "tests" / "javascript" / "answers.mjs", module.as_uri()]
    lines = subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout.splitlines()
    batches = json.loads(lines.pop())
    assert len(lines) == len(pairs)
    columns: dict[tuple[str, str], list[int]] = {}
    for line, (kind, said, stored, region) in zip(lines, pairs, strict=True):
        due = abl.explain(said, stored, kind, region=region)
        answer = [
            due.score,
            due.result,
            due.said,
            due.stored,
            list(due.evidence),
            list(map(list, due.parts)),
            due.reading,
        ]
        assert json.loads(line) == answer, (kind, said, stored)
        columns.setdefault((kind, region), []).append(due.score)
    assert {(kind, region): scores for kind, region, scores in batches} == columns


def test_the_package_passes_its_own_tests_where_it_is_installed(installed: Path) -> None:
    folder = installed / "node_modules" / "ablmatch"
    tests = sorted((folder / "test").glob("*.test.mjs"))
    done = subprocess.run([tool("node"), "--test", *tests], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "# fail 0" in done.stdout
    assert "# tests 0" not in done.stdout


def test_the_module_asks_nothing_of_its_host(built: str) -> None:
    assert "gzipped" in built
    script = "const m = new WebAssembly.Module(require('fs').readFileSync(0)); console.log(WebAssembly.Module.imports(m).length)"
    code = (JS / "ablmatch.wasm").read_bytes()
    assert subprocess.run([tool("node"), "-e", script], input=code, capture_output=True, check=True).stdout == b"0\n"


def test_the_versions_agree() -> None:
    assert json.loads((JS / "package.json").read_text())["version"] == abl.__version__


def test_the_page_judges_pairs_in_a_browser(built: str) -> None:
    """docs/playground in Chromium: typing, the examples by keyboard, a region that is none, and the browser's entry point."""
    playwright = pytest.importorskip("playwright.sync_api")
    handler = functools.partial(QuietHandler, directory=ROOT)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        with playwright.sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=tool("chromium"), args=CHROMIUM)
            page = browser.new_page()
            problems: list[str] = []
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
            page.goto(f"{address}/docs/playground/index.html")
            page.wait_for_selector("#judged:not([hidden])")
            page.get_by_label("Kind").select_option("phone")
            page.get_by_label("Said").fill("five five five oh one four three")
            page.get_by_label("Stored").fill("555-0142")
            due = abl.explain("five five five oh one four three", "555-0142", "phone")
            assert page.inner_text("#score") == str(due.score)
            assert page.inner_text("#result") == due.result
            assert page.inner_text("#reading") == due.reading
            assert page.locator("#parts tbody tr").count() == len(due.parts)
            page.get_by_label("Stored").fill("<img src=x onerror=alert(1)>")
            assert page.locator("#answer img").count() == 0
            page.get_by_label("Region").fill("ZZ")
            assert "unknown region" in page.inner_text("[role=alert]")
            page.get_by_label("Region").fill("us")
            page.locator("#examples button").first.focus()
            page.keyboard.press("Enter")
            assert page.inner_text("#result") == "match"
            entry = f"import('{address}/js/browser.mjs').then((abl) => abl.score('4 double 7', '477', 'digits'))"
            assert page.evaluate(entry) == abl.match_score("4 double 7", "477", "digits")
            browser.close()
        server.shutdown()
    assert problems == []


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves the checkout and keeps quiet about it."""

    def log_message(self, *_: object) -> None:
        pass
