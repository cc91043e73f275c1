"""The checks of the installation: the program, its Python, and the session tokens it is to use."""

from __future__ import annotations

import filecmp
import os
import shlex
import shutil
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from aoc.console_scripts import AOCD, REMEDY, foreign_name, owner_of, script_path
from aoc.doctor.diagnostics import Diagnostic, Status, Subject, diagnostic_of
from aoc.errors import DeadSessionError
from aoc.program import DISTRIBUTION, NAME, OTHER_NAME
from aoc.project.python_version import required_version
from aoc.render.format import counted
from aoc.site.client import Client
from aoc.tokens import TOKEN_FILES


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
    """Name the Python that runs this program, or why it is too old for the project.

    Installers refuse one that is too old for this program.
    """
    if subject.project is not None:
        needed = required_version(subject.project.root)
        if needed:
            yield Diagnostic(Status.ERROR, needed)
            return
    yield Diagnostic(Status.OK, f"Python {sys.version.split()[0]}, {sys.executable}")


def check_tokens(subject: Subject) -> Iterator[Diagnostic]:
    """Check the session tokens of all accounts, and ask the site whether it knows their sessions.

    No diagnostic shows a token. Raises `SiteError` for a file of aocd that cannot be read, and if
    the site fails.
    """
    accounts = subject.accounts
    paths = [accounts.path(name) for name in TOKEN_FILES]
    public = [path for path in paths if is_public(path)]
    if public:
        text = f"every user of this computer can read {', '.join(public)}"
        command = shlex.join(["chmod", "600", *public])
        yield Diagnostic(Status.ERROR, text, f"`{command}`")
    logged_in = accounts.logged_in()
    alive = []
    for name, account in logged_in.items():
        try:
            client = Client(account)
            if not subject.offline:
                client.fetch_user_id()
            alive.append(name)
        except DeadSessionError as error:
            # The other accounts may have sessions that the site knows.
            yield diagnostic_of(error)
    if alive:
        yield Diagnostic(Status.OK, f"logged in: {', '.join(alive)}")
    # Nobody has to log in, so this is no warning.
    if not logged_in:
        saved = counted(len(subject.personal_inputs()), "input")
        text = (
            f"no account is logged in ({saved} saved), "
            "so days without one run on samples"
        )
        yield Diagnostic(Status.OK, text, "for your own inputs, `aoc login`")


def is_public(path: str) -> bool:
    """Return whether every user can read a file and pass all folders on the way to it.

    Windows has no such modes.
    """
    if os.name != "posix":
        return False
    real = Path(path).resolve()
    if not real.is_file() or not real.stat().st_mode & stat.S_IROTH:
        return False
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in real.parents)
