"""`submit = true` sends nothing before the user allows it, which no file of the project can do."""

from __future__ import annotations

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.day21 import LOOK, RIGHT, TESTS, consent, post, table
from tests.support.marks import needs_pty
from tests.support.program import Project
from tests.support.terminal import Shown

NOT_ALLOWED = "aoc: nothing was sent, since you have not allowed"


@pytest.fixture(autouse=True)
def cloned(account: Account, project: Project) -> None:
    """A project whose settings want to submit."""
    project.configure("submit = true")
    project.day(21, table(), TESTS)


def in_terminal(aoc: Aoc, word: str) -> Shown:
    """Run day 21 in a terminal, and type a word when it asks."""
    terminal = aoc.terminal("run", "21", "--part", "1")
    terminal.read_until("[y/N]")
    terminal.write(f"{word}\n")
    return terminal.end()


def test_without_a_terminal_nothing_is_sent_and_one_line_says_why(aoc: Aoc, site: Site) -> None:
    done = aoc("run", "21")
    assert (done.code, site.asked()) == (0, [])
    assert done.err.startswith(NOT_ALLOWED)
    assert done.err.count("\n") == 1
    assert "add --submit" in done.err
    aoc("run", "21", "--submit", "--part", "1")
    assert site.asked() == [LOOK, post(), LOOK]


@pytest.mark.slow
@needs_pty
def test_on_a_terminal_the_user_is_asked_once(aoc: Aoc, site: Site, project: Project) -> None:
    shown = in_terminal(aoc, "y")
    assert f"part 1: {RIGHT} is right!" in shown.text
    assert "aoc_consent.json" in shown.text
    assert aoc("run", "21").code == 0
    assert site.count("POST") == 2
    site.expect(LOOK)
    assert [path.parent for path in project.root.rglob("*consent*")] == [project.cache]


@needs_pty
def test_a_no_is_kept_too(aoc: Aoc) -> None:
    assert in_terminal(aoc, "n").code == 0
    done = aoc("run", "21")
    assert (done.code, done.err) == (0, "")


@needs_pty
def test_an_end_in_place_of_a_word_is_no_answer(aoc: Aoc, project: Project) -> None:
    assert in_terminal(aoc, "\x04").code == 130
    assert not (project.cache / "aoc_consent.json").exists()


def test_nobody_is_asked_where_nothing_would_be_sent(
    aoc: Aoc, account: Account, project: Project
) -> None:
    project.remember("x", user=account.id, a="5", b="6")
    assert NOT_ALLOWED not in aoc("run", "21").err


def test_what_is_no_consent_to_this_project_allows_nothing(aoc: Aoc, project: Project) -> None:
    consent(project)
    path = project.cache / "aoc_consent.json"
    another = path.read_text(encoding="utf-8").replace('": true', '/days": true')
    for text in ("{", "[]", another):
        path.write_text(text, encoding="utf-8")
        assert NOT_ALLOWED in aoc("run", "21").err, text
