"""Mutation tests: which small changes of the program no test notices.

    python -m pip install -e '.[dev,mutation]'
    python -m tests.campaigns.mutation aoc/submitting/ledger.py ...

Cosmic Ray makes the changes, in a clone of the last commit. It would run all tests for each change;
here, those run that run the changed lines, the quickest first. It needs Linux and takes hours; it
can be stopped and continued, and keeps all in build/mutation. PYTEST_ADDOPTS can name fewer tests.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

import pytest
from coverage import Coverage, CoverageData

ROOT = Path(__file__).parents[2]
TIMES = ROOT.parent / "times"
"""Of a session; this file is a copy there."""
BUDGET = 30.0
"""Seconds that the tests for a change may take; they took so long when they were recorded."""
APART = ("unshare", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child")
"""What runs a command so that it sees its own processes alone: a change may kill all it sees."""
CONFIGS = {
    "coveragerc": "[run]\nparallel = true\nsource = aoc\ndata_file = {folder}/lines\n"
    "patch = _exit, fork\ncontext = ${{PYTEST_CURRENT_TEST}}\n",
    "config.toml": """\
[cosmic-ray]
module-path = {modules}
timeout = 180.0
test-command = "{python} -m tests.campaigns.mutation --try"
[cosmic-ray.distributor]
name = "local"
[cosmic-ray.filters.operators-filter]
exclude-operators = [
    # One other operator for each is enough.
    "core/ReplaceBinaryOperator_(?!(Add_Sub|Sub_Add|Mul_Add|Div_Mul|FloorDiv_Mul|Mod_Add)$)",
    "core/ReplaceComparisonOperator_(?!(Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt)$)",
    "core/ReplaceUnaryOperator_(?!(USub_UAdd|Delete_Not)$)",
    "core/Variable",
]
""",
}
CONFIG, SESSION = "../config.toml", "../session.sqlite"
DONE, SAVE = (
    "send(Report(ReportKind.DONE))",
    "(c := __import__('coverage').Coverage.current()) and c.save()",
)
"""A worker is killed once it is done, while coverage would still save what it ran."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let coverage put what this process runs under the name of the test."""
    if running := Coverage.current():
        running.switch_context(f"{item.nodeid} (call)")
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how long a test took."""
    if report.when == "call" and report.passed and "PYTEST_XDIST_WORKER" not in os.environ:
        with TIMES.open("a", encoding="utf-8") as file:
            file.write(json.dumps([report.nodeid, report.duration]) + "\n")


def prepare(folder: Path, modules: list[str]) -> None:
    """Copy the tree into a session, record which test runs which line, and list the changes."""
    tree = folder / "tree"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(tree)], check=True)
    for name, text in CONFIGS.items():
        values = {"folder": folder, "modules": json.dumps(modules), "python": sys.executable}
        (folder / name).write_text(text.format(**values))
    worker = tree / "aoc" / "worker" / "main.py"
    source = worker.read_text(encoding="utf-8")
    assert DONE in source
    worker.write_text(source.replace(DONE, f"{SAVE}; {DONE}"), encoding="utf-8")
    config = str(folder / "coveragerc")
    plugin = ("-p", "tests.campaigns.mutation", "-n", "2")
    run(
        folder,
        "pytest",
        "-q",
        "--slow",
        *plugin,
        PYTEST_CURRENT_TEST="",
        COVERAGE_PROCESS_START=config,
    )
    worker.write_text(source, encoding="utf-8")
    run(folder, "coverage", "combine", "-q", "--rcfile=../coveragerc")
    run(folder, "cosmic-ray", "baseline", CONFIG)
    run(folder, "cosmic-ray", "init", CONFIG, SESSION)
    run(folder, "cr-filter-operators", SESSION, CONFIG)


def run(folder: Path, name: str, *words: str, **env: str) -> None:
    """Run a script of this Python's environment in the tree of a session."""
    tree = str(folder / "tree")
    env |= {"PYTHONPATH": tree, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [str(Path(sys.executable).with_name(name)), *words]
    # A test that fails is not recorded, so it is none that notices a change.
    subprocess.run(command, cwd=tree, env=os.environ | env, check=name != "pytest")


def chosen(folder: Path, module: Path, lines: range) -> list[str]:
    """Return tests that run lines of a module, or else the module, or all; the quickest first."""
    rows = [json.loads(row) for row in (folder / "times").read_text().splitlines()]
    seconds: dict[str, float] = dict(rows)
    data = CoverageData(str(folder / "lines"))
    data.read()
    tests_of = {
        line: {context.rpartition(" (")[0] for context in contexts} & seconds.keys()
        for line, contexts in data.contexts_by_lineno(str(module)).items()
    }
    found = set[str]().union(*(tests_of.get(line, ()) for line in lines))
    found = found or set[str]().union(*tests_of.values()) or {*seconds}
    quickest = sorted(found, key=seconds.__getitem__)
    totals = accumulate(seconds[test] for test in quickest)
    return [test for test, total in zip(quickest, totals, strict=True) if total < BUDGET]


def try_change(folder: Path) -> int:
    """Run the tests that can notice what is changed in the tree; without a change, the quickest."""
    difference = subprocess.check_output(["git", "diff", "-U0"], encoding="utf-8")
    if place := re.search(r"^--- a/(.*)\n.*\n@@ -(\d+),?(\d*)", difference, re.MULTILINE):
        first, count = int(place[2]), int(place[3] or 1)
        tests = chosen(folder, folder / "tree" / place[1], range(first, first + count))
    else:
        tests = chosen(folder, folder, range(0))
    # Without what takes a second to start: the plugins, and tests that are compiled anew.
    plugins = ("-p", "no:cacheprovider", "-p", "no:xdist")
    options = ("-x", "-q", *plugins, "--assert=plain", "-m", "", "--tb=line")
    command = [*APART, sys.executable, "-m", "pytest", *options, *tests]
    env = os.environ | {"PYTEST_ADDOPTS": ""}
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    sys.stdout.write(done.stdout)
    # A change that ends the process of the tests ends it with 0 too, but not after the summary.
    return done.returncode or " passed" not in done.stdout


def main(modules: list[str]) -> int:
    """Try changes of modules, and show those that no test has noticed."""
    if modules == ["--try"]:
        return try_change(Path.cwd().parent)
    folder = ROOT / "build" / "mutation" / "-".join(modules).replace("/", ".")
    if not (folder / "session.sqlite").exists():
        prepare(folder, modules)
    run(folder, "cosmic-ray", "exec", CONFIG, SESSION)
    run(folder, "cr-report", "--surviving-only", "--show-diff", SESSION)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
