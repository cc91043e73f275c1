"""The table of days in a README, and the section that it is written into."""

from __future__ import annotations

from pathlib import Path

from aoc.commands.report import idea_at, replace_section
from aoc.model.puzzles import Puzzle
from aoc.project.project import Project

IN_PROSE = "Write `<!-- days -->` and `<!-- /days -->`.\n\n"


def test_a_module_without_an_idea_has_none(tmp_path: Path) -> None:
    path = tmp_path / "days" / "year2021" / "day01.py"
    path.parent.mkdir(parents=True)
    for source in (b"def x(", b"\xff", b"x = 1", b"\0", b'"""Day 1."""'):
        path.write_bytes(source)
        assert idea_at(Project(str(tmp_path), {}), Puzzle(2021, 1)) == ""


def test_markers_in_a_sentence_are_not_those_of_the_section() -> None:
    for end in ("\n", "\r\n"):
        text = f"{IN_PROSE}<!-- days -->\nold\n<!-- /days -->\n".replace("\n", end)
        replaced = replace_section(text, "days", "new")
        assert replaced == text.replace("old", "new")


def test_one_section_of_several_is_replaced_and_nothing_else() -> None:
    text = "<!-- days -->\n1\n<!-- /days -->\nb\n<!-- pictures -->\n2\n<!-- /pictures -->"
    assert replace_section(text, "pictures", "3") == text.replace("2", "3")
