"""The check of the name: whether `aoc` starts this program, and if not, which one and why."""

from __future__ import annotations

import os
from collections.abc import Iterator

from aoc.doctor.findings import Finding, Status
from aoc.doctor.scripts import (
    SCRIPT,
    SURE_SCRIPT,
    Owner,
    exposed_folders,
    first_on_path,
    installer,
    is_same,
    owner_of,
    scripts_folder,
)
from aoc.doctor.subject import Subject

CHECK = "name"
FIX = "`aoc doctor --fix` makes it start aoc-days, and --undo takes this back"


def check(subject: Subject) -> Iterator[Finding]:
    """Find out which program `aoc` starts: where this one is installed, and in a shell."""
    folder = scripts_folder()
    folders = [folder, *exposed_folders(folder)] if folder else []
    findings = [found for place in folders if (found := check_folder(place, folders))]
    yield from findings
    first = first_on_path()
    if not reaches(folders, first):
        yield check_elsewhere(first, folder)
    elif not findings:
        yield Finding(CHECK, Status.OK, f"`aoc` is this program: {first}")


def check_folder(folder: str, folders: list[str]) -> Finding | None:
    """Return what is wrong with the `aoc` in a folder of ours, if anything is."""
    path = os.path.join(folder, SCRIPT)
    owner = owner_of(path)
    if owner is Owner.OURS or (folder != folders[0] and leads_into(path, folders[0])):
        return None
    if owner is Owner.AOCD:
        why = (
            f"`aoc` in {folder} is advent-of-code-data's program, as both packages have a script "
            f"of that name, and {installer()} kept the last one"
        )
    elif owner is Owner.NOBODY:
        why = f"there is no `aoc` in {folder}, as after uninstalling another package with an `aoc`"
    else:
        why = f"`aoc` in {folder} belongs to neither aoc-days nor advent-of-code-data"
        if folder != folders[0]:
            return Finding(CHECK, Status.WARNING, why, "type `aoc-days` instead")
    return Finding(CHECK, Status.ERROR, why, FIX)


def check_elsewhere(first: str | None, folder: str | None) -> Finding:
    """Return the finding about a shell in which `aoc` is not in a folder of ours.

    `first` is what `aoc` starts there, and `folder` is where we are installed, if we are.
    """
    here = f"this program is in {folder}" if folder else "this program is not installed"
    remedy = None
    if folder:
        remedy = f"put {folder} first in PATH, or type {os.path.join(folder, SURE_SCRIPT)}"
    if first is None:
        return Finding(CHECK, Status.WARNING, f"no `aoc` is on PATH, and {here}", remedy)
    whose = owner_of(first)
    if whose is Owner.OURS:
        what = f"`aoc` is aoc-days in another installation: {first}, while {here}"
        return Finding(CHECK, Status.WARNING, what, remedy)
    status = Status.ERROR if whose is Owner.AOCD else Status.WARNING
    return Finding(CHECK, status, f"`aoc` is {whose}: {first}, while {here}", remedy)


def reaches(folders: list[str], first: str | None) -> bool:
    """Return whether a shell looks into one of our folders before it finds its first `aoc`."""
    last = os.path.dirname(os.path.abspath(first)) if first else None
    if folders and last and os.path.basename(last) == "shims":
        return True  # pyenv starts from there what is in the folder of the current Python
    for place in os.get_exec_path():
        if any(is_same(place, folder) for folder in folders):
            return True
        if last and is_same(place, last):
            return False
    return False


def leads_into(script: str, folder: str) -> bool:
    """Return whether a script is a link to the one in a folder of ours."""
    return os.path.exists(script) and is_same(script, os.path.join(folder, SCRIPT))
