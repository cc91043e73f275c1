"""Checks which options of `aoc report` go together."""

from __future__ import annotations

import pytest

from tests.commands.report_days import BOTH, SAMPLE, SOLVED, with_readme
from tests.program import Project

REFUSED = [
    ("--check --last", "--last and --check do not go together: leave out one"),
    ("--html x --last", "--last and --html do not go together"),
    ("--html x --readme README.md", "--readme and --html do not go together"),
    ("--html x --repeat 7", "--html and --repeat do not go together"),
    ("--check --seed 0", "--check and --seed do not go together"),
    ("--last --repeat 3", "--last and --repeat do not go together"),
    ("--year 2021 --all-years", "--all-years and --year do not go together"),
    ("--offline", "--offline needs --html: add it, or leave out --offline"),
    ("--check --force", "--check and --force do not go together"),
]


@pytest.mark.parametrize(("options", "sentence"), REFUSED)
def test_options_that_do_not_go_together_are_refused(
    project: Project, options: str, sentence: str
) -> None:
    project.day(3, SOLVED, SAMPLE)
    readme = with_readme(project)
    done = project.run("report", *options.split())
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert readme.read_text("utf-8") == BOTH


def test_the_page_needs_no_readme(project: Project) -> None:
    project.day(3, SOLVED, SAMPLE)
    done = project.run("report", "--html", "page.html", "--offline")
    assert done.code == 0, done.err
    assert (project.root / "page.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert not (project.root / "README.md").exists()
