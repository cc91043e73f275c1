"""Checks that the documentation leaves nothing out, and that what is generated is up to date."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from aoc.cli import cli
from aoc.project import SETTINGS
from tests.docs import pages
from tests.docs.commands import commands_page
from tests.docs.picture import FOLDER, SHOW, THEMES, pieces_in, run_shown, show_drawn, svg_of
from tests.marks import needs_posix_shell, needs_pty
from tests.program import AOC, PATIENCE

NAMES = cli.list_commands(click.Context(cli))
README = pages.ROOT / "README.md"
LIMIT = 100
ANEW = "write it anew with `python -m tests.docs`"
INTERNAL = {"AOC_BORROWED_FROM", "AOC_RUN"}
"""The variables that the program sets for its own workers."""


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def code() -> Iterator[str]:
    """Yield all code in what is written by hand: in sentences, blocks and settings."""
    for page in pages.WRITTEN:
        yield from (text for text, _ in pages.inline_code_in(read(page)))
        yield from (block.text for block in pages.blocks_in(read(page)))


def variables() -> set[str]:
    """Return the names of the environment variables of ours that the program reads."""
    strings = (
        node.value
        for path in (pages.ROOT / "aoc").rglob("*.py")
        for node in ast.walk(ast.parse(read(path)))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return {text for text in strings if re.fullmatch(r"AOC_[A-Z_]+", text)} - INTERNAL


def test_the_page_of_commands_has_the_help_of_every_command() -> None:
    assert read(pages.COMMANDS) == commands_page(), ANEW


def test_every_command_is_explained() -> None:
    spoken_of = "\n".join(code())
    assert not [name for name in NAMES if not re.search(rf"\baoc {name}\b", spoken_of)]


def test_every_setting_is_explained() -> None:
    spoken_of = [*code()]
    named = {text for text in spoken_of if re.fullmatch(r"\w+", text)}
    set_there = {
        name for text in spoken_of for name in re.findall(r"^#? ?(\w+) = ", text, re.MULTILINE)
    }
    assert not {*SETTINGS} - named - set_there


def test_every_extra_is_explained() -> None:
    project = tomllib.loads(read(pages.ROOT / "pyproject.toml"))["project"]
    page = read(pages.ROOT / "docs" / "tutorial.md")
    explained = re.findall(r"^\| `aoc-days\[(\w+)\]` \|", page, re.MULTILINE)
    assert {*project["optional-dependencies"]} == {*explained}


def test_every_variable_is_explained() -> None:
    assert {"AOC_SESSION", "AOC_YEAR", "AOC_NOW"} <= variables()
    spoken_of = "\n".join(code())
    assert not {name for name in variables() if not re.search(rf"\b{name}\b", spoken_of)}


def test_the_readme_is_short() -> None:
    assert len(read(README).splitlines()) <= LIMIT


def test_the_readme_of_the_days_shows_what_they_are_now(tmp_path: Path) -> None:
    done = subprocess.run(
        (*AOC, "report", "--check", "--readme", "days/README.md"),
        cwd=pages.ROOT,
        env={**os.environ, "AOCD_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@needs_pty
@needs_posix_shell
def test_the_pictures_show_what_a_run_shows() -> None:
    shown = run_shown()
    for name, theme in THEMES.items():
        picture = read(FOLDER / f"run-{name}.svg")
        assert pieces_in(picture) == pieces_in(svg_of(shown, theme)), ANEW


@needs_pty
@needs_posix_shell
def test_the_picture_of_a_show_is_what_the_show_draws() -> None:
    assert read(FOLDER / SHOW) == show_drawn(), ANEW


@pytest.mark.parametrize("name", [*(f"run-{name}.svg" for name in THEMES), SHOW])
def test_a_picture_is_small_and_loads_nothing(name: str) -> None:
    picture = read(FOLDER / name)
    assert len(picture) < 10_000
    assert re.findall(r"\w+://[^\"' )]+", picture) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"url\(|@import|<script", picture)
    # What is part of the file is not loaded.
    assert set(re.findall(r'href="([a-z]*:?[a-z/]*)', picture)) <= {"data:image/png"}
