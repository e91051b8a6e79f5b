"""The one check command: `python tools/check.py [--full] [--only NAME ...] [--without NAME ...]`; see STEPS.

Every step runs even if an earlier one failed; the exit status is 1 if any failed. A step whose tool is missing fails
and says what to install. Builds go to build/check, or to the folder that ABLMATCH_CHECK_DIR names; where ccache is
installed, builds with the same flags compile a file once.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
import venv
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from glob import glob
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = Path(os.environ.get("ABLMATCH_CHECK_DIR", ROOT / "build" / "check")).resolve()
JOBS = str(min(4, os.cpu_count() or 1))
PYTHON = sys.executable
# Debian names each clang by its version; the newest one wins.
CLANGS = ("clang++", *(f"clang++-{version}" for version in range(30, 13, -1)))
IMPORT_LIMIT_MS = 150
UNWANTED = ("numpy", "pyarrow", "pandas", "polars", "rich", "click")
FUZZ_SECONDS = 60
SANITIZERS = "address,undefined"
OLDEST_JAVA = 22
# GCC takes a quarter of the time for this, and a report still has its lines.
SANITIZED_FLAGS = "-Og -g1 -DNDEBUG"
# Of what a failing command printed: where it started, and its end, where tests and compilers sum up.
FIRST_LINES, LAST_LINES = 12, 60


class StepFailedError(Exception):
    """A step failed; the message is what a person needs to see."""


# --- Running tools ----------------------------------------------------------------------------------------------


def tool(name: str, install: str = "pip install '.[dev]'") -> str:
    """Path of a tool: beside this Python first, so that the pinned one wins over the machine's."""
    beside = Path(PYTHON).parent / name
    found = str(beside) if beside.is_file() else shutil.which(name)
    if found is None:
        raise StepFailedError(f"{name} is not installed: {install}")
    return found


def clang() -> str:
    """The newest clang++ that is installed."""
    for name in CLANGS:
        found = shutil.which(name)
        if found is not None:
            return found
    raise StepFailedError("no clang++ is installed: apt-get install clang libclang-rt-14-dev (or a newer pair)")


