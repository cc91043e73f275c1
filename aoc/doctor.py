"""The checks of `aoc doctor`: the installation, the sessions, and what git keeps of the inputs."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from aoc.console_scripts import AOCD, REMEDY, foreign_name, owner_of, script_path
from aoc.errors import (
    AocError,
    DeadSessionError,
    ServerError,
    UnreachableError,
    UsageError,
)
from aoc.git import run_git
from aoc.program import DISTRIBUTION, NAME, OTHER_NAME
from aoc.project.environments import required_version
from aoc.project.project import NoProjectError, Project, find_project
from aoc.site.accounts import Accounts, few_of
from aoc.site.client import Client
from aoc.tokens import TOKEN_FILES

NAMES = (
    r"(?i)(?:^|/)(?:"
    r"\d{4}_\d\d_(?:input\.txt|prose\.\d\.html)|"
    r"inputs?/(?:.+/)?[^/.]*\d[^/.]*(?:\.txt|\.in)?|"
    r"[^/]*input[^/.]*(?:\.txt|\.in)?"
    r")$"
)
"""The names that aocd and this program have for pages and inputs, and people for inputs."""
NOT_PERSONAL = r"(?i)example|sample|small|test|demo"
"""The words in the name of an input that is not personal."""
TOKEN = "53616c7465645f5f[0-9a-f]{80}([0-9a-f]{32})?([^0-9a-f]|$)"
"""All session tokens of the site start alike, with `Salted__`; they have 128 or 96 hex digits."""
HEADING = "--- Day [0-9]+: .+ ---"
PROSE = "day-desc|--- Part Two ---|Your puzzle answer was|your puzzle input"
"""Other words in the text of a puzzle, but hardly in notes that have its heading."""
PROSE_FILES = (":(icase)*.md", ":(icase)*.htm*", ":(icase)*.txt", ":(icase)*.rst")


class Status(StrEnum):
    """The result of a check. An `ERROR` is wrong; a `WARNING` may be intended."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"
    SKIPPED = "skipped"


class Diagnostic(NamedTuple):
    """A result of a check: a sentence for people, and the remedy if something is wrong."""

    status: Status
    message: str
    remedy: str | None = None


class NotCheckedError(AocError):
    """The check cannot be made; the message says why."""


SKIPPING = (NotCheckedError, NoProjectError, ServerError, UnreachableError)
"""The errors that are not about the installation or the project."""


class Subject(NamedTuple):
    """What is checked: the project of the current folder, if any; `offline`, without the site."""

    project: Project | None
    offline: bool


def find_subject(*, offline: bool) -> Subject:
    """Return what there is to check."""
    # `check_git` needs a project, and says why there is none. The others can do without.
    with suppress(UsageError):
        return Subject(find_project(), offline)
    return Subject(None, offline)


def diagnose(
    check: Callable[[Subject], Iterable[Diagnostic]], subject: Subject
) -> Iterator[Diagnostic]:
    """Yield each diagnostic of a check as soon as it is there, the last of an error in it."""
    try:
        yield from check(subject)
    except AocError as error:
        yield diagnostic_of(error)


def diagnostic_of(error: AocError) -> Diagnostic:
    """Return what an error says as a diagnostic."""
    status = Status.SKIPPED if isinstance(error, SKIPPING) else Status.ERROR
    return Diagnostic(status, error.what, error.remedy or None)


def check_name(subject: Subject) -> Iterator[Diagnostic]:
    """Check whether `aoc` starts this program in a shell."""
    # Installers that unpack several packages at once leave the script that comes last.
    foreign = foreign_name()
    if foreign:
        yield Diagnostic(Status.ERROR, foreign, REMEDY)
        return
    started = shutil.which(NAME)
    owner = owner_of(started) if started else None
    if owner == DISTRIBUTION:
        yield Diagnostic(Status.OK, f"`aoc` is this program: {started}")
        return
    text = "no `aoc` is on PATH"
    if started:
        text = f"`aoc` on PATH is that of {owner}: {started}"
    # The program of aocd runs every puzzle; another one hardly does harm.
    status = Status.ERROR if owner == AOCD else Status.WARNING
    sure = script_path(OTHER_NAME)
    folder = os.path.dirname(sure)
    remedy = f"put {folder} first in PATH, or type {sure}"
    yield Diagnostic(status, f"{text}; this program is in {folder}", remedy)


