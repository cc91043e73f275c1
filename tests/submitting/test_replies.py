"""Checks what is read out of the site's sentences about an answer."""

from __future__ import annotations

import pytest

from aoc.submitting.replies import Reply, SiteVerdict, read_reply

STUCK = "  If you're stuck, make sure you're using the full input data.  "
ONE = "Please wait one minute before trying again. [Return to Day 21]"
WRONG = "That's not the right answer"


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        (
            "That's the right answer!  You are one gold star closer to finding the sleigh keys.",
            Reply(SiteVerdict.RIGHT),
        ),
        (f"{WRONG}.{STUCK}{ONE}", Reply(SiteVerdict.WRONG, 60)),
        (f"{WRONG}; your answer is too high.{STUCK}{ONE}", Reply(SiteVerdict.TOO_HIGH, 60)),
        (f"{WRONG}; your answer is too low.{STUCK}{ONE}", Reply(SiteVerdict.TOO_LOW, 60)),
        (
            f"{WRONG}; curiously, it's the right answer for someone else; you might be logged in "
            f"to the wrong account or just unlucky.{STUCK}{ONE}",
            Reply(SiteVerdict.SOMEONE_ELSES, 60),
        ),
        (
            f"{WRONG}.{STUCK}Because you have guessed incorrectly 4 times on this puzzle, please "
            "wait 5 minutes before trying again.",
            Reply(SiteVerdict.WRONG, 300),
        ),
        (
            f"{WRONG}.{STUCK}please wait ten minutes before trying again.",
            Reply(SiteVerdict.WRONG, 600),
        ),
        (f"{WRONG}.{STUCK}Please wait a while before trying again.", Reply(SiteVerdict.WRONG, 60)),
        (
            "You gave an answer too recently; you have to wait after submitting an answer before "
            "trying again.  You have 2m 34s left to wait. [Return to Day 21]",
            Reply(SiteVerdict.TOO_SOON, 154),
        ),
        (
            "You gave an answer too recently.  You have 34s left to wait.",
            Reply(SiteVerdict.TOO_SOON, 34),
        ),
        (
            "You gave an answer too recently.  You have 2m left to wait.",
            Reply(SiteVerdict.TOO_SOON, 120),
        ),
        (
            "You gave an answer too recently.  You have 0s left to wait.",
            Reply(SiteVerdict.TOO_SOON, 5),
        ),
        ("You gave an answer too recently.", Reply(SiteVerdict.TOO_SOON, 60)),
        (
            "You don't seem to be solving the right level.  Did you already complete it?",
            Reply(SiteVerdict.WRONG_PART),
        ),
        (
            "Congratulations!  You've finished every puzzle in Advent of Code 2021!  I hope you",
            Reply(SiteVerdict.RIGHT),
        ),
        ("The elves are having lunch.", Reply(SiteVerdict.UNKNOWN)),
        ("", Reply(SiteVerdict.UNKNOWN)),
    ],
)
def test_every_sentence_of_the_site_is_read(message: str, reply: Reply) -> None:
    assert read_reply(message) == reply


def test_white_space_and_curly_apostrophes_do_not_matter() -> None:
    assert read_reply("\n  That\u2019s  the\nright answer! ") == Reply(SiteVerdict.RIGHT)


def test_the_echo_of_a_guess_is_no_verdict() -> None:
    message = f"{WRONG}.{STUCK}{ONE} (You guessed That's the right answer.)"
    assert read_reply(message) == Reply(SiteVerdict.WRONG, 60)
    assert read_reply("You guessed nothing").verdict is SiteVerdict.UNKNOWN
