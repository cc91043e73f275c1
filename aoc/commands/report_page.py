"""The page of `aoc report --html` and `--serve`: written to a file, or served and kept new."""

from __future__ import annotations

import os
from collections.abc import Sequence

from aoc.project import Project, shown_path
from aoc.render.message import print_message
from aoc.render.star_calendar import NO_ACCOUNT
from aoc.render.terminal import print_line
from aoc.reporting.overview import Overview, collect


def report_page(
    project: Project,
    years: Sequence[int],
    *,
    file: str | None,
    serves: bool,
    port: int,
    user: str | None,
    offline: bool,
    force: bool,
) -> int:
    """Write the page of years to a file, serve it on `port` until Ctrl-C, or do both.

    Nothing is run. `user` chooses the account by a part of its name; the site is never asked if
    `offline`. With `force`, the file may replace one that this program has not written. Returns the
    exit code, 3 if the site could not be asked. Raises `AocError`.
    """
    from aoc.files import check_own, overwrite
    from aoc.reporting.page import page

    path = os.path.abspath(os.path.expanduser(file or ""))
    if file is not None:
        check_own(path, shown_path(path), force=force)
    overview = collect(project, years, user, offline=offline, notify=print_message)
    if not overview.has_account:
        print_message(NO_ACCOUNT)
    if overview.problem:
        print_message(str(overview.problem))
    if file is not None:
        data = page(overview).encode()
        overwrite(path, data)
        print_line(summary(shown_path(path), overview, len(data)))
    if serves:
        serve_page(project, years, port, user)
    return overview.problem.exit_code if overview.problem else 0


def serve_page(project: Project, years: Sequence[int], port: int, user: str | None) -> None:
    """Serve the page of years until Ctrl-C, from what is in the cache and in the history.

    Returns only by an exception.
    """
    from aoc.reporting.live import LivePage
    from aoc.reporting.page import page
    from aoc.reporting.server import serve

    def make() -> bytes:
        """Make the page; the site is not asked again whenever a run comes in."""
        overview = collect(project, years, user, offline=True, notify=print_message)
        return page(overview, live=True).encode()

    def announce(address: str) -> None:
        """Say where the page is."""
        print_line(f"{address} shows what is known, and new runs as they come in; Ctrl-C ends it")

    serve(LivePage(project.root, make, print_message), port, announce)


def summary(shown: str, overview: Overview, size: int) -> str:
    """Return the line that says what was written."""
    from aoc.render.format import bytes_text

    years = ", ".join(str(year.year) for year in overview.years)
    return f"{shown}: the page of {years}, {bytes_text(size)}"
