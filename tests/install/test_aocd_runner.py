"""Checks aocd's own runner with the wheel installed: it runs the days of its own project alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.emulator import Account, Site
from tests.install.environment import Environment, clean, finish

MAIN = "from aocd.runner import main; main()"
ONES = '''\
"""Day 1."""


def parse(text):
    return text


def part1(text):
    return 111


def part2(text):
    return 111
'''


@pytest.fixture
def alice(site: Site) -> Account:
    site.event(2022)
    return site.account("alice")


def aocd_runner(
    python: Path, site: Site, folder: Path, alice: Account, *args: str, **env: str
) -> str:
    """Run aocd's runner in a folder for day 1 of 2022, and return what it printed."""
    cache = folder.parent / "aocd"
    cache.mkdir(exist_ok=True)
    (cache / "tokens.json").write_text(json.dumps({alice.id: alice.token}))
    # aocd writes its marks to any pipe.
    environment = clean(site.environment(cache)) | {"PYTHONIOENCODING": "utf-8"}
    done = finish(
        *(str(python), "-c", MAIN, "-y", "2022", "-d", "1", *args),
        cwd=folder,
        env=environment | site.variables(cache, alice.token) | env,
    )
    return done.stdout + done.stderr


def test_in_no_project_it_has_no_answer_and_submits_nothing(
    plain: Environment, site: Site, alice: Account, tmp_path: Path
) -> None:
    folder = tmp_path / "nothing"
    folder.mkdir()
    shown = aocd_runner(plain.python, site, folder, alice)
    assert "Skipping 2022/1  (entry-point returned non-answers)" in shown
    assert site.count("POST") == 0


def test_in_a_project_it_runs_the_days_of_that(
    plain: Environment, site: Site, alice: Account, tmp_path: Path
) -> None:
    day = tmp_path / "project" / "days" / "year2022" / "day01.py"
    day.parent.mkdir(parents=True)
    day.write_text(ONES)
    shown = aocd_runner(plain.python, site, tmp_path / "project", alice, "-s")
    assert shown.count("111") == 2
    below = tmp_path / "project" / "days"
    assert aocd_runner(plain.python, site, below, alice, "-s").count("111") == 2
