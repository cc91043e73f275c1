"""What is read out of the site's sentences about an answer, and what follows from it."""

from __future__ import annotations

import pytest

from aoc.submitting.replies import Status, read_reply

STUCK = "  If you're stuck, make sure you're using the full input data.  "
ONE = "Please wait one minute before trying again. [Return to Day 21]"
WRONG = "That's not the right answer"
ELSES = f"{WRONG}; curiously, it's the right answer for someone else; you might be logged in"
FOUR = "Because you have guessed incorrectly 4 times on this puzzle, please wait 5 minutes before"
SOON = "You gave an answer too recently; you have to wait after submitting an answer before trying"


@pytest.mark.parametrize(
    ("message", "status", "seconds"),
    [
        ("That's the right answer!  You are one gold star closer to finding", Status.RIGHT, 0),
        (f"That's the right answer! {ONE}", Status.RIGHT, 0),
        ("\n  That\u2019s  the\nright answer! ", Status.RIGHT, 0),
        ("Congratulations!  You've finished every puzzle in Advent of Code 2021!", Status.RIGHT, 0),
        (f"{WRONG}.{STUCK}{ONE}", Status.WRONG, 60),
        (f"{WRONG}; your answer is too high.{STUCK}{ONE}", Status.TOO_HIGH, 60),
        (f"{WRONG}; your answer is too low.{STUCK}{ONE}", Status.TOO_LOW, 60),
        (f"{ELSES} to the wrong account or just unlucky.{STUCK}{ONE}", Status.SOMEONE_ELSES, 60),
        (f"{WRONG}.{STUCK}{FOUR} trying again.", Status.WRONG, 300),
        (f"{WRONG}.{STUCK}Please wait a while before trying again.", Status.WRONG, 60),
        (f"{WRONG}.{STUCK}{ONE} (You guessed That's the right answer.)", Status.WRONG, 60),
        (f"{SOON} again.  You have 2m 34s left to wait. [Return to Day 21]", Status.TOO_SOON, 154),
        (SOON, Status.TOO_SOON, 60),
        ("You don't seem to be solving the right level.  Did you", Status.WRONG_PART, 0),
        ("The elves are having lunch.", Status.UNKNOWN, 0),
        (f"The elves are having lunch. {ONE}", Status.UNKNOWN, 60),
        ("The elves say: your answer is too low.", Status.UNKNOWN, 0),
        ("You guessed nothing", Status.UNKNOWN, 0),
        ("", Status.UNKNOWN, 0),
    ],
)
def test_every_sentence_of_the_site_is_read(message: str, status: Status, seconds: int) -> None:
    assert read_reply(message) == (status, seconds)


@pytest.mark.parametrize(
    ("left", "seconds"),
    [
        *(("34s", 34), ("2m", 120), ("0s", 5), ("4s", 5), ("6s", 6), ("24h", 86400)),
        ("23h 59m 59s", 86399),
    ],
)
def test_what_is_left_to_wait_may_have_hours_and_is_never_nothing(left: str, seconds: int) -> None:
    message = f"You gave an answer too recently. You have {left} left to wait."
    assert read_reply(message) == (Status.TOO_SOON, seconds)


def test_the_exit_code_says_whether_the_part_is_solved_and_whether_to_try_again() -> None:
    codes = {0: set[Status](), 1: set[Status](), 3: set[Status]()}
    for status in Status:
        codes[status.exit_code].add(status)
    assert codes[0] == {"right", "solved", "no puzzle"}
    assert codes[3] == {
        *("too soon", "wrong part", "unknown", "lost", "closed", "part 1 again", "unclear", "wait"),
        "no examples",
    }
