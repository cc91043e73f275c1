"""The check of the project: whether there is one here, without a package called `aoc`."""

from __future__ import annotations

import os
from collections.abc import Iterator

from aoc.doctor.findings import Finding, Status, from_error
from aoc.doctor.subject import Subject
from aoc.project import NoProjectError

CHECK = "project"
FRAMEWORK = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def check(subject: Subject) -> Iterator[Finding]:
    """Find out whether the current folder is in a project."""
    if subject.project is not None:
        own = own_aoc(subject.project.root)
        if own is None:
            yield Finding(CHECK, Status.OK, subject.project.root)
        else:
            what = f"{own} has the name of this framework, so nothing can be imported from it"
            yield Finding(CHECK, Status.ERROR, what, "rename it")
    elif isinstance(subject.no_project, NoProjectError):
        yield from_error(CHECK, subject.no_project)._replace(status=Status.SKIPPED)
    elif subject.no_project is not None:
        yield from_error(CHECK, subject.no_project)


def own_aoc(root: str) -> str | None:
    """Return the path of a package or module called `aoc` of the project at `root`, if it has one.

    This package itself does not count, in the repository of the framework.
    """
    for own in (os.path.join(root, "aoc"), os.path.join(root, "aoc.py")):
        if os.path.exists(own) and not os.path.samefile(own, FRAMEWORK):
            return own
    return None
