"""Every page tells the truth: its commands run, its Python runs, and both print what the page says."""

import importlib.util
import re

import pytest

from command_line import NEEDED
from document_blocks import PAGES, ROOT, RUN, Reader, logical_lines, read_blocks, read_page

BLOCKS = {page: read_page(page) for page in PAGES}
RUNNABLE = [page for page in PAGES if any(block.runs or "file" in block.marks for block in BLOCKS[page][0])]
SLOW = [page for page in PAGES if any("slow" in block.marks for block in BLOCKS[page][0])]
UNRUN = [(page, block) for page in PAGES for block in BLOCKS[page][0] if "not run" in block.marks]
# Blocks that no test runs: their reasons stand on the pages. A further one is decided on here.
UNRUN_COUNTS = {
    "README.md": 1,
    "docs/accuracy.md": 1,
    "docs/blocking.md": 1,
    "docs/c.md": 2,
    "docs/memory.md": 1,
    "docs/performance.md": 1,
    "docs/records.md": 2,
    "docs/sessions.md": 1,
    "docs/spark.md": 3,
    "docs/tutorials/other-runtimes.md": 2,
}


def follow(page, slow, tmp_path, capsys, monkeypatch):
    blocks, needs = BLOCKS[page]
    for module in (*NEEDED, *needs):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"{page} needs {module}, which is not installed")
    reader = Reader(page, tmp_path, capsys, monkeypatch)
    for block in blocks:
        if slow or "slow" not in block.marks:
            reader.follow(block)


@pytest.mark.parametrize("page", RUNNABLE)
def test_what_a_page_shows_is_what_happens(page, tmp_path, capsys, monkeypatch):
    follow(page, False, tmp_path, capsys, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("page", SLOW)
def test_what_a_page_shows_is_what_happens_slow_blocks_too(page, tmp_path, capsys, monkeypatch):
    follow(page, True, tmp_path, capsys, monkeypatch)


def test_blocks_that_are_not_run_are_counted():
    pages = [page for page, _ in UNRUN]
    assert {page: pages.count(page) for page in pages} == UNRUN_COUNTS


@pytest.mark.parametrize(("page", "block"), UNRUN, ids=[f"{page}:{block.line}" for page, block in UNRUN])
def test_a_block_that_is_not_run_says_why(page, block):
    for command in logical_lines(block.text):
        for script in re.findall(r"\b(?:python3?|cc|node) ([\w/.]+\.(?:py|c|mjs))", command):
            assert (ROOT / script).is_file(), f"{page}:{block.line}: {script} is not there"
    pytest.skip(f"{page}:{block.line}: {block.marks['not run']}")


def test_marks_stand_above_blocks_that_would_run():
    odd = [
        (page, block.line)
        for page in PAGES
        for block in BLOCKS[page][0]
        if block.marks.keys() & {"slow", "not run"} and block.language not in RUN
    ]
    assert odd == []


# --- The reader of pages itself ------------------------------------------------------------------------------------


def run(text, tmp_path, capsys, monkeypatch):
    reader = Reader("page", tmp_path, capsys, monkeypatch)
    for block in read_blocks(text)[0]:
        reader.follow(block)


WRONG = [
    "```python\n>>> 1 + 1\n3\n```\n",
    "```python\nassert False\n```\n",
    "```sh\nfalse\n```\n",
    "```sh\nfalse | true\n```\n",
    "```sh\nablmatch explain NO_SUCH_CODE\n```\n",
    "```sh\npip install 'ablmatch[no-such-extra]'\n```\n",
    "```console\n$ echo one\ntwo\n```\n",
    "```console\n$ ablmatch evaluate '1 + 1'\n3\n```\n",
]


@pytest.mark.needs(*NEEDED)
@pytest.mark.parametrize("text", WRONG)
def test_a_page_that_is_wrong_fails(text, tmp_path, capsys, monkeypatch):
    with pytest.raises(AssertionError):
        run(text, tmp_path, capsys, monkeypatch)


RIGHT = """
<!-- file: one/two.txt -->
```
three
```

<!-- python
count = 2
-->
```python
total = count + 1
```

Indented:

  ```python
  >>> total
  3
  ```

```sh
export ABLMATCH_SAID=4471
test "$ABLMATCH_SAID" = 4471 && grep -q three one/two.txt
```

```console
$ ablmatch evaluate '1 + 1'
2
$ echo one two three
one ... three
```
"""


@pytest.mark.needs(*NEEDED)
def test_a_page_that_is_right_passes(tmp_path, capsys, monkeypatch):
    run(RIGHT, tmp_path, capsys, monkeypatch)
    assert len(read_blocks(RIGHT)[0]) == 6


def test_a_mark_above_no_block_is_an_error():
    with pytest.raises(AssertionError, match="above no block"):
        read_blocks("<!-- not run: a reason -->\nprose\n")
