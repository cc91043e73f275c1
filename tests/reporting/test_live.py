"""A page that follows the history: when it is made again, and who is woken."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from aoc.errors import AocError
from aoc.history.past_runs import read_times
from aoc.model import Puzzle
from aoc.reporting.live import LivePage
from tests.reporting.histories import keep_run

pytestmark = pytest.mark.slow

PATIENCE = 20.0


def page_of(text: str) -> bytes:
    return f'<html data-version="{text}">'.encode()


def count_times(root: Path) -> bytes:
    """Return a page that says how many times the history has."""
    return page_of(f"{len(read_times(str(root), [Puzzle(2021, 1)])):x}")


@contextmanager
def watched(live: LivePage) -> Iterator[None]:
    """Watch the history in another thread."""
    thread = threading.Thread(target=live.watch)
    thread.start()
    try:
        yield
    finally:
        live.end()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_a_new_run_makes_a_new_page_and_wakes_who_waits(tmp_path: Path) -> None:
    live = LivePage(str(tmp_path), lambda: count_times(tmp_path), lambda sentence: None)
    assert live.version == "0"
    with watched(live):
        keep_run(tmp_path, None, (1, 1, 1.0))
        assert live.wait("0", PATIENCE) == "2"
        keep_run(tmp_path, None, (1, 1, 1.0))
        assert live.wait("2", PATIENCE) == "4"


def test_what_is_written_while_the_page_is_made_is_not_missed(tmp_path: Path) -> None:
    made = 0

    def make() -> bytes:
        nonlocal made
        made += 1
        page = count_times(tmp_path)
        if made == 1:
            keep_run(tmp_path, None, (1, 1, 1.0))
        return page

    live = LivePage(str(tmp_path), make, lambda sentence: None)
    with watched(live):
        assert live.wait("0", PATIENCE) == "2"


def test_reading_the_history_is_no_news(tmp_path: Path) -> None:
    keep_run(tmp_path, None, (1, 1, 1.0))
    made: list[bytes] = []

    def make() -> bytes:
        made.append(count_times(tmp_path))
        return made[-1]

    live = LivePage(str(tmp_path), make, lambda sentence: None)
    with watched(live):
        assert live.wait("2", 1.5) == "2"
    assert len(made) == 1


def test_a_page_that_cannot_be_made_is_said_once_and_the_old_one_stays(tmp_path: Path) -> None:
    said: list[str] = []
    broken = False

    def make() -> bytes:
        if broken:
            raise AocError("it is broken")
        return count_times(tmp_path)

    live = LivePage(str(tmp_path), make, said.append)
    broken = True
    live.update()
    live.update()
    assert said == ["it is broken"]
    assert live.version == "0"
    broken = False
    live.update()
    broken = True
    live.update()
    assert said == ["it is broken"] * 2


def test_the_end_wakes_all_who_wait(tmp_path: Path) -> None:
    live = LivePage(str(tmp_path), lambda: page_of("0"), lambda sentence: None)
    found: list[str | None] = []
    threads = [
        threading.Thread(target=lambda: found.append(live.wait("0", PATIENCE))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    live.end()
    for thread in threads:
        thread.join(PATIENCE)
    assert found == [None] * 3
    live.watch()


def test_the_first_page_that_cannot_be_made_ends_it(tmp_path: Path) -> None:
    def make() -> bytes:
        raise AocError("it is broken")

    with pytest.raises(AocError, match="broken"):
        LivePage(str(tmp_path), make, lambda sentence: None)
