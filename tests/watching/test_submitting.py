"""`aoc watch` and the site: the input is fetched once, and `s` submits as `aoc run --submit`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from aoc.model import Puzzle
from aoc.project import day_path
from tests.marks import needs_pty
from tests.program import AOC
from tests.submitting.conftest import alice
from tests.submitting.player import MINE, RIGHT, Player
from tests.terminal import Terminal
from tests.watching.watcher import CONTROLLED, HINT, Typed

__all__ = ["alice"]


def watching(alice: Player, env: Mapping[str, str] = {}) -> Typed:
    """Start to watch day 21 as alice."""
    ours = alice.site.environment(alice.cache, alice.account.token)
    variables = {"TERM": "xterm", **ours, **env}
    command = [sys.executable, "-c", CONTROLLED, *AOC, "watch", "21"]
    return Typed(Terminal(command, alice.project, variables))


@needs_pty
def test_s_submits_each_open_part_once(alice: Player) -> None:
    watcher = watching(alice)
    watcher.until(HINT)
    assert alice.posts == 0
    watcher.press("s")
    watcher.until(f"2021/21 part 1: {RIGHT} is right!")
    watcher.until(f"2021/21 part 2: {MINE.answer2} is right!")
    assert alice.posts == 2
    watcher.press("\r")
    assert "4 right" in watcher.until(HINT)
    watcher.press("s")
    watcher.until("nothing to submit")
    assert watcher.quit() == 0
    assert alice.posts == 2


@needs_pty
def test_the_input_is_fetched_once_and_not_asked_for_again(alice: Player) -> None:
    (alice.files / "2021_21_input.txt").unlink()
    watcher = watching(alice)
    watcher.until(HINT)
    asked = alice.asked
    assert len([request for request in asked if request.endswith("/input")]) == 1
    path = day_path(str(alice.project), Puzzle(2021, 21))
    with open(path, "a", encoding="utf-8") as file:
        file.write("\n# saved\n")
    assert alice.account.id in watcher.until(HINT)
    watcher.press("\n")
    watcher.until(HINT)
    assert watcher.quit() == 0
    assert alice.asked == []


@needs_pty
@pytest.mark.parametrize("problem", ["dead", "locked"])
def test_an_input_that_cannot_be_fetched_is_not_asked_for_again(
    alice: Player, problem: str
) -> None:
    (alice.files / "2021_21_input.txt").unlink()
    token = alice.account.token or ""
    if problem == "dead":
        alice.account.expire()
    else:
        alice.site.clock.set(datetime(2021, 12, 20, tzinfo=UTC))
    watcher = watching(alice, {"AOC_SESSION": token})
    assert "sample" not in watcher.until(HINT)
    assert any(request.endswith("/input") for request in alice.asked)
    watcher.press("\n")
    watcher.until(HINT)
    assert watcher.quit() == 0
    assert alice.asked == []
