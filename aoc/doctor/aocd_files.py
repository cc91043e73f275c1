"""The checks of aocd's files: the session tokens, and the folder of inputs and answers."""

from __future__ import annotations

import os
import re
import shlex
import stat
from collections.abc import Iterator
from glob import escape, glob
from pathlib import Path

from aoc.doctor.checks import Diagnostic, Status, Subject
from aoc.files import TOKEN_FILES
from aoc.render.format import counted

SESSION = "[0-9a-f]{128}|[0-9a-f]{96}"
"""The session tokens of the site, today and in the past."""


def check_tokens(subject: Subject) -> Iterator[Diagnostic]:
    """Check the session tokens of all accounts; no diagnostic shows one.

    Raises `SiteError` for a file of aocd that cannot be read.
    """
    accounts = subject.accounts
    public = [path for name in TOKEN_FILES if is_public(path := accounts.path(name))]
    if public:
        text = f"every user of this computer can read {', '.join(public)}"
        yield Diagnostic(Status.ERROR, text, f"`{shlex.join(['chmod', '600', *public])}`")
    logged_in = accounts.logged_in()
    for name, account in logged_in.items():
        if not re.fullmatch(SESSION, account.token or ""):
            text = f"the session token of {name} is not 128 hex digits"
            remedy = "copy the value of the cookie `session` again, then `aoc login`"
            yield Diagnostic(Status.WARNING, text, remedy)
    if logged_in:
        yield Diagnostic(Status.OK, f"logged in: {', '.join(logged_in)}")
        return
    text = "no account is logged in, so days run on made-up inputs"
    if inputs := personal_inputs(subject):
        text += f", except for {counted(len(inputs), 'input')} of your own"
    yield Diagnostic(Status.OK, text, "for your own inputs, `aoc login`")


def is_public(path: str) -> bool:
    """Return whether every user can read a file and pass all folders on the way to it.

    Windows has no such modes.
    """
    real = Path(path).resolve()
    return (
        os.name == "posix"
        and os.path.isfile(real)
        and bool(real.stat().st_mode & stat.S_IROTH)
        and all(folder.stat().st_mode & stat.S_IXOTH for folder in real.parents)
    )


def personal_inputs(subject: Subject) -> list[str]:
    """Return the paths of the inputs of all accounts, and of those pasted into the project."""
    cache, project = subject.accounts.cache, subject.project
    folders = [(os.path.join(cache.folder, user), "*_input.txt") for user in cache.users()]
    if project is not None:
        folder = os.path.join(project.root, os.path.expanduser(project.inputs))
        folders.append((folder, os.path.join("*", "*.txt")))
    return [path for folder, names in folders for path in glob(os.path.join(escape(folder), names))]


def check_cache(subject: Subject) -> Iterator[Diagnostic]:
    """Check whether aocd's folder, and those of the accounts in it, can be written."""
    cache = subject.accounts.cache
    folder = existing = os.path.abspath(cache.folder)
    while not os.path.lexists(existing):
        existing = os.path.dirname(existing)
    paths = [existing, *(os.path.join(folder, user) for user in cache.users())]
    wrong = [p for p in paths if not (os.path.isdir(p) and os.access(p, os.W_OK | os.X_OK))]
    for path in wrong:
        remedy = "make it one, or set AOCD_DIR to another folder"
        yield Diagnostic(Status.ERROR, f"{path} is not a folder that you can write to", remedy)
    if not wrong:
        later = "" if existing == folder else " will be created when something is cached"
        yield Diagnostic(Status.OK, folder + later)
