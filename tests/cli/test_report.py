"""`aoc report`: the table and the pictures of years in a README, and whether they are stale."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.program import LIMIT, Project
from tests.support.report_days import HALF, SAMPLE, SOLVED, titled

BEGIN, END = "<!-- days -->", "<!-- /days -->"
DAYS = f"{BEGIN}\n{END}\n"
PICTURES = "<!-- pictures -->\n<!-- /pictures -->\n"
CALENDAR = "calendar-2021.svg"
BOTH = [CALENDAR, "times-2021.svg"]
CHANGED = "the days, their titles or their ideas have changed"


@pytest.fixture
def readme(project: Project) -> Path:
    """A README with both sections."""
    path = project.root / "README.md"
    path.write_bytes(f"# Mine\n\n{PICTURES}\n{DAYS}\nend\n".encode())
    return path


@pytest.fixture
def two_days(project: Project, readme: Path) -> Project:
    """A project with two days, one of them half solved, and a README."""
    project.day(3, titled(3, "Third"), SAMPLE)
    project.day(4, HALF, SAMPLE)
    return project


@pytest.fixture
def reported(aoc: Aoc, two_days: Project) -> Project:
    """A project with an up-to-date report."""
    assert aoc("report").code == 0
    return two_days


def row(readme: Path, day: int) -> list[str]:
    """Return the cells of a day; none if the table lacks it."""
    lines = readme.read_text(encoding="utf-8").splitlines()
    cells = [
        line.strip("| ").split(" | ") for line in lines if line.startswith(f"| {day} |")
    ]
    return [cell.strip(" |") for cell in cells[0]] if cells else []


def names_in(folder: Path) -> list[str]:
    """Return the names of the files in a folder, sorted."""
    return sorted(path.name for path in folder.iterdir())


def test_pictures_are_written_beside_the_readme_that_shows_them(
    aoc: Aoc, two_days: Project, readme: Path
) -> None:
    done = aoc("report")
    assert (done.code, done.err) == (0, "")
    assert names_in(two_days.root / "pictures") == BOTH
    text = readme.read_text("utf-8")
    assert re.match(r"# Mine\n\n<!-- pictures [^\n]* -->\n<img [^\n]*>\n\n<img ", text)
    assert all(f'src="pictures/{name}">' in text for name in BOTH)
    assert row(readme, 3)[:3] == ["3", "Third", "It is easy"]
    assert text.endswith(f"{END}\n\nend\n")


def test_each_day_runs_on_a_sample_or_on_ones_own_input(
    aoc: Aoc, project: Project, readme: Path
) -> None:
    project.day(2, SOLVED, "")
    (project.root / "inputs" / "2021").mkdir(parents=True)
    (project.root / "inputs" / "2021" / "02.txt").write_text("1\n2\n")
    project.day(3, SOLVED, SAMPLE)
    for day in (4, 6):
        project.day(day, SOLVED, "")
    done = aoc("report")
    assert done.code == 0
    assert done.out.endswith(" · best of 7 runs on samples and my own inputs\n")
    assert all("s" in cell for day in (2, 3) for cell in row(readme, day)[-3:])
    assert row(readme, 4)[-2:] == ["not run", "not run"]
    assert "2021/04, 2021/06" in done.err
    assert os.path.join("inputs", "2021", "04.txt") in done.err
    assert (done.err.count("\n"), "aoc login" in done.err) == (1, True)


def test_an_input_that_is_not_cached_is_fetched(
    aoc: Aoc, site: Site, account: Account, project: Project, readme: Path
) -> None:
    project.day(1, SOLVED)
    assert aoc("report").code == 0
    assert site.asked() == ["GET /2021/day/1/input"]
    assert "2021_01_input.txt" in names_in(project.account_files(account.id))
    assert row(readme, 1)


FAILING = {
    2: (SOLVED.replace("len(text)", "1 / 0"), SAMPLE, "ZeroDivisionError"),
    3: ("def x(", SAMPLE, "cannot be imported"),
    5: (SOLVED, "def sample(rng):\n    1 / 0\n", "ZeroDivisionError"),
    6: (
        SOLVED.replace("return len(text)", "__import__('time').sleep(99)"),
        SAMPLE,
        "longer",
    ),
    8: (SOLVED, "import nothing", "ModuleNotFoundError"),
    9: (SOLVED, "", "part 1 is wrong on github.alice.1: 1, expected 99"),
}


@pytest.mark.slow
def test_a_day_that_fails_blocks_no_other(
    aoc: Aoc, project: Project, readme: Path
) -> None:
    project.configure(f"timeout = {LIMIT}")
    for day, (source, tests, _) in FAILING.items():
        project.day(day, source, tests)
    project.remember("1\n", day=8)
    project.remember("1\n", day=9, a="99")
    project.day(10, SOLVED, SAMPLE)
    done = aoc("report")
    assert done.code == 1
    for day, (*_, message) in FAILING.items():
        [line] = [line for line in done.err.splitlines() if f"2021/{day:02d} " in line]
        assert message in line
        assert f"`aoc run 2021/{day:02d}" in line
    words = {
        day: " ".join(re.findall("failed|wrong", str(row(readme, day))))
        for day in FAILING
    }
    failed = dict.fromkeys((2, 6), "failed") | dict.fromkeys((3, 5), "failed failed")
    assert words == failed | {8: "", 9: "wrong"}
    assert all("s" in cell for day in (8, 10) for cell in row(readme, day)[-3:])


def test_what_was_written_into_the_readme_during_the_run_is_kept(
    aoc: Aoc, project: Project, readme: Path
) -> None:
    edit = f"    open({str(readme)!r}, 'a').write('edited')\n"
    project.day(
        3, SOLVED.replace("    return text\n", f"{edit}    return text\n"), SAMPLE
    )
    assert aoc("report").code == 0
    assert row(readme, 3)
    assert readme.read_text(encoding="utf-8").endswith("edited")


@pytest.mark.windows
def test_crlf_line_ends_are_kept(aoc: Aoc, project: Project, readme: Path) -> None:
    project.day(3, SOLVED, SAMPLE)
    readme.write_bytes(f"\ufeffä\r\n{BEGIN}\r\nold\r\n{END}\r\nö".encode())
    assert aoc("report").code == 0
    after = readme.read_bytes()
    assert re.match("\ufeffä\r\n<!-- days .* -->\r\n\\| day \\|", after.decode())
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
        (f"{PICTURES}<!-- /days -->\n", "<!-- days -->"),
        ("<!-- /pictures -->\n<!-- pictures -->\n", "<!-- pictures -->"),
        (
            "<!-- pictures -->\n<!-- days -->\n<!-- /pictures -->\n<!-- /days -->\n",
            "/pictures",
        ),
    ],
)
def test_a_marker_that_is_missing_is_named_before_anything_runs(
    aoc: Aoc, two_days: Project, readme: Path, text: str, missing: str
) -> None:
    readme.write_text(text, encoding="utf-8", newline="")
    done = aoc("report")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.startswith("aoc: README.md")
    assert missing in done.err
    assert readme.read_text("utf-8") == text
    assert names_in(two_days.root) == ["README.md", "days", "tests"]


def test_the_folder_of_pictures_can_be_set(
    aoc: Aoc, two_days: Project, readme: Path
) -> None:
    two_days.configure('pictures = "docs/my pics & \'art"')
    assert aoc("report").code == 0
    assert names_in(two_days.root / "docs" / "my pics & 'art") == BOTH
    assert 'src="docs/my%20pics%20%26%20%27art/times-2021.svg"' in readme.read_text(
        "utf-8"
    )


def test_the_last_runs_are_shown_without_running_anything(
    aoc: Aoc, two_days: Project
) -> None:
    two_days.remember("1\n", day=3)
    two_days.day(3, SOLVED + "open('ran', 'a').write('x')\n", "")
    assert aoc("run", "3").code == 0
    ran = (two_days.root / "ran").read_bytes()
    done = aoc("report", "--last")
    assert (done.code, done.err) == (0, "")
    assert "1 of 25 days solved; 1 day in " in done.out
    assert (two_days.root / "ran").read_bytes() == ran


def test_each_year_has_a_table(aoc: Aoc, two_days: Project, readme: Path) -> None:
    two_days.day(1, SOLVED, SAMPLE, year=2016)
    done = aoc("report", "all")
    assert (done.code, done.err) == (0, "")
    headings = [
        line
        for line in readme.read_text("utf-8").splitlines()
        if line.startswith("###")
    ]
    assert headings == ["### 2016", "### 2021"]
    assert aoc("report", "2016").code == 0
    assert "###" not in readme.read_text("utf-8")


def stale(aoc: Aoc) -> str:
    """Return what is stale, as the sentence says it."""
    done = aoc("report", "--check")
    assert (done.code, done.out) == (1, "")
    end = "the same command without --check updates it"
    match = re.fullmatch(rf"aoc: README\.md is stale \((.*)\): {end}\n", done.err)
    assert match, done.err
    return match[1]


@pytest.mark.windows
def test_other_times_and_line_ends_are_not_stale_and_no_day_is_run(
    aoc: Aoc, reported: Project, readme: Path
) -> None:
    reported.day(3, titled(3, "Third") + "\nopen('ran', 'w')\n", SAMPLE)
    text = readme.read_text("utf-8")
    table = text.index("<!-- days ")
    other = text[:table] + re.sub(r"[0-9.]+ [µm]s", "12.3 s", text[table:])
    assert other != text
    readme.write_text(other, encoding="utf-8", newline="")
    paths = [readme, *(reported.root / "pictures").iterdir()]
    for path in paths:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    before = [path.read_bytes() for path in paths]
    assert aoc("report", "--check").code == 0
    assert [path.read_bytes() for path in paths] == before
    assert not (reported.root / "ran").exists()


def test_what_is_stale_is_named_and_mended(aoc: Aoc, reported: Project) -> None:
    for title, idea in (("Tertius", "It is easy"), ("Tertius", "It is hard")):
        reported.day(3, titled(3, title, idea), SAMPLE)
        assert stale(aoc) == CHANGED
        assert aoc("report").code == 0
        assert aoc("report", "--check").code == 0
    reported.day(5, titled(5, "Fifth"), SAMPLE)
    assert stale(aoc) == CHANGED
    (reported.root / "days" / "year2021" / "day05.py").unlink()
    assert aoc("report", "--check").code == 0
    (reported.root / "pictures" / CALENDAR).unlink()
    assert stale(aoc).replace("\\", "/") == f"pictures/{CALENDAR} is missing"


def test_another_file_in_place_of_a_picture_stays_without_force(
    aoc: Aoc, reported: Project
) -> None:
    path = reported.root / "pictures" / CALENDAR
    path.write_bytes(b"\x89PNG\r\n\xff\x00")
    done = aoc("report")
    assert (done.code, "is a file that aoc has not written" in done.err) == (2, True)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert aoc("report", "--force").code == 0
    assert aoc("report", "--check").code == 0
