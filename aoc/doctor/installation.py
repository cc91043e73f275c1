"""The checks of the installation: the name `aoc`, and the Python that runs this program."""

from __future__ import annotations

import filecmp
import os
import shutil
import sys
from collections.abc import Iterator

from aoc.console_scripts import AOCD, REMEDY, foreign_name, owner_of, script_path
from aoc.doctor.diagnostics import Diagnostic, Status, Subject
from aoc.program import DISTRIBUTION, NAME, OTHER_NAME

FRAMEWORK = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def check_name(subject: Subject) -> Iterator[Diagnostic]:
    """Check whether `aoc` starts this program: where it is installed, and in a shell."""
    script = script_path(NAME)
    folder = os.path.dirname(script)
    sure = script_path(OTHER_NAME)
    # Installers that unpack several packages at once leave the script that comes last.
    foreign = foreign_name()
    if foreign:
        yield Diagnostic(Status.ERROR, foreign, REMEDY)
        return
    owner = owner_of(script)
    if owner != DISTRIBUTION:
        text = f"`aoc` in {folder} is that of {owner or 'no package'}"
        yield Diagnostic(Status.WARNING, text, f"type {sure}")
        return
    started = shutil.which(NAME)
    if started and starts_the_same(started, script):
        yield Diagnostic(Status.OK, f"`aoc` is this program: {started}")
        return
    other = owner_of(started) if started else None
    if other:
        text = f"`aoc` on PATH is that of {other}: {started}"
    else:
        text = "no `aoc` is on PATH"
    # The program of aocd runs every puzzle; another one hardly does harm.
    status = Status.ERROR if other == AOCD else Status.WARNING
    remedy = f"put {folder} first in PATH, or type {sure}"
    yield Diagnostic(status, f"{text}; this program is in {folder}", remedy)


def starts_the_same(command: str, script: str) -> bool:
    """Return whether a command on PATH starts what a script of this installation starts."""
    # pyenv's shims start what is in the folder of the current Python.
    if f"{os.sep}shims{os.sep}" in command:
        return True
    # It may be a link, or a copy in another folder.
    return filecmp.cmp(command, script, shallow=False)


def check_python(subject: Subject) -> Iterator[Diagnostic]:
    """Name the Python that runs this program, which can import the framework in the project.

    Installers refuse a Python that is too old.
    """
    project = subject.project
    # Where days lie as the settings say, they may be in a folder of this name: each is loaded by
    # its path.
    if project is not None and not project.settings.get("layouts"):
        for name in ("aoc", "aoc.py"):
            path = os.path.join(project.root, name)
            if os.path.exists(path) and not os.path.samefile(path, FRAMEWORK):
                text = (
                    f"{path} has the name of this framework, "
                    "so nothing can be imported from it"
                )
                yield Diagnostic(Status.ERROR, text, "rename it")
                return
    yield Diagnostic(Status.OK, f"Python {sys.version.split()[0]}, {sys.executable}")
