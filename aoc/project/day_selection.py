"""DAYS: the words that may be written for days, and the puzzles that a command means by them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence

from aoc.errors import UsageError
from aoc.files import shown_path
from aoc.model.puzzles import FIRST_YEAR, Puzzle, days_in, is_open, running_event, todays_puzzle
from aoc.project.project import Project
from aoc.project.settings import YEARS, Range

DAYS_OF_YEAR = r"(?:([0-9]{4})/)?(?:([0-9]{1,2})(?:-([0-9]{1,2}))?|all)"
"""Days of one year, which may be left out."""
FORMS = "21, 1-5, 1,3,7-9, 2021/21, 2021 (all its days), all, or the file or the address of a day"


class MissingDaysError(UsageError):
    """Some of the days that were asked for are not there.

    `errors` has one for each item of DAYS without a day; `others` are the days that are there.
    """

    def __init__(self, errors: Sequence[UsageError], others: list[Puzzle]) -> None:
        super().__init__(str(errors[0]))
        self.errors = errors
        self.others = others


def select_one_puzzle(
    project: Project, day: str | None, year: int | None, command: str, *, with_module: bool = False
) -> Puzzle:
    """Return the puzzle that DAY means to a command that takes one. Raises `UsageError`.

    The arguments are those of `select_puzzles`.
    """
    words = [day] if day else []
    puzzles = select_puzzles(project, words, year, command, with_module=False)
    if len(puzzles) > 1:
        example = f"`aoc {command} {puzzles[0]}`"
        raise UsageError(f"`aoc {command}` takes one day: write, for example, {example}")
    if with_module:
        puzzles = select_puzzles(project, words, year, command)
    return puzzles[0]


def select_puzzles(
    project: Project,
    words: Sequence[str],
    year: int | None,
    command: str,
    *,
    with_module: bool = True,
) -> list[Puzzle]:
    """Return the puzzles that DAYS means, in order, each once. Raises `UsageError`.

    `words` are DAYS, and `year` is the option for days without one; `command` is the name of the
    command in messages. Where puzzles are needed `with_module`, a single day must be in `days/`,
    and of several, the days that are not there are left out. Else the days that are still locked
    are left out of several.

    `all` is the year, or with layouts in the settings every year, unless one is chosen. For no
    word, see `usual_puzzle`. Raises `MissingDaysError` if an item of DAYS has no day.
    """
    # This may be one day, or a whole year and a day.
    if re.fullmatch(r"[0-9]{4} [0-9]{1,2}|[0-9]{1,2} [0-9]{4}", " ".join(words)):
        raise no_days(" ".join(words))
    items = items_of(project, words)
    has_every_year = project.own_layouts and project.chosen_year(year) is None
    if has_every_year and "all" in items:
        # What is there, also for a command that needs no modules.
        with_module = True
        items = [str(each) for each in project.years()]
    default = project.year(year)
    if not items:
        items = [str(usual_puzzle(project, default))]
    selected: list[Puzzle] = []
    missing = []
    for item in items:
        puzzles = puzzles_of(project, item, default, command)
        solved = [puzzle for puzzle in puzzles if project.has_day(puzzle)]
        if with_module and not solved:
            hint = ""
            if year is None:
                hint = other_years(project, item, puzzles, command)
            missing.append(no_solver(project, item, puzzles, hint))
        elif with_module:
            selected += solved
        else:
            # Where all are locked, the command says when they unlock.
            selected += [puzzle for puzzle in puzzles if is_open(puzzle)] or puzzles
    selected = list(dict.fromkeys(selected))
    if missing:
        raise MissingDaysError(missing, selected)
    return selected


def without_days(project: Project, puzzles: Sequence[Puzzle], words: Iterable[str]) -> list[Puzzle]:
    """Return puzzles without those that words of DAYS mean; a day without a year is of each year.

    Raises `UsageError` for a wrong word, and if no puzzle is left.
    """
    left = list(puzzles)
    for item in items_of(project, words):
        # A day without a year is looked for in the first one, which has all from 1 to 25.
        named = puzzles_of(project, item, FIRST_YEAR, "run")
        if re.match(r"[0-9]{4}", item):
            left = [puzzle for puzzle in left if puzzle not in named]
        else:
            left = [one for one in left if one._replace(year=FIRST_YEAR) not in named]
    if not left:
        raise UsageError("--exclude leaves no day to run: exclude fewer, or name more days")
    return left


def items_of(project: Project, words: Iterable[str]) -> list[str]:
    """Return the items of DAYS, each with the day in place of its file or its address."""
    items: list[str] = []
    for word in words:
        items += [item for item in named_day(project, word).split(",") if item]
    return items


def no_days(text: str) -> UsageError:
    """Return the error about a text that is none of the forms of DAYS."""
    return UsageError(f"{text!r} is not a day: write {FORMS}")


def usual_puzzle(project: Project, year: int) -> Puzzle:
    """Return the puzzle that a command takes without DAYS.

    It is today's puzzle while puzzles unlock, else the newest day in `days/`. Where `days/` has
    none of the year, it is the last day of the event that is running. Raises `UsageError`.
    """
    today = todays_puzzle()
    if today and today.year == year:
        return today
    puzzles = project.puzzles(year)
    if puzzles:
        return puzzles[-1]
    # From the day after the last puzzle until the end of December.
    if year == running_event():
        return Puzzle(year, days_in(year))
    raise UsageError(
        f"no puzzle unlocks today, and no day of {year} is in days/: name a day, such as "
        f"1 or {year}/1, or create one with `aoc new DAY`"
    )


def named_day(project: Project, word: str) -> str:
    """Return DAYS with the day in place of a file or an address. Raises `UsageError`."""
    address = re.search(r"adventofcode\.com/([0-9]{4})/day/([0-9]{1,2})", word)
    if address:
        return f"{address[1]}/{address[2]}"
    is_file = word.endswith((".py", ".ipynb")) or ("." in word and os.path.isfile(word))
    if not is_file:
        return word
    puzzle = project.puzzle_of(word)
    if puzzle is None:
        raise UsageError(
            f"{word} is not a day of this project: name days/yearYYYY/dayDD.py or its tests"
        )
    return str(puzzle)


def puzzles_of(project: Project, item: str, default: int, command: str) -> list[Puzzle]:
    """Return all puzzles of one item of DAYS, such as `1-5` or `2021`. Raises `UsageError`.

    `default` is the year of an item that names none; `command` is for the messages.
    """
    puzzles = []
    for year in years_of(item):
        puzzles += [Puzzle(year, day) for day in range(1, days_in(year) + 1)]
    if puzzles:
        return puzzles
    match = re.fullmatch(DAYS_OF_YEAR, item)
    if not match:
        raise no_days(item)
    year = check_year(int(match[1] or default))
    # `all` has no numbers.
    first = int(match[2] or 1)
    last = int(match[3] or match[2] or days_in(year))
    # People may write 5-1 as well.
    first, last = sorted((first, last))
    puzzles = [Puzzle(year, day) for day in range(first, last + 1)]
    if first < 1 or last > days_in(year):
        hint = other_years(project, item, puzzles, command)
        wrong = last if last > days_in(year) else first
        raise UsageError(f"{year} has no day {wrong} (days 1 to {days_in(year)}){hint}")
    return puzzles


def years_of(text: str) -> Sequence[int]:
    """Return the years of `2021` or `2015-2024`; none of another text.

    Raises `UsageError` if they had no event.
    """
    match = re.fullmatch(r"([0-9]{4})(?:-([0-9]{4}))?", text)
    if match is None:
        return ()
    first, last = sorted((int(match[1]), int(match[2] or match[1])))
    return range(check_year(first), last + 1)


def other_years(project: Project, item: str, puzzles: Sequence[Puzzle], command: str) -> str:
    """Return that only other years have the days of an item of DAYS, as the end of a sentence.

    It is empty if the item names its year, or if no year in `days/` has one of the days.
    """
    if re.match(r"[0-9]{4}", item):
        return ""
    items = []
    for year in project.years():
        if any(project.has_day(Puzzle(year, puzzle.day)) for puzzle in puzzles):
            items.append(f"{year}/{item}")
    if not items:
        return ""
    return f", but days/ has {', '.join(items)}: `aoc {command} {items[-1]}`"


def no_solver(project: Project, item: str, puzzles: Sequence[Puzzle], hint: str = "") -> UsageError:
    """Return the error about an item of DAYS of whose puzzles none is in `days/`.

    The `hint` names other years that have them.
    """
    puzzle = puzzles[0]
    missing = str(puzzle)
    if len(puzzles) > 1:
        missing = f"{item} of {puzzle.year}" if hint else item
    if hint:
        return UsageError(
            f"no solver for {missing}{hint}, or create {puzzle} with `aoc new {puzzle}`"
        )
    path = shown_path(project.day_path(puzzle))
    return UsageError(
        f"no solver for {missing}, because {path} does not exist: create it with `aoc new {puzzle}`"
    )


def select_years(project: Project, words: Iterable[str], option: int | None) -> list[int]:
    """Return the years that YEARS means, oldest first; `all` are those in `days/`.

    No word means the year of days without one. Raises `UsageError`.
    """
    years: set[int] = set()
    for word in words:
        named = project.years() if word == "all" else years_of(word)
        if not named:
            raise UsageError(f"{word!r} is not a year: write 2021, 2015-2024, or all")
        years.update(named)
    return sorted(years) or [project.year(option)]


def check_year(year: int) -> int:
    """Return a year. Raises `UsageError` if it had no event."""
    if not YEARS.takes(year):
        raise UsageError(f"there was no event in {year}: the first was in {FIRST_YEAR}")
    return year


def require_day(year: int, day: object) -> None:
    """Raise `UsageError` for a value that is not the number of a day of an event."""
    if not Range(1, days_in(year)).takes_whole(day):
        raise UsageError(f"{year} has no day {day!r}: choose one from 1 to {days_in(year)}")


def require_module(project: Project, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle if it has a module in `days/`, else raise `UsageError`."""
    if not project.has_day(puzzle):
        raise no_solver(project, str(puzzle), [puzzle])
    return puzzle
