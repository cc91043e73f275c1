"""Checks which options of `aoc report` go together, and what they are passed on as."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from aoc.cli import cli
from aoc.commands import report_page
from aoc.project import Project as Found
from tests.commands.report_days import BOTH, SAMPLE, SOLVED, with_readme
from tests.program import Project

REFUSED = [
    ("--check --last", "--check and --last do not go together: choose one of them"),
    ("--html x --last", "--html and --last do not go together"),
    ("--serve --check", "--serve and --check do not go together"),
    ("--html x --readme README.md", "--html and --readme do not go together"),
    ("--serve --repeat 7", "--serve and --repeat do not go together"),
    ("--check --sample 0", "--check and --sample do not go together"),
    ("--last --repeat 3", "--last and --repeat do not go together"),
    ("--port 0", "--port is for --serve: add --serve, or leave out --port"),
    ("--html x --port 8000", "--port is for --serve"),
    ("--offline", "--offline is for --html and --serve: add one, or leave out --offline"),
    ("--check --offline", "--offline is for --html and --serve"),
    ("--check --force", "--force is for what is written: leave it out"),
    ("--serve --force", "--force is for what is written: leave it out"),
    ("--serve --port 65536", "--port takes a whole number from 0 to 65535"),
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


PAGES = [
    ("--html x.html", {"file": "x.html", "serves": False, "port": 0, "user": None}),
    ("--serve", {"file": None, "serves": True, "port": 0, "offline": False}),
    ("--serve --port 8000", {"port": 8000}),
    ("--serve --html x.html", {"file": "x.html", "serves": True}),
    ("--html - --user bob --offline", {"file": "-", "user": "bob", "offline": True}),
]


@pytest.mark.parametrize(("options", "expected"), PAGES)
def test_the_options_of_the_page_are_passed_on(
    project: Project, monkeypatch: pytest.MonkeyPatch, options: str, expected: dict[str, object]
) -> None:
    project.day(3, SOLVED, SAMPLE)
    project.day(3, SOLVED, SAMPLE, year=2016)
    calls: list[dict[str, object]] = []

    def noted(found: Found, years: list[int], **more: object) -> int:
        """Note a call, and return an exit code."""
        assert found.root == str(project.root)
        calls.append({"years": years, **more})
        return 3

    monkeypatch.setattr(report_page, "report_page", noted)
    monkeypatch.setenv("AOC_YEAR", "2021")
    monkeypatch.chdir(project.root)
    for years, chosen in (((), [2021]), (("--year", "2016"), [2016]), (("--all-years",), [])):
        calls.clear()
        args = ["report", *options.split(), *years]
        found = CliRunner().invoke(cli, args, standalone_mode=False, catch_exceptions=False)
        assert found.return_value == 3
        [call] = calls
        assert call["years"] == (chosen or [2016, 2021])
        assert call.items() >= expected.items()


def test_the_page_needs_no_readme(project: Project) -> None:
    project.day(3, SOLVED, SAMPLE)
    done = project.run("report", "--html", "page.html", "--offline")
    assert done.code == 0, done.err
    assert (project.root / "page.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert not (project.root / "README.md").exists()
