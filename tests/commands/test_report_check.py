"""Checks `aoc report --check`: what is stale, what is not, and that it writes and runs nothing."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands.report_days import BOTH, DAYS, PICTURES, SAMPLE, messages, titled, with_readme
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


def test_a_new_report_is_up_to_date(project: Project) -> None:
    done = check(project)
    assert (done.code, done.err) == (0, "")
    assert done.out == "README.md: up to date, 2 days\n"


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


def change_title(project: Project) -> None:
    """Give a day another title."""
    project.day(3, titled(3, "Tertius"), SAMPLE)


def change_idea(project: Project) -> None:
    """Give a day another idea."""
    project.day(3, titled(3, "Third", "It is hard"), SAMPLE)


def add_day(project: Project) -> None:
    """Add a day."""
    project.day(5, titled(5, "Fifth"), SAMPLE)


def remove_day(project: Project) -> None:
    """Delete a day."""
    (project.root / "days" / "year2021" / "day03.py").unlink()


def delete_picture(project: Project) -> None:
    """Delete a picture."""
    (project.root / "pictures" / CALENDAR).unlink()


CHANGED = "the days, their titles or their ideas have changed"
STALE = [
    (change_title, CHANGED),
    (change_idea, CHANGED),
    (add_day, CHANGED),
    (remove_day, CHANGED),
    (delete_picture, f"pictures/{CALENDAR} is missing"),
]


@pytest.mark.parametrize(("change", "sentence"), STALE)
def test_what_is_stale_is_named_and_mended(
    project: Project, change: Callable[[Project], None], sentence: str
) -> None:
    change(project)
    assert stale(project).replace("\\", "/") == sentence
    assert project.run("report").code == 0
    assert check(project).code == 0


def test_another_file_in_place_of_a_picture_stays_without_force(project: Project) -> None:
    path = project.root / "pictures" / CALENDAR
    path.write_bytes(b"\x89PNG\r\n\xff\x00")
    done = project.run("report")
    assert done.code == 2
    assert "is a file that aoc has not written" in done.err
    assert path.read_bytes().startswith(b"\x89PNG")
    assert project.run("report", "--force").code == 0
    assert check(project).code == 0


def test_a_day_that_was_left_out_for_want_of_an_input_is_not_stale(project: Project) -> None:
    project.day(6, titled(6, "Sixth"), "")
    assert stale(project) == CHANGED
    assert project.run("report").code == 0
    assert check(project).code == 0


@pytest.mark.parametrize("text", [DAYS, PICTURES])
def test_a_readme_with_one_section_is_checked(project: Project, text: str) -> None:
    with_readme(project, text)
    assert stale(project)
    assert project.run("report").code == 0
    assert check(project).code == 0
    add_day(project)
    assert stale(project)


def test_sections_that_were_never_written_are_stale(project: Project) -> None:
    shutil.rmtree(project.root / "pictures")
    with_readme(project, BOTH)
    assert stale(project).startswith(f"{CHANGED}; ")


def test_other_line_ends_are_not_stale(project: Project) -> None:
    for path in [project.root / "README.md", *(project.root / "pictures").iterdir()]:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert check(project).code == 0


def test_all_years_are_checked_together(project: Project) -> None:
    project.day(1, titled(1, "Old"), SAMPLE, year=2016)
    assert project.run("report", "all").code == 0
    assert check(project, "all").code == 0
    project.day(2, titled(2, "Older"), SAMPLE, year=2016)
    assert stale(project, "all") == CHANGED


def test_a_readme_that_is_gone_is_an_error(project: Project) -> None:
    (project.root / "README.md").unlink()
    done = check(project)
    assert done.code == 2
    assert "README.md has no place to write to: add the lines " in done.err
