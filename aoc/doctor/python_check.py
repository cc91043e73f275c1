"""The check of the Pythons that run this program and the days."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator

from aoc.doctor.findings import Finding, Status
from aoc.doctor.subject import Subject
from aoc.running.interpreter import OLDEST, python_of

__all__ = ["check"]

CHECK = "python"


def check(subject: Subject) -> Iterator[Finding]:
    """Compare the version of this Python with the oldest that we support; find that of the days.

    Raises `UsageError` where the project names a Python for its days that cannot run them.
    """
    what = f"Python {platform.python_version()}, {sys.executable}"
    if sys.version_info[:2] >= OLDEST:
        yield Finding(CHECK, Status.OK, what)
    else:
        needed = ".".join(map(str, OLDEST))
        remedy = f"make an environment with Python {needed} or newer, and install aoc-days there"
        yield Finding(CHECK, Status.ERROR, f"{what} is too old: aoc-days needs {needed}", remedy)
    python = subject.project and python_of(subject.project)
    if python:
        yield Finding(CHECK, Status.OK, f"the days of the project run with {python}")
