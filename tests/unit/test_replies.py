"""Checks what is read out of the site's sentences about an answer, and what follows from it."""

from __future__ import annotations

import pytest

from aoc.submitting.replies import Status, read_reply

STUCK = "  If you're stuck, make sure you're using the full input data.  "
ONE = "Please wait one minute before trying again. [Return to Day 21]"
WRONG = "That's not the right answer"


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        (
            "That's the right answer!  You are one gold star closer to finding the sleigh keys.",
            (Status.RIGHT, 0),
        ),
        (f"{WRONG}.{STUCK}{ONE}", (Status.WRONG, 60)),
        (f"{WRONG}; your answer is too high.{STUCK}{ONE}", (Status.TOO_HIGH, 60)),
        (f"{WRONG}; your answer is too low.{STUCK}{ONE}", (Status.TOO_LOW, 60)),
        (
            f"{WRONG}; curiously, it's the right answer for someone else; you might be logged in "
            f"to the wrong account or just unlucky.{STUCK}{ONE}",
            (Status.SOMEONE_ELSES, 60),
        ),
        (
            f"{WRONG}.{STUCK}Because you have guessed incorrectly 4 times on this puzzle, please "
            "wait 5 minutes before trying again.",
            (Status.WRONG, 300),
        ),
        (f"{WRONG}.{STUCK}Please wait a while before trying again.", (Status.WRONG, 60)),
        (
            "You gave an answer too recently; you have to wait after submitting an answer before "
            "trying again.  You have 2m 34s left to wait. [Return to Day 21]",
            (Status.TOO_SOON, 154),
        ),
        (
            "You gave an answer too recently.  You have 34s left to wait.",
            (Status.TOO_SOON, 34),
        ),
        (
            "You gave an answer too recently.  You have 2m left to wait.",
            (Status.TOO_SOON, 120),
        ),
        (
            "You gave an answer too recently.  You have 0s left to wait.",
            (Status.TOO_SOON, 5),
        ),
        ("You gave an answer too recently.", (Status.TOO_SOON, 60)),
        (
            "You don't seem to be solving the right level.  Did you already complete it?",
            (Status.WRONG_PART, 0),
        ),
        (
            "Congratulations!  You've finished every puzzle in Advent of Code 2021!  I hope you",
            (Status.RIGHT, 0),
        ),
        ("The elves are having lunch.", (Status.UNKNOWN, 0)),
        ("", (Status.UNKNOWN, 0)),
    ],
)
def test_every_sentence_of_the_site_is_read(message: str, reply: tuple[Status, int]) -> None:
    assert read_reply(message) == reply


def test_white_space_and_curly_apostrophes_do_not_matter() -> None:
    assert read_reply("\n  That\u2019s  the\nright answer! ") == (Status.RIGHT, 0)


def test_the_echo_of_a_guess_is_no_verdict() -> None:
    message = f"{WRONG}.{STUCK}{ONE} (You guessed That's the right answer.)"
    assert read_reply(message) == (Status.WRONG, 60)
    assert read_reply("You guessed nothing")[0] is Status.UNKNOWN


@pytest.mark.parametrize(
    ("left", "seconds"),
    [
        ("1h 2m 3s", 3723),
        ("2h", 7200),
        ("24h", 86400),
        ("23h 59m 59s", 86399),
        ("4s", 5),
        ("6s", 6),
    ],
)
def test_what_is_left_to_wait_may_have_hours_and_is_never_nothing(left: str, seconds: int) -> None:
    message = f"You gave an answer too recently. You have {left} left to wait."
    assert read_reply(message) == (Status.TOO_SOON, seconds)


def test_after_a_right_answer_nobody_waits() -> None:
    assert read_reply(f"That's the right answer! {ONE}") == (Status.RIGHT, 0)


def test_a_text_that_is_not_known_may_say_how_long_to_wait() -> None:
    assert read_reply(f"The elves are having lunch. {ONE}") == (Status.UNKNOWN, 60)
    assert read_reply("The elves say: your answer is too low.")[0] is Status.UNKNOWN


def test_the_exit_code_says_whether_the_part_is_solved_and_whether_to_try_again() -> None:
    codes = {0: set[Status](), 1: set[Status](), 3: set[Status]()}
    for status in Status:
        codes[status.exit_code].add(status)
    assert codes[0] == {"right", "solved", "no puzzle"}
    assert codes[3] == {
        *("too soon", "wrong part", "unknown", "lost", "closed", "part 1 again", "unclear", "wait"),
        "no examples",
    }
