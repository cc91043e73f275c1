"""`submit = true` sends nothing before the user allows it, which no file of the project can do."""

from __future__ import annotations

import json

import pytest

from tests.marks import needs_pty
from tests.program import AOC
from tests.submitting.consent import consent
from tests.submitting.player import RIGHT, Player
from tests.terminal import Shown, Terminal

QUESTION = "submit = true"


@pytest.fixture
def cloned(alice: Player) -> Player:
    """Somebody with a project whose settings want to submit."""
    settings = alice.project / "pyproject.toml"
    settings.write_text("[tool.aoc]\nsubmit = true\n", encoding="utf-8")
    return alice


def in_terminal(player: Player, word: str = "") -> Shown:
    """Run day 21 in a terminal, and type a word when it asks."""
    env = {"TERM": "xterm", **player.site.environment(player.cache, player.account.token)}
    terminal = Terminal([*AOC, "run", "21", "--part", "1"], player.project, env)
    if word:
        terminal.read_until("[y/N]")
        terminal.write(f"{word}\n")
    return terminal.end()


def test_without_a_terminal_nothing_is_sent_and_one_line_says_why(cloned: Player) -> None:
    cloned.run("run", "21")
    assert (cloned.code, cloned.asked) == (0, [])
    assert cloned.said.startswith("aoc: nothing was sent, since you have not allowed")
    assert cloned.said.count("\n") == 1
    assert "add --submit" in cloned.said
    cloned.run("run", "21", "--submit", "--part", "1")
    assert cloned.posts == 1


@needs_pty
def test_on_a_terminal_the_user_is_asked_once(cloned: Player) -> None:
    shown = in_terminal(cloned, "y")
    assert f"part 1: {RIGHT} is right!" in shown.text
    assert "aoc_consent.json" in shown.text
    assert cloned.posts == 1
    cloned.run("run", "21")
    assert (cloned.code, cloned.posts) == (0, 2)
    assert not list(cloned.project.rglob("*consent*"))


@needs_pty
@pytest.mark.slow
@pytest.mark.parametrize("word", ["n", "no", "\n"])
def test_a_no_is_kept_too(cloned: Player, word: str) -> None:
    assert in_terminal(cloned, word).code == 0
    assert QUESTION not in in_terminal(cloned).text
    cloned.run("run", "21")
    assert (cloned.code, cloned.said, cloned.asked) == (0, "", [])


@needs_pty
@pytest.mark.slow
def test_an_end_in_place_of_a_word_is_no_answer(cloned: Player) -> None:
    assert in_terminal(cloned, "\x04").code == 130
    assert not (cloned.cache / "aoc_consent.json").exists()
    assert cloned.asked == []


def test_nobody_is_asked_where_nothing_would_be_sent(cloned: Player) -> None:
    cloned.account.solve(2021, 21)
    for part in "ab":
        (cloned.files / f"2021_21{part}_answer.txt").write_text("5", encoding="utf-8")
    cloned.run("run", "21")
    assert (cloned.said, cloned.asked) == ("", [])


def test_consent_is_for_one_project(cloned: Player) -> None:
    consent(cloned.project.parent, cloned.cache)
    cloned.run("run", "21")
    assert (cloned.code, cloned.asked) == (0, [])
    assert "not allowed `submit = true`" in cloned.said


@pytest.mark.parametrize("text", ["", "{", "[]", "5", json.dumps({"x": 1})])
def test_a_file_that_cannot_be_understood_is_no_consent(cloned: Player, text: str) -> None:
    consent(cloned.project, cloned.cache)
    (cloned.cache / "aoc_consent.json").write_text(text, encoding="utf-8")
    cloned.run("run", "21")
    assert (cloned.code, cloned.asked) == (0, [])
    assert "not allowed `submit = true`" in cloned.said
