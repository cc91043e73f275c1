"""The check of the clock: this computer's, against the date of a response of the site."""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import parsedate_to_datetime

from aoc.doctor.findings import Finding, Status
from aoc.doctor.subject import Subject
from aoc.errors import SiteError, UnreachableError
from aoc.model import now

CHECK = "clock"
TOLERANCE = 10
"""Seconds by which a clock may be wrong."""


def check(subject: Subject) -> Iterator[Finding]:
    """Compare the clocks, with one request to the site, which needs no account."""
    if subject.offline:
        yield Finding(CHECK, Status.SKIPPED, "not checked, because of --offline")
        return
    try:
        least, most = seconds_ahead()
    except UnreachableError as error:
        yield Finding(CHECK, Status.WARNING, f"not checked: {error}")
        return
    if least > TOLERANCE:
        wrong = f"{least:.0f} s ahead of"
    elif most < -TOLERANCE:
        wrong = f"{-most:.0f} s behind"
    else:
        yield Finding(CHECK, Status.OK, "this computer's clock agrees with the site's")
        return
    what = f"this computer's clock is {wrong} the site's, which decides when puzzles unlock"
    yield Finding(CHECK, Status.ERROR, what, "set the clock, or let the system set it (NTP)")


def seconds_ahead() -> tuple[float, float]:
    """Return by how many seconds our clock is ahead of the site's: at least, and at most.

    Raises `UnreachableError` if there is no response, `SiteError` for one without a date, and
    `UsageError` for wrong settings of the connection.
    """
    from aoc.site.http import SITE, site_http

    client = site_http()
    before = now()
    response = client.head("/")
    after = now()
    try:
        date = parsedate_to_datetime(response.headers["Date"]).timestamp()
    except (KeyError, ValueError, TypeError, OverflowError):
        raise SiteError(f"{SITE} answered without a date: try again later") from None
    # The date is rounded down to a second.
    return before - (date + 1), after - date
