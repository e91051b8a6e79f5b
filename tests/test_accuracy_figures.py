"""The figures of the accuracy bench: ties are accepted together, rates are not exceeded, aims are judged against every peer."""

import importlib
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

ACCURACY = Path(__file__).resolve().parent.parent / "bench" / "accuracy"


@pytest.fixture(scope="module")
def bench():
    """Imports a module of the bench; its folder is on the path only for these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ACCURACY))
        yield importlib.import_module


def arrays(*pairs):
    return np.array([float(score) for score, _ in pairs]), np.array([true for _, true in pairs])


def test_a_threshold_accepts_all_of_its_ties(bench):
    roc = bench("roc")
    found = roc.curve(*arrays((100, True), (100, False), (100, True), (50, True), (0, False)))
    assert found.thresholds.tolist() == [np.inf, 100, 50, 0]
    assert found.recall.tolist() == pytest.approx([0, 2 / 3, 1, 1])
    assert found.false_accepts.tolist() == [0, 0.5, 0.5, 1]


def test_no_order_of_tied_pairs_changes_a_figure(bench):
    roc = bench("roc")
    pairs = [(90, True), (90, False), (90, True), (10, False), (10, True), (0, False)]
    forward, backward = roc.curve(*arrays(*pairs)), roc.curve(*arrays(*pairs[::-1]))
    assert all((one == other).all() for one, other in zip(forward, backward, strict=True))


def test_recall_at_a_rate_never_exceeds_the_rate(bench):
    roc = bench("roc")
    wrong = [(90, False)] + [(10, False)] * 99
    found = roc.curve(*arrays((95, True), (90, True), (10, True), *wrong))
    assert roc.recall_at(found, 0.001) == pytest.approx(1 / 3)
    assert roc.recall_at(found, 0.01) == pytest.approx(2 / 3)
    assert roc.recall_at(found, 1) == 1


@pytest.mark.parametrize(
    "pairs, area", [([(9, True), (1, False)], 1), ([(1, True), (9, False)], 0), ([(5, True), (5, False)], 0.5)]
)
def test_area_counts_a_tie_half(bench, pairs, area):
    roc = bench("roc")
    assert roc.area(roc.curve(*arrays(*pairs))) == pytest.approx(area)


def figures(bench, **changed):
    names = bench("report").COLUMNS
    return dict.fromkeys(names, 0.999) | {"band false accepts": 0.0} | changed


def test_an_aim_is_missed_by_a_low_figure_and_by_a_better_peer(bench):
    report = bench("report")
    ours = figures(bench)
    behind = figures(bench, **{name: 0.5 for name in report.COLUMNS if name != "band false accepts"})
    assert report.missed_aims("digits", {"ablmatch": ours, "peer": behind}, 0.99) == []
    assert len(report.missed_aims("digits", {"ablmatch": ours, "peer": behind}, 0.9)) == 1
    assert len(report.missed_aims("digits", {"ablmatch": ours | {"band false accepts": 1e-5}, "peer": behind}, 1)) == 1
    better = behind | {"recall at 0.001": 1.0}
    assert report.missed_aims("digits", {"ablmatch": ours, "peer": better}, 1) == ["peer is ahead in recall at 0.001"]
    assert report.missed_aims("digits", {"ablmatch": ours, "peer": behind | {"band recall": 1.0}}, 1) == [
        "peer is ahead in band"
    ]
