"""Runs tests with a mutant in place of a module, in a copy of the tree of its own."""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import cache_from_source
from pathlib import Path

from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkResult

from tests.mutation.mutants import mutated_code
from tests.mutation.selection import Selection

ROOT = Path(__file__).parents[2]
APART = ("unshare", "--pid", "--fork", "--mount-proc", "--kill-child")
"""What runs a command so that it sees its own processes alone, and they end with it: a mutant may
kill any process that it sees."""
BOUNDED = ("prlimit", "--data=8589934592:")
"""What runs a command so that a process of it gets 8 GB: a mutant may forget to limit a solver."""
SLACK = 60
"""Seconds more than three times the recorded ones after which tests have noticed a mutant."""


def copy_of(root: Path, folder: Path) -> Path:
    """Make a copy of the tracked files, with an environment of its own; return its folder."""
    if not folder.exists():
        folder.mkdir(parents=True)
        files = subprocess.check_output(["git", "ls-files", "-z"], cwd=root)
        copy = ["xargs", "-0", "cp", "--parents", "-t", str(folder)]
        subprocess.run(copy, cwd=root, input=files, check=True)
        make = [sys.executable, "-m", "venv", "--upgrade-deps", str(folder / ".venv")]
        subprocess.run(make, check=True)
        install = ["-m", "pip", "install", "-qq", "-e", ".", "--group", "mutation"]
        subprocess.run([python_of(folder), *install], cwd=folder, check=True)
        compile_all = [python_of(folder), "-m", "compileall", "-q", "aoc", "tests", "days"]
        subprocess.run(compile_all, cwd=folder, check=True)
    return folder


def python_of(tree: Path) -> str:
    """Return the Python of a copy."""
    return str(tree / ".venv" / "bin" / "python")


def try_mutant(
    mutant: MutationSpec, tree: Path, selection: Selection, seconds: float
) -> WorkResult:
    """Run the tests that can notice a mutant in a copy of the tree; the first failure ends them.

    When they were recorded, they took so many `seconds` together at most.
    """
    module = str(mutant.module_path)
    tests = selection.tests_for(module, mutant.start_pos[0], mutant.end_pos[0], seconds)
    if not tests:
        return result(TestOutcome.SURVIVED, "no test runs it")
    limit = SLACK + 3 * sum(selection.seconds[test] for test in tests)
    code = mutated_code(mutant, (tree / module).read_text(encoding="utf-8"))
    assert code is not None
    with changed(tree / module, code):
        failures, output = run_tests(tree, tests, limit)
    return result(TestOutcome.KILLED if failures else TestOutcome.SURVIVED, output)


def result(outcome: TestOutcome, output: str) -> WorkResult:
    """Return the result of a trial, with the end of what pytest wrote."""
    return WorkResult(WorkerOutcome.NORMAL, output=output[-2000:], test_outcome=outcome)


@contextmanager
def changed(path: Path, code: str) -> Iterator[None]:
    """Put other code into a module until the `with` block ends; no compiled one is used for it."""
    before = path.read_bytes()
    compiled = Path(cache_from_source(str(path)))
    compiled.unlink(missing_ok=True)
    path.write_text(code, encoding="utf-8")
    try:
        yield
    finally:
        path.write_bytes(before)
        py_compile.compile(str(path), doraise=True)


def run_tests(tree: Path, tests: Sequence[str], limit: float) -> tuple[bool, str]:
    """Run tests; return whether one has failed or did not end, and what pytest wrote."""
    # Without what takes a second to start: the plugins, and tests that are compiled anew.
    plugins = ("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:hypothesispytest")
    options = ("-x", "-q", *plugins, "--assert=plain", "-m", "", "--tb=line")
    process = subprocess.Popen(
        [*APART, *BOUNDED, python_of(tree), "-m", "pytest", *options, *tests],
        cwd=tree,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    try:
        output, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        process.kill()
        output, _ = process.communicate()
        return True, f"{output}\nno end after {limit:.0f} s"
    # A mutant that ends the process of the tests ends it with 0 too, but not after the summary.
    return bool(process.returncode) or " passed" not in output, output
