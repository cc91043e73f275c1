"""The clock of one's own: the time from the first look at a puzzle to each part.

It is made of the moments in the log. If no look is known, so is no time to part 1: neither a run
nor the unlock stands for a look. Moments after a part was solved, as of polishing, change nothing.

A part is solved when its first right answer came, by the log or by the records of the account that
aocd and this program share. An answer that was typed in on the site has no such record: then the
star counts that the site knows the time of. Of several, the earliest counts. An accepted answer in
the cache does not say when it was accepted, so such a part has no time.

A gap of 30 minutes before a look or a run is a break, and does not count; `aoc watch` runs at each
save. A gap that ends with an answer is none: that was found in the meantime, without this program.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from operator import attrgetter
from typing import NamedTuple

from aoc.errors import SiteError
from aoc.history.log import MomentKind
from aoc.history.log_reader import Log, Moment
from aoc.model.puzzles import Puzzle, unlock_time
from aoc.site.stars import LATE, Times
from aoc.submitting.ledger import Ledger
from aoc.submitting.replies import WRONG_VERDICTS, AnswerStatus

SHORTEST_BREAK = 30 * 60
"""Seconds without a moment that are a break, and do not count."""
BY_TIME = attrgetter("at")


class PartClock(NamedTuple):
    """The time to a part that was solved, and what was done on the way.

    `after_unlock` is in seconds from the unlock. `seconds` are from the first look to part 1, and
    from part 1 to part 2, without the `breaks`, which are in seconds, too. `None` stands for a time
    that is not known. `wrong` is how many answers were wrong.
    """

    after_unlock: float | None = None
    seconds: float | None = None
    runs: int = 0
    wrong: int = 0
    breaks: Sequence[float] = ()


class OwnTimes(NamedTuple):
    """The clock of both parts.

    `look` is the first look, in seconds since the epoch, if that is known. `answers` are all that
    were sent, oldest first.
    """

    look: float | None = None
    part1: PartClock = PartClock()
    part2: PartClock = PartClock()
    answers: Sequence[Moment] = ()


def own_times(
    log: Log, puzzle: Puzzle, user: str | None = None, stars: Times = (None, None)
) -> OwnTimes:
    """Return the times of one's own for a puzzle, for the account with the id `user`.

    Without `user`, the answers of all accounts count that the log has. `stars` are the site's times
    of both stars, in seconds from the unlock.
    """
    unlock = unlock_time(puzzle)
    answers = answers_to(log, puzzle, user)
    moments = list(answers)
    looks = []
    for moment in log.moments.get(puzzle, ()):
        if moment.kind == MomentKind.LOOK:
            looks.append(moment.at)
        if moment.kind != MomentKind.ANSWER:
            moments.append(moment)
    moments.sort(key=BY_TIME)
    part1_at = solved_at(answers, 1, unlock, stars[0])
    part2_at = solved_at(answers, 2, unlock, stars[1])
    look = min(looks, default=None)
    # Who looks at a puzzle that is solved had looked at it before.
    if look is not None and part1_at is not None and look > part1_at:
        look = None
    return OwnTimes(
        look,
        part_clock(moments, 1, unlock, look, part1_at),
        part_clock(moments, 2, unlock, part1_at, part2_at),
        answers,
    )


def solved_at(
    answers: Iterable[Moment], part: int, unlock: int, star: float | None
) -> float | None:
    """Return when a part was solved, in seconds since the epoch; `None` if that is not known.

    `star` is when its star came by the site, in seconds from the unlock.
    """
    times = []
    for answer in answers:
        is_right = answer.part == part and answer.reply == AnswerStatus.RIGHT
        # One before the unlock has a time that is wrong, or that nobody can read.
        if is_right and answer.at >= unlock:
            times.append(answer.at)
    # A negative one is of a clock that was wrong.
    if star is not None and star >= 0 and star != LATE:
        times.append(unlock + star)
    return min(times, default=None)


def part_clock(
    moments: Iterable[Moment],
    part: int,
    unlock: int,
    begun: float | None,
    solved: float | None,
) -> PartClock:
    """Return the clock of a part, from when it was begun until it was solved, by `moments`.

    `begun` is the first look, or when part 1 was solved. All times are in seconds since the epoch.
    """
    if solved is None:
        return PartClock()
    start = begun
    if start is None:
        # Without the time of part 1, no run is known to be one of part 2.
        start = unlock if part == 1 else solved
    runs = 0
    wrong = 0
    breaks = []
    before = start
    is_noted = False
    for moment in moments:
        if moment.at > solved:
            break
        is_answer = moment.kind == MomentKind.ANSWER
        is_noted = is_noted or not is_answer
        wrong += moment.part == part and moment.reply in WRONG_VERDICTS
        if moment.at <= start:
            continue
        runs += moment.kind == MomentKind.RUN
        gap = moment.at - before
        if gap >= SHORTEST_BREAK and not is_answer:
            breaks.append(gap)
        before = moment.at
    after_unlock = solved - unlock
    # What was solved without this program has no time but that of the site.
    if begun is None or begun > solved or not is_noted:
        return PartClock(after_unlock, None, runs, wrong)
    return PartClock(after_unlock, solved - begun - sum(breaks), runs, wrong, breaks)


def answers_to(log: Log, puzzle: Puzzle, user: str | None) -> list[Moment]:
    """Return the answers to a puzzle that were sent, oldest first, as `own_times` counts them."""
    answers = []
    if user is not None:
        # A command that submits shows this error.
        with suppress(SiteError):
            for submission in Ledger(user, puzzle).submissions():
                part, answer, when, status, _ = submission
                answers.append(
                    Moment(MomentKind.ANSWER, when, part, answer, status, user)
                )
    recorded = {(answer.part, answer.answer) for answer in answers}
    for moment in log.moments.get(puzzle, ()):
        is_answer = moment.kind == MomentKind.ANSWER
        is_of_user = user is None or moment.user in (None, user)
        # The log may be of another computer, or older than the records.
        if is_answer and is_of_user and (moment.part, moment.answer) not in recorded:
            answers.append(moment)
    return sorted(answers, key=BY_TIME)
