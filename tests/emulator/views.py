"""The views of the emulated site: what it answers to which path."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from werkzeug import Request, Response
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.utils import redirect

from . import boards, pages
from .accounts import Account
from .clock import unlock_time
from .puzzles import Puzzle
from .verdicts import judge

if TYPE_CHECKING:
    from .emulator import Site

LOCKED = (
    "Please don't repeatedly request this endpoint before it unlocks! The calendar countdown is "
    "synchronized with the server time; the link will be enabled on the calendar the instant this "
    "puzzle becomes available."
)
NO_INPUT = "Puzzle inputs differ by user.  Please log in to get your puzzle input."


def respond(site: Site, request: Request, account: Account | None) -> Response:
    """Return what the site has to say to a request of an account, or of nobody."""
    token = request.cookies.get("session")
    if token and not re.fullmatch("[0-9a-f]+", token):
        return plain("500 Internal Server Error", 500)
    try:
        page = view(site, request, account)
    except HTTPException as error:
        return plain(error.description or error.name, error.code or 500)
    return Response(page, content_type="text/html") if isinstance(page, str) else page


def plain(text: str, status: int = 200) -> Response:
    """Return a text that is no page."""
    return Response(text, status, content_type="text/plain")


def view(site: Site, request: Request, account: Account | None) -> Response | str:
    """Return the page or the response that a path leads to."""
    steps = [int(s) if s.isdecimal() else s for s in request.path.strip("/").split("/")]
    match request.method.replace("HEAD", "GET"), *steps:
        case "GET", "settings":
            year, now = max(site.events), site.clock.now()
            return pages.settings_page(account, year, now) if account else redirect("/")
        case "GET", "":
            return view_of_year(site, request, account, max(site.events))
        case _, int(year), *rest:
            return view_of_year(site, request, account, year, *rest)
    raise NotFound("404 Not Found")


def view_of_year(
    site: Site, request: Request, account: Account | None, year: int, *steps: int | str
) -> Response | str:
    """Return the page or the response that a path of an event leads to."""
    match request.method.replace("HEAD", "GET"), *steps:
        case ("GET",):
            unlocked(site, year, 1)
            return pages.calendar_page(site.events[year], account, site.clock.now())
        case "GET", "day", int(day):
            puzzle = unlocked(site, year, day)
            return pages.puzzle_page(site.events[year], puzzle, account)
        case "GET", "day", int(day), "input":
            puzzle = unlocked(site, year, day)
            return plain(account.sheet(puzzle).input) if account else plain(NO_INPUT, 400)
        case "POST", "day", int(day), "answer":
            return verdict(site, request, account, unlocked(site, year, day))
        case "GET", "leaderboard", "self":
            unlocked(site, year, 1)
            times = account and boards.own_times(account, site.events[year])
            return times or redirect(f"/{year}/leaderboard")
        case "GET", "leaderboard", "private", "view", str(file) if file.endswith(".json"):
            unlocked(site, year, 1)
            key = request.args.get("view_key")
            return private_board(site, account, year, file.removesuffix(".json"), key)
    raise NotFound("404 Not Found")


def unlocked(site: Site, year: int, day: int) -> Puzzle:
    """Return a puzzle that can be seen by now, or answer that it cannot."""
    if year not in site.events or day not in site.events[year].puzzles:
        raise NotFound("404 Not Found")
    if site.clock.now() < unlock_time(year, day):
        raise NotFound(LOCKED)
    return site.events[year].puzzles[day]


def verdict(site: Site, request: Request, account: Account | None, puzzle: Puzzle) -> str:
    """Judge an answer."""
    year = puzzle.year
    if not account:
        text = "<article><p>To play, please identify yourself.</p></article>"
        return pages.frame(f"Advent of Code {year}", None, year, text)
    found = judge(
        account,
        site.events[year],
        puzzle,
        request.form.get("level", 0, int),
        request.form.get("answer", ""),
        others=[other.sheet(puzzle) for other in site.accounts if other is not account],
        now=site.clock.now(),
    )
    title = f"Day {puzzle.day} - Advent of Code {year}"
    return pages.frame(title, account, year, f"<article>{found}</article>")


def private_board(
    site: Site, account: Account | None, year: int, number: str, key: str | None
) -> Response:
    """Serve a private board to its members, and to whoever has its view key."""
    owner = next((owner for owner in site.accounts if str(owner.number) == number), None)
    names = site.boards.get(owner.name) or [one.name for one in site.accounts] if owner else []
    is_member = account is not None and account.name in names
    if not owner or not (is_member or (key and key == site.view_keys.get(owner.name))):
        return redirect(f"/{year}/leaderboard/private")
    board = boards.private_board(site.events[year], owner, [*map(site.accounts.get, names)])
    return Response(json.dumps(board), content_type="application/json")
