"""`aoc report`: the table and the pictures of years in a README."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.logs import log_run
from tests.support.program import Project
from tests.support.report_days import HALF, SAMPLE, SOLVED, titled

BEGIN, END = "<!-- days -->", "<!-- /days -->"
DAYS = f"{BEGIN}\n{END}\n"
PICTURES = "<!-- pictures -->\n<!-- /pictures -->\n"
CALENDAR = "calendar-2021.svg"
BOTH = [CALENDAR, "times-2021.svg"]


@pytest.fixture
def readme(project: Project) -> Path:
    """A README with both sections."""
    path = project.root / "README.md"
    path.write_bytes(f"# Mine\n\n{PICTURES}\n{DAYS}\nend\n".encode())
    return path


@pytest.fixture
def two_days(project: Project, readme: Path) -> Project:
    """A project with two days that ran, one of them half solved, and a README."""
    project.day(3, titled(3, "Third"), SAMPLE)
    project.day(4, HALF, SAMPLE)
    log_run(project.root, (3, 1, 0.25), (3, 2, 0.125), (4, 1, 0.5), user="sample 0")
    return project


def row(readme: Path, day: int) -> list[str]:
    """Return the cells of a day; none if the table lacks it."""
    lines = readme.read_text(encoding="utf-8").splitlines()
    cells = [line.strip("| ").split(" | ") for line in lines if line.startswith(f"| {day} |")]
    return [cell.strip(" |") for cell in cells[0]] if cells else []


def test_pictures_are_written_beside_the_readme_that_shows_them(
    aoc: Aoc, two_days: Project, readme: Path
) -> None:
    done = aoc("report")
    assert (done.code, done.err) == (0, "")
    assert done.out == ("README.md: 2021, 1 of 25 days solved; 2 days in 875 ms\n")
    assert sorted(os.listdir(two_days.root / "pictures")) == BOTH
    text = readme.read_text("utf-8")
    assert re.match(r"# Mine\n\n<!-- pictures -->\n<img [^\n]*>\n\n<img ", text)
    assert all(f'src="pictures/{name}">' in text for name in BOTH)
    assert row(readme, 3)[:3] == ["3", "Third", "It is easy"]
    assert text.endswith(f"{END}\n\nend\n")
    # The same knowledge makes the same files.
    assert aoc("report").code == 0
    assert readme.read_text("utf-8") == text


def test_the_last_result_of_each_part_counts_and_nothing_is_run(
    aoc: Aoc, project: Project, readme: Path
) -> None:
    noting = SOLVED + "open('ran', 'a').write('x')\n"
    project.remember("1\n", day=3, a="1")
    for source in (noting, noting.replace("len(text)", "7")):
        project.day(3, source, SAMPLE)
        aoc("run", "3")
    project.day(4, noting, SAMPLE)
    assert aoc("run", "4", "--sample").code == 0
    project.day(5, f"{SOLVED}def parse(text): return 1 // 0\n", SAMPLE)
    assert aoc("run", "5", "--sample").code == 1
    project.day(6, noting, SAMPLE)
    ran = (project.root / "ran").read_bytes()
    assert aoc("report").code == 0
    assert (project.root / "ran").read_bytes() == ran
    assert row(readme, 3)[4] == "wrong"
    assert all("s" in cell for cell in row(readme, 4)[-3:])
    assert row(readme, 5)[-2:] == ["failed", "failed"]
    assert row(readme, 6)[-2:] == ["not run", "not run"]


def test_a_result_on_the_own_input_goes_before_later_ones_on_others(
    aoc: Aoc, two_days: Project, readme: Path
) -> None:
    log_run(two_days.root, (3, 1, 0.25), user="github.alice.1")
    log_run(two_days.root, (3, 1, 0.75), user="sample 1")
    assert aoc("report").code == 0
    assert row(readme, 3)[4:] == ["250 ms", "125 ms"]


def test_the_site_is_asked_for_nothing(
    aoc: Aoc, site: Site, account: Account, two_days: Project
) -> None:
    assert aoc("report").code == 0
    assert site.asked() == []


@pytest.mark.windows
def test_crlf_line_ends_are_kept(aoc: Aoc, project: Project, readme: Path) -> None:
    project.day(3, SOLVED, SAMPLE)
    log_run(project.root, (3, 1, 0.25))
    readme.write_bytes(f"\ufeffä\r\n{BEGIN}\r\nold\r\n{END}\r\nö".encode())
    assert aoc("report").code == 0
    after = readme.read_bytes()
    assert re.match("\ufeffä\r\n<!-- days -->\r\n\\| day \\|", after.decode())
    assert after.endswith(f"\r\n{END}\r\nö".encode())
    assert after.count(b"\n") == after.count(b"\r\n") == 8


def test_the_account_can_be_named(aoc: Aoc, two_days: Project) -> None:
    two_days.remember("1\n", day=3, user="github.alice.1", a="1")
    two_days.remember("1\n", day=3, user="github.bob.2", a="1", b="2")
    done = aoc("report")
    assert (done.code, "there are several accounts" in done.err) == (2, True)
    assert aoc("report", "--user", "bob").code == 0
    assert "2 of 50 stars" in (two_days.root / "pictures" / CALENDAR).read_text("utf-8")


@pytest.mark.parametrize(("text", "has_pictures"), [(DAYS, False), (PICTURES, True)])
def test_either_section_may_be_missing(
    aoc: Aoc, two_days: Project, readme: Path, text: str, has_pictures: bool
) -> None:
    readme.write_text(text, encoding="utf-8")
    done = aoc("report")
    assert (done.code, done.err) == (0, "")
    assert (two_days.root / "pictures").exists() is has_pictures
    assert ("<img" in readme.read_text("utf-8")) is has_pictures
    assert bool(row(readme, 3)) is not has_pictures


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("# Mine\n", "<!-- pictures -->"),
        ("<!-- /pictures -->\n<!-- pictures -->\n", "<!-- pictures -->"),
        ("<!-- days -->\nmine\n<!-- pictures -->\n<!-- /days -->\n", "<!-- /days -->"),
    ],
)
def test_a_marker_that_is_missing_is_named_and_nothing_is_written(
    aoc: Aoc, two_days: Project, readme: Path, text: str, missing: str
) -> None:
    readme.write_text(text, encoding="utf-8", newline="")
    done = aoc("report")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.startswith("aoc: README.md")
    assert missing in done.err
    assert readme.read_text("utf-8") == text
    assert not (two_days.root / "pictures").exists()


def test_each_year_has_a_table(aoc: Aoc, two_days: Project, readme: Path) -> None:
    two_days.day(1, SOLVED, SAMPLE, year=2016)
    done = aoc("report", "all")
    assert (done.code, done.err) == (0, "")
    headings = [line for line in readme.read_text("utf-8").splitlines() if line.startswith("###")]
    assert headings == ["### 2016", "### 2021"]
    assert aoc("report", "2021").code == 0
    assert "###" not in readme.read_text("utf-8")
