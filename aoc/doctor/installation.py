"""The checks of the installation: the name, Python, the solvers, the project and the clock."""

from __future__ import annotations

import filecmp
import os
import shutil
import sys
from collections.abc import Iterator

from aoc.console_scripts import AOCD, REMEDY, foreign_name, owner_of, script_path
from aoc.doctor import Diagnostic, NotCheckedError, Status, Subject
from aoc.model.puzzles import now
from aoc.program import DISTRIBUTION, NAME, OTHER_NAME
from aoc.project.project import find_project
from aoc.project.solvers import OWN, installed_plugins
from aoc.project.survey import survey
from aoc.render.messages import unclear_lines
from aoc.site.http import date_of, site_http

FRAMEWORK = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOLERANCE = 10
"""Seconds by which a clock may be wrong."""


def check_name(subject: Subject) -> Iterator[Diagnostic]:
    """Check whether `aoc` starts this program: where it is installed, and in a shell."""
    own, sure = script_path(NAME), script_path(OTHER_NAME)
    folder, owner, first = os.path.dirname(own), owner_of(own), shutil.which(NAME)
    if foreign := foreign_name():
        yield Diagnostic(Status.ERROR, foreign, REMEDY)
    elif owner != DISTRIBUTION:
        text = f"`aoc` in {folder} is that of {owner or 'no package'}"
        yield Diagnostic(Status.WARNING, text, f"type {sure}")
    # What pyenv has in its shims starts what is in the folder of the current Python.
    elif first and (
        f"{os.sep}shims{os.sep}" in first or filecmp.cmp(first, own, shallow=False)
    ):
        yield Diagnostic(Status.OK, f"`aoc` is this program: {first}")
    else:
        owner = owner_of(first or "")
        found = (
            f"`aoc` on PATH is that of {owner}: {first}"
            if owner
            else "no `aoc` is on PATH"
        )
        text = f"{found}; this program is in {folder}"
        status = Status.ERROR if owner == AOCD else Status.WARNING
        yield Diagnostic(status, text, f"put {folder} first in PATH, or type {sure}")


def check_python(subject: Subject) -> Iterator[Diagnostic]:
    """Name the Python that runs this program; installers refuse one that is too old."""
    yield Diagnostic(Status.OK, f"Python {sys.version.split()[0]}, {sys.executable}")


def check_solvers(subject: Subject) -> Iterator[Diagnostic]:
    """List the solvers: the project's own days, and installed ones with their entry points."""
    installed = [solver for solver in installed_plugins() if solver.name != OWN]
    names = [OWN, *(f"{solver.name} ({solver.entry})" for solver in installed)]
    yield Diagnostic(Status.OK, ", ".join(names))


def check_project(subject: Subject) -> Iterator[Diagnostic]:
    """Check whether the current folder is in a project, without a package called `aoc`."""
    project = subject.project or find_project()
    root, has_layouts = project.root, bool(project.own_layouts)
    for own in (os.path.join(root, "aoc"), os.path.join(root, "aoc.py")):
        if (
            os.path.exists(own)
            and not has_layouts
            and not os.path.samefile(own, FRAMEWORK)
        ):
            text = f"{own} has the name of this framework, so nothing can be imported from it"
            yield Diagnostic(Status.ERROR, text, "rename it")
            return
    yield Diagnostic(Status.OK, root)
    for line in unclear_lines(survey(root)) if has_layouts else ():
        yield Diagnostic(
            Status.WARNING, line, "see docs/coming-from.md for other layouts"
        )


def check_clock(subject: Subject) -> Iterator[Diagnostic]:
    """Compare this computer's clock with the site's, with one request that needs no account.

    Raises `UnreachableError` if there is no response.
    """
    if subject.offline:
        raise NotCheckedError("not checked, because of --offline")
    before = now()
    response = site_http().head("/")
    sent = date_of(response)
    if sent is None:
        raise NotCheckedError(
            "not checked, since no date came with the site's response"
        )
    # Its clock was at that date between the request and the response.
    ahead = (before + now()) / 2 - sent
    if abs(ahead) > TOLERANCE:
        wrong = f"{abs(ahead):.0f} s {'ahead of' if ahead > 0 else 'behind'}"
        text = f"this computer's clock is {wrong} the site's, which decides when puzzles unlock"
        yield Diagnostic(
            Status.ERROR, text, "set the clock, or let the system set it (NTP)"
        )
    else:
        yield Diagnostic(Status.OK, "this computer's clock agrees with the site's")
