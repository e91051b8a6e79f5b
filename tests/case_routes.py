"""Every route by which pairs can be judged, and the demand that all give one answer."""

import contextlib
import csv
import io
import json

import ablmatch as abl
import reference


def judge_everywhere(said, stored, kind, region="US"):
    """(score, result) of a pair, after asserting that every route that needs Python alone gives the same."""
    where = {"kind": kind, "region": region}
    score = abl.match_score(said, stored, **where)
    result = abl.match_result(said, stored, **where)
    explanation = abl.explain(said, stored, **where)
    assert result == reference.result(score, explanation.kind)
    assert abl.matches(said, stored, **where) == (result == "match")
    assert (explanation.score, explanation.result) == (score, result)
    for threads in (1, 2):
        assert abl.score_pairs([said], [stored], **where, threads=threads).tolist() == [score]
    codes = abl.result_pairs([said], [stored], **where)
    assert [abl.RESULTS[code] for code in codes] == [result]
    hits = abl.Index([stored], kind, region=region).search(said, limit=1, min_score=0)
    assert [hit.score for hit in hits] == ([] if score < 0 else [score])
    return score, result


def is_encodable(value):
    """True for values that a text file can hold as they are: absent, or text without lone surrogates."""
    if value is None:
        return True
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def arrow_scores(pairs, kind, region):
    """Scores of Arrow columns of two string types."""
    import pyarrow as pa

    said, stored = zip(*pairs, strict=True)
    scores = abl.score_pairs(pa.array(said, pa.string()), pa.array(stored, pa.large_string()), kind, region=region)
    return scores.tolist()


def run(*arguments):
    """Standard output of `ablmatch` with these arguments, which must succeed."""
    from ablmatch.cli import main

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main([str(argument) for argument in arguments])
    assert status == 0, err.getvalue()
    return out.getvalue()


def command_line_scores(pairs, kind, region):
    """Scores that `ablmatch score --json` prints; None for pairs that no command line can carry."""
    scores = []
    for said, stored in pairs:
        if said is None or stored is None or "\0" in said + stored:
            scores.append(None)
            continue
        answer = json.loads(run("score", "--kind", kind, "--region", region, "--json", "--", said, stored))
        scores.append(answer["score"])
    return scores


def verified(pairs, kind, region, folder, suffix):
    """(score, result) of all pairs in one file that goes through `ablmatch verify`, in CSV, JSON Lines or Parquet."""
    source, target = folder / f"in.{suffix}", folder / f"out.{suffix}"
    rows = [{"said": said, "stored": stored} for said, stored in pairs]
    write_rows(source, rows, suffix)
    run("verify", source, "--field", f"case:said:stored:{kind}", "-o", target, "--region", region, "--json")
    found = read_rows(target, suffix)
    # A file of text has no numbers; what comes back must be the same either way.
    assert [(row["said"] or None, row["stored"] or None) for row in found] == [
        (said or None, stored or None) for said, stored in pairs
    ]
    return [(int(row["case_score"]), row["case_result"]) for row in found]


def write_rows(path, rows, suffix):
    if suffix == "parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        pq.write_table(pa.Table.from_pylist(rows, pa.schema({"said": pa.string(), "stored": pa.string()})), path)
    elif suffix == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    else:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, ["said", "stored"])
            writer.writeheader()
            writer.writerows(rows)


def read_rows(path, suffix):
    if suffix == "parquet":
        import pyarrow.parquet as pq

        return pq.read_table(path).to_pylist()
    if suffix == "jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
