"""Which tests can notice a mutant: those that run its line, the quickest and most special first."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from coverage import CoverageData

__all__ = ["Selection", "record"]

CONFIG = """\
[run]
parallel = true
source = aoc
data_file = {folder}/data
context = ${{PYTEST_CURRENT_TEST}}
patch =
    _exit
    fork
"""
BUDGET = 60.0
"""Seconds that the tests for one mutant took together when they were recorded, at most."""


class Selection:
    """The tests that ran each line of a tree, as `record` has found them in a folder."""

    def __init__(self, folder: Path) -> None:
        lines = (folder / "times").read_text(encoding="utf-8").splitlines()
        self.seconds = {test: float(time) for time, _, test in (x.partition("\t") for x in lines)}
        self.tests_of: dict[tuple[str, int], set[str]] = defaultdict(set)
        self.tests_of_module: dict[str, set[str]] = defaultdict(set)
        self.lines_of: dict[str, int] = defaultdict(int)
        data = CoverageData(str(folder / "data"))
        data.read()
        for path in data.measured_files():
            module = path.partition("/aoc/")[2]
            for line, contexts in data.contexts_by_lineno(path).items():
                tests = {test_of(context) for context in contexts} & self.seconds.keys()
                self.tests_of[f"aoc/{module}", line] |= tests
                self.tests_of_module[f"aoc/{module}"] |= tests
                for test in tests:
                    self.lines_of[test] += 1

    def tests_for(self, module: str, first: int, last: int) -> list[str]:
        """Return the tests that run lines of a module, as many as fit into the budget.

        Of a process that was killed it is not known what it ran, so those named after the module
        follow. Where a line seems to be run by none, it is those of the whole module or room.
        """
        room, name = module.split("/")[-2], Path(module).stem
        found: set[str] = set()
        for line in range(first, last + 1):
            found |= self.tests_of.get((module, line), set())
        others = {test for test in self.seconds if name in test}
        if not found:
            others |= self.tests_of_module[module] or {t for t in self.seconds if f"/{room}/" in t}
        chosen, left = [], BUDGET
        for test in (*sorted(found, key=self.cost), *sorted(others - found, key=self.cost)):
            left -= self.seconds[test]
            if left < 0:
                break
            chosen.append(test)
        return chosen

    def cost(self, test: str) -> float:
        """Return what running a test costs: quick ones first, then those that run little else."""
        return self.seconds[test] * (200 + self.lines_of[test])


def test_of(context: str) -> str:
    """Return the test that a context of coverage names; that of a child ends with its phase."""
    return re.sub(r" \((setup|call|teardown)\)$", "", context)


def record(tree: Path, folder: Path, arguments: Sequence[str]) -> None:
    """Run the tests of a tree, and write which test ran which line into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "coveragerc"
    config.write_text(CONFIG.format(folder=folder), encoding="utf-8")
    environment = os.environ | {
        "COVERAGE_PROCESS_START": str(config),
        "PYTEST_CURRENT_TEST": "",
        "PYTHONDONTWRITEBYTECODE": "1",
        "TIMES_OF_TESTS": str(folder / "times"),
    }
    (folder / "times").write_text("", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutation.recorder", *arguments]
    subprocess.run(command, cwd=tree, env=environment, check=False)
    combine = [sys.executable, "-m", "coverage", "combine", "-q", f"--rcfile={config}"]
    subprocess.run(combine, cwd=tree, check=True)
