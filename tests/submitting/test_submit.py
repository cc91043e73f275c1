"""Checks `aoc submit` and `aoc run --submit` against the emulated site, as child processes."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.emulator import Fault, Puzzle, Sheet, Site, dice_sheet, faults, unlock_time
from tests.emulator.program import aoc, make_project
from tests.submitting.consent import consent
from tests.submitting.player import DAY, MINE, RIGHT, Player


def slow(fault: Fault) -> ParameterSet:
    """Return a parameter of a slow test."""
    return pytest.param(fault, marks=pytest.mark.slow)


LOOK, SEND = f"GET {DAY}", f"POST {DAY}/answer level=1 answer={RIGHT}"
UNCLEAR = "it was sent before, but without a verdict; the puzzle page does not show it as right"
TOO_SOON = faults.verdict("You gave an answer too recently.  You have 0s left.", judged=False)
DRAWING = """\
.##..###...##.
#..#.#..#.#..#
#..#.###..#...
####.#..#.#...
#..#.#..#.#..#
#..#.###...##."""


def test_a_right_answer_costs_one_post_and_two_looks(alice: Player) -> None:
    out = alice.submit(RIGHT)
    assert (alice.code, alice.said) == (0, "")
    assert out.startswith(f"2021/21 part 1: {RIGHT} is right!\nPart 2 is open: https://advent")
    assert "444356092776315" in out
    assert alice.asked == [LOOK, SEND, LOOK]
    assert alice.record() == [("a", RIGHT)]
    assert (alice.files / "2021_21a_answer.txt").read_text() == RIGHT
    assert not (alice.files / "2021_21_sent.json").exists()


@pytest.mark.slow
def test_for_a_new_token_the_settings_are_looked_at_too(alice: Player) -> None:
    (alice.cache / "token2id.json").unlink()
    alice.submit(RIGHT)
    assert alice.code == 0
    assert alice.asked == ["GET /settings", LOOK, SEND, LOOK]


def test_a_run_hands_in_both_parts_and_then_nothing(alice: Player) -> None:
    out = alice.run("run", "21", "--submit")
    assert alice.code == 0
    assert "2 right, 2 unknown" in out
    assert f"part 1: {RIGHT} is right!" in alice.said
    assert f"part 2: {MINE.answer2} is right!" in alice.said
    second = f"POST {DAY}/answer level=2 answer={MINE.answer2}"
    assert alice.asked == [LOOK, SEND, LOOK, second]
    assert "4 right" in alice.run("run", "21", "--submit")
    assert (alice.code, alice.said, alice.asked) == (0, "", [])


@pytest.mark.slow
def test_a_run_with_json_tells_of_submitting_on_stderr(alice: Player) -> None:
    out = alice.run("run", "21", "--submit", "--json", "--part", "1")
    assert [json.loads(line)["part"] for line in out.splitlines()] == [None, 1] * 2
    assert "is right!" in alice.said
    assert alice.account.solved(2021, 21) == 1


@pytest.mark.slow
def test_the_project_can_ask_for_submitting(alice: Player) -> None:
    (alice.project / "pyproject.toml").write_text("[tool.aoc]\nsubmit = true\n")
    consent(alice.project, alice.cache)
    for args in (["--no-submit"], ["--example"], ["--sample"]):
        alice.run("run", "21", *args)
        assert (alice.code, alice.asked) == (0, [])
    alice.run("run", "21")
    assert alice.account.solved(2021, 21) == 2


def test_a_day_is_run_for_its_answer(alice: Player) -> None:
    out = alice.run("submit", "21", "--json")
    assert json.loads(out) == {
        "year": 2021,
        "day": 21,
        "part": 1,
        "answer": RIGHT,
        "outcome": "right",
        "message": "That's the right answer! You are one gold star closer to finding the sleigh "
        "keys. [Continue to Part Two]",
        "wait_seconds": None,
    }
    assert alice.posts == 1
    assert f"part 2: {MINE.answer2} is right!" in alice.run("submit", "21")
    assert alice.posts == 2


