"""Checks aocd's own runner with the wheel installed: it runs the days of its own project alone."""

from __future__ import annotations

import json
from pathlib import Path

from tests.emulator import Site
from tests.support.environment import environment_of_installers
from tests.support.installation import Environment, finish
from tests.support.own_project import OwnProject

RUNNER = "from aocd.runner import main; main()"
SOLVE = "from aocd.models import Puzzle; print(Puzzle(2022, 1).solve())"


def aocd(environment: Environment, site: Site, folder: Path, code: str, *args: str) -> str:
    """Run code of aocd's in a folder, with an account, and return what it printed."""
    site.event(2022)
    alice, cache = site.account("alice"), folder.parent / "aocd"
    cache.mkdir(exist_ok=True)
    (cache / "tokens.json").write_text(json.dumps({alice.id: alice.token}))
    # aocd writes its marks to any pipe.
    env = environment_of_installers() | site.variables(cache) | {"PYTHONIOENCODING": "utf-8"}
    env |= site.variables(cache, alice.token)
    done = finish(environment.python, "-c", code, *args, cwd=folder, env=env)
    return done.stdout + done.stderr


def test_in_no_project_the_runner_has_no_answer_and_submits_nothing(
    plain: Environment, site: Site, tmp_path: Path
) -> None:
    folder = tmp_path / "nothing"
    folder.mkdir()
    shown = aocd(plain, site, folder, RUNNER, "-y", "2022", "-d", "1")
    assert "Skipping 2022/1  (entry-point returned non-answers)" in shown
    assert site.count("POST") == 0


def test_in_a_project_the_runner_runs_the_days_of_that(own_project: OwnProject, site: Site) -> None:
    sheet = site.sheet("alice", 2022, 1)
    for folder in (own_project.folder, own_project.folder / "days"):
        args = ("-y", "2022", "-d", "1", "-s")
        shown = aocd(own_project.environment, site, folder, RUNNER, *args)
        assert {str(sheet.answer1), str(sheet.answer2)} < {*shown.split()}


def test_puzzle_solve_works_in_it(own_project: OwnProject, site: Site) -> None:
    sheet = site.sheet("alice", 2022, 1)
    shown = aocd(own_project.environment, site, own_project.folder, SOLVE)
    assert shown == f"({sheet.answer1!r}, {sheet.answer2!r})\n"
