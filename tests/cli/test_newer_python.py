"""A project that needs a newer Python is told so, with both versions and what to do."""

from __future__ import annotations

import json
import sys

import pytest

from aoc.project.python_version import syntax_version
from tests.support.aoc import Aoc
from tests.support.program import Project

RUNNING = sys.version.split()[0]
STEP = f"and this is {RUNNING}: install aoc in an environment of a newer Python"
PART = "def part1(text):\n    {}\n"
# What a newer Python takes: the version, and a source.
NEWER = {
    "type parameters": ("3.12", "def first[T: (int, str), *U](x: list[T]): return x\n"),
    "class": ("3.12", "class Stack[\n    T,\n]:\n    pass\n"),
    "type": ("3.12", "def f():\n    type Pair[T] = tuple[T, T]\n"),
    "quotes": ("3.12", 'd = {"a": 1}\nx = f"{d["a"]:>{d["a"]}} and {d["a"]!r}"\n'),
    "backslash": ("3.12", "x = f\"{'\\n'.join(map(str, [1]))}\"\n"),
    "f-string in itself": ("3.12", 'x = f"{", ".join(f"{f"{i}"}" for i in "ab")}"\n'),
    "lines": ("3.12", "x = f'{  # one\n    1 + 1\n}'\n"),
    "default": ("3.13", "def first[T = int](x: T): return x\n"),
    "except": ("3.14", "try:\n    pass\nexcept KeyError, ValueError:\n    pass\n"),
    "t-string": ("3.14", "x = t'{1}'\n"),
}
# What no Python takes.
WRONG = {
    "no end": "def parse(\n",
    "no quote": 'x = f"{1\n',
    "no bracket": "def first[T(x): return x\n",
    "in a field": 'x = f"{1 +}"\n',
    "in two fields": 'x = 1\nprint(f"{x", "{x}")\n',
    "elsewhere": 'd = {"a": 1}\nx = f"{d["a"]}"\ny = 1 +\n',
}


@pytest.mark.parametrize(("version", "source"), NEWER.values(), ids=NEWER)
def test_the_syntax_of_a_newer_python_is_named(version: str, source: str) -> None:
    if sys.version_info >= tuple(map(int, version.split("."))):
        pytest.skip("this Python knows it")
    assert syntax_version(source) == f"this is syntax of Python {version}, {STEP}"


@pytest.mark.parametrize("source", WRONG.values(), ids=WRONG)
def test_what_no_python_takes_is_of_no_version(source: str) -> None:
    assert syntax_version(source) == ""


def test_the_cell_of_a_notebook_may_need_it_too(aoc: Aoc, project: Project) -> None:
    if sys.version_info >= (3, 12):
        pytest.skip("this Python knows it")
    cell = {"cell_type": "code", "source": "type X = int"}
    (project.root / "1.ipynb").write_text(json.dumps({"cells": [cell]}))
    project.configure(
        'layouts = [{ days = "{day}.ipynb", year = 2021, run = "script" }]'
    )
    project.remember("x", day=1)
    assert f"this is syntax of Python 3.12, {STEP}\n" in aoc("run", "1").out


@pytest.mark.parametrize(
    ("required", "is_met"),
    [
        (">=3.11", True),
        (">=3.9,<4", True),
        ("<4,!=3.99", True),
        (">=3.99", False),
        (">= 3.98.1, <4", False),
        ("~=3.99", False),
        ("==3.99.*", False),
    ],
)
def test_a_project_may_ask_for_it(
    aoc: Aoc, project: Project, required: str, is_met: bool
) -> None:
    project.day(1, "from math import no_such_thing\n" + PART.format("return 1"))
    project.day(2, PART.format("return 1 / 0"))
    project.remember("x", day=1)
    project.remember("x", day=2)
    project.configure("")
    with (project.root / "pyproject.toml").open("a") as file:
        file.write(f'[project]\nname = "mine"\nrequires-python = "{required}"\n')
    said = f"the project needs Python {required}, {STEP}\n"
    doctor = aoc("doctor", "--offline")
    assert (f"✘ python  {said}" in doctor.out) == (not is_met)
    done = aoc("run", "1,2")
    assert (f"): {said}" in done.out) == (not is_met)
    # An error in the part itself has another reason.
    assert done.out.count("needs Python") == (0 if is_met else 1)
