"""`aoc fuzz` without a generator: it finds planted bugs, and nothing in the days as they are.

    pytest -m campaign -s tests/campaigns/test_planted_bugs.py --rounds 10000

`--rounds` is how many inputs of each day as it is are tried, and `--seed` makes other ones. Of each
bug, it is printed whether it was found, in how many seconds from the start of the program until the
smallest input was shown, and on which text.
"""

from __future__ import annotations

import subprocess
import time

import pytest

from tests.campaigns.conftest import Campaign
from tests.support.planted_bugs import BUGS, Bug, examples_of, plant, plant_day
from tests.support.program import AOC, Project

pytestmark = pytest.mark.campaign
INPUTS = 1000
"""Inputs of each day as it is, without `--rounds`."""
DAYS = [day for day in range(1, 26) if examples_of(day)]
"""Those with an example: day 24 has none."""


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: f"{bug.day:02d} {bug.name}")
def test_a_planted_bug_is_found_from_the_published_examples(
    project: Project, campaign: Campaign, bug: Bug
) -> None:
    seed = str(campaign.rng.randrange(1000))
    words = [*AOC, *plant(project, bug), "--seed", seed, "--seconds", "0"]
    start = time.monotonic()
    with subprocess.Popen(
        words, cwd=project.root, env=project.environment(), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        for line in process.stdout:
            if " disagree on " in line:
                # Nobody waits for what is found after it.
                process.kill()
                print(f"{time.monotonic() - start:.2f} s: {line.strip()}", end=" ")
                return
    pytest.fail("not found")


@pytest.mark.parametrize("day", DAYS)
def test_a_day_as_it_is_has_no_finding(project: Project, campaign: Campaign, day: int) -> None:
    plant_day(project, day)
    runs = str(campaign.rounds or INPUTS)
    seed = str(campaign.rng.randrange(1000))
    words = [*AOC, "fuzz", str(day), "--runs", runs, "--seed", seed, "--seconds", "0"]
    start = time.monotonic()
    done = subprocess.run(
        words,
        cwd=project.root,
        env=project.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.monotonic() - start
    print(f"{seconds:.0f} s: {done.stdout.strip()}", end=" ")
    assert (done.returncode, done.stderr) == (0, "")
