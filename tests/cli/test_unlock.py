"""Checks the minute of an unlock: the wait for it, a clock that is wrong, a site that fails."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from unittest import mock

import pytest

from aoc.site.unlock_wait import RETRY_PAUSE, UNLOCK_PATIENCE
from tests.emulator import Account, Clock, Fault, Puzzle, Site, faults, unlock_time
from tests.emulator.wire import HEAD, Wire, response
from tests.support.aoc import Aoc, Pace
from tests.support.program import Finished, Project

SETTINGS, PAGE, INPUT = "GET /settings", "GET /2026/day/1", "GET /2026/day/1/input"
TIME = "HEAD /"
SENT = "POST /2026/day/1/answer level=1 answer=9"
MODULE = os.path.join("days", "year2026", "day01.py")
TESTS = os.path.join("tests", "year2026", "test_day01.py")
UNLOCK = unlock_time(2026, 1).timestamp()
HOUR = 3600


@pytest.fixture(autouse=True)
def coming(aoc: Aoc, site: Site, account: Account, project: Project) -> None:
    """The event of 2026 is coming; one day of the last one is there."""
    aoc.is_process = False  # The waits pass at once in this process alone.
    site.event(2026)
    project.variables |= {"AOC_YEAR": "", "TZ": "UTC"}
    project.day(3, "", year=2025)


@contextmanager
def passing(clock: Clock, then: Callable[[], object], sleeps: float) -> Iterator[None]:
    """Let the waits of the program pass at once, here and on the site; `then` something happens."""
    pace = Pace()
    longer = [sleeps]

    def sleep(seconds: float) -> None:
        if longer:
            seconds += longer.pop()
        pace.sleep(seconds)
        clock.advance(seconds)
        then()

    with (
        mock.patch(
            "aoc.render.countdown.time",
            mock.Mock(wraps=time, sleep=sleep, monotonic=pace.monotonic),
        ),
        mock.patch("aoc.model.puzzles.time", mock.Mock(wraps=time, monotonic=pace.monotonic)),
    ):
        yield


def at(
    seconds: float,
    aoc: Aoc,
    *args: str,
    fast: float = 0,
    then: Callable[[], object] = lambda: None,
    sleeps: float = 0,
) -> Finished:
    """Run a command so many seconds after the unlock of 2026/1, by a clock that is `fast`.

    With `sleeps`, the computer sleeps for so many seconds during the first wait.
    """
    aoc.clock.set(unlock_time(2026, 1))
    aoc.clock.advance(seconds)
    aoc.clock.run()
    with passing(aoc.clock, then, sleeps):
        return aoc(*args, env={"AOC_NOW": str(UNLOCK + seconds + fast)})


def times_of(site: Site, request: str) -> list[float]:
    """Return when the site got a request, in seconds after the unlock."""
    requests = (one for one in site.requests if str(one) == request)
    return [one.time.timestamp() - UNLOCK for one in requests]


def is_made(project: Project) -> bool:
    """Return whether the day has its title and its example."""
    module, tests = ((project.root / name).read_text() for name in (MODULE, TESTS))
    return module.startswith('"""Day 1: ') and "part1=" in tests


@pytest.mark.parametrize("fast", [-HOUR, -2, 0, 0.3, 2])
def test_it_waits_by_the_clock_of_the_site(
    aoc: Aoc, site: Site, project: Project, fast: float
) -> None:
    done = at(-10, aoc, "new", "--wait", fast=fast)
    assert done.code == 0, done.err
    assert re.search("2026/01 unlocks in 1[01] s, at 05:00:00\n", done.err)
    [asked_at] = times_of(site, PAGE)
    assert 0 <= asked_at < 3
    assert site.asked() == [SETTINGS, PAGE, INPUT]
    assert is_made(project)


@pytest.mark.parametrize(
    ("fast", "args"), [(8, ("new",)), (8, ("new", "--wait")), (60, ("new", "1", "--wait"))]
)
def test_a_clock_that_is_ahead_at_the_unlock_costs_one_request(
    aoc: Aoc, site: Site, project: Project, fast: float, args: tuple[str, ...]
) -> None:
    done = at(-7, aoc, *args, fast=fast)
    assert done.code == 0, done.err
    assert "2026/01 is not open on the site yet; the site is asked again in 7 s" in done.err
    early, asked_at = times_of(site, PAGE)
    assert early < 0 <= asked_at < 3
    assert site.asked() == [PAGE, PAGE, INPUT]
    assert is_made(project)


