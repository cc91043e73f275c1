"""A day in a notebook runs as a script of its code cells."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.aoc import Aoc
from tests.support.program import Project
from tests.support.repositories import COUNT, Repository, adopt

READ = 'text = open("input.txt").read()'


def notebook(*cells: str) -> str:
    """Return a notebook with a title and these code cells."""
    title = {"cell_type": "markdown", "metadata": {}, "source": ["# Day 21"]}
    code: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": cell.splitlines(keepends=True),
        }
        for cell in cells
    ]
    metadata = {"kernelspec": {"display_name": "Mine", "name": "mine"}}
    return json.dumps(
        {"cells": [title, *code], "metadata": metadata, "nbformat": 4}, indent=1
    )


def run_notebook(aoc: Aoc, project: Project, text: str) -> list[dict[str, Any]]:
    """Run a notebook as a day, and return the results."""
    path = "2021/day21.ipynb"
    adopt(aoc, Repository({path: text}, (), ("2021/21",)))
    layout = '{ days = "{year}/day{day}.ipynb", run = "script" }'
    project.configure(f"layouts = [{layout}]")
    results = aoc("run", "21", "--json").results
    assert (project.root / path).read_text() == text
    return results


CELLS = {
    "print": ("print('Part 1:', sum(numbers))", "print('Part 2:', max(numbers))"),
    "last expressions": (
        "sum(numbers)",
        "numbers.sort()\nmax(\n    numbers\n)  # the most",
    ),
    "labels": ("'Part 1: ' + str(sum(numbers))", "f'Part 2: {max(numbers)}'"),
    "display": ("display(sum(numbers))", "if numbers:\n    display(max(numbers))"),
    "IPython": (
        "from IPython.display import HTML, clear_output, display\n"
        "clear_output(wait=True)\nget_ipython().run_line_magic('time', '')\n"
        "display(sum(numbers))",
        "max(numbers)",
    ),
    "magics": (
        "%matplotlib inline\n!pip install numpy\nsum?\nif numbers:\n    %time x = sum(numbers)\nx",
        "%%time\n%timeit -n 2 -r1 max(numbers)\n",
        "%%capture out\nmax(numbers)",
        "%%bash\nls",
        "?max",
    ),
    "a text that looks like magics": (
        "example = '''\n%a -> inv\n!b -> con?\n'''\nassert len(example) == 22\nsum(numbers)",
        "max(numbers)",
        "example;",
        "",
    ),
}


@pytest.mark.windows
@pytest.mark.parametrize("kind", CELLS)
def test_a_notebook_runs_as_a_script_of_its_cells(
    aoc: Aoc, project: Project, kind: str
) -> None:
    results = run_notebook(aoc, project, notebook(READ, COUNT, *CELLS[kind]))
    assert [row["answer"] for row in results] == ["16", "8"], results
    assert [row["verdict"] for row in results] == ["pass", "pass"]


@pytest.mark.windows
def test_a_notebook_is_named_as_the_day_that_it_is(aoc: Aoc, project: Project) -> None:
    run_notebook(aoc, project, notebook(READ, COUNT, "sum(numbers)", "max(numbers)"))
    named = aoc("run", "2021/day21.ipynb", "--json").results
    assert [row["answer"] for row in named] == ["16", "8"]


def test_a_traceback_shows_the_line_of_the_cell(aoc: Aoc, project: Project) -> None:
    cells = ("numbers = [1, 2]\ntotal = sum(numbers)", "\nassert total == 4, 'é'")
    [row] = run_notebook(aoc, project, notebook(*cells))
    error = row["error"]
    place = "assert total == 4, 'é' (2021/day21.ipynb, line 4)"
    assert error["message"] == f"AssertionError: é at {place}"
    assert "assert total == 4, 'é'\n" in error["traceback"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "is no notebook with cells: open it in Jupyter and save it again"),
        ("[]", "is no notebook with cells: open it in Jupyter and save it again"),
        (
            notebook(READ, "x = 1\nprint(1"),
            "has a cell that is no Python ('(' was never closed): correct 'print(1'",
        ),
    ],
)
def test_a_notebook_that_cannot_run_says_why(
    aoc: Aoc, project: Project, text: str, sentence: str
) -> None:
    [row] = run_notebook(aoc, project, text)
    assert row["error"]["message"] == f"2021/day21.ipynb {sentence}"
