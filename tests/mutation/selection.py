"""Which tests can notice a mutant: those that run its line, the quickest and most special first.

What a module does when it is imported is run by every test. A mutant there is for the tests that
run the functions in which its name stands.
"""

from __future__ import annotations

import ast
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
    """The tests that ran each line of the tree at `root`, as `record` has put into a folder."""

    def __init__(self, root: Path, folder: Path) -> None:
        lines = (folder / "times").read_text(encoding="utf-8").splitlines()
        self.seconds = {test: float(time) for time, _, test in (x.partition("\t") for x in lines)}
        self.tests_of: dict[tuple[str, int], set[str]] = defaultdict(set)
        self.tests_of_module: dict[str, set[str]] = defaultdict(set)
        self.lines_of: dict[str, int] = defaultdict(int)
        data = CoverageData(str(folder / "data"))
        data.read()
        self.sources: dict[str, Source] = {}
        for file in sorted((root / "aoc").rglob("*.py")):
            self.sources[file.relative_to(root).as_posix()] = Source(file)
        for path in data.measured_files():
            module = path.partition("/aoc/")[2]
            for line, contexts in data.contexts_by_lineno(path).items():
                tests = {test_of(context) for context in contexts} & self.seconds.keys()
                self.tests_of[f"aoc/{module}", line] |= tests
                self.tests_of_module[f"aoc/{module}"] |= tests
                for test in tests:
                    self.lines_of[test] += 1

    def tests_for(self, module: str, first: int, last: int, seconds: float) -> list[str]:
        """Return the tests that run lines of a module, as many as take so many seconds together.

        Those named after the module come first: of a process that was killed it is not known what
        it ran. Those of its room follow. Where a line seems to be run by none, it is the tests of
        the whole module or room.
        """
        room, name = module.split("/")[-2], Path(module).stem
        found: set[str] = set()
        for place in self.places_of(module, range(first, last + 1)):
            found |= self.tests_of.get(place, set())
        if not found:
            found = self.tests_of_module[module] or {t for t in self.seconds if f"/{room}/" in t}
        named = {test for test in self.seconds if name in test}
        own = {test for test in found if test.startswith(f"tests/{room}/")}
        chosen: list[str] = []
        left = seconds
        for tests in (named, own - named, found - own - named):
            for test in sorted(tests, key=self.cost):
                left -= self.seconds[test]
                if left < 0:
                    return chosen
                chosen.append(test)
        return chosen

    def places_of(self, module: str, lines: range) -> list[tuple[str, int]]:
        """Return the lines to whose effect lines of a module belong, with their modules."""
        source = self.sources[module]
        if source.in_functions.intersection(lines):
            return [(module, line) for line in lines]
        names = "|".join(map(re.escape, source.names_at(lines[0]))) or "$^"
        used = re.compile(rf"\b(?:{names})\b")
        return [
            (path, line)
            for path, other in self.sources.items()
            for line in other.in_functions
            if used.search(other.lines[line - 1])
        ]

    def cost(self, test: str) -> float:
        """Return what running a test costs: quick ones first, then those that run little else."""
        return self.seconds[test] * (200 + self.lines_of[test])


class Source:
    """The source of a module: its lines, and which of them belong to the body of a function."""

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        self.lines = text.splitlines()
        self.tree = ast.parse(text)
        self.in_functions = {
            line
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef)
            for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)
        }

    def names_at(self, line: int) -> set[str]:
        """Return the names that are made at a line outside of functions."""
        found = set()
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.stmt) or not node.lineno <= line <= (node.end_lineno or 0):
                continue
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                names = (one for one in ast.walk(node) if isinstance(one, ast.Name))
                found |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
        return found


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
