"""Checks which inputs and pages count as cached."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoc.model import Puzzle
from aoc.site.cache import Cache

USER = "github.alice.1001"
PUZZLE = Puzzle(2021, 21)
LAST = Puzzle(2021, 25)
PAGE = '<article class="day-desc"></article></html>'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    monkeypatch.setenv("AOCD_DIR", str(tmp_path))
    (tmp_path / USER).mkdir()
    (tmp_path / "prose").mkdir()
    return Cache()


def keep_page(cache: Cache, puzzle: Puzzle, solved: int, *answers: str) -> None:
    for path in (cache.page_path(USER, puzzle, solved), cache.own_page_path(USER, puzzle, solved)):
        Path(path).write_text(PAGE)
    for part, answer in enumerate(answers, 1):
        Path(cache.answer_path(USER, puzzle, part)).write_text(answer)


def test_an_input_is_cached_in_its_plain_form(cache: Cache) -> None:
    assert cache.usable_input(USER, PUZZLE) is None
    Path(cache.input_path(USER, PUZZLE)).write_bytes(b"  1\r\n2\r\n")
    assert cache.usable_input(USER, PUZZLE) == "  1\n2"


@pytest.mark.parametrize(
    "data", [b"", b"<html>", b"\x00", b"\xff", b"Puzzle inputs differ by user."]
)
def test_a_broken_input_does_not_count(cache: Cache, data: bytes) -> None:
    Path(cache.input_path(USER, PUZZLE)).write_bytes(data)
    assert cache.usable_input(USER, PUZZLE) is None


def test_the_fullest_page_is_read(cache: Cache) -> None:
    assert cache.read_page(USER, PUZZLE) is None
    keep_page(cache, PUZZLE, 0)
    keep_page(cache, PUZZLE, 1)
    page = cache.read_page(USER, PUZZLE)
    assert page
    assert next(cache.pages(USER, PUZZLE))[0] == 1


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
    keep_page(cache, puzzle, solved, *answers)
    assert (cache.current_page(USER, puzzle) is not None) is current


def test_the_page_of_another_account_is_not_current(cache: Cache) -> None:
    keep_page(cache, PUZZLE, 0)
    Path(cache.own_page_path(USER, PUZZLE, 0)).unlink()
    assert cache.read_page(USER, PUZZLE)
    assert cache.current_page(USER, PUZZLE) is None