@pytest.mark.slow
def test_an_answer_is_not_sent_with_the_token_of_another_account(alice: Player) -> None:
    bob = alice.site.account("bob", "reddit")
    assert alice.account.token
    assert bob.token
    ids = {alice.account.token: bob.id, bob.token: alice.account.id}
    (alice.cache / "token2id.json").write_text(json.dumps(ids))
    (alice.cache / bob.id).mkdir()
    (alice.cache / bob.id / "2021_21_input.txt").write_text(dice_sheet(3, 5).input)
    alice.run("run", "21", "--submit")
    assert (alice.code, alice.posts) == (3, 0)
    assert alice.said.endswith(
        f"aoc: the session token ...{alice.account.token[-4:]} is that of {alice.account.id}, not "
        f"of {bob.id}: delete token2id.json and tokens.json in {alice.cache}, then `python -m "
        "aoc login`\n"
    )
    assert alice.asked == [LOOK, "GET /settings"]
    assert [path.name for path in (alice.cache / bob.id).glob("*.html")] == []
    (alice.cache / "token2id.json").unlink()
    alice.run("run", "21", "--submit", "--part", "1")
    assert (alice.code, alice.posts) == (0, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shown", "asked"),
    [
        ("", [LOOK]),
        ("(anonymous user #1001)", [LOOK]),
        ("Alice of <i>AoC</i>", [LOOK, "GET /settings"]),
        ("(anonymous user #1002)", [LOOK, "GET /settings"]),
    ],
)
def test_the_settings_are_looked_at_only_if_the_name_on_the_page_is_another(
    alice: Player, shown: str, asked: list[str]
) -> None:
    assert alice.account.number == 1001
    alice.account.shown = shown
    alice.submit(RIGHT)
    assert alice.code == 0, alice.said
    assert alice.asked == [*asked, SEND, LOOK]


@pytest.mark.slow
def test_a_new_name_at_the_login_service_is_the_same_account(alice: Player) -> None:
    alice.account.name = "alicia"
    alice.submit(RIGHT)
    assert alice.code == 0, alice.said


def test_a_wrong_answer_is_remembered_with_its_bound_and_its_wait(alice: Player) -> None:
    out = alice.submit("5")
    assert alice.code == 1
    assert out.startswith("2021/21 part 1: 5 is too low. The site accepts the next answer in 1 min")
    assert alice.asked == [LOOK, f"POST {DAY}/answer level=1 answer=5"]
    alice.submit("5", later=90)
    assert (alice.code, alice.said) == (
        1,
        "aoc: 2021/21 part 1: 5 was not sent: it was submitted before, and is too low\n",
    )
    alice.submit("4", later=90)
    assert (alice.code, "4 was not sent: 5 was too low already" in alice.said) == (1, True)
    refused = json.loads(alice.submit(RIGHT, "--json"))
    assert (alice.code, refused["outcome"]) == (3, "wait")
    assert 50 < refused["wait_seconds"] <= 60
    alice.run("run", "21", "--submit")
    assert alice.code == 3
    assert f"part 1: {RIGHT} was not sent: the site accepts the next answer in" in alice.said
    assert alice.asked == []
    alice.site.clock.advance(60)
    alice.submit(RIGHT, later=60)
    assert alice.code == 0


@pytest.mark.slow
def test_the_site_says_how_long_to_wait_when_the_clock_is_set_back(alice: Player) -> None:
    alice.submit("5")
    alice.submit(RIGHT, later=-3600)
    assert (alice.code, alice.posts) == (3, 2)
    assert f"{RIGHT} was not checked. The site accepts the next answer in " in alice.said
    alice.submit(RIGHT, later=-3595)
    assert (alice.code, alice.posts) == (3, 2)
    alice.site.clock.advance(60)
    alice.submit(RIGHT, later=-3530)
    assert (alice.code, alice.posts) == (0, 3)


@pytest.mark.slow
def test_a_wait_of_the_site_can_be_waited_for(alice: Player) -> None:
    alice.submit("5")
    alice.site.clock.advance(60)
    out = alice.submit(RIGHT, "--wait", later=58.8)
    assert alice.said.startswith("aoc: the site accepts the next answer to 2021/21 in ")
    assert (alice.code, "is right!" in out) == (0, True)


@pytest.mark.slow
def test_a_wait_that_only_the_site_knows_of_can_be_waited_for(alice: Player) -> None:
    alice.submit("5")
    (alice.files / "2021_21_post.json").unlink()
    alice.site.clock.advance(59)
    alice.submit(RIGHT)
    assert alice.code == 3
    # One second is left, but the site's clock may differ from ours.
    assert "was not checked. The site accepts the next answer in 5 s" in alice.said
    assert "Use --wait to wait." in alice.said
    alice.site.clock.advance(5)
    alice.submit(RIGHT, "--wait", later=5)
    assert (alice.code, alice.posts) == (0, 3)


