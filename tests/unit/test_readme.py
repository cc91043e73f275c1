"""The table of days in a README, and the section that it is written into."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoc.commands.report import idea_at, replace_section, tables
from aoc.model.puzzles import Puzzle
from aoc.model.results import Time
from aoc.project.project import Project
from aoc.year.overview import Day, Year

DAY = Day(Puzzle(2021, 1), "One", times=(Time(1e-3), Time(2e-3), Time(3e-3)))
IN_PROSE = "Write `<!-- days -->` and `<!-- /days -->`.\n\n"


def test_a_title_is_one_line_that_ends_no_cell_and_no_section() -> None:
    day = DAY._replace(title="two\nlines\tof\r\n \x1b[2J | `a|b` <!-- /days -->")
    row = tables(Project("nowhere", {}), [Year(2021, [day])]).splitlines()[2]
    assert r"| 1 | two lines of \x1b[2J \| `a\|b` &lt;!-- /days --> |" in row


@pytest.mark.parametrize(
    "source", [b"def x(", b"\xff", b"x = 1", b"\0", b'"""Day 1."""']
)
def test_a_module_without_an_idea_has_none(tmp_path: Path, source: bytes) -> None:
    path = tmp_path / "days" / "year2021" / "day01.py"
    path.parent.mkdir(parents=True)
    path.write_bytes(source)
    assert idea_at(Project(str(tmp_path), {}), DAY.puzzle) == ""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_markers_in_a_sentence_are_not_those_of_the_section(end: str) -> None:
    text = f"{IN_PROSE}<!-- days -->\nold\n<!-- /days -->\n".replace("\n", end)
    expected = f"{IN_PROSE}<!-- days -->\nnew\n<!-- /days -->\n".replace("\n", end)
    assert replace_section(text, "days", "new") == expected


def test_one_section_of_several_is_replaced_and_nothing_else() -> None:
    text = (
        "<!-- days -->\n1\n<!-- /days -->\nb\n<!-- pictures -->\n2\n<!-- /pictures -->"
    )
    assert replace_section(text, "pictures", "3") == text.replace("2", "3")
    begun = f"<!-- days -->\nb\n{text}"
    assert replace_section(begun, "days", "3") == begun.replace("1", "3")
