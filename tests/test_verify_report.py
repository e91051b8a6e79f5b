"""The HTML report: self-contained, escaped, without values unless they are asked for, and always the same."""

import re
from html.parser import HTMLParser

import pytest

from command_line import NEEDED, within

pytestmark = pytest.mark.needs(*NEEDED)

FIELDS = ("--field", "pin:said:stored:digits", "--field", "word:said:stored:exact")
VOID = {"meta", "br", "rect", "line"}


@pytest.fixture
def report(capsys, tmp_path):
    def make(content, *options, fields=FIELDS):
        path, page = tmp_path / "in.csv", tmp_path / "r.html"
        path.write_text(content, "utf-8")
        done = within(capsys, "verify", path, *fields, "--report", page, *options)
        assert done.status == 0, done
        return page.read_text("utf-8")

    return make


class Page(HTMLParser):
    """Checks nesting, and gathers what the tests ask about."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.ids, self.text = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == [], self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if "id" in dict(attrs):
            self.ids.append(dict(attrs)["id"])
        if tag not in VOID or tag == "rect":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


CONTENT = "said,stored\n" + "".join(f"77{n:04d},77{n + n % 3:04d}\n" for n in range(300)) + ",770001\n" * 20


def test_the_page_is_well_formed_and_self_contained(report):
    text = report(CONTENT)
    page = Page(text)
    assert len(page.ids) == len(set(page.ids)), "an id occurs twice"
    assert not re.search(r"https?://|//[a-z]|url\(|@import|<script|<link|<iframe|<img|\son\w+=", text)
    assert page.tags[0] == ("html", {"lang": "en"})
    assert all(not attrs.get("href") or attrs["href"].startswith("#") for _, attrs in page.tags)


def test_pictures_and_tables_can_be_read_aloud(report):
    page = Page(report(CONTENT))
    pictures = [attrs for tag, attrs in page.tags if tag == "svg"]
    assert pictures
    for attrs in pictures:
        if attrs.get("aria-hidden") != "true":
            assert attrs["role"] == "img"
            assert all(identity in page.ids for identity in attrs["aria-labelledby"].split())
    tables = [tag for tag, _ in page.tags].count("table")
    assert [tag for tag, _ in page.tags].count("caption") == tables
    assert all(attrs.get("scope") for tag, attrs in page.tags if tag == "th")


def test_numbers_of_the_summary_are_on_the_page(report):
    text = " ".join(Page(report(CONTENT)).text)
    assert "pin" in text
    assert "320" in text
    assert re.search(r"missing: 20 rows", text)
    for word in ("Telling rows", "Evidence", "Nothing to judge"):
        assert word in text


def test_dark_and_print_are_styled(report):
    text = report(CONTENT)
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


def test_no_value_without_permission(report):
    text = "".join(Page(report(CONTENT)).text)
    assert not re.search(r"\b77\d{4}\b", text)
    assert "Values are not on this page" in text


def test_values_with_permission_are_escaped(report):
    evil = "<script>alert(1)</script>&amp;\"'\u202egnp.exe\x1b[2J"
    text = report(f'said,stored\n"{evil.replace(chr(34), chr(34) * 2)}",x\n', "--show-values")
    assert "<script>" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&quot;" in text
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert "shows values of the file" in text


def test_names_are_escaped(report):
    name = '<b>&"x'
    fields = ("--field", f"{name}:said:stored:exact")
    text = report("said,stored\n1,1\n", fields=fields)
    assert "<b>" not in text
    assert "&lt;b&gt;&amp;&quot;x" in text
    Page(text)


def test_the_report_is_the_same_twice(report):
    def stable(text):
        return re.sub(r"<dl class=\"totals\">.*?</dl>", "", text)

    assert stable(report(CONTENT)) == stable(report(CONTENT))


def test_examples_do_not_depend_on_batches(tmp_path):
    """A uniform sample of the same rows, whatever the batches were."""
    import numpy as np
    import pyarrow as pa

    from ablmatch.match.batch import score_batch
    from ablmatch.verify.examples import ExampleKeeper
    from ablmatch.verify.fields import Field
    from ablmatch.verify.rows import Rows

    said = [str(n) for n in range(5000)]
    stored = [str(n - n % 2) for n in range(5000)]

    def told(step, *, show_values=True):
        keeper = ExampleKeeper(Field("pin", "said", "stored", "digits"))
        for start in range(0, 5000, step):
            part = slice(start, start + step)
            texts = {"said": pa.array(said[part]), "stored": pa.array(stored[part])}
            numbers = np.arange(start + 1, start + 1 + len(said[part]))
            rows = Rows(pa.record_batch([], names=[]), texts, numbers)
            batch = score_batch(texts["said"], texts["stored"], "digits")
            keeper.watch(rows, batch.scores, batch.results)
        return keeper.telling("US", show_values=show_values)

    whole = told(5000)
    assert whole == told(7)
    assert whole.sampled == 1000
    assert {example.said for _, group in whole.groups for example in group} <= set(said)
    # Values do not even leave the collection unless they may be shown.
    hidden = told(5000, show_values=False)
    assert {(example.said, example.stored) for _, group in hidden.groups for example in group} == {(None, None)}


def test_every_score_in_one_picture():
    """Bars, counts and bands of a made-up field: nothing is left out and nothing leaves the frame."""
    import numpy as np

    from ablmatch.match.scalar import RESULTS
    from ablmatch.verify.fields import Field
    from ablmatch.verify.histogram import compact, histogram_svg
    from ablmatch.verify.summary import FieldSummary

    counts = np.zeros((102, len(RESULTS)), np.int64)
    for score in range(-1, 101):
        result = "missing" if score < 0 else "mismatch" if score < 10 else "retry" if score < 70 else "match"
        counts[score + 1, RESULTS.index(result)] = 10**6 if score == 100 else score + 2
    svg = histogram_svg(FieldSummary(Field("f", "a", "b", "text"), counts, 0), "f1")
    Page(svg)
    bars = re.findall(r"score (\d+)(?:-(\d+))?, (\w+): ([\d,]+) rows", svg)
    assert sum(int(count.replace(",", "")) for *_, count in bars) == counts[1:].sum()
    for band in ("mismatch 0 to 9", "retry 10 to 69", "match 70 to 100"):
        assert band in svg
    width, height = map(float, re.search(r'viewBox="0 0 (\d+) (\d+)"', svg).groups())
    for x, y, w, h in re.findall(
        r'<rect class="\w+" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', svg
    ):
        assert 0 <= float(x) <= float(x) + float(w) <= width
        assert 0 <= float(y) <= float(y) + float(h) <= height
    assert [compact(n) for n in (0, 999, 1000, 12_345, 123_456, 4_567_890)] == [
        "0",
        "999",
        "1k",
        "12.3k",
        "123k",
        "4.57M",
    ]