def check_python(subject: Subject) -> Iterator[Diagnostic]:
    """Name the Python that runs this program, or why it is too old for the project."""
    needed = required_version(subject.project.root) if subject.project else ""
    if needed:
        yield Diagnostic(Status.ERROR, needed)
        return
    yield Diagnostic(Status.OK, f"Python {sys.version.split()[0]}, {sys.executable}")


def check_tokens(subject: Subject) -> Iterator[Diagnostic]:
    """Check the session tokens of all accounts, and ask the site whether it knows their sessions.

    No diagnostic shows a token. Raises `SiteError` for a file of aocd that cannot be read, and if
    the site fails.
    """
    accounts = Accounts()
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
        text = "no account is logged in, so days without an input run on samples"
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


def check_git(subject: Subject) -> Iterator[Diagnostic]:
    """Search the index of the project's repository, and the files that git would add.

    Inputs are known by their names. What was committed once and is gone from the index is not
    looked for. A token is never shown.
    """
    project = subject.project or find_project()
    [folder] = git(project.root, "rev-parse", "--show-toplevel")
    tokens = indexed_with(folder, "-e", TOKEN)
    if tokens:
        text = f"the repository has session tokens: {few_of(tokens)}"
        # To remove it is not enough: somebody may have a copy.
        remedy = "log out of adventofcode.com in the browser it is from, which ends the session"
        yield Diagnostic(Status.ERROR, text, remedy)
    # An encrypted input is no text, and a link to one has none.
    inputs = named_inputs(indexed_with(folder, "-I", "-e", "."))
    page = ("--all-match", "-e", HEADING, "-e", PROSE, "--", *PROSE_FILES)
    leaks = {*inputs, *indexed_with(folder, *page)}
    if leaks:
        text = f"the repository has personal inputs or puzzle texts: {few_of(leaks)}"
        remedy = (
            "if they are not your own, `git rm --cached` each, and add a line to .gitignore; "
            "`git filter-repo` changes the history"
        )
        yield Diagnostic(Status.WARNING, text, remedy)
    untracked = git(folder, "ls-files", "--others", "--exclude-standard", "-z")
    loose = named_inputs(untracked)
    if loose:
        text = f"git does not ignore {few_of(loose)}, so the next `git add .` adds it"
        yield Diagnostic(Status.WARNING, text, "add a line for it to .gitignore")
    if not tokens and not leaks and not loose:
        text = f"no input, token or puzzle text in {os.path.normpath(folder)}"
        yield Diagnostic(Status.OK, text)


def git(folder: str, *arguments: str) -> list[str]:
    """Return the lines or names that git prints. Raises `NotCheckedError` if it fails."""
    try:
        done = run_git(folder, *arguments)
    except OSError as error:
        raise NotCheckedError(
            f"not checked, since git cannot start ({error.strerror})"
        ) from None
    # With 1, `git grep` has found nothing.
    if done.returncode > 1:
        raise NotCheckedError(f"not checked, since git says {done.stderr.strip()!r}")
    return [line for line in re.split("[\0\n]", done.stdout) if line]


def indexed_with(folder: str, *search: str) -> list[str]:
    """Return the paths of the files in the index that `git grep` finds with some words."""
    return git(folder, "grep", "--cached", "--no-color", "-lzE", *search)


def named_inputs(paths: Iterable[str]) -> list[str]:
    """Return the paths that have the name of a personal input or of a puzzle page."""
    inputs = []
    for path in paths:
        if re.search(NAMES, path) and not re.search(NOT_PERSONAL, path):
            inputs.append(path)
    return inputs
