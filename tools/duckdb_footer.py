"""The footer of the DuckDB extension: writes it behind the built library, and checks it in a wheel.

    python tools/duckdb_footer.py LIBRARY EXTENSION SYSTEM PROCESSOR VERSION
    python tools/duckdb_footer.py --wheel WHEEL

DuckDB reads the last 512 bytes of an extension (docs/dev/extensions and ParseExtensionMetaData of DuckDB 1.2): eight
fields of 32 bytes, the last one first, and room for a signature of 256 bytes, which stays empty here.  The build needs
nothing but this file and Python.
"""

from __future__ import annotations

import argparse
import sys
import sysconfig
import zipfile
from pathlib import Path

NAME = "ablmatch/ablmatch.duckdb_extension"
FIELD, SIGNATURE = 32, 256
# What a WebAssembly section would begin with; DuckDB's own tools write it on every platform.
START = b"\x00\x93\x04\x10duckdb_signature\x80\x04"
MAGIC = b"4"
# The API that csrc/duckdb/api.hpp declares, and how DuckDB calls an extension that uses it.
API_VERSION, ABI = b"v1.2.0", b"C_STRUCT"
SYSTEMS = {"Linux": "linux", "Darwin": "osx", "Windows": "windows", "FreeBSD": "freebsd"}
PROCESSORS = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}


def platform_of(system: str, processor: str) -> str:
    """DuckDB's name of the platform that CMake builds for."""
    musl = "_musl" if "musl" in (sysconfig.get_config_var("HOST_GNU_TYPE") or "") else ""
    return f"{SYSTEMS.get(system, system.lower())}_{PROCESSORS.get(processor.lower(), processor.lower())}{musl}"


def footer(platform: str, version: str) -> bytes:
    fields = (MAGIC, platform.encode(), API_VERSION, version.encode(), ABI, b"", b"", b"")
    if any(len(field) > FIELD for field in fields):
        raise SystemExit(f"a field of the footer is longer than {FIELD} bytes: {fields}")
    return START + b"".join(field.ljust(FIELD, b"\0") for field in reversed(fields)) + bytes(SIGNATURE)


def fields_of(extension: bytes) -> list[bytes]:
    """The fields of a file's footer, in their order."""
    end = extension[-8 * FIELD - SIGNATURE : -SIGNATURE]
    return [end[at : at + FIELD].rstrip(b"\0") for at in range(7 * FIELD, -FIELD, -FIELD)]


def check_wheel(wheel: Path) -> None:
    """Say what the footer of the extension in a wheel tells; exit where it is not whole."""
    with zipfile.ZipFile(wheel) as files:
        extension = files.read(NAME)
    magic, platform, api, version, abi, *rest = fields_of(extension)
    whole = extension.endswith(footer(platform.decode("ascii", "replace"), version.decode("ascii", "replace")))
    if not whole or any(rest):
        raise SystemExit(f"{wheel.name}: the footer of {NAME} is not whole: {[magic, platform, api, version, abi]}")
    if version.decode() != wheel.name.split("-")[1]:
        raise SystemExit(f"{wheel.name}: {NAME} is of version {version.decode()}")
    print(f"{NAME}: {len(extension) // 1024} KiB, {platform.decode()}, {abi.decode()} {api.decode()}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", type=Path)
    parser.add_argument("build", nargs="*", metavar="LIBRARY EXTENSION SYSTEM PROCESSOR VERSION")
    options = parser.parse_args()
    if options.wheel:
        check_wheel(options.wheel)
        return 0
    library, extension, system, processor, version = options.build
    Path(extension).write_bytes(Path(library).read_bytes() + footer(platform_of(system, processor), version))
    return 0


if __name__ == "__main__":
    sys.exit(main())
