"""A day in a notebook runs as a script of its code cells."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.aoc import Aoc
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
    return json.dumps({"cells": [title, *code], "metadata": metadata, "nbformat": 4}, indent=1)


def run_notebooks(aoc: Aoc, *texts: str) -> list[dict[str, Any]]:
    """Run notebooks as days 1, 2 and so on, and return the results."""
    files = {f"2021/day{day}.ipynb": text for day, text in enumerate(texts, 1)}
    days = tuple(f"2021/{day:02}" for day in range(1, len(texts) + 1))
    adopt(aoc, Repository(files, (), days))
    layout = '{ days = "{year}/day{day}.ipynb", run = "script" }'
    aoc.project.configure(f"layouts = [{layout}]")
    results = aoc("run", "all", "--json").results
    for path, text in files.items():
        assert (aoc.project.root / path).read_text() == text
    return results


CELLS = {
    "last expressions": ("sum(numbers)", "numbers.sort()\nmax(\n    numbers\n)  # the most"),
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
def test_a_notebook_runs_as_a_script_of_its_cells(aoc: Aoc) -> None:
    texts = [notebook(READ, COUNT, *cells) for cells in CELLS.values()]
    rows = run_notebooks(aoc, *texts)
    for day, kind in enumerate(CELLS, 1):
        answers = [row["answer"] for row in rows if row["day"] == day]
        assert answers == ["16", "8"], (kind, rows)
    assert {row["verdict"] for row in rows} == {"pass"}


def test_a_traceback_shows_the_line_of_the_cell(aoc: Aoc) -> None:
    cells = ("numbers = [1, 2]\ntotal = sum(numbers)", "\nassert total == 4, 'é'")
    [row] = run_notebooks(aoc, notebook(*cells))
    error = row["error"]
    place = "assert total == 4, 'é' (2021/day1.ipynb, line 4)"
    assert error["message"] == f"AssertionError: é at {place}"
    assert "assert total == 4, 'é'\n" in error["traceback"]


def test_a_notebook_that_cannot_run_says_why(aoc: Aoc) -> None:
    cell = notebook(READ, "x = 1\nprint(1")
    syntax, braces, brackets = run_notebooks(aoc, cell, "{", "[]")
    assert syntax["error"]["message"] == (
        "2021/day1.ipynb has a cell that is no Python ('(' was never closed): correct 'print(1'"
    )
    for row in (braces, brackets):
        remedy = "is no notebook with cells: open it in Jupyter and save it again"
        assert row["error"]["message"].endswith(f".ipynb {remedy}")
