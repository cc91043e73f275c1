"""Checks `puzzle()` in a real Jupyter kernel: what cells show, and that the kernel lives on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.aoc import Aoc
from tests.cli.test_notebook import DAY, TESTS
from tests.emulator import Account, Site
from tests.marks import needs_proc, needs_signals
from tests.program import Project

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

START = "from aoc import puzzle\np = puzzle(2021, 21)"


class Notebook:
    """A notebook in a project, whose cells were all executed."""

    def __init__(self, aoc: Aoc, *cells: str, timeout: int = 60) -> None:
        notebook = nbformat.v4.new_notebook()
        notebook.cells = [nbformat.v4.new_code_cell(cell) for cell in (START, *cells)]
        folder = aoc.project.root
        # The kernel of this Python, and no settings of whoever runs the tests.
        own = {"JUPYTER_PREFER_ENV_PATH": "1", "IPYTHONDIR": str(folder / "ipython")}
        client = nbclient.NotebookClient(
            notebook,
            timeout=timeout,
            kernel_name="python3",
            interrupt_on_timeout=True,
            allow_errors=True,
            resources={"metadata": {"path": str(folder)}},
        )
        client.execute(env=aoc.environment(own))
        self.cells = notebook.cells[1:]

    def error(self, number: int) -> str | None:
        """Return the kind of the error with which a cell ended."""
        outputs = self.cells[number].outputs
        found = [output.ename for output in outputs if output.output_type == "error"]
        return found[0] if found else None

    def result(self, number: int) -> Mapping[str, Any]:
        """Return the value of a cell in its forms; it has written nothing."""
        [output] = self.cells[number].outputs
        assert output.output_type == "execute_result", output
        data: Mapping[str, Any] = output.data
        return data


def test_a_notebook_shows_a_puzzle_and_a_run(
    aoc: Aoc, project: Project, site: Site, account: Account
) -> None:
    project.day(21, '"""Day 21: Dirac Dice."""\ndef parse(text):\n    return text\npart1 = len\n')
    (project.account_files(account.id) / "2021_21_input.txt").unlink()
    notebook = Notebook(aoc, "p", "p.title", "p.input", "p.run()")
    shown = [notebook.result(number)["text/plain"] for number in range(4)]
    text = account.sheets[2021, 21].input.rstrip("\n")
    assert shown[:3] == ["2021/21 Dirac Dice", "'Dirac Dice'", repr(text)]
    assert shown[3].startswith("2021/21 Dirac Dice\n")
    html = notebook.result(3)["text/html"]
    assert html.startswith('<pre class="aoc-run">')
    assert str(len(text)) in html
    assert site.asked() == ["GET /2021/day/21/input"]


@needs_signals
@needs_proc
def test_a_solver_that_crashes_or_is_interrupted_leaves_the_kernel_alive(
    aoc: Aoc, project: Project
) -> None:
    source = DAY.replace("return sum(numbers) * times", "import os; os._exit(3)")
    project.day(21, source.replace("return max(numbers)", "exec('while True: pass')"), TESTS)
    cells = ("p.run(1, sample=0)[-1].error.kind", "p.run(2, sample=0)", "1 + 1")
    notebook = Notebook(aoc, *cells, timeout=4)
    assert "exit" in notebook.result(0)["text/plain"]
    assert notebook.error(1) == "KeyboardInterrupt"
    assert notebook.result(2)["text/plain"] == "2"
