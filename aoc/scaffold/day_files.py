"""The files of a new day: its module and its tests, made from templates.

A template is Python with these placeholders: `$year`, `$day` (`5`), `$dd`
(`05`), `$title` (`Dirac Dice`, empty if unknown), `$heading` (`Day 5: Dirac Dice.`),
`$url` and `$examples` (a list of `Example`). Any other `$` stays as it is.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from string import Template

from aoc.errors import UsageError
from aoc.files import overwrite, read_bytes, read_own, writing
from aoc.model.inputs import Example
from aoc.model.jobs import DayLayout
from aoc.model.puzzles import Puzzle
from aoc.project.day_tests import tests_path
from aoc.project.environments import own_aoc_folder
from aoc.project.layouts import LayoutPattern
from aoc.project.project import Project, day_path
from aoc.scaffold.example_list import docstring_source, examples_source

BUILT_IN = os.path.join(os.path.dirname(__file__), "templates")
"""The folder of the built-in templates."""
EMPTY_NOTEBOOK = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}\n'


def make_packages(root: str, puzzle: Puzzle) -> None:
    """Make the year of a puzzle a package in `days` and in `tests`, where these are packages.

    Without packages, pytest could not import the tests of the same day of two years, so a new year
    is always a package in `tests`.
    """
    tests = tests_path(root, *puzzle)
    for path in (day_path(root, puzzle), tests):
        folder = os.path.dirname(path)
        parent = os.path.dirname(folder)
        is_in_package = os.path.exists(os.path.join(parent, "__init__.py"))
        is_new = not os.path.isdir(folder) or not os.listdir(folder)
        if is_in_package or (is_new and path == tests):
            write_new_file(os.path.join(folder, "__init__.py"), "")


def read_templates(project: Project, puzzle: Puzzle) -> tuple[str, str]:
    """Return the templates of a module, `day.py`, and of its tests, `test_day.py`.

    They come from the folder in the settings of the project; one missing there is built in.
    The last day of an event has no part 2, so its template is `last_day.py` if there is one.
    Where the project has an `aoc` of its own, tests import ours as `aoc_days`.
    Raises `UsageError` if the folder does not exist or a template cannot be read.
    """
    setting = project.settings.get("template")
    folder = project.full_path(setting) if setting else None
    if folder is not None and not os.path.isdir(folder):
        raise UsageError(
            f"[tool.aoc] template names {setting}, and there is no such folder on this computer: "
            "make it, or write the path of another one, as seen from the project"
        )
    names = ["day.py"]
    if puzzle.is_last:
        names.insert(0, "last_day.py")
    tests = read_template(folder, ["test_day.py"])
    if own_aoc_folder(project.root):
        tests = tests.replace("from aoc import Example", "from aoc_days import Example")
    return read_template(folder, names), tests


def read_template(folder: str | None, names: Sequence[str]) -> str:
    """Read the first template of some names that exists in a folder, else the built-in one."""
    if folder is not None:
        for name in names:
            path = os.path.join(folder, name)
            if os.path.exists(path):
                return read_own(path)
    return read_own(os.path.join(BUILT_IN, f"{names[0]}.txt"))


def new_files(project: Project, puzzle: Puzzle) -> dict[str, str]:
    """Return the templates of the files of a new day, by their paths: of its module and its tests.

    Its module lies and runs as the newest day does, also in a layout of the settings; `*` in its
    path stands for the title. Of a day that has modules elsewhere, none is new. Raises
    `UsageError`.
    """
    template, tests_template = read_templates(project, puzzle)
    existing = project.day_files(puzzle)
    files = {day_path(project.root, puzzle): template}
    years = project.years()
    if years:
        newest = project.puzzles(years[-1])[-1]
        # A layout of one year has no place for another.
        with suppress(UsageError):
            files = files_like(project, newest, puzzle, template)
    # A second module beside one that is there would be two for one day.
    if existing:
        files = {path: files[path] for path in files if path in existing}
    files[tests_path(project.root, *puzzle)] = tests_template
    return files


def files_like(project: Project, newest: Puzzle, puzzle: Puzzle, template: str) -> dict[str, str]:
    """Return the templates of the modules of a day in the layout of the newest, by their paths.

    Raises `UsageError` if that layout has no place for the day.
    """
    if newest not in project.own_layouts:
        return {day_path(project.root, puzzle): template}
    files = {}
    patterns = [LayoutPattern(**fields) for fields in project.settings["layouts"]]
    for layout in project.own_layouts[newest]:
        # The file of each part may lie in a layout of its own: the first that fits.
        pattern = next(pattern for pattern in patterns if pattern.match(layout.file))
        path = pattern.path_like(layout.file, puzzle)
        files[os.path.join(project.root, path)] = template_like(layout, puzzle, template)
    return files


def template_like(layout: DayLayout, puzzle: Puzzle, template: str) -> str:
    """Return the template of a module of a day that runs as a `layout` of another day."""
    if not layout.run:
        return template.replace("part1", layout.part1).replace("part2", layout.part2)
    ending = os.path.splitext(layout.file)[1]
    if ending == ".ipynb":
        return EMPTY_NOTEBOOK
    # A file in another language, which only its program knows.
    if ending != ".py":
        return ""
    # A script prints its answers, and the runner serves the input where it opens it.
    parts = [1] if puzzle.is_last else [1, 2]
    # A program that is told the part has the same file for both.
    if layout.part and not layout.is_program:
        parts = [layout.part]
    lines = [f'print("Part {part}:", None)\n' for part in parts]
    return f'"""$heading"""\n\ntext = open("input.txt").read()\n\n{"".join(lines)}'


def fill_template(
    template: str, puzzle: Puzzle, title: str | None, examples: Sequence[Example]
) -> str:
    """Return the text of a template with its placeholders replaced."""
    name = docstring_source(title or "")
    heading = f"Day {puzzle.day}"
    if name:
        heading += f": {name}"
    # A title may be a question.
    if not heading.endswith((".", "!", "?")):
        heading += "."
    return Template(template).safe_substitute(
        year=puzzle.year,
        day=puzzle.day,
        dd=f"{puzzle.day:02d}",
        title=name,
        heading=heading,
        url=puzzle.url,
        examples=examples_source(examples),
    )


def is_untouched(path: str, template: str, puzzle: Puzzle) -> bool:
    """Return whether a file is as its template made it without the puzzle page, and lacks that.

    A template may use nothing of the page.
    """
    try:
        source = read_bytes(path)
    except OSError:
        return False
    without_page = fill_template(template, puzzle, None, ())
    with_page = fill_template(template, puzzle, "title", (Example("text"),))
    # With its line ends: an editor that has changed them has saved the file.
    return source == without_page.encode() and without_page != with_page


def write_new_file(path: str, text: str) -> bool:
    """Write a file that does not exist yet; return false, and write nothing, if it does.

    Line ends are written as they are in `text`. Raises `UsageError` if the file cannot be
    written.
    """
    # Not `exists`: a link to nowhere would be followed.
    if os.path.lexists(path):
        return False
    with writing(path, UsageError):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    overwrite(path, text.encode())
    return True