def test_an_answer_is_kept_back_while_its_example_fails(alice: Player) -> None:
    tests = alice.project / "tests/year2021/test_day21.py"
    tests.write_text(tests.read_text().replace("part1=739785", "part1=5"))
    alice.run("run", "21", "--submit")
    assert alice.code == 1
    assert f"part 1: {RIGHT} was not sent: an example of part 1 fails: example 1" in alice.said
    alice.run("submit", "21")
    assert (alice.code, alice.asked) == (1, [])
    alice.run("submit", "21", "--force", "--json")
    assert (alice.code, alice.account.solved(2021, 21)) == (0, 1)


def test_an_answer_is_kept_back_while_its_examples_cannot_be_read(alice: Player) -> None:
    (alice.project / "tests/year2021/test_day21.py").write_text("import nowhere")
    alice.run("run", "21", "--submit")
    assert alice.code == 1
    name = os.path.join("tests", "year2021", "test_day21.py")
    assert f"its examples in {name} cannot be read" in alice.said
    assert alice.asked == []


@pytest.mark.slow
def test_what_was_solved_in_a_browser_is_not_sent(alice: Player) -> None:
    alice.account.solve(2021, 21, 1)
    alice.submit("5", "--part", "1")
    assert (alice.code, alice.asked) == (1, [LOOK])
    assert f"5 was not sent: the part is solved already, with {RIGHT}" in alice.said
    alice.submit(RIGHT, "--part", "1")
    assert (alice.code, alice.asked) == (0, [])
    alice.submit(RIGHT)
    assert (alice.code, alice.asked) == (3, [])
    assert "it is the answer of part 1" in alice.said


def test_the_answer_goes_to_the_first_open_part(alice: Player) -> None:
    alice.account.solve(2021, 21, 1)
    alice.run("submit", "21")
    assert alice.code == 0
    assert alice.asked == [LOOK, f"POST {DAY}/answer level=2 answer={MINE.answer2}"]


def test_part_2_does_not_come_before_part_1(alice: Player) -> None:
    alice.submit("5", "--part", "2")
    assert (alice.code, alice.asked) == (3, [LOOK])
    assert "part 1 has to be solved first" in alice.said


def test_two_programs_at_once_send_an_answer_once(alice: Player) -> None:
    command = ("submit", "21", "--answer", RIGHT, "--part", "1")
    with alice.site.hold("POST") as hold, alice.start(*command) as first:
        hold.wait()
        with alice.start(*command) as second:
            with pytest.raises(subprocess.TimeoutExpired):
                second.wait(1)
            hold.release()
            out, _ = second.communicate(timeout=30)
        first.communicate(timeout=30)
    assert "the part is solved already, with this answer" in out
    assert (first.returncode, second.returncode, alice.posts) == (0, 0, 1)


def test_the_answer_of_another_account_is_told(alice: Player) -> None:
    alice.site.account("bob").give(2021, 21, Sheet("", "123456", "0"))
    out = alice.submit("123456")
    assert alice.code == 1
    assert (
        "wrong. It is right for someone else: `python -m aoc login --list` shows which account"
        in out
    )


@pytest.mark.slow
def test_an_unknown_verdict_is_neither_right_nor_wrong(alice: Player) -> None:
    alice.site.fail(faults.unknown_verdict(), "POST")
    alice.submit("5")
    assert alice.code == 3
    assert "the site sent a text that aoc does not know: 'The elves are having lunch." in alice.said
    alice.submit("5")
    assert (alice.code, alice.posts) == (3, 1)
    assert UNCLEAR in alice.said
    alice.site.clock.advance(60)
    alice.submit("5", "--force")
    assert (alice.code, alice.posts) == (1, 2)


@pytest.mark.slow
def test_an_unknown_verdict_on_a_right_answer_shows_on_the_page(alice: Player) -> None:
    (alice.cache / "token2id.json").unlink()
    alice.site.fail(faults.unknown_verdict(), "POST")
    alice.submit(RIGHT)
    (alice.cache / "token2id.json").unlink()
    alice.submit(RIGHT, "--part", "1")
    assert (alice.code, alice.posts) == (0, 1)


@pytest.mark.slow
def test_a_run_without_an_input_submits_nothing(alice: Player) -> None:
    (alice.cache / "token2id.json").unlink()
    alice.site.fail(faults.expired(), times=9)
    alice.run("run", "21", "--submit")
    assert (alice.code, alice.asked) == (3, ["GET /settings"])


