"""`aoc submit` and `aoc run --submit`: what they send, and what they make of the verdict."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.emulator import Account, Clock, Puzzle, Sheet, Site, dice_sheet, faults
from tests.emulator.verdicts import WRONG_LEVEL
from tests.support.aoc import Aoc
from tests.support.day21 import (
    DICE,
    EXAMPLE_1,
    LOOK,
    MINE,
    RIGHT,
    RIGHT_2,
    TESTS,
    consent,
    post,
    recorded,
    table,
)
from tests.support.marks import needs_pty
from tests.support.program import Project

SETTINGS = "GET /settings"
SUBMIT = ("submit", "21", "--answer")


@pytest.fixture
def files(account: Account, project: Project) -> Path:
    """The files of an account, in a project with day 21."""
    project.day(21, table(), TESTS)
    return project.account_files(account.id)


pytestmark = pytest.mark.usefixtures("files")


def test_a_right_answer_costs_one_post_and_two_looks(
    aoc: Aoc, site: Site, account: Account, project: Project, files: Path
) -> None:
    done = aoc(*SUBMIT, RIGHT)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"2021/21 part 1: {RIGHT} is right! (sent at ")
    assert "\nPart 2 is open: https://advent" in done.out
    assert site.asked() == [LOOK, post(), LOOK]
    assert recorded(project, account) == [("a", RIGHT)]
    assert (files / "2021_21a_answer.txt").read_text() == RIGHT
    assert not (files / "2021_21_sent.json").exists()


def test_a_wrong_answer_is_red_and_a_right_one_green(aoc: Aoc, site: Site, clock: Clock) -> None:
    done = aoc(*SUBMIT, "5", env={"FORCE_COLOR": "1"})
    assert done.out.startswith("\x1b[31m2021/21 part 1: 5 is ")
    clock.advance(120)
    done = aoc("run", "21", "--submit", env={"FORCE_COLOR": "1"})
    assert f"\x1b[32maoc: 2021/21 part 1: {RIGHT} is right! (sent at " in done.err
    assert len(site.asked()) == 6


def test_a_run_sends_both_parts_and_then_nothing(aoc: Aoc, site: Site) -> None:
    done = aoc("run", "21", "--submit")
    assert done.code == 0
    assert "2 right, 2 unknown" in done.out
    assert f"part 1: {RIGHT} is right!" in done.err
    assert f"part 2: {RIGHT_2} is right!" in done.err
    assert site.asked() == [LOOK, post(), LOOK, post(RIGHT_2, 2)]
    done = aoc("run", "21", "--submit")
    assert "4 right" in done.out
    assert (done.code, site.asked()) == (0, [])
    assert done.err == "aoc: nothing to submit: 2021/21 is solved\n"


def test_the_project_can_ask_for_submitting(aoc: Aoc, site: Site, project: Project) -> None:
    project.day(21, table(), f"{TESTS}\ndef sample(rng):\n    return {DICE!r}\n")
    consent(project)
    for option in ("--no-submit", "--example", "--sample"):
        assert aoc("run", "21", option).code == 0
        assert site.asked() == []
    aoc("run", "21")
    assert post(RIGHT_2, 2) in site.asked()


def test_an_answer_is_not_sent_with_the_token_of_another_account(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    bob = site.account("bob", "reddit")
    ids = project.cache / "token2id.json"
    ids.write_text(json.dumps({account.token: bob.id, bob.token: account.id}))
    project.remember(dice_sheet(3, 5).input, user=bob.id)
    project.day(
        21, "def part1(text):\n    return 5 + (': 4' not in text)\n", TESTS.replace(EXAMPLE_1, "5")
    )
    done = aoc("run", "21", "--submit")
    assert done.code == 3
    assert done.err.endswith(
        f"aoc: the session token ...{(account.token or '')[-4:]} is that of {account.id}, not "
        f"of {bob.id}: delete token2id.json and tokens.json in {project.cache}, then `aoc "
        "login`\n"
    )
    assert site.asked() == [LOOK, SETTINGS]
    assert [path.name for path in (project.cache / bob.id).glob("*.html")] == []
    ids.unlink()
    assert aoc(*SUBMIT, RIGHT).code == 0
    assert site.asked() == [SETTINGS, LOOK, post(), LOOK]


@pytest.mark.parametrize("shown", ["(anonymous user #1001)", "(anonymous user #1002)", ""])
def test_the_settings_are_looked_at_only_if_the_name_on_the_page_is_another(
    aoc: Aoc, site: Site, account: Account, shown: str
) -> None:
    assert account.number == 1001
    account.shown = shown
    account.name = "alice" if shown else "alicia"  # a new name at the login service
    assert aoc(*SUBMIT, RIGHT).code == 0
    looks = [LOOK] if "1001" in shown else [LOOK, SETTINGS]
    assert site.asked() == [*looks, post(), LOOK]


def test_a_wrong_answer_is_remembered_with_its_bound_and_its_wait(
    aoc: Aoc, site: Site, clock: Clock
) -> None:
    done = aoc(*SUBMIT, "5")
    assert done.code == 1
    assert done.out.startswith("2021/21 part 1: 5 is too low. The site accepts the next answer in ")
    assert site.asked() == [LOOK, post("5")]
    for words in ((*SUBMIT, RIGHT), ("submit", "21")):
        done = aoc(*words)
        assert done.code == 3
        refused = f"part 1: {RIGHT} was not sent: the site accepts the next answer in"
        assert refused in done.err
    clock.advance(120)
    assert aoc(*SUBMIT, "5") == (
        1,
        "",
        "aoc: 2021/21 part 1: 5 was not sent: it was submitted before, and is too low\n",
    )
    done = aoc(*SUBMIT, "4")
    assert (done.code, "4 was not sent: 5 was too low already" in done.err) == (1, True)
    assert site.asked() == []
    assert aoc(*SUBMIT, RIGHT).code == 0
    assert site.asked() == [LOOK, post(), LOOK]


@needs_pty
def test_a_known_wait_is_said_before_anything_runs(
    aoc: Aoc, site: Site, project: Project, clock: Clock
) -> None:
    assert aoc(*SUBMIT, "5").code == 1
    assert site.asked() == [LOOK, post("5")]
    may_go_on = project.root / "go-on"
    waiting = f"while not os.path.exists({str(may_go_on)!r}): time.sleep(0.01)"
    project.day(21, f"import os, time\n{waiting}\n{table()}", TESTS)
    terminal = aoc.terminal("submit", columns=1000)
    terminal.read_until("the site accepts the next answer to 2021/21 in ")
    terminal.read_until("; --wait waits for it")
    may_go_on.touch()
    terminal.read_until(f"part 1: {RIGHT} was not sent: the site accepts the next")
    assert terminal.end().code == 3


def test_why_nothing_of_an_unsolved_day_is_sent_is_said(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    project.day(21, "def part1(text):\n    return None\n")
    for part in (1, 2):
        for command in ("submit 21", "run 21 --submit"):
            done = aoc(*command.split())
            said = f"part {part} was not sent: it is not solved yet\n"
            assert (done.code, done.err.endswith(said)) == (1, True), done
        project.remember(MINE.input, user=account.id, a=RIGHT)
    assert site.asked() == []


def test_a_hint_is_right_whatever_command_was_typed(aoc: Aoc, site: Site, project: Project) -> None:
    consent(project)
    aoc(*SUBMIT, "5")
    for hint in ("; `aoc submit --wait` waits\n", "; `aoc submit --force` sends it anyway\n"):
        for words in ("run 21 --submit", "run 21", "submit 21"):
            assert aoc(*words.split()).err.endswith(hint), words
        project.day(21, table(example_1="1"), TESTS)
    assert site.asked() == [LOOK, post("5")]


@pytest.mark.slow
def test_a_wait_that_only_the_site_knows_of_can_be_waited_for(
    aoc: Aoc, site: Site, clock: Clock, files: Path
) -> None:
    site.may_resend = True
    aoc(*SUBMIT, "5")
    (files / "2021_21_post.json").unlink()
    clock.advance(59)
    done = aoc(*SUBMIT, RIGHT)
    assert done.code == 3
    # One second is left, but the site's clock may differ from ours.
    assert "was not checked. The site accepts the next answer in 5 s" in done.err
    assert "`aoc submit --wait` waits." in done.err
    clock.advance(4)
    done = aoc(*SUBMIT, RIGHT, "--wait")
    assert done.err.startswith("aoc: the site accepts the next answer to 2021/21 in ")
    assert (done.code, "is right!" in done.out) == (0, True)
    assert site.asked() == [LOOK, post("5"), LOOK, post(), LOOK, post(), LOOK]


def test_what_was_solved_in_a_browser_is_not_sent(aoc: Aoc, site: Site, account: Account) -> None:
    account.solve(2021, 21, 1)
    done = aoc(*SUBMIT, "5", "--part", "1")
    assert (done.code, site.asked()) == (1, [LOOK])
    assert f"5 was not sent: the part is solved already, with {RIGHT}" in done.err
    assert aoc(*SUBMIT, RIGHT, "--part", "1").code == 0
    done = aoc(*SUBMIT, RIGHT)
    assert (done.code, site.asked()) == (3, [])
    assert "it is the answer of part 1" in done.err
    assert aoc("submit", "21").code == 0
    assert site.asked() == [LOOK, post(RIGHT_2, 2)]


def test_part_2_does_not_come_before_part_1(aoc: Aoc, site: Site) -> None:
    done = aoc(*SUBMIT, "5", "--part", "2")
    assert (done.code, site.asked()) == (3, [LOOK])
    assert "part 1 has to be solved first" in done.err


def test_the_answer_of_another_account_is_told(aoc: Aoc, site: Site) -> None:
    site.account("bob").give(2021, 21, Sheet("", "123456", "0"))
    done = aoc(*SUBMIT, "123456")
    assert (done.code, site.asked()) == (1, [LOOK, post("123456")])
    which = "`aoc login --list` shows which account"
    assert f"wrong. It is right for someone else: {which}" in done.out


def test_the_last_star_needs_no_answer(aoc: Aoc, site: Site, account: Account) -> None:
    for day in range(1, 25):
        account.solve(2021, day)
    right = site.sheet("alice", 2021, 25).answer1
    done = aoc("submit", "25", "--answer", right)
    assert done.code == 0
    said = "The last star of 2021 comes with all the others: see https://adventofcode.com/2"
    assert said in done.out
    assert aoc("submit", "25", "--answer", "5").code == 0
    look = "GET /2021/day/25"
    assert site.asked() == [look, f"POST /2021/day/25/answer level=1 answer={right}", look]


def test_an_answer_in_letters_is_sent_as_letters(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    site.put(Puzzle(2021, 13, "Origami", "x", "U", "7"))
    account.give(2021, 13, Sheet("mine\n", "H", "7"))
    drawing = "#..#\n#..#\n####\n#..#\n#..#\n#..#"
    project.day(13, f"def part1(text): return {drawing!r} if text == 'mine' else 'U'\n")
    project.remember("mine\n", day=13, user=account.id)
    done = aoc("run", "13", "--submit")
    assert "2021/13 part 1: H is right!" in done.err
    assert site.asked()[1] == "POST /2021/day/13/answer level=1 answer=H"


def test_without_a_token_nothing_is_submitted(aoc: Aoc, project: Project) -> None:
    del project.variables["AOC_SESSION"]
    for args in ([*SUBMIT, "5"], ["run", "21", "--submit"]):
        done = aoc(*args)
        assert (done.code, done.out) == (3, "")
        assert "aoc login" in done.err


def test_what_cannot_be_submitted_is_wrong_usage(aoc: Aoc) -> None:
    for line in (
        "run 21 --submit --example",
        "run 21 --submit --sample",
        "run 21 --submit --pdb",
        "submit 1-3 --answer 5",
        "submit 26 --answer 5",
        "submit 20",
        "submit 21 --answer None",
        "submit 21 --answer 5\u200b",
    ):
        assert aoc(*line.split())[:2] == (2, ""), line


@pytest.mark.parametrize(
    "fault",
    [
        faults.expired(),
        faults.status(404),
        # Part 1 was not open, so this says nothing of the answer.
        faults.verdict(WRONG_LEVEL, judged=False),
    ],
)
def test_an_answer_that_did_not_count_may_be_sent_again(
    aoc: Aoc, site: Site, fault: faults.Fault
) -> None:
    site.expect(LOOK)
    site.may_resend = True
    site.fail(fault, "POST")
    assert aoc(*SUBMIT, RIGHT).code == 3
    assert aoc(*SUBMIT, RIGHT).code == 0
    assert site.count("POST") == 2
