"""Three-stage tries and byte arrays as C++ text; writing or checking generated files."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

LOW_BITS, MIDDLE_BITS = 3, 5
WIDTH = 118


def c_array(kind: str, name: str, values: Iterable[int]) -> str:
    """`const kind name[] = {…};` with as many values a line as fit."""
    lines, line, count = [], "   ", 0
    for value in values:
        item = f" {value},"
        if len(line) + len(item) > WIDTH:
            lines.append(line)
            line = "   "
        line += item
        count += 1
    body = "\n".join([*lines, line])
    return f"const {kind} {name}[{count}] = {{\n{body}\n}};\n"


class Trie:
    """A map from code points to small numbers, 0 where nothing is given, cut into three stages."""

    def __init__(self, name: str, values: dict[int, int], kind: str) -> None:
        self.name, self.kind = name, kind
        low, middle = 1 << LOW_BITS, 1 << MIDDLE_BITS
        span = low * middle
        self.limit = (max(values) // span + 1) * span
        leaves: dict[tuple[int, ...], int] = {}
        branches: dict[tuple[int, ...], int] = {}
        self.root = []
        for start in range(0, self.limit, span):
            branch = tuple(
                leaves.setdefault(tuple(values.get(c + k, 0) for k in range(low)), len(leaves))
                for c in range(start, start + span, low)
            )
            self.root.append(branches.setdefault(branch, len(branches)))
        self.branches = [leaf for branch in branches for leaf in branch]
        self.leaves = [value for leaf in leaves for value in leaf]

    @staticmethod
    def _width(values: list[int]) -> tuple[str, int]:
        return ("std::uint8_t", 1) if max(values) < 256 else ("std::uint16_t", 2)

    def size(self) -> int:
        """Bytes of the three stages."""
        leaf = 1 if self.kind == "std::uint8_t" else 2
        return len(self.root) * self._width(self.root)[1] + len(self.branches) * 2 + len(self.leaves) * leaf

    def text(self) -> str:
        assert max(self.root) < 256, f"{self.name}: too many branches for an 8-bit root"
        return "\n".join(
            [
                c_array("std::uint8_t", f"{self.name}_root", self.root),
                c_array("std::uint16_t", f"{self.name}_branches", self.branches),
                c_array(self.kind, f"{self.name}_leaves", self.leaves),
                f"const char32_t {self.name}_limit = 0x{self.limit:X};\n",
            ]
        )


def finish(files: dict[Path, str], check: bool, command: str) -> int:
    """Write the files, or with `check` compare them: 0 when all are as generated, else 1."""
    stale = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        if check:
            print(f"{path.name} is not what `{command}` generates", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8")
            print(f"wrote {path.name}")
    return 1 if check and stale else 0
