"""The solver of a job in a layout of its own: a script, a program, a function or a module."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any

from aoc.model.jobs import DayLayout
from aoc.worker.day_module import BrokenDayError, Day
from aoc.worker.scripts.imports import imports_from, module_name
from aoc.worker.scripts.program import load_program
from aoc.worker.scripts.script import Script, start_of_script
from aoc.worker.scripts.served_input import ServedInput
from aoc.worker.solvers import OneCall, Plugin
from aoc.worker.worker_job import WorkerJob


def load(work: WorkerJob, layout: DayLayout, import_day: Callable[[str], Day]) -> Day | OneCall:
    """Return the solver of a job in a layout of its own; `import_day` takes a module's name.

    From now on, the input is served where a script looks for it.
    """
    job = work.job
    forget = work.project.forget
    served = ServedInput(job, work.aocd, work.new_folder())
    if layout.is_program:
        return load_program(job, layout, served, forget)
    if layout.run:
        file = os.path.abspath(os.path.join(job.root, layout.file))
        return Script(job, layout, served, forget, start_of_script(file, job.root))
    # The module of a day may read its input when it is imported.
    first_text = job.inputs[0].text if job.inputs else None
    served.serve(first_text or "")
    path = os.path.join(job.root, layout.file)
    with imports_from(os.path.dirname(path), job.root, layout.path):
        if not layout.solver:
            day = import_day(module_name(path))
            return with_parser(day, job.root, layout) if layout.parser else day
        solve = import_function(layout.solver)

    def solve_at_home(year: int, day: int, data: str) -> Any:
        served.serve(data)
        os.chdir(job.root)
        return solve(year, day, data)

    return Plugin(job.entry, job.puzzle, solve_at_home)


def with_parser(day: Day, root: str, layout: DayLayout) -> Day:
    """Return a day whose parts take what the `parse` in another file returns."""
    path = os.path.join(root, layout.parser)
    with imports_from(os.path.dirname(path), root, layout.path):
        parser = import_module(module_name(path))
    return day._replace(parse=getattr(parser, "parse", str))


def import_function(name: str) -> Callable[..., Any]:
    """Return the function of the project with a name such as `module:function`.

    Raises `BrokenDayError` if there is no such module, and the errors of its import.
    """
    module, _, function = name.partition(":")
    try:
        imported: Callable[..., Any] = getattr(import_module(module), function)
    except ModuleNotFoundError as error:
        # The module itself may be there, and import another one that is not.
        is_missing = error.name and f"{module}.".startswith(f"{error.name}.")
        if not is_missing:
            raise
        path = f"{str(error.name).replace('.', '/')}.py"
        raise BrokenDayError(
            f"is no function of the project: write it into {path} beside pyproject.toml, or "
            "correct [tool.aoc] layouts"
        ) from None
    return imported
