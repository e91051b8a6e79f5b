"""Builds js/ablmatch.wasm, puts it under docs/playground too, and says how large it is; fails above the limit.

    python tools/wasm.py [--build DIR]

Needs cmake, ninja and Debian's clang-22 lld-22 wasi-libc libc++-22-dev-wasm32 libclang-rt-22-dev-wasm32 (or the same of
another version).
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JS = ROOT / "js"
PAGE = ROOT / "docs" / "playground" / "ablmatch"
# What a page has to fetch, with all tables.
LIMIT = 400_000


def build(folder: Path) -> Path:
    """The module, built in `folder` and copied into the package beside the licence.  Raises CalledProcessError."""
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    toolchain = f"-DCMAKE_TOOLCHAIN_FILE={JS / 'wasm32.cmake'}"
    configure = [
        "cmake",
        "-S",
        ROOT,
        "-B",
        folder,
        "-G",
        "Ninja",
        "-DCMAKE_BUILD_TYPE=MinSizeRel",
        toolchain,
        *launcher,
    ]
    for command in (configure, ["cmake", "--build", folder, "--target", "ablmatch_wasm"]):
        subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    shutil.copy(folder / "ablmatch.wasm", JS / "ablmatch.wasm")
    shutil.copy(ROOT / "LICENSE", JS / "LICENSE")
    PAGE.mkdir(exist_ok=True)
    for name in ("ablmatch.wasm", "core.mjs"):
        shutil.copy(JS / name, PAGE / name)
    return JS / "ablmatch.wasm"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "wasm")
    options = parser.parse_args()
    try:
        module = build(options.build)
    except FileNotFoundError as error:
        print(f"{error.filename} is not installed", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(error.stdout, file=sys.stderr)
        return 1
    code = module.read_bytes()
    packed = len(gzip.compress(code, 9))
    print(f"{module.relative_to(ROOT)}: {len(code):,} bytes, {packed:,} gzipped (limit {LIMIT:,})")
    return int(packed > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
