"""Checks the files of a new day: the templates, and writing a file that does not exist yet."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from aoc.errors import UsageError
from aoc.examples import Example
from aoc.project import Project
from aoc.puzzle import Puzzle
from aoc.scaffold.day_files import fill_template, read_templates, write_new_file

EXAMPLES = [Example("1\n2\n", 3, 4)]


@pytest.mark.parametrize("title", [None, 'A "quoted" \\ title', '"""', "Dive!"])
@pytest.mark.parametrize("day", [21, 25])
def test_our_templates_are_python_whatever_the_title(title: str | None, day: int) -> None:
    puzzle = Puzzle(2021, day)
    templates = read_templates(Project("/nowhere", {}), puzzle)
    for template in templates:
        for examples in ([], EXAMPLES):
            source = fill_template(template, puzzle, title, examples)
            doc = ast.get_docstring(ast.parse(source))
            assert doc
            assert doc.startswith(f"Day {day}{': ' + title if title else ''}")


def test_a_template_of_the_user_keeps_its_line_ends(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "day.py").write_bytes(b'"""$heading"""\r\nx = "$dd"\r\n')
    puzzle = Puzzle(2021, 5)
    templates = read_templates(Project(str(tmp_path), {"template": "own"}), puzzle)
    path = tmp_path / "new" / "day05.py"
    assert write_new_file(str(path), fill_template(templates.day, puzzle, "Vents", []))
    assert path.read_bytes() == b'"""Day 5: Vents."""\r\nx = "05"\r\n'


def test_a_file_that_exists_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "day05.py"
    path.write_bytes(b"mine")
    assert not write_new_file(str(path), "new")
    assert path.read_bytes() == b"mine"


def test_a_file_in_place_of_the_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "days").write_bytes(b"")
    with pytest.raises(UsageError, match="is no folder: move that away first"):
        write_new_file(str(tmp_path / "days" / "day05.py"), "new")
