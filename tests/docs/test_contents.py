"""Checks that the docs leave nothing out and are up to date, and that their code is valid."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from aoc.cli import cli
from aoc.commands.report import idea_at
from aoc.errors import UsageError
from aoc.project.project import Project
from aoc.project.settings import SETTINGS, read_settings
from tests.docs import pages
from tests.docs.pages import PAGES, Block, blocks_in, name_of
from tests.docs.picture import FOLDER, THEMES, pieces_in, run_shown, svg_of
from tests.docs.player import is_run
from tests.support.marks import needs_posix_shell, needs_pty

NAMES = cli.list_commands(click.Context(cli))
every_page = pytest.mark.parametrize("page", PAGES, ids=name_of)
README = pages.ROOT / "README.md"
MOST_LINES = 100
MOST_WORDS = 10_000
ANEW = "write it anew with `python -m tests.docs`"
INTERNAL = {"AOC_BORROWED_FROM", "AOC_RUN"}
"""The variables that the program sets for its own workers."""


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def code() -> Iterator[str]:
    """Yield all code on the pages for users: in sentences, blocks and settings."""
    for page in pages.USER_PAGES:
        yield from (text for text, _ in pages.inline_code_in(read(page)))
        yield from (block.text for block in pages.blocks_in(read(page)))


def test_ci_tests_the_pythons_that_the_package_names() -> None:
    classifiers = tomllib.loads(read(pages.ROOT / "pyproject.toml"))["project"]["classifiers"]
    named = re.findall(r"Language :: Python :: (3\.\d+)\n", "\n".join([*classifiers, ""]))
    [matrix] = re.findall(r"python: \[(.+)\]", read(pages.ROOT / ".github/workflows/ci.yml"))
    assert re.findall(r"[\w.]+", matrix) == named


def test_every_command_is_explained() -> None:
    spoken_of = "\n".join(code())
    unknown = [name for name in NAMES if not re.search(rf"\baoc {name}\b", spoken_of)]
    assert not unknown, "say on a page of docs/ what these commands are for"


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
    sources = "\n".join(map(read, (pages.ROOT / "aoc").rglob("*.py")))
    variables = {*re.findall(r"\bAOC_[A-Z_]+\b", sources)} - INTERNAL
    assert {"AOC_SESSION", "AOC_YEAR", "AOC_NOW"} <= variables
    assert not variables - {*re.findall(r"\bAOC_[A-Z_]+\b", "\n".join(code()))}


def test_the_readme_and_the_docs_are_short() -> None:
    assert len(read(README).splitlines()) <= MOST_LINES
    words = [read(page).split() for page in pages.ROOT.glob("docs/*.md")]
    assert sum(map(len, words)) <= MOST_WORDS


def test_the_readme_of_the_days_has_their_titles_and_ideas() -> None:
    project = Project(str(pages.ROOT), {})
    rows = re.findall(
        r"^\| (\d+) \| (.*?) \| (.*?) \|", read(pages.ROOT / "days" / "README.md"), re.MULTILINE
    )
    assert rows == [
        (str(puzzle.day), project.title_of(puzzle), idea_at(project, puzzle))
        for puzzle in project.puzzles(2021)
    ]


@pytest.mark.slow
@needs_pty
@needs_posix_shell
def test_the_pictures_show_what_a_run_shows() -> None:
    shown = run_shown()
    for name, theme in THEMES.items():
        picture = read(FOLDER / f"run-{name}.svg")
        assert pieces_in(picture) == pieces_in(svg_of(shown, theme)), ANEW


def test_the_pictures_in_html_are_there() -> None:
    for page in PAGES:
        names = re.findall(r'(?:src|srcset)="([^"]+)"', read(page))
        assert [name for name in names if not (page.parent / name).exists()] == []


def blocks(page: Path, *languages: str) -> Iterator[Block]:
    """Yield the blocks in some languages, but for those that are run."""
    for block in blocks_in(page.read_text(encoding="utf-8")):
        if block.language in languages and not is_run(block):
            yield block


@every_page
def test_python_compiles(page: Path) -> None:
    for block in blocks(page, "python"):
        compile("\n" * block.line + block.text, name_of(page), "exec")


@every_page
def test_settings_are_ones_that_the_program_takes(page: Path, tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    for block in blocks(page, "toml"):
        path.write_text(block.text, encoding="utf-8")
        try:
            read_settings(str(path))
        except UsageError as error:
            pytest.fail(f"{name_of(page)}:{block.line}: {error}")


@every_page
def test_a_block_says_its_language(page: Path) -> None:
    assert not [block.line for block in blocks(page, "")]
