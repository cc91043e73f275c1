"""The solver of a job in a layout of its own: a script, a program, a function or a module."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any

from aoc.model.jobs import DayLayout, Job, Task
from aoc.worker.aocd_stand_in import StandIn
from aoc.worker.day_module import BrokenDayError, Day, import_of_job
from aoc.worker.scripts.imports import imports_from, module_name
from aoc.worker.scripts.program import load_program
from aoc.worker.scripts.script import Script, start_of_script
from aoc.worker.scripts.served_input import ServedInput


def load(job: Job, aocd: StandIn, folder: str, forget: Callable[[], None]) -> Any:
    """Return the solver of a job in a layout of its own: a function, or a `Day` or its shows.

    From now on, the input is served where a script looks for it: as files in `folder`.
    """
    layout = job.layout
    assert layout
    is_show = job.options.task is Task.SHOW
    served = ServedInput(job, aocd, folder)
    if layout.run and not is_show:
        if layout.is_program:
            return load_program(job, layout, served, forget)
        file = os.path.abspath(os.path.join(job.root, layout.file))
        return Script(job, layout, served, forget, start_of_script(file, job.root))
    # The module of a day may read its input when it is imported.
    first_text = job.inputs[0].text if job.inputs else None
    served.serve(first_text or "")
    path = os.path.join(job.root, layout.file)
    with imports_from(os.path.dirname(path), job.root, layout.path):
        if is_show or not layout.solver:
            day = import_of_job(job, module_name(path))
            return with_parser(day, job, layout) if layout.parser else day
        solve = import_function(layout.solver)

    def call(year: int, day: int, data: str) -> Any:
        served.serve(data)
        os.chdir(job.root)
        return solve(year, day, data)

    return call


def with_parser(day: Day, job: Job, layout: DayLayout) -> Day:
    """Return a day whose parts take what the `parse` in another file returns."""
    path = os.path.join(job.root, layout.parser)
    with imports_from(os.path.dirname(path), job.root, layout.path):
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
