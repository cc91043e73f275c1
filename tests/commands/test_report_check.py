"""Checks `aoc report --check`: what is stale, what is not, and that it writes and runs nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.commands.report_days import SAMPLE, messages, titled, with_readme
from tests.program import Finished, Project

pytestmark = pytest.mark.slow

CALENDAR = "calendar-2021.svg"


@pytest.fixture
def project(project: Project) -> Project:
    """A project with two days and a report of them."""
    project.day(3, titled(3, "Third"), SAMPLE)
    project.day(4, titled(4, "Fourth").replace("return 2", "return None"), SAMPLE)
    with_readme(project)
    assert project.run("report").code == 0
    return project


def check(project: Project, *args: str) -> Finished:
    """Check the report of a project: nothing is written or run by that."""
    before = snapshot(project.root)
    done = project.run("report", "--check", *args)
    assert snapshot(project.root) == before
    return done


def snapshot(root: Path) -> dict[str, bytes]:
    """Return the content of each file, without the history and what Python keeps."""
    return {
        str(path): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not {"__pycache__", ".aoc"} & {*path.parts}
    }


def stale(project: Project, *args: str) -> str:
    """Return what is stale, as the sentence says it, and check that there is one sentence."""
    done = check(project, *args)
    assert (done.code, done.out) == (1, "")
    [line] = messages(done)
    end = "the same command without --check updates it"
    match = re.fullmatch(rf"aoc: README\.md is stale \((.*)\): {end}", line)
    assert match, line
    return match[1]


def test_other_times_are_not_stale(project: Project) -> None:
    readme = project.root / "README.md"
    text = readme.read_text("utf-8")
    table = text.index("<!-- days ")
    other = re.sub(r"[0-9.]+ [µm]s", "12.3 s", text[table:])
    assert other != text[table:]
    readme.write_text(text[:table] + other, encoding="utf-8", newline="")
    assert check(project).code == 0


def test_no_day_is_run(project: Project) -> None:
    project.day(3, titled(3, "Third") + "\nopen('ran', 'w')\n", SAMPLE)
    assert check(project).code == 0
    assert not (project.root / "ran").exists()


def test_what_is_stale_is_named_and_mended(project: Project) -> None:
    changed = "the days, their titles or their ideas have changed"
    for title, idea in (("Tertius", "It is easy"), ("Tertius", "It is hard")):
        project.day(3, titled(3, title, idea), SAMPLE)
        assert stale(project) == changed
        assert project.run("report").code == 0
        assert check(project).code == 0
    project.day(5, titled(5, "Fifth"), SAMPLE)
    assert stale(project) == changed
    (project.root / "days" / "year2021" / "day05.py").unlink()
    assert check(project).code == 0
    (project.root / "pictures" / CALENDAR).unlink()
    assert stale(project).replace("\\", "/") == f"pictures/{CALENDAR} is missing"


def test_another_file_in_place_of_a_picture_stays_without_force(project: Project) -> None:
    path = project.root / "pictures" / CALENDAR
    path.write_bytes(b"\x89PNG\r\n\xff\x00")
    done = project.run("report")
    assert done.code == 2
    assert "is a file that aoc has not written" in done.err
    assert path.read_bytes().startswith(b"\x89PNG")
    assert project.run("report", "--force").code == 0
    assert check(project).code == 0


def test_other_line_ends_are_not_stale(project: Project) -> None:
    for path in [project.root / "README.md", *(project.root / "pictures").iterdir()]:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert check(project).code == 0
