"""Checks `aoc report` in projects of one's own, where days lack this or that."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from tests.commands.report_days import SAMPLE, SOLVED, messages
from tests.emulator import Site, dice_sheet
from tests.emulator.program import aoc, cache_of, make_project
from tests.marks import needs_signals
from tests.program import Project, Signal

pytestmark = pytest.mark.slow

BEGIN, END = "<!-- days -->", "<!-- /days -->"


@pytest.fixture
def readme(project: Project) -> Path:
    """A README with the markers."""
    path = project.root / "README.md"
    path.write_text(f"before\n{BEGIN}\n{END}\nafter\n", encoding="utf-8")
    return path


def row(readme: Path, day: int) -> list[str]:
    """Return the cells of a day; none if the table lacks it."""
    lines = readme.read_text(encoding="utf-8").splitlines()
    cells = [line.strip("| ").split(" | ") for line in lines if line.startswith(f"| {day} |")]
    return [cell.strip(" |") for cell in cells[0]] if cells else []


def with_input(project: Project, day: int) -> None:
    """Put one's own input of a day into the project."""
    path = project.root / "inputs" / "2021" / f"{day:02d}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("1\n2\n", encoding="utf-8")


def test_a_day_without_sample_runs_on_ones_own_input(project: Project, readme: Path) -> None:
    project.day(3, SOLVED, "")
    with_input(project, 3)
    done = project.run("report")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(" on my own inputs\n")
    assert all("s" in cell for cell in row(readme, 3)[-3:])


def test_days_without_any_input_are_left_out_by_name(project: Project, readme: Path) -> None:
    project.day(3, SOLVED, SAMPLE)
    for day in (4, 6):
        project.day(day, SOLVED, "")
    done = project.run("report")
    assert done.code == 0
    [line] = messages(done)
    assert "2021/04, 2021/06" in line
    assert os.path.join("inputs", "2021", "04.txt") in line
    assert "aoc login" in line
    assert row(readme, 3)
    assert row(readme, 4)[-2:] == ["not run", "not run"]


FAILING = {
    "a part that raises": (SOLVED.replace("len(text)", "1 / 0"), SAMPLE, "ZeroDivisionError"),
    "a module that is no Python": ("def x(", SAMPLE, "cannot be imported"),
    "a parse that raises": (SOLVED.replace("return text", "1 / 0", 1), SAMPLE, "ZeroDivisionError"),
    "a sample that raises": (SOLVED, "def sample(rng):\n    1 / 0\n", "ZeroDivisionError"),
    "a part without end": (
        SOLVED.replace("return len(text)", "while True: pass"),
        SAMPLE,
        "longer",
    ),
    "a part that exits": (SOLVED.replace("len(text)", "exit(3)"), SAMPLE, "exit"),
}


@pytest.mark.parametrize("case", FAILING)
def test_a_day_that_fails_blocks_no_other(project: Project, readme: Path, case: str) -> None:
    source, tests, message = FAILING[case]
    (project.root / "pyproject.toml").write_text("[tool.aoc]\ntimeout = 0.5\n", encoding="utf-8")
    project.day(2, source, tests)
    project.day(3, SOLVED, SAMPLE)
    done = project.run("report")
    assert done.code == 1
    assert any("2021/02" in line and message in line for line in messages(done))
    assert "aoc run 2021/02" in done.err
    assert "Traceback" not in done.err
    assert "failed" in row(readme, 2)
    assert "failed" not in row(readme, 3)


def test_a_wrong_answer_is_an_error(project: Project, readme: Path) -> None:
    project.day(21, SOLVED, "")
    project.remember("1\n", day=21, a="99")
    done = project.run("report")
    assert done.code == 1
    assert "2021/21 part 1 is wrong on github.alice.1: 1, expected 99" in done.err
    assert row(readme, 21)[-2] == "wrong"


def test_an_input_that_is_not_cached_is_fetched(site: Site, tmp_path: Path) -> None:
    alice = site.account("alice")
    alice.give(2021, 21, dice_sheet(7, 1))
    folder = make_project(tmp_path / "project")
    (folder / "days" / "year2021").mkdir()
    (folder / "days" / "year2021" / "day21.py").write_text(SOLVED, encoding="utf-8")
    readme = folder / "README.md"
    readme.write_text(f"{BEGIN}\n{END}\n", encoding="utf-8")
    done = aoc(site, folder, "report", token=alice.token)
    assert done.returncode == 0, done.stderr
    assert alice.id is not None
    assert (cache_of(folder) / alice.id / "2021_21_input.txt").exists()
    assert row(readme, 21)


def test_what_was_written_into_the_readme_during_the_run_is_kept(
    project: Project, readme: Path
) -> None:
    edit = f"    open({str(readme)!r}, 'a').write('edited')\n"
    project.day(3, SOLVED.replace("    return text\n", f"{edit}    return text\n"), SAMPLE)
    assert project.run("report").code == 0
    assert row(readme, 3)
    assert readme.read_text(encoding="utf-8").endswith("edited")


@needs_signals
def test_an_interrupted_run_leaves_the_readme_as_it_was(project: Project, readme: Path) -> None:
    begun = Signal(project.root / "begun")
    wait = f"    open({str(project.root / 'begun')!r}, 'w')\n    while True: pass\n"
    project.day(3, SOLVED.replace("    return len(text)\n", wait), SAMPLE)
    before = readme.read_bytes()
    process = project.start("report")
    begun.wait()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == 130
    assert readme.read_bytes() == before


def test_crlf_line_ends_are_kept(project: Project, readme: Path) -> None:
    project.day(3, SOLVED, SAMPLE)
    readme.write_bytes(f"\ufeffä\r\n{BEGIN}\r\nold\r\n{END}\r\nö".encode())
    assert project.run("report").code == 0
    after = readme.read_bytes()
    assert re.match("\ufeffä\r\n<!-- days .* -->\r\n\\| day \\|", after.decode())
    assert after.endswith(f"\r\n{END}\r\nö".encode())
    assert after.count(b"\n") == after.count(b"\r\n") == 8