def run(*argv: str | Path, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> str:
    """Run a command and return its output; a failing one raises with the start and the end of what it printed."""
    command = [str(part) for part in argv]
    path = f"{Path(PYTHON).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **compiler_cache(), "PATH": path, **(env or {})}
    done = subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        text=True,
        errors="replace",
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode != 0:
        raise StepFailedError(f"$ {' '.join(command)}\n{shortened(done.stdout)}\nexit status {done.returncode}")
    return done.stdout


def print_indented(output: str) -> None:
    """Print what a step wants to tell, below its name."""
    for line in output.strip().splitlines():
        print(f"        {line}")


def shortened(output: str) -> str:
    """The output of a failed command without its middle, if it is long."""
    lines = output.rstrip().splitlines()
    left_out = len(lines) - FIRST_LINES - LAST_LINES
    if left_out > 0:
        lines[FIRST_LINES:-LAST_LINES] = [f"[{left_out} lines left out]"]
    return "\n".join(lines)


def compiler_cache() -> dict[str, str]:
    """Environment in which CMake compiles through ccache, if it is installed.

    Paths below the checkout count relative to it, debug information names no build folder, and the compiler has one
    name (without it, scikit-build-core takes that of Python's own build), so builds share objects.
    """
    if shutil.which("ccache") is None:
        return {}
    launchers = {f"CMAKE_{language}_COMPILER_LAUNCHER": "ccache" for language in ("C", "CXX")}
    compilers = {"CC": os.environ.get("CC", "cc"), "CXX": os.environ.get("CXX", "c++")}
    return {**compilers, **launchers, "CCACHE_BASEDIR": str(ROOT), "CCACHE_NOHASHDIR": "1"}


def sources(*patterns: str) -> list[Path]:
    """Files of the checkout, sorted; no match is a failure, for a check of nothing proves nothing."""
    found = sorted({path for pattern in patterns for path in ROOT.glob(pattern)})
    if not found:
        raise StepFailedError(f"no file matches {', '.join(patterns)}")
    return found


def cpp_sources() -> list[Path]:
    """C++ written by hand: the generated tables are left out."""
    found = sources("csrc/**/*.hpp", "csrc/**/*.cpp", "csrc/**/*.h", "tests/native/*.cpp", "js/*.cpp")
    return [path for path in found if path.parent != ROOT / "csrc" / "tables"]


def in_parallel(action: Callable[[Path], object], paths: Iterable[Path]) -> None:
    """Call `action` on every path; all failures are told, not only the first."""

    def attempt(path: Path) -> str | None:
        try:
            action(path)
        except StepFailedError as error:
            return str(error)
        return None

    with ThreadPoolExecutor(int(JOBS)) as pool:
        failures = [failure for failure in pool.map(attempt, paths) if failure]
    if failures:
        raise StepFailedError("\n".join(failures))


# --- Style and types --------------------------------------------------------------------------------------------


def ruff_format() -> None:
    """Python layout."""
    run(tool("ruff"), "format", "--check", "--diff", ".")


def ruff_lint() -> None:
    """Python lint."""
    run(tool("ruff"), "check", ".")


def mypy() -> None:
    """Strict types of the package and of this file."""
    run(tool("mypy"), "--cache-dir", WORK / "mypy")


def stubtest() -> None:
    """The stub of the native module says what it has; the rest of the package is its own source."""
    env = {**python_env(installed()), "MYPYPATH": str(installed())}
    run(PYTHON, "-m", "mypy.stubtest", "ablmatch._core", "--mypy-config-file", "pyproject.toml", env=env)


def cython_lint() -> None:
    """Cython lint."""
    tool("pycodestyle")
    run(tool("cython-lint"), *sources("src/**/*.pyx"))


def clang_format() -> None:
    """C++ layout."""
    run(tool("clang-format"), "--dry-run", "-Werror", *cpp_sources())


def gersemi() -> None:
    """CMake layout."""
    run(tool("gersemi"), "--check", "--diff", "CMakeLists.txt")


def codespell() -> None:
    """Spelling of prose and comments."""
    run(tool("codespell"))


def metadata() -> None:
    """pyproject.toml and the workflows are well formed."""
    run(tool("validate-pyproject"), "pyproject.toml")
    run(tool("yamllint"), "--strict", *sources(".github/workflows/*.yml"))


def generated() -> None:
    """Every generated table equals what its generator writes now."""
    generators = [path for path in sources("tools/tables/*.py") if "--check" in path.read_text("utf-8")]
    in_parallel(lambda path: run(PYTHON, path, "--check"), generators)


# --- Builds and tests -------------------------------------------------------------------------------------------


def cmake_configure(name: str, *defines: str) -> Path:
    """Configure a build of the core with its native tests; warnings are errors."""
    folder = WORK / name
    tool("ninja")
    cmake = tool("cmake", "apt-get install cmake")
    run(cmake, "-S", ROOT, "-B", folder, "-G", "Ninja", "-DABLMATCH_WERROR=ON", *defines)
    return folder


def cmake_build(name: str, *defines: str, targets: Iterable[str] = ("all",)) -> Path:
    """Configure and build, all or the named targets."""
    folder = cmake_configure(name, *defines)
    run("cmake", "--build", folder, "--parallel", JOBS, "--target", *targets)
    return folder


def ctest(folder: Path, *choice: str) -> None:
    """Run the native tests of a build; none at all is a failure."""
    run(
        tool("ctest", "apt-get install cmake"), "--test-dir", folder, "--output-on-failure", "--no-tests=error", *choice
    )


def native_tests() -> None:
    """The core builds without a warning, and its tests pass, with no Python."""
    ctest(cmake_build("native"))


def c_library() -> None:
    """The installed C library: the example compiles and runs with what pkg-config says, and through find_package."""
    folder, prefix = cmake_build("native"), WORK / "c-library"
    shutil.rmtree(prefix, ignore_errors=True)
    run("cmake", "--install", folder, "--prefix", prefix)
    example = ROOT / "examples" / "c" / "match.c"
    where = {"PKG_CONFIG_PATH": str(prefix / "lib" / "pkgconfig")}
    flags = run(tool("pkg-config", "apt-get install pkgconf"), "--cflags", "--libs", "ablmatch", env=where).split()
    strict = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
    run("cc", *strict, example, *flags, f"-Wl,-rpath,{prefix / 'lib'}", "-o", prefix / "match")
    said = run(prefix / "match")
    consumer = prefix / "consumer"
    consumer.mkdir()
    (consumer / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(consumer LANGUAGES C)\nfind_package(ablmatch 0.1 REQUIRED)\n"
        f"add_executable(match {example})\ntarget_link_libraries(match PRIVATE ablmatch::ablmatch)\n",
        encoding="utf-8",
    )
    run("cmake", "-S", consumer, "-B", consumer / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", consumer / "build")
    if run(consumer / "build" / "match") != said:
        raise StepFailedError("the two builds of the example do not say the same")
    if said not in (ROOT / "docs" / "tutorials" / "other-runtimes.md").read_text("utf-8"):
        raise StepFailedError(f"docs/tutorials/other-runtimes.md shows another output than the example's:\n{said}")
    java_example(prefix / "lib" / "libablmatch.so")


def java_example(library: Path) -> None:
    """The Java example on the C library, where a Java is installed whose foreign functions are final."""
    for java in [tool for tool in (shutil.which("java"), *sorted(glob("/usr/lib/jvm/*/bin/java"))) if tool]:
        found = re.search(r'version "(\d+)', run(java, "-version"))
        if found is None or int(found[1]) < OLDEST_JAVA:
            continue
        said = run(java, "--enable-native-access=ALL-UNNAMED", ROOT / "examples" / "java" / "Match.java", library)
        if said not in (ROOT / "docs" / "c.md").read_text("utf-8"):
            raise StepFailedError(f"docs/c.md shows another output than the example in Java:\n{said}")
        return
    print(f"        no Java {OLDEST_JAVA} or later is installed: examples/java was not run")


def install(name: str, *settings: str) -> Path:
    """Build the package and install it in a folder of its own, so that this environment stays as it is."""
    site = WORK / f"{name}-site"
    shutil.rmtree(site, ignore_errors=True)
    # Written out: pip 23.0, which Debian 12 puts into a virtual environment, does not know -C.
    settings = (f"build-dir={WORK / name}", "cmake.define.ABLMATCH_WERROR=ON", *settings)
    given = [f"--config-settings={setting}" for setting in settings]
    run(PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", site, *given, ROOT)
    return site


def installed() -> Path:
    """Where the `build` step put the package."""
    site = WORK / "package-site"
    if not (site / "ablmatch").is_dir():
        raise StepFailedError("the package is not built: see the step `build`")
    return site


def build() -> None:
    """The package builds."""
    install("package")


def python_env(site: Path) -> dict[str, str]:
    """Environment in which Python and the shell find the package in `site` first."""
    return {
        "PYTHONPATH": str(site),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PATH": os.pathsep.join([str(site / "bin"), str(Path(PYTHON).parent), os.environ["PATH"]]),
    }


def pytest(site: Path, *arguments: str, **env: str) -> None:
    """Run the tests against the package in `site`; prints the summary line."""
    output = run(
        *(PYTHON, "-m", "pytest", "-q", "-n", JOBS, "--tb=short", "-p", "no:cacheprovider", *arguments),
        env={**python_env(site), **env},
    )
    told = [line for line in output.splitlines() if line.startswith(("SKIPPED", "figures: "))]
    print_indented("\n".join([*told, output.rstrip().splitlines()[-1]]))


def fast_tests() -> None:
    """The fast tier."""
    pytest(installed(), "-m", "not slow")


def slow_tests() -> None:
    """The slow tier."""
    pytest(installed(), "-m", "slow", "--ignore=tests/test_record_load.py")


def records_load() -> None:
    """The slow tests of memory records under load, with no other test beside them that would take of their times."""
    pytest(installed(), "-m", "slow", "-n", "0", "tests/test_record_load.py")


def spark() -> None:
    """Spark jobs on two local workers, in an environment of their own: Spark wants a pandas below 3.

    Their tests, and rows a second beside RapidFuzz in a pandas_udf.
    """
    tool("java", "apt-get install default-jre-headless")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    peers = [one for one in extras["bench"] if not one.startswith("ablmatch")]
    wanted = [*project["dependencies"], *extras["spark"], *peers]
    home = WORK / "spark"
    venv.create(home, clear=True, with_pip=True)
    python = home / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", *wanted, "pytest", "pytest-timeout", "hypothesis")
    for tests in (["tests/test_spark.py"], ["tests/test_frames.py", "-k", "pandas and not duckdb and not polars"]):
        output = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, env=python_env(installed()))
        summary = output.rstrip().splitlines()[-1]
        print(f"        {summary}")
        if "skipped" in summary:
            raise StepFailedError(output)
    bench = ROOT / "bench" / "spark" / "run.py"
    output = run(python, bench, "--quick", env=python_env(installed()))
    print_indented("\n".join(line for line in output.splitlines() if line.startswith("|") or " × " in line))


def docs() -> None:
    """The documentation site builds without a warning, the WebAssembly module for one of its pages included."""
    run(PYTHON, ROOT / "tools" / "wasm.py")
    site = python_env(installed())
    run(tool("mkdocs"), "build", "--strict", "--site-dir", WORK / "docs", env={**site, "NO_MKDOCS_2_WARNING": "1"})


def clang_tidy() -> None:
    """Static analysis of the core."""
    folder = cmake_configure("native")  # for its compile_commands.json
    files = [path for path in cpp_sources() if path.suffix == ".cpp" and path.is_relative_to(ROOT / "csrc")]
    in_parallel(lambda path: run(tool("clang-tidy"), "--quiet", "-p", folder, path), files)


def sanitized_build(sanitizers: str) -> list[str]:
    """What CMake is told for a build with GCC's sanitizers."""
    flags = [f"CMAKE_{language}_FLAGS_RELWITHDEBINFO={SANITIZED_FLAGS}" for language in ("C", "CXX")]
    return [f"ABLMATCH_SANITIZE={sanitizers}", "CMAKE_BUILD_TYPE=RelWithDebInfo", *flags]


def sanitized_native() -> None:
    """The native tests under AddressSanitizer and UndefinedBehaviorSanitizer."""
    ctest(cmake_build("native-asan", *(f"-D{define}" for define in sanitized_build(SANITIZERS))))


def thread_sanitized() -> None:
    """The native tests of what runs on threads, under ThreadSanitizer."""
    threads = ("batch", "index", "text_rows", "c_abi")
    names = [path.stem for path in sources(*(f"tests/native/test_*{name}*.c*" for name in threads))]
    defines = [f"-D{define}" for define in sanitized_build("thread")]
    ctest(cmake_build("native-tsan", *defines, targets=names), "-R", f"^({'|'.join(names)})$")


def instructions() -> None:
    """No kind takes more instructions a pair than the baseline of bench/speed allows; counted, not timed."""
    tool("valgrind", "apt-get install valgrind")
    program = cmake_build("native", "-DABLMATCH_BENCH=ON") / "score_file"
    print_indented(run(PYTHON, ROOT / "bench" / "speed" / "instructions.py", program))


def sanitized_python() -> None:
    """The fast tests marked `native` under both sanitizers. Leaks are not looked for: the interpreter has some."""
    defines = [f"cmake.define.{define}" for define in sanitized_build(SANITIZERS)]
    site = install("asan", *defines, "cmake.build-type=RelWithDebInfo", "install.strip=false")
    libraries = [run("gcc", f"-print-file-name={name}.so").strip() for name in ("libasan", "libubsan", "libstdc++")]
    # A worker of pytest-xdist that dies takes its output along, so the reports go to files.
    reports = WORK / "sanitizer-reports"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir(parents=True)
    try:
        pytest(
            site,
            "-m",
            "native and not slow",
            LD_PRELOAD=" ".join(libraries),
            PYTHONMALLOC="malloc",
            ASAN_OPTIONS=f"detect_leaks=0:log_path={reports}/report",
            UBSAN_OPTIONS=f"print_stacktrace=1:log_path={reports}/report",
            ABLMATCH_HYPOTHESIS_PROFILE="sanitizer",
        )
    finally:
        found = [path.read_text("utf-8", "replace") for path in sorted(reports.iterdir())]
        if found:
            print("\n".join(found))


def fuzz() -> None:
    """Every libFuzzer target, for a minute in all."""
    names = [path.stem for path in sources("tests/native/fuzz_*.cpp")]
    folder = cmake_build(
        "fuzz",
        "-DABLMATCH_FUZZ=ON",
        f"-DABLMATCH_SANITIZE={SANITIZERS}",
        "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
        "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O2 -g1 -DNDEBUG",
        f"-DCMAKE_CXX_COMPILER={clang()}",
        f"-DCMAKE_C_COMPILER={clang().replace('clang++', 'clang')}",
        targets=names,
    )
    for name in names:
        corpus = WORK / "corpus" / name
        corpus.mkdir(parents=True, exist_ok=True)
        run(
            folder / name,
            corpus,
            ROOT / "tests" / "native" / "corpus" / name,  # inputs that reach much of the core, frozen
            "-max_len=1500",
            f"-max_total_time={FUZZ_SECONDS // len(names)}",
            "-timeout=10",
            "-rss_limit_mb=2048",
            f"-artifact_prefix={WORK}/",
            "-print_final_stats=1",
        )


# --- The wheel --------------------------------------------------------------------------------------------------


def wheel() -> None:
    """sdist, and the wheel made from it: well formed, and portable as far as a build outside manylinux can be."""
    folder = WORK / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    tool("patchelf")
    # In the folders of this checkout, and as deep as the other builds, so that the compiler's cache knows the files.
    settings = ("build-dir=build/check/wheel", "cmake.define.ABLMATCH_WERROR=ON")
    temporary = WORK / "tmp"
    temporary.mkdir(exist_ok=True)
    given = [f"--config-setting={setting}" for setting in settings]
    run(PYTHON, "-m", "build", *given, "--outdir", folder, ROOT, env={"TMPDIR": str(temporary)})
    (made,) = folder.glob("*.whl")
    run(tool("twine"), "check", "--strict", *folder.iterdir())
    run(tool("check-wheel-contents"), made)
    print_indented(run(PYTHON, ROOT / "tools" / "duckdb_footer.py", "--wheel", made))
    verdict = " ".join(run(tool("auditwheel"), "show", made).split())
    print(f"        {made.name}, {made.stat().st_size // 1024} KiB\n        {verdict}")
    if "abi3" in made.name:
        run(tool("abi3audit"), "--strict", made)


def bare_install() -> None:
    """The wheel installs in an empty environment without a compiler, and imports fast and alone."""
    (made,) = (WORK / "dist").glob("*.whl")
    home = WORK / "bare"
    venv.create(home, clear=True, with_pip=True)
    python = home / "bin" / "python"
    alone = {"PATH": str(home / "bin"), "CC": "/nonexistent", "CXX": "/nonexistent"}
    run(python, "-m", "pip", "install", "--quiet", "--only-binary=:all:", made, env=alone)
    code = (
        "import json, sys, time; start = time.perf_counter(); import ablmatch; spent = time.perf_counter() - start;"
        f"assert ablmatch.match_score('four two', '42', 'digits') == 100;"
        f"print(json.dumps([spent * 1000, [name for name in {UNWANTED!r} if name in sys.modules]]))"
    )
    runs = [json.loads(run(python, "-c", code, env=alone, cwd=home)) for _ in range(5)]
    best = min(spent for spent, _ in runs)
    print(f"        import ablmatch: {best:.1f} ms")
    if best > IMPORT_LIMIT_MS:
        raise StepFailedError(f"import takes {best:.0f} ms, more than {IMPORT_LIMIT_MS}")
    if runs[0][1]:
        raise StepFailedError(f"import pulls in {', '.join(runs[0][1])}")


def cibuildwheel() -> None:
    """The wheel builder accepts its configuration for every platform."""
    for platform in ("linux", "macos", "windows"):
        made = run(tool("cibuildwheel"), "--print-build-identifiers", "--platform", platform, ROOT)
        print(f"        {platform}: {' '.join(made.split())}")


# --- The table of steps -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One row: its name, what it does, and whether only --full runs it."""

    name: str
    action: Callable[[], None]
    full_only: bool = False


STEPS = (
    Step("ruff-format", ruff_format),
    Step("ruff-lint", ruff_lint),
    Step("mypy", mypy),
    Step("cython-lint", cython_lint),
    Step("clang-format", clang_format),
    Step("gersemi", gersemi),
    Step("codespell", codespell),
    Step("metadata", metadata),
    Step("generated", generated),
    Step("native-tests", native_tests),
    Step("c-library", c_library, full_only=True),
    Step("build", build),
    Step("stubtest", stubtest),
    Step("fast-tests", fast_tests),
    Step("slow-tests", slow_tests, full_only=True),
    Step("records-load", records_load, full_only=True),
    Step("docs", docs, full_only=True),
    Step("spark", spark, full_only=True),
    Step("clang-tidy", clang_tidy, full_only=True),
    Step("sanitized-native", sanitized_native, full_only=True),
    Step("thread-sanitized", thread_sanitized, full_only=True),
    Step("instructions", instructions, full_only=True),
    Step("sanitized-python", sanitized_python, full_only=True),
    Step("fuzz", fuzz, full_only=True),
    Step("wheel", wheel, full_only=True),
    Step("bare-install", bare_install, full_only=True),
    Step("cibuildwheel", cibuildwheel, full_only=True),
)


def processor_seconds() -> float:
    """What ended child processes have used so far: the cost of a step on a machine that others use too."""
    used = os.times()
    return used.children_user + used.children_system


def run_step(step: Step) -> str | None:
    """Run one step, print its name, time and outcome, and return what went wrong."""
    start, processor = time.monotonic(), processor_seconds()
    failure = None
    try:
        step.action()
    except StepFailedError as error:
        failure = str(error)
    except (OSError, ValueError) as error:
        failure = f"{type(error).__name__}: {error}"
    spent = f"{time.monotonic() - start:7.1f} s, {processor_seconds() - processor:7.1f} s of processors"
    print(f"{'FAILED' if failure else 'passed'}  {step.name:<18}{spent}", flush=True)
    if failure:
        print("\n".join(f"        {line}" for line in failure.splitlines()), flush=True)
    return failure


def summary(failures: Mapping[str, str]) -> str:
    """What failed, as the last words of a run: logs are cut in the middle."""
    lines = []
    for name, failure in failures.items():
        tests = [line.strip() for line in failure.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        lines += [f"FAILED  {name}", *(f"        {test}" for test in tests)]
    return "\n".join(lines)


def main() -> int:
    """Run the chosen steps; 0 if all passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="also the slow tier, sanitizers, fuzzing and the wheel")
    names = [step.name for step in STEPS]
    for option, does in (("--only", "these steps"), ("--without", "leave these steps out")):
        parser.add_argument(option, nargs="+", action="extend", metavar="NAME", choices=names, default=[], help=does)
    options = parser.parse_args()
    wanted = options.only or [step.name for step in STEPS if options.full or not step.full_only]
    chosen = [step for step in STEPS if step.name in wanted and step.name not in options.without]
    WORK.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    outcomes = {step.name: run_step(step) for step in chosen}
    failures = {name: failure for name, failure in outcomes.items() if failure is not None}
    if failures:
        print(summary(failures))
    print(f"{len(outcomes) - len(failures)} passed, {len(failures)} failed in {time.monotonic() - start:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
