"""Every route by which a pair can be judged, and the demand that all give one answer."""

import json

import pyarrow as pa
from click.testing import CliRunner

import ablmatch as abl
from ablmatch.cli import main

# Scores from which a kind's result is `match` and `retry` (matching.md section 1), written down again on purpose.
BANDS = {"phone": (100, 50), "digits": (100, 50), "exact": (100, 101)}
WIDE = (70, 10)


def result_by_band(score, kind):
    """The result that a score means for a kind."""
    match, retry = BANDS.get(kind, WIDE)
    if score < 0:
        return "missing"
    if score >= match:
        return "match"
    return "retry" if score >= retry else "mismatch"


def judge_everywhere(said, stored, kind, region="US"):
    """(score, result) of a pair, after asserting that scalar, batch, index and command line agree."""
    score = abl.match_score(said, stored, kind, region=region)
    result = abl.match_result(said, stored, kind, region=region)
    explanation = abl.explain(said, stored, kind, region=region)
    judged_kind = explanation.kind
    assert result == result_by_band(score, judged_kind)
    assert abl.matches(said, stored, kind, region=region) == (result == "match")
    assert (explanation.score, explanation.result) == (score, result)

    for threads in (1, 2):
        lists = abl.score_pairs([said], [stored], kind, region=region, threads=threads)
        assert lists.tolist() == [score]
    codes = abl.result_pairs([said], [stored], kind, region=region)
    assert [abl.RESULTS[code] for code in codes] == [result]
    if all(value is None or (isinstance(value, str) and is_encodable(value)) for value in (said, stored)):
        arrow = abl.score_pairs(pa.array([said], pa.string()), pa.array([stored], pa.large_string()), kind, region=region)
        assert arrow.tolist() == [score]
        assert command_line_score(said, stored, kind, region) in (None, score)
    hits = abl.Index([stored], kind, region=region).search(said, limit=1, min_score=0)
    assert [hit.score for hit in hits] == ([] if score < 0 else [score])
    return score, result


def is_encodable(text):
    """True for text that UTF-8 can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def command_line_score(said, stored, kind, region):
    """The score that `ablmatch score --json` prints; None for values that no command line can carry."""
    if said is None or stored is None or "\0" in said + stored:
        return None
    arguments = ["score", "--kind", kind, "--region", region, "--json", "--", said, stored]
    answer = CliRunner().invoke(main, arguments)
    assert answer.exit_code == 0, answer.output
    return json.loads(answer.output)["score"]
