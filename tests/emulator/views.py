"""The views of the emulated site: what it answers to which path."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from werkzeug import Request, Response
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.routing import Map, Rule
from werkzeug.utils import redirect

from . import boards, pages
from .accounts import Account
from .clock import unlock_time
from .puzzles import Puzzle
from .state import State
from .verdicts import judge

LOCKED = (
    "Please don't repeatedly request this endpoint before it unlocks! The calendar countdown is "
    "synchronized with the server time; the link will be enabled on the calendar the instant this "
    "puzzle becomes available."
)
NO_INPUT = "Puzzle inputs differ by user.  Please log in to get your puzzle input."

View = Callable[..., Response | str]


def respond(state: State, request: Request, account: Account | None) -> Response:
    """Return what the site has to say to a request of an account, or of nobody."""
    token = request.cookies.get("session")
    if token and not re.fullmatch("[0-9a-f]+", token):
        return plain("500 Internal Server Error", 500)
    try:
        view, values = ROUTES.bind_to_environ(request.environ).match()
        page: Response | str = view(state, request, account, **values)
    except HTTPException as error:
        return plain(error.description or error.name, error.code or 500)
    return Response(page, content_type="text/html") if isinstance(page, str) else page


def plain(text: str, status: int = 200) -> Response:
    """Return a text that is no page."""
    return Response(text, status, content_type="text/plain")


def unlocked(state: State, year: int, day: int) -> Puzzle:
    """Return a puzzle that can be seen by now, or answer that it cannot."""
    if year not in state.events or day not in state.events[year].puzzles:
        raise NotFound("404 Not Found")
    if state.clock.now() < unlock_time(year, day):
        raise NotFound(LOCKED)
    return state.events[year].puzzles[day]


def home(state: State, _: Request, account: Account | None) -> str:
    """Serve the front page."""
    return calendar(state, _, account, max(state.events))


def settings(state: State, _: Request, account: Account | None) -> Response | str:
    """Serve the settings of an account."""
    if not account:
        return redirect("/")
    return pages.settings_page(account, max(state.events), state.clock.now())


def calendar(state: State, _: Request, account: Account | None, year: int) -> str:
    """Serve the calendar of an event."""
    unlocked(state, year, 1)
    return pages.calendar_page(state.events[year], account, state.clock.now())


def puzzle(state: State, _: Request, account: Account | None, year: int, day: int) -> str:
    """Serve the page of a puzzle."""
    asked = unlocked(state, year, day)
    return pages.puzzle_page(state.events[year], asked, account)


def personal_input(
    state: State, _: Request, account: Account | None, year: int, day: int
) -> Response:
    """Serve what an account is given for a puzzle."""
    asked = unlocked(state, year, day)
    return plain(account.sheet(asked).input) if account else plain(NO_INPUT, 400)


def answer(state: State, request: Request, account: Account | None, year: int, day: int) -> str:
    """Judge an answer."""
    asked = unlocked(state, year, day)
    if not account:
        return pages.login_page(year)
    verdict = judge(
        account,
        state.events[year],
        asked,
        request.form.get("level", 0, int),
        request.form.get("answer", ""),
        others=[other.sheet(asked) for other in state.accounts if other is not account],
        now=state.clock.now(),
    )
    return pages.verdict_page(asked, account, verdict)


def leaderboard(state: State, _: Request, account: Account | None, year: int) -> str:
    """Serve the page that dead sessions are led to."""
    unlocked(state, year, 1)
    return pages.frame(f"Leaderboard - Advent of Code {year}", account, year, "<p>Nobody yet.</p>")


def own_times(state: State, _: Request, account: Account | None, year: int) -> Response | str:
    """Serve the times of an account."""
    unlocked(state, year, 1)
    if not account:
        return redirect(f"/{year}/leaderboard")
    return boards.own_times(account, state.events[year])


def private_board(
    state: State, _: Request, account: Account | None, year: int, number: int
) -> Response:
    """Serve a private board to its members."""
    unlocked(state, year, 1)
    owner = next((owner for owner in state.accounts if owner.number == number), None)
    if not account or not owner:
        return redirect(f"/{year}/leaderboard/private")
    names = state.boards.get(owner.name) or [member.name for member in state.accounts]
    if account.name not in names:
        return redirect(f"/{year}/leaderboard/private")
    members = [state.accounts.get(name) for name in names]
    board = boards.private_board(state.events[year], owner, members)
    return Response(json.dumps(board), content_type="application/json")


def route(path: str, view: View, method: str = "GET") -> Rule:
    """Return the rule that leads from a path to a view."""
    return Rule(path, endpoint=view, methods=[method])


ROUTES = Map(
    [
        route("/", home),
        route("/settings", settings),
        route("/<int:year>", calendar),
        route("/<int:year>/day/<int:day>", puzzle),
        route("/<int:year>/day/<int:day>/input", personal_input),
        route("/<int:year>/day/<int:day>/answer", answer, "POST"),
        route("/<int:year>/leaderboard", leaderboard),
        route("/<int:year>/leaderboard/private", leaderboard),
        route("/<int:year>/leaderboard/self", own_times),
        route("/<int:year>/leaderboard/private/view/<int:number>.json", private_board),
    ]
)
