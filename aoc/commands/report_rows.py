"""The rows of a report: the days of some years, with their times from a run or from the history."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from aoc.errors import AocError
from aoc.files import read_bytes
from aoc.history.past_runs import Record, latest_records
from aoc.model import Puzzle, Result, Verdict
from aoc.pictures.year_facts import Basis
from aoc.project import OWN, Project, day_path, title_of
from aoc.render.readme_table import WORDS, DayRow, idea_in, rows_of

NOT_RUN = "not run"
"""The word for a part that no run has a result of."""


class Report(NamedTuple):
    """What a report says: the rows of each year, where their times are from, and what was left out.

    `without_input` are the days that have no row, because there is no input for them.
    """

    years: Mapping[int, Sequence[DayRow]]
    basis: Basis
    without_input: Sequence[Puzzle] = ()


def rows_by_year(project: Project, results: Sequence[Result]) -> dict[int, list[DayRow]]:
    """Return the rows of the table of each year that has results, the oldest year first."""
    rows = {}
    for year in sorted({result.year for result in results}):
        found = [result for result in results if result.year == year]
        days = {result.day for result in found}
        rows[year] = rows_of(found, {day: idea_at(project, Puzzle(year, day)) for day in days})
    return rows


def idea_at(project: Project, puzzle: Puzzle) -> str:
    """Return the idea of a day, from its module."""
    try:
        return idea_in(read_bytes(day_path(project.root, puzzle)))
    except OSError:
        return ""


def basis_of(
    results: Iterable[Result], best_of: int, samples: Collection[str], own: Collection[Puzzle]
) -> Basis:
    """Return where the times of a run are from; `samples` are the labels of made-up inputs."""
    made_up = any(result.input in samples for result in results)
    inputs = "both" if made_up and own else "own" if own else "made-up" if made_up else ""
    return Basis(best_of, inputs)


def last_rows(
    project: Project, puzzles: Sequence[Puzzle], records: Sequence[Record], user: str | None
) -> Report:
    """Return the report of the last good run of each part, as the history has it.

    Runs on the input of the account `user` go before others. Raises `AocError` if none of the
    days has been run.
    """
    latest = latest_records(records, user)
    verdicts = {
        (Puzzle(record.year, record.day), record.part): record.verdict
        for record in records
        if record.solver == OWN and record.variant is None
    }
    years: dict[int, list[DayRow]] = {}
    used: list[Record] = []
    for puzzle in sorted(puzzles):
        good = [latest[puzzle, part] for part in (1, 2) if (puzzle, part) in latest]
        used += good
        times = [time_or_word(puzzle, part, latest, verdicts) for part in (1, 2)]
        parse = max(good, key=lambda record: record.at).parse_seconds if good else None
        title = title_of(project.root, puzzle) or ""
        row = DayRow(puzzle.day, title, idea_at(project, puzzle), parse, times[0], times[1])
        years.setdefault(puzzle.year, []).append(row)
    if not used:
        raise AocError("the history has no run of these days: run them first with `aoc run --all`")
    kinds = {"made-up" if record.kind == "sample" else "own" for record in used}
    return Report(years, Basis(0, "both" if len(kinds) > 1 else kinds.pop()))


def time_or_word(
    puzzle: Puzzle,
    part: int,
    latest: Mapping[tuple[Puzzle, int], Record],
    verdicts: Mapping[tuple[Puzzle, int], str],
) -> float | str | None:
    """Return the time of a part, or the word in place of it; `None` if there is no such part."""
    if part == 2 and puzzle.is_last:
        return None
    if (puzzle, part) in latest:
        return latest[puzzle, part].seconds
    verdict = verdicts.get((puzzle, part))
    if verdict is not None:
        return WORDS.get(Verdict(verdict), NOT_RUN)
    # A part that returned nothing is not in the history, but the other one may be.
    return WORDS[Verdict.SKIPPED] if (puzzle, 3 - part) in verdicts else NOT_RUN
