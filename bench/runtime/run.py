"""What the runtime costs: a turn with rules, variables and matches, and writes under legacy DERIVED fields.

    python bench/runtime/run.py [--turns N] [--json FILE] [--plot docs/performance/derived.svg]

Answers are asserted before anything is timed. No store is asked: these agents declare no persistent paths.
"""

import argparse
import json
import statistics
import time
from pathlib import Path

import ablmatch as abl

RULES, VARIABLES, MATCHES = 20, 50, 5
TURN_LIMIT_US = 150
PAIRS = {
    "email": ("nora dot lind at fjordpost dot example", "nora.lind@fjordpost.example"),
    "phone": ("415 555 0134", "+1 415 555 0134"),
    "digits": ("four one seven two three three", "417233"),
    "address": ("12 maple street riverton", "12 Maple St, Riverton, OH 44011"),
    "person_name": ("nora lind", "Nora Lind"),
}


def desk() -> str:
    """An agent with 20 rules, 5 of which match what was said with what is stored, and 50 variables."""
    values = "\n".join(f"    - NAME: v{at}\n      INITIAL: {at}" for at in range(VARIABLES - 2 * MATCHES))
    pairs = "\n".join(
        f'    - NAME: said_{kind}\n      INITIAL: "{said}"\n    - NAME: file_{kind}\n      INITIAL: "{stored}"'
        for kind, (said, stored) in PAIRS.items()
    )
    plain = "\n".join(
        f'    - REQUIRE v{at} >= 0 AND v{at + 1} != "x"\n      ON_FAIL: "{at}"' for at in range(RULES - MATCHES)
    )
    matches = "\n".join(
        f'    - REQUIRE MATCH_SCORE(said_{kind}, file_{kind}, "{kind}") >= 70\n      ON_FAIL: "{kind}"'
        for kind in PAIRS
    )
    return (
        f'AGENT: Desk\nGOAL: "Help"\nMEMORY:\n  session:\n{values}\n{pairs}\n'
        f"CONSTRAINTS:\n  always:\n{plain}\n{matches}\nHOOKS:\n  before_turn:\n    SET: v0 = v0 + 1\n"
    )


def turn_times(turns: int) -> dict[str, float]:
    """Median and least time of a message with its rules, and of a whole turn (three events), in microseconds."""
    project = abl.compile(desk())
    agent = project.agents["Desk"]
    assert (len(agent.constraints), len(agent.memory.session)) == (RULES, VARIABLES)
    session = abl.Session(project, seed=1)
    session.start()
    checked = session.user_message("hello")
    assert checked.allowed
    assert sum(event.code == "constraint_check" for event in checked.trace) == RULES
    assert session.respond("Fine.").text == "Fine."
    session.end_turn()
    message, whole = [], []
    for at in range(turns):
        start = time.perf_counter()
        session.user_message(f"message {at}")
        heard = time.perf_counter()
        session.respond("Fine.")
        session.end_turn()
        message.append(heard - start)
        whole.append(time.perf_counter() - start)
    return {
        "message_median_us": statistics.median(message) * 1e6,
        "message_least_us": min(message) * 1e6,
        "turn_median_us": statistics.median(whole) * 1e6,
        "turn_least_us": min(whole) * 1e6,
    }


def shop(fields: int, dependants: int) -> str:
    """A legacy agent: `fields` derived from as many sources, `dependants` of them from `price`."""
    lines = ["    - NAME: price\n      INITIAL: 1"]
    lines += [f"    - NAME: s{at}\n      INITIAL: {at}" for at in range(fields)]
    lines += [
        f"    - NAME: d{at}\n      DERIVED: {'price' if at < dependants else f's{at}'} * 2 + 1" for at in range(fields)
    ]
    return 'AGENT: Shop\nGOAL: "Sell"\nMEMORY:\n  session:\n' + "\n".join(lines) + "\n"


def write_time(fields: int, dependants: int, writes: int) -> float:
    """Median time of one model write of `price`, in microseconds."""
    session = abl.Session(abl.compile(shop(fields, dependants), edition="legacy"), seed=1)
    session.start()
    session.user_message("hello")
    times = []
    for at in range(writes):
        start = time.perf_counter()
        session.model_set({"price": at})
        times.append(time.perf_counter() - start)
        assert session.values["d0"] == at * 2 + 1
        assert session.values[f"d{fields - 1}"] == ((at if dependants == fields else fields - 1) * 2 + 1)
    return statistics.median(times) * 1e6


def draw(path: Path, by_fields: dict[int, float], by_dependants: dict[int, float]) -> None:
    """Cost of a write against the number of derived fields, and against the number that depends on it."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "ablmatch"
    mpl.rcParams["svg.fonttype"] = "none"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(9.2, 3.6), layout="constrained", sharey=True)
    for one, points, label in (
        (axes[0], by_fields, "derived fields, 5 of them depend on the write"),
        (axes[1], by_dependants, "fields that depend on the write, of 200"),
    ):
        one.plot(list(points), list(points.values()), color="#0b6e4f", marker="o", linewidth=2)
        one.set_xlabel(label)
        one.set_ylim(0, max(*by_fields.values(), *by_dependants.values()) * 1.1)
        one.grid(axis="y", color="#dddddd")
        one.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("µs a write")
    figure.suptitle("Legacy DERIVED: a write computes anew what depends on it, and nothing else")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=2000)
    parser.add_argument("--writes", type=int, default=300)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    arguments = parser.parse_args()
    found = turn_times(arguments.turns)
    by_fields = {fields: write_time(fields, 5, arguments.writes) for fields in (5, 25, 50, 100, 200)}
    by_dependants = {count: write_time(200, count, arguments.writes) for count in (1, 25, 50, 100, 200)}
    print(f"a turn with {RULES} rules, {VARIABLES} variables and {MATCHES} matches")
    print(
        f"  message with its rules  median {found['message_median_us']:6.1f} µs, least {found['message_least_us']:6.1f}"
    )
    print(f"  three events            median {found['turn_median_us']:6.1f} µs, least {found['turn_least_us']:6.1f}")
    holds = "holds" if found["turn_median_us"] < TURN_LIMIT_US else "MISSED"
    print(f"  aim: under {TURN_LIMIT_US} µs: {holds}")
    print("legacy DERIVED, one write")
    for title, points in (("fields (5 depend)", by_fields), ("dependants of 200", by_dependants)):
        print(f"  {title:18}", "  ".join(f"{count}: {cost:.1f} µs" for count, cost in points.items()))
    if arguments.json is not None:
        arguments.json.write_text(
            json.dumps({**found, "fields": by_fields, "dependants": by_dependants}, indent=2) + "\n"
        )
    if arguments.plot is not None:
        draw(arguments.plot, by_fields, by_dependants)


if __name__ == "__main__":
    main()
