"""The past runs: the parts that ran, every time that was taken, and its changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from aoc.git import git_output, read_objects
from aoc.history.differences import FASTER, SLOWER, difference, ratio_of
from aoc.history.log import text_of
from aoc.history.log_reader import PART, Run
from aoc.model.input_text import digest_of
from aoc.model.puzzles import Puzzle
from aoc.model.results import FirstCall, Verdict
from aoc.project.solvers import OWN

MOVED = 1.25
"""How many times slower or faster the runs of a commit have to be for its time to have moved: two
runs of the same code can differ by a fifth."""
BENCH_MOVED = 1.05
"""The same for its bench, which did not run in turn with the other one."""
MOST_COMMITS = 500
"""How many commits git is asked for: on Windows, a command line has 32767 characters at most."""
SHORT = 8
"""Hex digits of a commit that are shown."""
LEAST = 1e-6
"""Seconds by which its time has to differ, too: runs do not show less than that."""


class Row(NamedTuple):
    """A row of the history: a part, a parse, or a time of a bench, and the run that it is of.

    `run` is the id of the run in the log, and `at` is in UTC (ISO 8601). `source` is `run` or
    `bench`, `part` is `None` for parse. `seconds` are `None` for a part that failed. A bench has
    no `verdict`, but `minima`: the least time of each process. `digest` is that of the text of the
    input. `calls` are those of a run that was told how many. Unknown values are `None`.
    """

    run: str
    at: str
    commit: str | None
    changed: bool | None
    python: str | None
    machine: str | None
    source: str
    year: int
    day: int
    part: int | None
    solver: str
    variant: str | None
    input: str | None
    kind: str
    digest: str | None
    verdict: str | None
    seconds: Any
    minima: Sequence[float] = ()
    memory: int | None = None
    first_call: bool | None = None
    calls: int | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return Puzzle(self.year, self.day)

    @property
    def basis(self) -> tuple[object, ...]:
        """The input, the machine, and how often the call was made: only times alike are compared.

        Those of runs and of benches are not alike either, but may stand in one series.
        """
        return self.digest or self.input, self.machine, self.first_call, self.calls


class Step(NamedTuple):
    """The times at one commit: when the first was taken, the fastest, and how many there are.

    `changed` says that the files differed from the commit. `ratio` is the time over that of the
    last commit before that was timed in the same way, if it has moved; `None` if that may be
    chance. It is one of `benches`, the bench before and its own, or else of runs.
    """

    commit: str | None
    changed: bool
    at: str
    seconds: float
    times: int
    ratio: float | None = None
    benches: tuple[Row, Row] | None = None


Files = dict[tuple[str, str], str | None]
"""The digests of files, by commit and path."""


def records_of(runs: Iterable[Run]) -> list[Row]:
    """Return the results of runs in their order, without what git knows about their files."""
    return [row for run in runs for row in rows_of(run, {}) if row.verdict is not None]


def times_of(root: str, runs: Iterable[Run], puzzles: Collection[Puzzle]) -> list[Row]:
    """Return all times of some puzzles, in the order of the runs; none of a failure.

    Git is asked in the project at `root`.
    """
    puzzles = {*puzzles}
    timed = [
        run
        for run in runs
        if any((one["year"], one["day"]) in puzzles for one in run["results"])
    ]
    at_commit = digests_at(root, {place for run in timed for place in files_of(run)})
    rows = (
        row for run in timed for row in rows_of(run, at_commit) if row.puzzle in puzzles
    )
    good = (None, Verdict.PASS, Verdict.UNKNOWN)
    return [row for row in rows if row.seconds is not None and row.verdict in good]


def files_of(run: Run) -> Files:
    """Return the files that ran at a commit, by it and their path; none without a commit."""
    commit = run["commit"]
    return {(commit, path): digest for path, digest in run["files"].items() if commit}


def rows_of(run: Run, at_commit: Files) -> Iterator[Row]:
    """Yield the rows of a run; they say whether the files that ran differed from its commit.

    `at_commit` are the files that git knows. A result may say of itself that it is of another
    commit.
    """
    files, changed = files_of(run), None
    if files and files.keys() <= at_commit.keys():
        changed = any(
            not digest or digest != at_commit[place] for place, digest in files.items()
        )
    changed = run.get("changed", changed)
    about = {name: run[name] for name in ("run", "at", "commit", "python", "machine")}
    for result in run["results"]:
        part = {name: result[name] for name in PART}
        part["changed"] = result.get("changed", changed)
        row = Row(**about, **part, source="run", verdict=None)
        if run.get("source") == "bench":
            yield row._replace(
                source="bench", commit=result["commit"], minima=result["minima"]
            )
        else:
            first_call = result.get("first_call")
            seconds = (
                FirstCall(row.seconds) if first_call and row.seconds else row.seconds
            )
            yield row._replace(
                verdict=result["verdict"],
                seconds=seconds,
                memory=result["memory"],
                first_call=first_call,
                calls=result.get("calls"),
            )


def digests_at(root: str, places: Collection[tuple[str, str]]) -> Files:
    """Return the digests of files at commits, by commit and path in the project at `root`.

    The digest is `None` if the commit does not have the file. Commits that git does not know are
    left out, which are all if there is no git.
    """
    if not places:
        return {}
    # Of each commit, git is asked for the commit itself, too.
    names = [name for commit, path in places for name in (commit, f"{commit}:./{path}")]
    try:
        found = read_objects(root, names)
    except OSError:
        return {}
    digests: Files = {}
    for place, commit, file in zip(places, found[::2], found[1::2], strict=True):
        if commit is not None:
            digests[place] = None if file is None else digest_of(text_of(file))
    return digests


def rows_by_commit(rows: Iterable[Row], commits: Iterable[str]) -> list[list[Row]]:
    """Return the rows of each commit, changed or not, in the order of the commits.

    `commits` are those that git knows, the oldest first: an old one may be measured again at any
    time. Another one stands where it was first measured, and so does a row without any, alone.
    """
    order = {commit: place for place, commit in enumerate(commits)}
    place = -1
    found: defaultdict[tuple[str | int, bool], list[Row]] = defaultdict(list)
    places: dict[tuple[str | int, bool], tuple[int, int]] = {}
    for number, row in enumerate(rows):
        place = order.get(row.commit or "", place)
        key = row.commit or number, bool(row.changed)
        places.setdefault(key, (place, key[1] or row.commit not in order))
        found[key].append(row)
    return [found[key] for key in sorted(found, key=places.__getitem__)]


def steps_of(rows: Iterable[Row], commits: Iterable[str]) -> list[Step]:
    """Return the steps of times in the order of `commits`: one for each commit, changed or not.

    Times of which no commit is known are a step each: nothing says that the code is the same.
    Runs are compared with runs, and benches with benches, which go first. Only the newest step may
    be called slower or faster for changes that are not committed.
    """
    groups = rows_by_commit(rows, commits)
    found: list[Step] = []
    bench: Row | None = None
    """The newest bench of the commits before."""
    run: float | None = None
    """The fastest run of the last commit before that has one."""
    for group in groups:
        commit, changed = group[0].commit, bool(group[0].changed)
        benches = [row for row in group if row.minima]
        runs = [row.seconds for row in group if not row.minima]
        ratio = pair = None
        if not changed or group is groups[-1]:
            if benches and bench:
                pair = bench, benches[-1]
                apart = difference(benches[-1].minima, bench.minima)
                ratio = (
                    apart.ratio
                    if apart.speed(BENCH_MOVED) in (FASTER, SLOWER)
                    else None
                )
            elif runs and run and commit:
                ratio = run_ratio(min(runs), run)
        if not changed:
            bench = benches[-1] if benches else bench
            run = min(runs) if runs and commit else run
        at, seconds = min(row.at for row in group), min(row.seconds for row in group)
        found.append(Step(commit, changed, at, seconds, len(group), ratio, pair))
    return found


def run_ratio(seconds: float, before: float) -> float | None:
    """Return the time of runs over that of others, if it has moved by more than runs may differ."""
    ratio = ratio_of(seconds, before)
    return None if abs(seconds - before) < LEAST or 1 / MOVED < ratio < MOVED else ratio


def series_of(rows: Iterable[Row]) -> list[list[Row]]:
    """Return the series that the newest times of each part belong to, in the order of the puzzles.

    Those of other solvers come last. A series is the times of one part, solver and variant that
    can be compared, on one input and machine, oldest first, as `rows` are.
    """
    series: defaultdict[tuple[object, ...], list[Row]] = defaultdict(list)
    newest: dict[tuple[Puzzle, bool, str, int, str], list[Row]] = {}
    for row in rows:
        part = (
            row.puzzle,
            row.solver != OWN,
            row.solver,
            row.part or 0,
            row.variant or "",
        )
        newest[part] = series[*part, *row.basis]
        newest[part].append(row)
    return [newest[part] for part in sorted(newest)]


def commit_text(at: Row | Step) -> str:
    """Return the commit of a time in short, with `+` if files differed from it."""
    return at.commit[:SHORT] + "+" * bool(at.changed) if at.commit else "no commit"


def moved_text(ratio: float) -> str:
    """Return by how much a time has moved, such as `2 times faster`."""
    return f"{max(ratio, 1 / ratio):.3g} times {SLOWER if ratio > 1 else FASTER}"


def subjects_of(root: str, commits: Iterable[str | None]) -> dict[str, str]:
    """Return the first lines of the messages of the commits that git knows, the oldest first.

    `commits` stand in the order in which they were measured; the last `MOST_COMMITS` of them count.
    No commit comes before one that it was made from, whatever their dates are.
    """
    measured = [commit for commit in dict.fromkeys(commits) if commit][-MOST_COMMITS:]
    # One commit that is not there any more would keep git from showing the others. Of those of one
    # second, git shows first what it is given first.
    newest = reversed(measured)
    log = git_output(
        root, "log", "--date-order", "--ignore-missing", "--format=%H %s", *newest
    )
    subjects = dict(
        line.partition(" ")[::2] for line in reversed((log or "").splitlines())
    )
    return {
        commit: subject for commit, subject in subjects.items() if commit in {*measured}
    }
