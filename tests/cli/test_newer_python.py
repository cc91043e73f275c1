"""A project that needs a newer Python is told so, with both versions and what to do."""

from __future__ import annotations

import sys

from tests.support.aoc import Aoc
from tests.support.program import Project

RUNNING = sys.version.split()[0]
STEP = f"and this is {RUNNING}: install aoc in an environment of a newer Python"
PART = "def part1(text):\n    {}\n"


CASES = {"<4,!=3.99,>=3.9": True, ">= 3.98.1, <4": False, "~=3.99": False, "==3.99.*": False}
"""What a project may ask for, and whether this Python is that."""


def test_a_project_may_ask_for_it(aoc: Aoc, project: Project) -> None:
    project.day(1, "from math import no_such_thing\n" + PART.format("return 1"))
    project.day(2, PART.format("return 1 / 0"))
    project.remember("x", day=1)
    project.remember("x", day=2)
    for required, is_met in CASES.items():
        project.configure(f'[project]\nname = "mine"\nrequires-python = "{required}"')
        said = f"the project needs Python {required}, {STEP}\n"
        doctor = aoc("doctor", "--offline")
        assert (f"✘ python  {said}" in doctor.out) == (not is_met)
        done = aoc("run", "1,2")
        assert (f"): {said}" in done.out) == (not is_met)
        # An error in the part itself has another reason.
        assert done.out.count("needs Python") == (not is_met)
