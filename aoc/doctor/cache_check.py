"""The check of aocd's data folder: whether inputs and answers can be kept there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

from aoc.doctor.findings import Finding, Status
from aoc.doctor.subject import Subject

CHECK = "cache"


def check(subject: Subject) -> Iterator[Finding]:
    """Find out whether the folder, and those of the accounts in it, can be written."""
    cache = subject.accounts.cache
    folder = cache.folder
    if not os.path.lexists(folder):
        parent = nearest_parent(folder)
        why = writing_problem(parent)
        if why:
            yield unwritable(folder, f"{parent}: {why}")
        else:
            yield Finding(CHECK, Status.OK, f"{folder} will be created when something is cached")
        return
    if not os.path.isdir(folder):
        remedy = "move it away, or set AOCD_DIR to another folder"
        yield Finding(CHECK, Status.ERROR, f"{folder} is not a folder", remedy)
        return
    accounts = [os.path.join(folder, user) for user in cache.users()]
    problems = [(path, why) for path in (folder, *accounts) if (why := writing_problem(path))]
    for path, why in problems:
        yield unwritable(path, why)
    if not problems:
        yield Finding(CHECK, Status.OK, folder)


def unwritable(path: str, why: str) -> Finding:
    """Return the finding for a folder that nothing can be written into."""
    remedy = "make it writable for you, or set AOCD_DIR to another folder"
    return Finding(CHECK, Status.ERROR, f"{path} cannot be written ({why})", remedy)


def nearest_parent(path: str) -> str:
    """Return the nearest path above another one at which there is something."""
    parent = os.path.dirname(os.path.abspath(path))
    return parent if os.path.lexists(parent) else nearest_parent(parent)


def writing_problem(folder: str) -> str | None:
    """Return why no file can be made in a folder; `None` if it can."""
    try:
        with tempfile.TemporaryFile(dir=folder, prefix=".aoc-doctor-"):
            return None
    except OSError as error:
        return error.strerror or str(error)
