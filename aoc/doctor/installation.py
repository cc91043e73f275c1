"""The checks of the installation: the name, Python, the solvers, the project and the clock."""

from __future__ import annotations

import filecmp
import os
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from importlib.metadata import distribution

from aoc.doctor import Diagnostic, NotCheckedError, Status, Subject
from aoc.model import now
from aoc.program import DISTRIBUTION, MODULE, NAME, OTHER_NAME, own_tool, program_name
from aoc.project import OWN, find_project, installed_plugins
from aoc.render.messages import unclear_lines
from aoc.scaffold.project_files import find_requirement
from aoc.scripts.survey import survey
from aoc.site.http import site_http

EXTENSION = ".exe" if os.name == "nt" else ""
AOCD = "advent-of-code-data"
IMPORTS = {b"from aoc.__main__ import": DISTRIBUTION, b"from aocd.": AOCD}
"""The import in the script of a package; on Windows the script is a part of a program."""
FRAMEWORK = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOLERANCE = 10
"""Seconds by which a clock may be wrong."""


def check_name(subject: Subject) -> Iterator[Diagnostic]:
    """Check whether `aoc` starts this program: where it is installed, and in a shell."""
    folder = sysconfig.get_path("scripts")
    if program_name() != MODULE:
        folder = os.path.dirname(os.path.realpath(sys.argv[0]))  # pipx and `uv tool` make links
    own, sure = (os.path.join(folder, name + EXTENSION) for name in (NAME, OTHER_NAME))
    first = shutil.which(NAME)
    if (owner := owner_of(own)) != DISTRIBUTION:
        text = f"`aoc` in {folder} is that of {owner or 'no package'}"
        yield Diagnostic(Status.ERROR, text, f"`{reinstall_command()}` makes it start aoc-days")
    # What pyenv has in its shims starts what is in the folder of the current Python.
    elif first and (f"{os.sep}shims{os.sep}" in first or filecmp.cmp(first, own, shallow=False)):
        yield Diagnostic(Status.OK, f"`aoc` is this program: {first}")
    else:
        owner = owner_of(first or "")
        found = f"`aoc` on PATH is that of {owner}: {first}" if owner else "no `aoc` is on PATH"
        text = f"{found}; this program is in {folder}"
        status = Status.ERROR if owner == AOCD else Status.WARNING
        yield Diagnostic(status, text, f"put {folder} first in PATH, or type {sure}")


def owner_of(script: str) -> str | None:
    """Return the package whose program a script starts; `None` if there is no script."""
    try:
        with open(script, "rb") as file:
            source = file.read(1 << 20)
    except FileNotFoundError:
        return None
    return next((IMPORTS[line] for line in IMPORTS if line in source), "another package")


def reinstall_command() -> str:
    """Return the command of the installer that puts our scripts back, from the same source."""
    again, force = f"--reinstall-package {DISTRIBUTION}", "--force-reinstall --no-deps"
    python, source = shlex.quote(sys.executable), shlex.quote(find_requirement())
    commands = {
        "uv tool": f"uv tool upgrade {again} {DISTRIBUTION}",
        "uv": f"uv pip install --python {python} {again} --no-deps {source}",
        "pipx": f"pipx runpip {DISTRIBUTION} install {force} {source}",
        "pip": f"{python} -m pip install {force} {source}",
    }
    installer = own_tool() or (distribution(DISTRIBUTION).read_text("INSTALLER") or "").strip()
    return commands.get(installer, commands["pip"])


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
        if os.path.exists(own) and not has_layouts and not os.path.samefile(own, FRAMEWORK):
            text = f"{own} has the name of this framework, so nothing can be imported from it"
            yield Diagnostic(Status.ERROR, text, "rename it")
            return
    yield Diagnostic(Status.OK, root)
    for line in unclear_lines(survey(root)) if has_layouts else ():
        yield Diagnostic(Status.WARNING, line, "see docs/coming-from.md for other layouts")


def check_clock(subject: Subject) -> Iterator[Diagnostic]:
    """Compare this computer's clock with the site's, with one request that needs no account.

    Raises `UnreachableError` if there is no response.
    """
    if subject.offline:
        raise NotCheckedError("not checked, because of --offline")
    before = now()
    response = site_http().head("/")
    sent = parsedate_to_datetime(response.headers["Date"]).timestamp()
    # Its clock was at that date between the request and the response.
    ahead = (before + now()) / 2 - sent
    if abs(ahead) > TOLERANCE:
        wrong = f"{abs(ahead):.0f} s {'ahead of' if ahead > 0 else 'behind'}"
        text = f"this computer's clock is {wrong} the site's, which decides when puzzles unlock"
        yield Diagnostic(Status.ERROR, text, "set the clock, or let the system set it (NTP)")
    else:
        yield Diagnostic(Status.OK, "this computer's clock agrees with the site's")
