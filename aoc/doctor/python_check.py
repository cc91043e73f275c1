"""The check of the Python that runs this program and the days."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator

from aoc.doctor.findings import Finding, Status
from aoc.doctor.subject import Subject

CHECK = "python"
OLDEST = (3, 11)
"""The oldest Python that this program and the days run on."""


def check(subject: Subject) -> Iterator[Finding]:
    """Compare the version of this Python with the oldest that we support."""
    what = f"Python {platform.python_version()}, {sys.executable}"
    if sys.version_info[:2] >= OLDEST:
        yield Finding(CHECK, Status.OK, what)
    else:
        needed = ".".join(map(str, OLDEST))
        remedy = f"make an environment with Python {needed} or newer, and install aoc-days there"
        yield Finding(CHECK, Status.ERROR, f"{what} is too old: aoc-days needs {needed}", remedy)