def test_a_dead_session_sends_nothing(alice: Player) -> None:
    token = alice.account.token or ""
    alice.site.fail(faults.expired())
    alice.submit(RIGHT)
    assert (alice.code, alice.posts) == (3, 0)
    assert f"...{token[-4:]}" in alice.said
    assert token not in alice.said


@pytest.mark.slow
def test_an_answer_that_a_dead_session_sent_may_be_sent_again(alice: Player) -> None:
    alice.site.fail(faults.expired(), "POST")
    alice.submit(RIGHT)
    assert (alice.code, alice.account.solved(2021, 21)) == (3, 0)
    alice.submit(RIGHT)
    assert (alice.code, alice.account.solved(2021, 21)) == (0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("fault", [faults.cut(), faults.cut(sent=0), faults.garbage()])
def test_a_right_answer_whose_verdict_is_lost_shows_on_the_page(
    alice: Player, fault: Fault
) -> None:
    alice.site.fail(fault, "POST")
    out = alice.submit(RIGHT)
    assert (alice.code, "is right!" in out) == (0, True)
    assert alice.record() == [("a", RIGHT)]
    alice.submit(RIGHT, "--part", "1")
    assert (alice.code, alice.posts) == (0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("fault", [faults.cut(judged=False), faults.status(500)])
def test_an_answer_that_may_have_been_lost_is_not_sent_again(alice: Player, fault: Fault) -> None:
    alice.site.fail(fault, "POST")
    alice.submit(RIGHT)
    assert alice.code == 3
    assert f"{RIGHT} was sent, but no verdict came back" in alice.said
    alice.run("run", "21", "--submit")
    assert (alice.code, alice.posts) == (3, 1)
    assert UNCLEAR in alice.said
    alice.submit(RIGHT, "--force")
    assert (alice.code, alice.posts) == (0, 2)


@pytest.mark.slow
def test_another_answer_may_be_sent_after_one_was_lost(alice: Player) -> None:
    alice.site.fail(faults.cut(judged=False), "POST")
    alice.submit("5")
    assert (alice.submit(RIGHT), alice.code, alice.posts)[1:] == (0, 2)
    assert not (alice.files / "2021_21_sent.json").exists()


@pytest.mark.slow
def test_a_lost_answer_is_remembered_until_the_page_can_be_fetched(alice: Player) -> None:
    command = ("submit", "21", "--answer", RIGHT)
    with alice.site.hold("GET", DAY) as hold, alice.start(*command) as child:
        hold.wait()
        alice.site.fail(faults.cut(), "POST")
        alice.site.fail(faults.status(500), "GET", DAY, times=2)
        hold.release()
        _, said = child.communicate(timeout=30)
    assert child.returncode == 3
    assert "no verdict came back (adventofcode.com cut the connection): run this again" in said
    alice.submit(RIGHT)
    assert (alice.code, alice.posts) == (3, 1)
    alice.submit(RIGHT, "--part", "1")
    assert (alice.code, alice.posts) == (0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("judged", [True, False])
def test_a_killed_program_has_sent_its_answer_once(alice: Player, *, judged: bool) -> None:
    with (
        alice.site.hold("POST", judged=judged) as hold,
        alice.start("submit", "21", "--answer", RIGHT, "--part", "1") as child,
    ):
        hold.wait()
        child.kill()
        child.communicate(timeout=30)
        alice.submit(RIGHT, "--part", "1")
        assert (alice.code, alice.posts) == (0 if judged else 3, 1)
    alice.site.wait_for("POST")
    while not alice.account.solved(2021, 21):
        time.sleep(0)
    alice.submit(RIGHT, "--part", "1")
    assert (alice.code, alice.posts) == (0, 1)
    assert alice.record() == [("a", RIGHT)]


@pytest.mark.slow
def test_a_verdict_that_cannot_be_recorded_is_told_and_found_again(alice: Player) -> None:
    record = alice.files / "2021_21_post.json"
    command = ("submit", "21", "--answer", RIGHT, "--part", "1")
    with alice.site.hold("POST", judged=True) as hold, alice.start(*command) as child:
        hold.wait()
        record.mkdir()
        hold.release()
        _, said = child.communicate(timeout=30)
    assert child.returncode == 3
    assert "the site said \"That's the right answer!" in said
    record.rmdir()
    alice.submit(RIGHT, "--part", "1")
    assert (alice.code, alice.posts) == (0, 1)


def test_a_program_killed_before_it_sends_has_sent_nothing(alice: Player) -> None:
    with alice.site.hold("GET", DAY) as hold, alice.start("submit", "21") as child:
        hold.wait()
        child.kill()
        child.communicate(timeout=30)
    alice.submit(RIGHT)
    assert (alice.code, alice.posts) == (0, 1)


def test_the_last_star_is_announced(alice: Player) -> None:
    for day in range(1, 25):
        alice.account.solve(2021, day)
    right = alice.site.sheet("alice", 2021, 25).answer1
    out = alice.run("submit", "25", "--year", "2021", "--answer", right)
    assert alice.code == 0
    assert "The last star of 2021 comes with all the others: see https://adventofcode.com/2" in out
    alice.run("submit", "25", "--year", "2021", "--answer", "5")
    assert (alice.code, alice.posts) == (0, 1)


def test_an_answer_in_letters_is_sent_as_letters(alice: Player) -> None:
    alice.site.put(Puzzle(2021, 13, "Origami", "x", "ABC", "7"))
    alice.account.give(2021, 13, Sheet("x\n", "ABC", "7"))
    day = f'def parse(text): return text\n\ndef part1(text): return """{DRAWING}"""\n'
    (alice.project / "days/year2021/day13.py").write_text(f'"""Day 13: Origami."""\n{day}')
    (alice.files / "2021_13_input.txt").write_text("x\n")
    alice.run("run", "13", "--submit")
    assert alice.code == 0, alice.said
    assert "2021/13 part 1: ABC is right!" in alice.said
    assert alice.asked[1] == "POST /2021/day/13/answer level=1 answer=ABC"


def test_nothing_is_asked_before_the_unlock(alice: Player) -> None:
    (alice.cache / "token2id.json").unlink()
    env = {"AOC_NOW": str(unlock_time(2021, 21).timestamp() - 10)}
    done = aoc(
        alice.site,
        alice.project,
        *("submit", "21", "--year", "2021", "--answer", "5"),
        token=alice.account.token,
        env=env,
    )
    assert done.returncode == 3
    assert "is locked until" in done.stderr
    assert alice.asked == []


def test_without_a_token_nothing_is_submitted(site: Site, tmp_path: Path) -> None:
    project = make_project(tmp_path / "project", (2021, 21))
    for args in (["submit", "21", "--answer", "5"], ["run", "21", "--submit"]):
        done = aoc(site, project, *args)
        assert (done.returncode, done.stdout) == (3, "")
        assert "aoc login" in done.stderr
    assert not site.requests


@pytest.mark.parametrize(
    "args",
    [
        ["run", "21", "--submit", "--example"],
        ["run", "21", "--submit", "--sample"],
        ["submit", "21", "--answer", " "],
        ["submit", "1-3", "--answer", "5"],
        ["submit", "26", "--answer", "5"],
        ["submit", "20"],
    ],
)
def test_what_cannot_be_submitted_is_wrong_usage(alice: Player, args: list[str]) -> None:
    assert alice.run(*args) == ""
    assert (alice.code, alice.asked) == (2, [])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["post", "sent"])
def test_nothing_is_sent_until_a_broken_record_is_fixed_or_deleted(
    alice: Player, name: str
) -> None:
    path = alice.files / f"2021_21_{name}.json"
    path.write_text("<html>", encoding="utf-8")
    for _ in range(2):
        alice.submit(RIGHT)
        assert (alice.code, alice.asked) == (3, [])
        assert f"{path} is not the list of submissions that belongs there" in alice.said
    path.unlink()
    alice.submit(RIGHT)
    assert (alice.code, alice.posts) == (0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("second", [TOO_SOON, slow(faults.expired()), slow(faults.status(404))])
def test_a_doubt_outlives_a_forced_try_that_is_not_judged(alice: Player, second: Fault) -> None:
    alice.site.fail(faults.cut(judged=False), "POST")
    alice.submit(RIGHT)
    alice.site.fail(second, "POST")
    alice.submit(RIGHT, "--force")
    assert (alice.code, alice.posts) == (3, 2)
    alice.submit(RIGHT, later=60)
    assert (alice.code, alice.posts) == (3, 2)
    assert UNCLEAR in alice.said


def test_nothing_is_sent_that_cannot_be_recorded(alice: Player) -> None:
    alice.run("run", "21")
    (alice.files / "2021_21_sent.json").mkdir()
    alice.submit(RIGHT)
    assert (alice.code, alice.posts) == (3, 0)
    assert "2021_21_sent.json is not the list" in alice.said
