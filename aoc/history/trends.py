"""Trends: all times that were taken of a part, in series, and the commits that moved them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from aoc.git import git_output, read_objects
from aoc.history.differences import FASTER, SLOWER, difference, ratio_of
from aoc.history.log import source_text
from aoc.history.log_reader import Record, Run
from aoc.model.inputs import digest_of
from aoc.model.puzzles import Puzzle
from aoc.model.results import Time, Verdict
from aoc.project.project import OWN

RUN_MOVED = 1.25
"""How many times slower or faster the runs of a commit have to be for its time to have moved: two
runs of the same code can differ by a fifth."""
BENCH_MOVED = 1.05
"""The same for its bench, which did not run in turn with the other one."""
MOST_COMMITS = 500
"""How many commits git is asked for: on Windows, a command line has 32767 characters at most."""
SHORT = 8
"""Hex digits of a commit that are shown."""
LEAST_GAP = 1e-6
"""Seconds by which the runs have to differ, too: they do not show less than that."""


class Step(NamedTuple):
    """The times at one commit: when the first was taken, and the fastest.

    `changed` says that the files differed from the commit. `ratio` is the time over the time of the
    last commit before that was timed in the same way, if it has moved; `None` if that may be
    chance. It is of two `benches`, the bench before and its own, or else of runs.
    """

    commit: str | None
    changed: bool
    at: str
    time: Time
    number_of_times: int
    ratio: float | None = None
    benches: tuple[Record, Record] | None = None


FilesAtCommits = dict[tuple[str, str], str | None]
"""The digests of files, by commit and path."""


def times_of(
    root: str, runs: Iterable[Run], puzzles: Collection[Puzzle]
) -> list[Record]:
    """Return all times of some puzzles, in the order of the runs; none of a failure.

    Git is asked in the project at `root`.
    """
    wanted = set(puzzles)
    # git is asked about the files of these alone: a season has thousands of runs.
    timed_runs = []
    for run in runs:
        if wanted & {record.puzzle for record in run.records}:
            timed_runs.append(run)
    times = []
    for record in with_changes(root, timed_runs):
        if record.puzzle not in wanted or record.seconds is None:
            continue
        # A bench has no verdict: it times only right answers.
        if record.verdict in (None, Verdict.PASS, Verdict.UNKNOWN):
            times.append(record)
    return times


def with_changes(root: str, runs: Sequence[Run]) -> list[Record]:
    """Return the results of runs, which say whether the files that ran differed from the commit.

    Git is asked in the project at `root`; where it does not know that, it stays unknown.
    """
    places: set[tuple[str, str]] = set()
    for run in runs:
        if run.commit:
            places.update((run.commit, path) for path in run.files)
    at_commits = digests_at(root, places)
    records = []
    for run in runs:
        changed = is_changed(run, at_commits)
        for record in run.records:
            # The time of a bench at a commit that was checked out says it of itself.
            if record.changed is None:
                record = record._replace(changed=changed)
            records.append(record)
    return records


def is_changed(run: Run, at_commits: FilesAtCommits) -> bool | None:
    """Return whether the files of a run differed from its commit; `None` if that is not known.

    `at_commits` are the files that git knows.
    """
    if run.commit is None or not run.files:
        return None
    is_different = False
    for path, digest in run.files.items():
        place = (run.commit, path)
        if place not in at_commits:
            return None
        # Without a digest, the file was saved during the run: perhaps another text ran.
        if digest is None or digest != at_commits[place]:
            is_different = True
    return is_different


def digests_at(root: str, places: Collection[tuple[str, str]]) -> FilesAtCommits:
    """Return the digests of files at commits, by commit and path in the project at `root`.

    The digest is `None` if the commit does not have the file. Commits that git does not know are
    left out, which are all if there is no git.
    """
    if not places:
        return {}
    # A file that git lacks may not be in the commit, or git may not know the commit.
    commits = sorted({commit for commit, _ in places})
    files = [f"{commit}:./{path}" for commit, path in places]
    try:
        objects = read_objects(root, commits + files)
    except OSError:
        return {}
    known_commits = {
        commit
        for commit, data in zip(commits, objects, strict=False)
        if data is not None
    }
    digests: FilesAtCommits = {}
    for place, data in zip(places, objects[len(commits) :], strict=True):
        commit, _ = place
        if commit in known_commits:
            digests[place] = None if data is None else digest_of(source_text(data))
    return digests


def times_by_commit(
    times: Iterable[Record], commits: Iterable[str]
) -> list[list[Record]]:
    """Return the times of each commit, changed or not, in the order of the commits.

    `commits` are those that git knows, the oldest first: an old one may be measured again at any
    time. Another one stands where it was first measured, and so does a time without any, alone.
    """
    order = {commit: place for place, commit in enumerate(commits)}
    place = -1
    groups: defaultdict[tuple[str | int, bool], list[Record]] = defaultdict(list)
    places: dict[tuple[str | int, bool], tuple[int, bool]] = {}
    for number, record in enumerate(times):
        # A commit that git does not know follows the commit that was measured before it.
        place = order.get(record.commit or "", place)
        is_changed = bool(record.changed)
        key = (record.commit or number, is_changed)
        # Changes come after the commit that they were made to.
        is_after_commit = is_changed or record.commit not in order
        places.setdefault(key, (place, is_after_commit))
        groups[key].append(record)
    return [groups[key] for key in sorted(groups, key=places.__getitem__)]


def steps_of(times: Iterable[Record], commits: Iterable[str]) -> list[Step]:
    """Return the steps of times in the order of `commits`: one for each commit, changed or not.

    Times of which no commit is known are a step each: nothing says that the code is the same.
    Runs are compared with runs, and benches with benches, which go first. Only the newest step may
    be called slower or faster for changes that are not committed.
    """
    groups = times_by_commit(times, commits)
    steps: list[Step] = []
    last_bench: Record | None = None
    """The newest bench of the commits before."""
    last_run: float | None = None
    """The fastest run of the last commit before that has one."""
    for group in groups:
        first = group[0]
        is_changed = bool(first.changed)
        benches = [record for record in group if record.minima]
        runs = [record.time.seconds for record in group if not record.minima]
        fastest_run = min(runs, default=None)
        step = Step(
            commit=first.commit,
            changed=is_changed,
            at=min(record.at for record in group),
            time=min(record.time for record in group),
            number_of_times=len(group),
        )
        # Older changes are those of a commit by now, or were given up.
        is_compared = not is_changed or group is groups[-1]
        if is_compared and benches and last_bench:
            pair = (last_bench, benches[-1])
            step = step._replace(ratio=bench_ratio(*pair), benches=pair)
        # Runs without a commit may have run any code.
        elif is_compared and fastest_run is not None and last_run and first.commit:
            step = step._replace(ratio=run_ratio(last_run, fastest_run))
        steps.append(step)
        # A commit is compared with the commit before, not with what was tried between.
        if is_changed:
            continue
        if benches:
            last_bench = benches[-1]
        if fastest_run is not None and first.commit:
            last_run = fastest_run
    return steps


def bench_ratio(before: Record, after: Record) -> float | None:
    """Return the ratio of the times of two benches, if it has moved by more than chance."""
    between = difference(after.minima, before.minima)
    has_moved = between.speed(BENCH_MOVED) in (FASTER, SLOWER)
    return between.ratio if has_moved else None


def run_ratio(before: float, after: float) -> float | None:
    """Return the ratio of the times of runs, if it has moved by more than runs may differ."""
    ratio = ratio_of(after, before)
    if abs(after - before) < LEAST_GAP or 1 / RUN_MOVED < ratio < RUN_MOVED:
        return None
    return ratio


def series_of(times: Iterable[Record]) -> list[list[Record]]:
    """Return the series that the newest times of each part belong to, in the order of the puzzles.

    Series of other solvers come last. A series is the times of one part, solver and variant that
    can be compared, on one input and machine, oldest first, as `times` are.
    """
    series: defaultdict[tuple[object, ...], list[Record]] = defaultdict(list)
    newest: dict[tuple[Puzzle, bool, str, int, str], list[Record]] = {}
    for record in times:
        is_foreign = record.solver != OWN
        # `None` could not be sorted.
        part = (
            record.puzzle,
            is_foreign,
            record.solver,
            record.part or 0,
            record.variant or "",
        )
        newest[part] = series[part + record.basis]
        newest[part].append(record)
    return [newest[part] for part in sorted(newest)]


def commit_text(at: Record | Step) -> str:
    """Return the commit of a time in short, with `+` if files differed from it."""
    if not at.commit:
        return "no commit"
    short = at.commit[:SHORT]
    return f"{short}+" if at.changed else short


def moved_text(ratio: float) -> str:
    """Return by how much a time has moved, such as `2 times faster`."""
    speed = SLOWER if ratio > 1 else FASTER
    return f"{max(ratio, 1 / ratio):.3g} times {speed}"


def subjects_of(root: str, commits: Iterable[str | None]) -> dict[str, str]:
    """Return the first lines of the messages of the commits that git knows, the oldest first.

    `commits` stand in the order in which they were measured; the last `MOST_COMMITS` of them count.
    No commit comes before one that it was made from, whatever their dates are.
    """
    measured = [commit for commit in dict.fromkeys(commits) if commit]
    measured = measured[-MOST_COMMITS:]
    # One commit that is not there any more would keep git from showing the others. Of those of one
    # second, git shows first what it is given first.
    options = ("--date-order", "--ignore-missing", "--format=%H %s")
    output = git_output(root, "log", *options, *reversed(measured)) or ""
    wanted = set(measured)
    subjects = {}
    for line in reversed(output.splitlines()):
        commit, _, subject = line.partition(" ")
        # git also shows all commits that these were made from.
        if commit in wanted:
            subjects[commit] = subject
    return subjects