@pytest.mark.slow
def test_a_clock_that_is_far_ahead_is_waited_for_only_if_asked(
    aoc: Aoc, site: Site, project: Project
) -> None:
    done = at(-600, aoc, "new", fast=603)
    assert (done.code, site.asked()) == (3, [PAGE])
    assert (
        "2026/01 is locked until Tue 1 Dec 2026 at 05:00 UTC by the site's clock: "
        "`aoc new --wait --open --watch` waits for it\n"
    ) in done.err
    assert not (project.root / MODULE).exists()
    done = at(-600, aoc, "new", "--wait", fast=603)
    assert (done.code, site.asked()) == (0, [PAGE, PAGE, INPUT])
    assert "2026/01 is not open on the site yet; the site is asked again in 10 min" in done.err


@pytest.mark.parametrize(
    ("fault", "reason", "seconds", "args"),
    [
        (faults.status(503), "adventofcode.com answered 503", 30, ("new",)),
        (faults.status(404), "2026/01 is not open on the site yet", -10, ("new", "--wait")),
        (faults.cut(), "adventofcode.com cut the connection", 30, ("new",)),
    ],
)
def test_what_fails_at_the_unlock_is_tried_again(
    aoc: Aoc,
    site: Site,
    project: Project,
    fault: Fault,
    reason: str,
    seconds: float,
    args: tuple[str, ...],
) -> None:
    site.fail(fault, "GET", "/2026/day/1", times=2)
    site.fail(fault, "GET", "/2026/day/1/input")
    done = at(seconds, aoc, *args)
    assert (done.code, is_made(project)) == (0, True), done.err
    assert done.err.count(f"aoc: {reason}; the site is asked again in 5 s, at 05:00:") == 3
    pages, inputs = (times_of(site, request) for request in (PAGE, INPUT))
    first = [*pages, inputs[1]]
    assert all(later - sooner >= RETRY_PAUSE for sooner, later in pairwise(first))
    assert site.asked()[-5:] == [PAGE, PAGE, PAGE, INPUT, INPUT]


def test_who_sleeps_over_the_unlock_has_the_two_minutes_from_then_on(
    aoc: Aoc, site: Site, project: Project
) -> None:
    site.fail(faults.cut(), "GET", "/2026/day/1", times=9)
    done = at(-10, aoc, "new", "--wait", sleeps=3 * HOUR)
    assert (done.code, is_made(project)) == (0, True), done.err
    assert done.err.count("cut the connection; the site is asked again in 5 s") == 9
    assert site.asked() == [SETTINGS, *10 * [PAGE], INPUT]


@pytest.mark.slow
def test_a_site_that_opens_late_is_no_reason_to_make_no_files(
    aoc: Aoc, site: Site, project: Project
) -> None:
    site.fail(faults.status(404), "GET", "/2026/day/1", times=100)
    done = at(-10, aoc, "new", "--wait")
    assert done.code == 3
    assert "2026/01 is still locked on the site, but was to unlock on Tue" in done.err
    assert (project.root / MODULE).exists()
    assert len(site.asked()) > 20


@pytest.mark.parametrize(
    ("args", "code", "awaited", "fast"),
    [
        (("open", "1"), 0, TIME, -2),
        (("fetch", "1-5"), 0, INPUT, -2),
        (("submit", "1", "--answer", "9"), 1, SENT, -HOUR),
        (("submit", "1", "--answer", "9"), 1, SENT, 0),
    ],
)
def test_just_after_the_unlock_a_process_goes_by_the_time_of_the_site(
    aoc: Aoc,
    site: Site,
    project: Project,
    args: tuple[str, ...],
    code: int,
    awaited: str,
    fast: float,
) -> None:
    site.put(Puzzle(2026, 1, "Made up", "x", "7", "8"))
    aoc.is_process = True
    project.variables["BROWSER"] = "true"
    done = at(0.5, aoc, *args, fast=fast)
    assert done.code == code, done.err
    asked = site.asked()
    assert awaited in asked or not fast
    assert asked.count(TIME) == (fast < 0)


def test_long_before_the_unlock_the_site_is_not_even_asked_for_its_time(
    aoc: Aoc, site: Site
) -> None:
    aoc.project.variables["AOC_YEAR"] = "2026"
    done = at(-3 * HOUR, aoc, "submit", "1", "--answer", "9")
    assert (done.code, site.asked()) == (3, [])
    assert "2026/01 is locked until Tue 1 Dec 2026 at 05:00 UTC: " in done.err


