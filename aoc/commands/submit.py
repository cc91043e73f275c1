"""`aoc submit`: hand one answer in; and what `aoc run --submit` does with the answers of a run."""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

import click

from aoc.errors import SiteError
from aoc.project import Project, find_project
from aoc.registry import choose_puzzles, find_solvers, parse_days
from aoc.render.screen import Screen, wants_color
from aoc.results import Puzzle, Result
from aoc.site.cache import Account, Cache
from aoc.site.outcome import Offer, Offers, Outcome, What
from aoc.site.submit import Submitter

NON_ANSWERS = ("", "None")
TIMEOUT = 60.0


class Handling(NamedTuple):
    """How answers are handed in: sitting out waits, insisting on doubtful ones, telling people."""

    wait: bool
    force: bool
    tell: Callable[[str], None]

    def submitter(self, project: Project, account: Account) -> Submitter:
        """Make the submitter for an account."""
        return Submitter(
            account,
            tell=self.tell,
            pause=pause if self.wait else None,
            force=self.force,
            contact=project.settings.get("contact"),
        )


@click.command()
@click.argument("day", required=False)
@click.option("--year", type=click.IntRange(2015, 2999), help="The year of DAY.")
@click.option("--part", type=click.IntRange(1, 2), help="The part; the first open one.")
@click.option("--answer", metavar="TEXT", help="The answer; without it the day is run for it.")
@click.option("--user", metavar="NAME", help="Whose answer; a part of the name is enough.")
@click.option("--wait", is_flag=True, help="Sit out a wait of the site, then send.")
@click.option(
    "--force", is_flag=True, help="Send it though an example fails, or it was perhaps sent before."
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def submit(
    day: str | None,
    year: int | None,
    part: int | None,
    answer: str | None,
    user: str | None,
    wait: bool,
    force: bool,
    as_json: bool,
    debug: bool,
) -> int:
    """Hand in one answer to DAY, unless it is certain or likely to be wrong.

    Exits with 0 if it is right, 1 if it is wrong or known to be, 3 if the site takes no answer
    now or cannot be reached.
    """
    project = find_project()
    if answer is not None and answer.strip() in NON_ANSWERS:
        raise click.UsageError("--answer is no answer")
    puzzle = choose_puzzle(project, day, year, given=answer is not None)
    cache = Cache()
    account = cache.account(user)
    if account is None:
        raise SiteError(f"{cache.missing()}: log in with `aoc login`")
    if account.token is None:
        raise SiteError(f"no session token of {account.name}: log in with `aoc login`")
    if answer is not None:
        offers: Offers = {1: Offer(answer.strip()), 2: Offer(answer.strip())}
    else:
        offers, account = run_day(project, puzzle, account, user, part, as_json=as_json)
    submitter = Handling(wait, force, tell).submitter(project, account)
    outcome = submitter.hand_in(puzzle, offers, part)
    show(outcome, as_json=as_json)
    if outcome.what is What.RIGHT and outcome.part == 1:
        go_on(submitter, puzzle, tell if as_json else click.echo)
    return outcome.what.exit_code


def choose_puzzle(project: Project, day: str | None, year: int | None, *, given: bool) -> Puzzle:
    """Find the one puzzle that is meant; for an answer that is given it needs no module."""
    if given and day is not None:
        number, first, last = parse_days(day, project.year(year))
        if first == last:
            return Puzzle(number, first)
        raise click.UsageError(f"{day!r} are several days: submit one at a time")
    puzzles = choose_puzzles(project, (day,) if day else (), year)
    if len(puzzles) > 1:
        raise click.UsageError(f"{day!r} are several days: submit one at a time")
    return puzzles[0]


def run_day(
    project: Project,
    puzzle: Puzzle,
    account: Account,
    user: str | None,
    part: int | None,
    *,
    as_json: bool,
) -> tuple[Offers, Account]:
    """Run a day on an account's input; gives its answers, and the account with its id."""
    from aoc.commands.run import Size
    from aoc.inputs import Choice, Inputs
    from aoc.plan import Wanted, make_jobs
    from aoc.render.table import Table
    from aoc.runner import run
    from aoc.store import history

    settings = project.settings
    screen = Screen(sys.stdout, sys.stderr)
    memory = Size().convert(settings["memory"], None, None) if "memory" in settings else None
    wanted = Wanted((part,) if part else (1, 2), memory=memory)
    inputs = Inputs(Choice(user=user), screen.note)
    jobs = make_jobs(project, [puzzle], find_solvers(), inputs, wanted)
    account = named(account)
    labels = {account.name}
    view = Table(sys.stderr if as_json else sys.stdout, labels, color=wants_color(sys.stdout))
    timeout = settings.get("timeout", TIMEOUT) or None
    results: list[Result] = []
    running = run(jobs, workers=1, timeout=timeout, watcher=screen)
    try:
        for result in running:
            screen.clear()
            results.append(result)
            if not as_json:
                view.show(result)
    finally:
        running.close()
        screen.clear()
        history.append(project.root, results, labels)
    if not as_json:
        view.end()
    return offers_of(project, puzzle, results, account, labels, screen.notes), account


def submit_results(
    project: Project,
    results: Iterable[Result],
    accounts: Sequence[Account],
    labels: Collection[str],
    notes: Sequence[str],
    part: int | None,
    handling: Handling,
) -> int:
    """Hand in what a run found, puzzle by puzzle and account by account; gives the exit code.

    `labels` are those of inputs that are no examples, `notes` what the run said about tests that
    it could not read.
    """
    by_puzzle: dict[Puzzle, list[Result]] = defaultdict(list)
    for result in results:
        by_puzzle[Puzzle(result.year, result.day)].append(result)
    code = 0
    for account in map(named, accounts):
        submitter = handling.submitter(project, account)
        for puzzle, found in by_puzzle.items():
            if part is None and solved(submitter.cache, puzzle, account):
                continue
            offers = offers_of(project, puzzle, found, account, labels, notes)
            if not any(offer.answer or offer.problem for offer in offers.values()):
                continue
            code = max(code, submit_puzzle(submitter, puzzle, offers, part))
    return code


def submit_puzzle(submitter: Submitter, puzzle: Puzzle, offers: Offers, part: int | None) -> int:
    """Hand in the answer of the first open part, and of part 2 if that opens it."""
    outcome = submitter.hand_in(puzzle, offers, part)
    if outcome.what is What.NO_PUZZLE or (
        outcome.what is What.NO_ANSWER and not offers.get(outcome.part, Offer(None)).problem
    ):
        return 0
    submitter.tell(sentence(outcome))
    if outcome.part == 1 and outcome.what is What.RIGHT:
        go_on(submitter, puzzle, submitter.tell)
    if outcome.part == 1 and part is None and outcome.what in (What.RIGHT, What.SOLVED):
        return submit_puzzle(submitter, puzzle, offers, 2)
    return outcome.what.exit_code


def solved(cache: Cache, puzzle: Puzzle, account: Account) -> bool:
    """Say whether both parts are known to be solved."""
    return account.id is not None and None not in cache.answers(account.id, puzzle)


def named(account: Account) -> Account:
    """Put an account's id in if it has become known meanwhile."""
    if account.id is None and account.token is not None:
        return account._replace(id=Cache().owner(account.token))
    return account


def offers_of(
    project: Project,
    puzzle: Puzzle,
    results: Sequence[Result],
    account: Account,
    labels: Collection[str],
    notes: Sequence[str],
) -> Offers:
    """Read what the results of a puzzle offer; where its tests are broken, all is doubtful."""
    from aoc.examples import examples_path
    from aoc.site.offers import read_offers

    path = os.path.relpath(examples_path(project.root, *puzzle), project.root)
    unread = any(note.startswith(path) for note in notes)
    problem = f"its examples in {path} cannot be read" if unread else ""
    return read_offers(results, account.id or "", labels, problem)


def go_on(submitter: Submitter, puzzle: Puzzle, write: Callable[[str], None]) -> None:
    """Fetch the page that part 1 has opened, and show what there is to do."""
    from aoc.render.part_two import part_two_text

    try:
        page = submitter.fetch_page(puzzle)
    except SiteError as error:
        tell(f"part 2 cannot be shown: {error}")
        return
    write(part_two_text(puzzle, page))


def show(outcome: Outcome, *, as_json: bool) -> None:
    """Print what became of an answer; where people read it, what is no verdict on stderr."""
    code = outcome.what.exit_code
    if as_json:
        click.echo(json.dumps(outcome.to_dict(), ensure_ascii=False))
    elif code == 0 or (code == 1 and outcome.what.sent):
        click.echo(sentence(outcome))
    else:
        tell(sentence(outcome))


def sentence(outcome: Outcome) -> str:
    """Say what became of an answer."""
    from aoc.render.submission import submission_text

    return submission_text(outcome)


def tell(text: str) -> None:
    """Tell people something."""
    click.echo(f"aoc: {text}", err=True)


def pause(puzzle: Puzzle, seconds: float) -> None:
    """Sit out a wait."""
    from aoc.render.countdown import count_down

    count_down(seconds, sys.stderr, f"The site takes the next answer to {puzzle}")
