"""What only a process of its own shows: peak memory of a call, time of the import."""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path

# Peak resident size before and after the call, in KiB: VmHWM, since ru_maxrss of a child starts at its parent's.
_PEAK = """
import re, sys
import numpy as np, pyarrow as pa, pyarrow.parquet as pq
import ablmatch
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
table = pq.read_table(sys.argv[1]).combine_chunks()
said, stored = (table.column(name).chunk(0) for name in ("said", "stored"))
rows = int(sys.argv[2])
order = pa.array(np.arange(rows, dtype=np.int64) % len(said))
said, stored = said.cast(pa.large_string()).take(order), stored.cast(pa.large_string()).take(order)
ablmatch.score_pairs(said[:1000], stored[:1000], sys.argv[3], threads=1)
del table, order
# Whatever the columns took to make must not hide what the call takes.
ballast = None
open("/proc/self/clear_refs", "w").write("5")
before = peak()
scores = ablmatch.score_pairs(said, stored, sys.argv[3], threads=1)
print(peak() - before, scores.nbytes // 1024)
"""


def batch_memory_mib(pairs: Path, rows: int, kind: str) -> float:
    """Growth of the peak over a batch of `rows` Arrow pairs on one thread, without the int16 output."""
    argv = [sys.executable, "-c", _PEAK, str(pairs), str(rows), kind]
    grown, output = map(int, subprocess.run(argv, check=True, capture_output=True, text=True).stdout.split())
    return (grown - output) / 1024


def import_ms(runs: int = 15) -> float:
    """`import ablmatch` in a fresh interpreter, without the interpreter's own start; no numpy, no pyarrow."""
    code = (
        "import sys, time; start = time.perf_counter(); import ablmatch; took = time.perf_counter() - start; "
        "assert not {'numpy', 'pyarrow'} & set(sys.modules); print(1e3 * took)"
    )
    argv = [sys.executable, "-c", code]
    return statistics.median(
        float(subprocess.run(argv, check=True, capture_output=True, text=True).stdout) for _ in range(runs)
    )