@pytest.mark.slow
def test_after_two_minutes_it_makes_files_that_are_completed_later(
    aoc: Aoc, site: Site, project: Project
) -> None:
    site.fail(faults.status(503), "GET", "/2026/day/1", times=100)
    done = at(-10, aoc, "new", "--wait")
    assert done.code == 3
    asked_at = times_of(site, PAGE)
    assert -2 * RETRY_PAUSE < asked_at[-1] - UNLOCK_PATIENCE < RETRY_PAUSE
    why, later = done.err.splitlines()[-2:]
    assert "answered 503: try again in a few minutes" in why
    assert later == ("aoc: title and examples are missing: `aoc new 2026/01` adds them later")
    assert (project.root / MODULE).read_text().startswith('"""Day 1."""')
    site.faults.clear()
    site.asked()
    done = at(180, aoc, "new")
    title = site.events[2026].puzzles[1].title
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{MODULE}: {title}\n{TESTS}: 1 example\n"
    assert (site.asked(), is_made(project)) == ([PAGE, INPUT], True)
    done = at(200, aoc, "new")
    assert (done.code, done.out, site.asked()) == (0, "", [])
    assert done.err == (
        f"aoc: {MODULE} exists already: left as it is\n"
        f"aoc: {TESTS} exists already: left as it is; `aoc new 2026/01 --update` adds "
        "examples that it lacks\n"
    )


def test_a_file_that_was_changed_is_not_completed(aoc: Aoc, site: Site, project: Project) -> None:
    site.fail(faults.status(503), "GET", "/2026/day/1")
    assert at(180, aoc, "new").code == 3
    module = project.root / MODULE
    mine = module.read_text() + "\n# mine\n"
    module.write_text(mine)
    done = at(190, aoc, "new")
    assert done.err == f"aoc: {MODULE} exists already: left as it is\n"
    assert done.out == f"{TESTS}: 1 example\n"
    assert module.read_text() == mine
    assert site.asked() == [PAGE, PAGE, INPUT]


def test_what_was_begun_during_the_wait_is_left_as_it_is(
    aoc: Aoc, site: Site, project: Project
) -> None:
    def begin() -> None:
        (project.root / MODULE).parent.mkdir(exist_ok=True)
        (project.root / MODULE).write_text("mine")

    done = at(-10, aoc, "new", "--wait", then=begin)
    assert (done.code, done.out) == (0, f"{TESTS}: 1 example\n")
    assert (project.root / MODULE).read_text() == "mine"
    assert site.asked() == [SETTINGS, PAGE, INPUT]


def test_a_session_that_the_site_does_not_know_is_said_before_the_wait(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    token = account.token or ""
    account.expire()
    done = at(-HOUR, aoc, "new", "--wait")
    assert (done.code, done.out, site.asked()) == (3, "", [SETTINGS])
    assert done.err == (
        f"aoc: the session of token ...{token[-4:]} has expired: put a new one into AOC_SESSION, "
        "or unset it and `aoc login`\n"
    )
    assert not (project.root / MODULE).exists()


def test_a_site_that_fails_before_the_wait_is_no_reason_not_to_wait(
    aoc: Aoc, site: Site, project: Project
) -> None:
    site.fail(faults.cut(), "GET", "/settings")
    done = at(-10, aoc, "new", "--wait", fast=0.3)
    assert (done.code, is_made(project)) == (0, True)
    assert done.err.splitlines()[0] == (
        "aoc: adventofcode.com cut the connection, so it is not known whether the session is "
        "alive: `aoc doctor` asks again"
    )
    # What was cut has not shown the time on the site.
    asked = [request for request in site.asked() if request != TIME]
    assert asked == [SETTINGS, PAGE, INPUT]


def test_without_a_token_this_is_said_before_the_wait(
    aoc: Aoc, site: Site, project: Project
) -> None:
    del project.variables["AOC_SESSION"]
    (project.cache / "token2id.json").unlink()
    done = at(-10, aoc, "new", "--wait", fast=-60)
    first, second, _ = done.err.splitlines()
    assert done.code == 0
    assert "no session token" in first
    assert "2026/01 unlocks in 10 s, at 05:00:00" in second
    assert is_made(project)
    assert site.asked() == [TIME, PAGE]


@pytest.mark.slow
def test_a_connection_that_died_during_the_wait_costs_no_time(
    aoc: Aoc, site: Site, project: Project
) -> None:
    def stay_silent(wire: Wire, body: bytes) -> None:
        wire.send(response(body, HEAD + b"Date: 99 Foo 99999\r\n"))
        wire.ending.wait()

    project.variables["AOC_SITE_TIMEOUT"] = "5"
    site.fail(faults.scripted(stay_silent), "GET", "/settings")
    done = at(-600, aoc, "new", "--wait")
    assert (done.code, is_made(project)) == (0, True)
    assert "asked again" not in done.err
    assert site.asked() == [SETTINGS, PAGE, INPUT]
