"""Checks a puzzle in a real Jupyter kernel: what cells show, and that the kernel lives on."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.emulator import Site, dice_sheet
from tests.emulator.program import cache_of, make_project
from tests.marks import needs_proc, needs_signals
from tests.notebook.test_notebook_puzzle import DAY, TESTS
from tests.program import Project, processes_with

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

pytestmark = pytest.mark.slow

START = "from aoc import puzzle\np = puzzle(2021, 21)"


class Notebook:
    """A notebook in a project, whose cells were all executed."""

    def __init__(
        self, folder: Path, env: Mapping[str, str], *cells: str, timeout: int = 60
    ) -> None:
        notebook = nbformat.v4.new_notebook()
        notebook.cells = [nbformat.v4.new_code_cell(cell) for cell in (START, *cells)]
        # The kernel of this Python, and no settings of whoever runs the tests.
        own = {"JUPYTER_PREFER_ENV_PATH": "1", "IPYTHONDIR": str(folder.parent / "ipython")}
        client = nbclient.NotebookClient(
            notebook,
            timeout=timeout,
            kernel_name="python3",
            interrupt_on_timeout=True,
            allow_errors=True,
            resources={"metadata": {"path": str(folder)}},
        )
        client.execute(env={**env, **own})
        self.cells = notebook.cells[1:]
        assert self.error(-len(self.cells) - 1, notebook.cells) is None

    def error(self, number: int, cells: Any = None) -> str | None:
        """Return the kind of the error with which a cell ended."""
        outputs = (cells or self.cells)[number].outputs
        found = [output.ename for output in outputs if output.output_type == "error"]
        return found[0] if found else None

    def result(self, number: int, kind: str = "text/plain") -> str:
        """Return the value of a cell in one of its forms."""
        assert self.error(number) is None, self.cells[number].outputs
        outputs = self.cells[number].outputs
        [found] = [output for output in outputs if output.output_type == "execute_result"]
        return str(found.data[kind])

    def written(self, number: int) -> str:
        """Return what a cell has written on stdout and stderr."""
        outputs = self.cells[number].outputs
        return "".join(output.text for output in outputs if output.output_type == "stream")


@pytest.fixture
def own(project: Project) -> Project:
    """A project in which one can run on an own input, 4 and 5."""
    project.day(21, DAY, TESTS)
    project.remember("4\n5\n", a="9")
    return project


def test_a_notebook_shows_a_puzzle_and_a_run(site: Site, tmp_path: Path) -> None:
    alice = site.account("alice")
    alice.give(2021, 21, dice_sheet(7, 1))
    folder = make_project(tmp_path / "project", (2021, 21), settings="submit = true")
    cells = ("p", "p.title", "p.input", "p.run()", "p.run()")
    env = site.environment(cache_of(folder), alice.token)
    notebook = Notebook(folder, env, *cells)
    shown = [notebook.result(number) for number in range(3)]
    text = repr(alice.sheet(site.event(2021).puzzles[21]).input.rstrip("\n"))
    assert shown == ["2021/21 Dirac Dice", "'Dirac Dice'", text]
    sheet = alice.sheet(site.event(2021).puzzles[21])
    for number in (3, 4):
        html = notebook.result(number, "text/html")
        assert html.startswith('<pre class="aoc-run">')
        assert sheet.answer1 in html
        assert notebook.result(number).startswith("2021/21 Dirac Dice\n")
        assert notebook.written(number) == ""
    requests = [str(request) for request in site.requests]
    assert requests == ["GET /settings", "GET /2021/day/21/input"]


def test_a_solver_that_crashes_leaves_the_kernel_alive(own: Project) -> None:
    crash = DAY.replace("return sum(numbers) * times", "import ctypes; ctypes.string_at(0)")
    own.day(21, crash.replace("return max(numbers)", "import os; os._exit(3)"), TESTS)
    cells = ("t = p.run(); [one.error.kind.value for one in t if one.part]", "1 + 1")
    notebook = Notebook(own.root, own.environment(), *cells)
    assert notebook.result(0) == "['crash', 'exit', 'crash', 'exit']"
    assert notebook.result(1) == "2"


@needs_signals
@needs_proc
def test_interrupting_a_cell_ends_its_worker(own: Project) -> None:
    endless = "exec('while True: pass')"
    own.day(21, DAY.replace("return max(numbers)", endless), TESTS)
    mark = {"AOC_TEST_MARK": f"notebook{os.getpid()}"}
    cells = ("p.run(2)", "p.run(1).answers()")
    notebook = Notebook(own.root, own.environment(mark), *cells, timeout=4)
    assert notebook.error(0) == "KeyboardInterrupt"
    assert notebook.result(1) == "('9', None)"
    assert processes_with(f"AOC_TEST_MARK={mark['AOC_TEST_MARK']}") == set()
