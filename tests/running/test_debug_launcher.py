"""Workers that have the terminal, for `--pdb`: one after the other, and without a token."""

from __future__ import annotations

import pytest

from aoc.errors import UsageError
from aoc.running.debug_launcher import DebugLauncher
from aoc.running.local_executor import LocalExecutor
from tests.program import Project
from tests.running.executions import Silent, jobs_of

SURROUNDINGS = """\
import os, sys

def parse(text):
    return text

def part1(text):
    return f"{os.path.basename(os.getcwd())} {sys.argv} {'AOC_SESSION' in os.environ}"

def part2(text):
    return 2
"""


def test_days_run_one_after_the_other_in_the_folder_of_the_project(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AOC_SESSION", "ab" * 64)
    for day in (1, 2):
        project.day(day, SURROUNDINGS)
    jobs = [job._replace(repeat=1, debugs=True) for job in jobs_of(project, [1, 2], (1, 2))]
    executor = LocalExecutor(1, None, Silent(), launcher=DebugLauncher())
    found = [(number, result and result.answer) for number, _, result in executor.run(jobs)]
    executor.close()
    answers = [None, f"{project.root.name} [''] False", "2", None]  # of parse, and at the end
    assert found == [(number, answer) for number in (0, 1) for answer in answers]


def test_a_parameter_that_a_day_does_not_have_ends_the_run(project: Project) -> None:
    project.day(1, SURROUNDINGS)
    [job] = jobs_of(project, [1])
    executor = LocalExecutor(1, None, Silent(), launcher=DebugLauncher())
    with pytest.raises(UsageError, match="absent"):
        list(executor.run([job._replace(debugs=True, params=(("absent", "1"),))]))
    executor.close()
