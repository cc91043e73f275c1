"""The command line of the mutation tests: see `tests/mutation/__init__.py`."""

from __future__ import annotations

import random
import sys
import uuid
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue

import click
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkItem, WorkResult

from tests.mutation.mutants import ROOMS, mutants_of
from tests.mutation.selection import Selection, record
from tests.mutation.trial import ROOT, SLACK, copy_of, run_tests, try_mutant

BUDGET = 30.0
"""Seconds that the tests for a mutant may take."""


@click.command()
@click.argument("session", type=click.Path(path_type=Path))
@click.argument("modules", nargs=-1)
@click.option("--jobs", default=2, help="How many mutants are tried at once.")
@click.option("--sample", type=int, help="Try so many mutants only.")
def main(session: Path, modules: tuple[str, ...], jobs: int, sample: int | None) -> None:
    """Try mutants of MODULES in the folder SESSION, and show which no test has noticed.

    Without MODULES, it is every module of the rooms that submit, record, limit, time and report.
    A session can be stopped and continued, as long as neither the program nor its tests change.
    """
    session = session.resolve()
    session.mkdir(parents=True, exist_ok=True)
    with use_db(str(session / "mutants.sqlite"), WorkDB.Mode.create) as database:
        if not database.num_work_items:
            database.add_work_items(items(modules))
        pending = list(database.pending_work_items)
        if sample is not None:
            pending = random.Random(0).sample(pending, min(sample, len(pending)))
        try_all(database, pending, session, jobs)
        show(database)


def items(modules: tuple[str, ...]) -> list[WorkItem]:
    """Return the mutants of modules, or of all rooms, as work for the database."""
    paths = [Path(module) for module in modules] or [
        path.relative_to(ROOT)
        for room in ROOMS
        for path in sorted((ROOT / "aoc" / room).glob("*.py"))
        if path.name != "__init__.py" and not path.name.startswith("windows")
    ]
    found = [mutant for path in paths for mutant in mutants_of(path)]
    return [WorkItem.single(uuid.uuid4().hex, mutant) for mutant in found]


def try_all(database: WorkDB, pending: list[WorkItem], session: Path, jobs: int) -> None:
    """Try mutants, each in a free copy of the tree, and write down what came of them."""
    trees: SimpleQueue[Path] = SimpleQueue()
    for number in range(jobs):
        trees.put(copy_of(ROOT, session / f"copy{number}"))
    if not (session / "map" / "data").exists():
        tree = session / "copy0"
        record(tree, session / "map", ["-n", str(jobs), "-m", "not install"])
    selection = Selection(session / "map")
    quickest = min(selection.seconds, key=selection.seconds.__getitem__)
    fails, output = run_tests(session / "copy0", [quickest], SLACK)
    if fails:
        raise click.ClickException(f"{quickest} fails without a mutant:\n{output}")

    def try_one(item: WorkItem) -> WorkResult:
        tree = trees.get()
        try:
            return try_mutant(item.mutations[0], tree, selection, BUDGET)
        finally:
            trees.put(tree)

    with ThreadPoolExecutor(jobs) as pool:
        futures: dict[Future[WorkResult], WorkItem] = {
            pool.submit(try_one, item): item for item in pending
        }
        for done, future in enumerate(as_completed(futures), 1):
            item, result = futures[future], future.result()
            database.set_result(item.job_id, result)
            if not result.is_killed:
                click.echo(f"{done}/{len(pending)} not noticed: {line_of(item)}")


def line_of(item: WorkItem) -> str:
    """Return where a mutant is, and what it changes."""
    mutant = item.mutations[0]
    source = (ROOT / mutant.module_path).read_text(encoding="utf-8").splitlines()
    line, column = mutant.start_pos
    text = source[line - 1].strip() if line <= len(source) else ""
    return f"{mutant.module_path}:{line}:{column} {mutant.operator_name}: {text}"


def show(database: WorkDB) -> None:
    """Print the mutants that no test has noticed, and how many were noticed."""
    noticed: Counter[bool] = Counter()
    for item, result in database.completed_work_items:
        noticed[result.test_outcome is not TestOutcome.SURVIVED] += 1
        if not result.is_killed:
            click.echo(line_of(item))
    click.echo(f"{noticed[True]} of {noticed.total()} noticed, {database.num_work_items} in all")


if __name__ == "__main__":
    sys.exit(main())
