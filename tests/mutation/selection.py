"""Which tests can notice a mutant: those that run its line, the quickest first."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from coverage import CoverageData

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
DONE = "reports.send(Done())"
SAVE = "(found := __import__('coverage').Coverage.current()) and found.save()"


class Selection:
    """The tests that ran each line of a tree, as `record` has put into a folder."""

    def __init__(self, folder: Path) -> None:
        lines = (folder / "times").read_text(encoding="utf-8").splitlines()
        self.seconds = {test: float(time) for time, _, test in (x.partition("\t") for x in lines)}
        self.tests_of: dict[tuple[str, int], set[str]] = defaultdict(set)
        self.tests_of_module: dict[str, set[str]] = defaultdict(set)
        data = CoverageData(str(folder / "data"))
        data.read()
        for path in data.measured_files():
            module = path.partition("/aoc/")[2]
            for line, contexts in data.contexts_by_lineno(path).items():
                tests = {test_of(context) for context in contexts} & self.seconds.keys()
                self.tests_of[f"aoc/{module}", line] |= tests
                self.tests_of_module[f"aoc/{module}"] |= tests

    def tests_for(self, module: str, first: int, last: int, seconds: float) -> list[str]:
        """Return the tests that run lines of a module, as many as take so many seconds together.

        Those named after the module come first: of a process that was killed it is not known what
        it ran. Those of its room follow. Where a line seems to be run by none, it is the tests of
        the whole module or room.
        """
        room, name = module.split("/")[-2], Path(module).stem
        found: set[str] = set()
        for line in range(first, last + 1):
            found |= self.tests_of.get((module, line), set())
        if not found:
            found = self.tests_of_module[module] or {t for t in self.seconds if f"/{room}/" in t}
        named = {test for test in self.seconds if name in test}
        own = {test for test in found if test.startswith(f"tests/{room}/")}
        chosen: list[str] = []
        left = seconds
        for tests in (named, own - named, found - own - named):
            for test in sorted(tests, key=self.seconds.__getitem__):
                left -= self.seconds[test]
                if left < 0:
                    return chosen
                chosen.append(test)
        return chosen


def test_of(context: str) -> str:
    """Return the test that a context of coverage names; that of a child ends with its phase."""
    return re.sub(r" \((setup|call|teardown)\)$", "", context)


def record(tree: Path, folder: Path, arguments: Sequence[str]) -> None:
    """Run tests of a tree, and write into a folder which test ran which line."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "coveragerc"
    config.write_text(CONFIG.format(folder=folder), encoding="utf-8")
    environment = os.environ | {
        "COVERAGE_PROCESS_START": str(config),
        "PYTEST_CURRENT_TEST": "",
        "PYTHONDONTWRITEBYTECODE": "1",
        "TIMES_OF_TESTS": str(folder / "times"),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutation.recorder", *arguments]
    worker = tree / "aoc" / "worker" / "main.py"
    source = worker.read_text(encoding="utf-8")
    # A worker is killed once it is done, while coverage would still save what it ran.
    worker.write_text(source.replace(DONE, f"{SAVE}; {DONE}"), encoding="utf-8")
    subprocess.run(command, cwd=tree, env=environment, check=False)
    worker.write_text(source, encoding="utf-8")
    combine = [sys.executable, "-m", "coverage", "combine", "-q", f"--rcfile={config}"]
    subprocess.run(combine, cwd=tree, check=True)
