"""What the README says is true: its commands, its table of days, its generated help."""

from __future__ import annotations

import ast
import re

from aoc.cli import COMMANDS
from aoc.project import find_project
from aoc.registry import day_path, runnable_puzzles, title_of
from aoc.render.readme_table import DayRow, days_table, idea_of, replace_section, section
from aoc.render.units import bytes_text, parse_size, seconds_text
from tests.program import Project
from tests.readme import README, helps


def test_the_readme_has_the_help_of_every_command() -> None:
    assert section(README.read_text(), "help").strip() == helps().strip(), (
        "bring it up to date with `python -m tests.readme`"
    )


def test_the_readme_speaks_of_every_command() -> None:
    prose = README.read_text().split("<!-- help -->")[0]
    for name in COMMANDS:
        assert f"aoc {name}" in prose


def test_the_table_has_the_title_and_the_idea_of_every_day() -> None:
    project = find_project(str(README.parent))
    table = section(README.read_text(), "days")
    rows = [re.split(r" \| ", row.strip("| "))[:3] for row in table.splitlines() if row[:3] > "| "]
    found = [tuple(row) for row in rows if row[0].isdigit()]
    expected = []
    for puzzle in runnable_puzzles(project, 2021):
        with open(day_path(project.root, puzzle)) as module:
            docstring = ast.get_docstring(ast.parse(module.read())) or ""
        title = title_of(project.root, puzzle)
        expected.append((str(puzzle.day), title, idea_of(docstring)))
    assert found == expected, "bring it up to date with `aoc report`"


def test_a_report_writes_the_table_between_the_markers(project: Project) -> None:
    project.day(
        3,
        '"""Day 3: Third.\n\nIt is easy: look. Then more.\n"""\n\ndef parse(text):\n'
        "    return text\n\ndef part1(text):\n    return 1\n",
        "def sample(rng):\n    return 'x\\n'\n",
    )
    readme = project.root / "README.md"
    readme.write_text("before\n<!-- days -->\nold\n<!-- /days -->\nafter\n")
    done = project.run("report")
    assert done.code == 0, done.err
    text = readme.read_text()
    assert "| 3 | Third | It is easy | " in text
    assert text.startswith("before\n<!-- days -->\n| day |")
    assert text.endswith("<!-- /days -->\nafter\n")
    assert "old" not in text


def test_a_report_leaves_a_readme_without_markers_alone(project: Project) -> None:
    project.day(3, "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n")
    readme = project.root / "README.md"
    readme.write_text("mine\n")
    done = project.run("report")
    assert done.code == 2
    assert "<!-- days -->" in done.err
    assert readme.read_text() == "mine\n"


def test_a_section_is_replaced_and_nothing_else() -> None:
    text = "a <!-- x -->1<!-- /x --> b <!-- y -->2<!-- /y -->"
    after = "a <!-- x -->1<!-- /x --> b <!-- y -->\n3\n<!-- /y -->"
    assert replace_section(text, "y", "3") == after


def test_the_table_sums_the_times_up() -> None:
    rows = [DayRow(1, "One", "Idea", 1e-3, 2e-3, None), DayRow(2, "Two", "", 1e-3, 1e-3, 5e-3)]
    assert days_table(rows).splitlines()[2:] == [
        "| 1 | One | Idea | 1.00 ms | 2.00 ms |  |",
        "| 2 | Two |  | 1.00 ms | 1.00 ms | 5.00 ms |",
        "",
        "All 2 days: 10.0 ms.",
    ]


def test_numbers_have_the_unit_that_fits() -> None:
    seconds = (0, 3.4e-7, 3.4e-5, 0.0009994, 0.0009996, 0.0127, 1.5, 61.2, 1234)
    assert [seconds_text(s) for s in seconds] == [
        *("0.00 µs", "0.34 µs", "34.0 µs", "999 µs", "1.00 ms", "12.7 ms"),
        *("1.50 s", "61.2 s", "1234 s"),
    ]
    assert [bytes_text(n) for n in (0, 84_200, 12_500_000)] == ["0 kB", "84 kB", "12.5 MB"]
    assert [parse_size(s) for s in ("100", "512M", "1.5 GB")] == [100, 512_000_000, 1_500_000_000]
