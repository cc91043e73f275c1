"""Checks `puzzle()` in a real Jupyter kernel: what cells show, and that the kernel lives on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.marks import needs_jupyter, needs_proc, needs_signals
from tests.support.program import LIMIT, PATIENCE, Project

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytestmark = needs_jupyter

START = "from aoc import puzzle\np = puzzle(2021, 21)"


def execute(aoc: Aoc, *cells: str) -> list[Any]:
    """Execute cells of a notebook in a project, and return what they put out."""
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(cell) for cell in (START, *cells)]
    folder = aoc.project.root
    # The kernel of this Python, and no settings of whoever runs the tests.
    own = {"JUPYTER_PREFER_ENV_PATH": "1", "IPYTHONDIR": str(folder / "ipython")}
    client = nbclient.NotebookClient(
        notebook,
        timeout_func=lambda cell: int(LIMIT) if "sleep" in cell.source else PATIENCE,
        kernel_name="python3",
        interrupt_on_timeout=True,
        allow_errors=True,
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute(env=aoc.environment(own))
    return [output for cell in notebook.cells[1:] for output in cell.outputs]


DAY = """\
\"""Day 21: Dirac Dice.\"""
import os, time

def parse(text):
    return text

def part1(text):
    if text == "crash":
        os._exit(3)
    if text == "sleep":
        time.sleep(1000)
    return len(text)
"""


@pytest.mark.slow
@needs_signals
@needs_proc
def test_a_notebook_shows_runs_and_lives_on_after_a_crash_and_an_interrupt(
    aoc: Aoc, project: Project, site: Site, account: Account
) -> None:
    project.day(21, DAY)
    (project.account_files(account.id) / "2021_21_input.txt").unlink()
    crash, sleep = "p.run(1, text='crash')[-1].error.kind", "p.run(1, text='sleep')"
    outputs = execute(aoc, "p", "p.input", "p.run()", crash, sleep, "1 + 1")
    shown = [one.data["text/plain"] for one in outputs if one.output_type == "execute_result"]
    text = account.sheets[2021, 21].input.rstrip("\n")
    assert shown[:2] == ["2021/21 Dirac Dice", repr(text)]
    assert shown[2].startswith("2021/21 Dirac Dice\n")
    assert "exit" in shown[3]
    errors = [one.ename for one in outputs if one.output_type == "error"]
    assert (errors, shown[4:]) == (["KeyboardInterrupt"], ["2"])
    assert str(len(text)) in shown[2]
    assert site.asked() == ["GET /2021/day/21/input"]
