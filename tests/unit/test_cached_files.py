"""Which inputs and pages count as cached."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aoc.model import Puzzle
from aoc.site.cache import Cache
from tests.aoc import Aoc
from tests.program import Project

BROKEN = (None, b"", b"<html>", b"\0", b"\xff", b"Puzzle inputs differ by user.")
USER = "github.alice.1001"
PUZZLE = Puzzle(2021, 21)
LAST = Puzzle(2021, 25)
PAGE = '<article class="day-desc"></article></html>'


@pytest.fixture
def cache(aoc: Aoc, project: Project) -> Iterator[Cache]:
    project.account_files(USER)
    (project.cache / "prose").mkdir()
    with aoc.here():
        yield Cache()


def keep_page(cache: Cache, puzzle: Puzzle, solved: int, *answers: str) -> None:
    for path in (cache.page_path(USER, puzzle, solved), cache.own_page_path(USER, puzzle, solved)):
        Path(path).write_text(PAGE)
    for part, answer in enumerate(answers, 1):
        Path(cache.answer_path(USER, puzzle, part)).write_text(answer)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        *((data, None) for data in BROKEN),
        (b"  1\r\n2\r\n", "  1\n2"),
    ],
)
def test_an_input_is_cached_in_its_plain_form_if_it_is_whole(
    cache: Cache, data: bytes | None, text: str | None
) -> None:
    if data is not None:
        Path(cache.input_path(USER, PUZZLE)).write_bytes(data)
    assert cache.usable_input(USER, PUZZLE) == text


@pytest.mark.parametrize(
    ("puzzle", "solved", "answers", "current"),
    [
        (PUZZLE, 0, (), True),
        (PUZZLE, 0, ("5",), False),
        (PUZZLE, 1, (), False),
        (PUZZLE, 1, ("5",), True),
        (PUZZLE, 1, ("5", "6"), False),
        (PUZZLE, 2, ("5",), False),
        (PUZZLE, 2, ("5", "6"), True),
        (LAST, 2, ("5",), True),
    ],
)
def test_a_current_page_shows_every_part_that_is_known_to_be_solved(
    cache: Cache, puzzle: Puzzle, solved: int, answers: tuple[str, ...], *, current: bool
) -> None:
    assert cache.read_page(USER, puzzle) is None
    keep_page(cache, puzzle, 0)
    keep_page(cache, puzzle, solved, *answers)
    assert next(cache.pages(USER, puzzle))[0] == solved, "the fullest page comes first"
    assert (cache.current_page(USER, puzzle) is not None) is current


def test_the_page_of_another_account_is_not_current(cache: Cache) -> None:
    keep_page(cache, PUZZLE, 0)
    Path(cache.own_page_path(USER, PUZZLE, 0)).unlink()
    assert cache.read_page(USER, PUZZLE)
    assert cache.current_page(USER, PUZZLE) is None
