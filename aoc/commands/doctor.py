"""Check the installation, the sessions, and what git keeps of the inputs."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from aoc.commands.options import command, flag
from aoc.console_scripts import AOCD, REMEDY, foreign_name, owner_of, script_path
from aoc.errors import AocError, DeadSessionError, ServerError, UnreachableError, UsageError
from aoc.git import git_output, run_git
from aoc.program import DISTRIBUTION, NAME, OTHER_NAME
from aoc.project.environments import required_version
from aoc.project.project import Project, find_project
from aoc.render.terminal import painted, print_line
from aoc.site.accounts import Accounts, few_of
from aoc.site.client import Client
from aoc.text import printable

OK = "✔"
WARNING = "!"
"""The sign of what may be intended."""
ERROR = "✘"
SKIPPED = "·"
COLORS = {OK: "32", WARNING: "33", ERROR: "31", SKIPPED: "2"}
INPUTS = (
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


class Finding(NamedTuple):
    """The sign of what a check has found, and a sentence for people."""

    sign: str
    text: str


@command
@flag("--offline", help="Do not contact the site.")
def doctor(offline: bool) -> int:
    """Check the installation and the project, and say how to fix what is wrong.

    Nothing is changed. The site is asked whether it knows your sessions. Exits with 1 if a check
    finds an error. Warnings and skipped checks do not count.
    """
    project = None
    # The last check says why there is none.
    with suppress(UsageError):
        project = find_project()
    checks = {
        "name": check_name(),
        "python": check_python(project),
        "tokens": check_tokens(offline=offline),
        "git": check_git(project),
    }
    code = 0
    for name, check in checks.items():
        for sign, text in with_error(check):
            # Names of files may contain line ends.
            line = f" {name:6}  {printable(text, kept='')}"
            print_line(painted(sign, COLORS[sign]), line)
            if sign == ERROR:
                code = 1
    return code


def with_error(check: Iterator[Finding]) -> Iterator[Finding]:
    """Yield each finding of a check as soon as it is there, the last one of an error in it."""
    try:
        yield from check
    except (ServerError, UnreachableError) as error:
        yield Finding(SKIPPED, str(error))
    except AocError as error:
        yield Finding(ERROR, str(error))


def check_name() -> Iterator[Finding]:
    """Check whether `aoc` starts this program in a shell."""
    # Installers that unpack several packages at once leave the script that comes last.
    foreign = foreign_name()
    if foreign:
        yield Finding(ERROR, f"{foreign}: {REMEDY}")
        return
    started = shutil.which(NAME)
    owner = owner_of(started) if started else None
    if owner == DISTRIBUTION:
        yield Finding(OK, f"`aoc` is this program: {started}")
        return
    text = "no `aoc` is on PATH"
    if started:
        text = f"`aoc` on PATH is that of {owner}: {started}"
    # The program of aocd runs every puzzle; another one hardly does harm.
    sign = ERROR if owner == AOCD else WARNING
    sure = script_path(OTHER_NAME)
    folder = os.path.dirname(sure)
    remedy = f"put {folder} first in PATH, or type {sure}"
    yield Finding(sign, f"{text}; this program is in {folder}: {remedy}")


def check_python(project: Project | None) -> Iterator[Finding]:
    """Name the Python that runs this program, or why it is too old for the project."""
    needed = required_version(project.root) if project else ""
    if needed:
        yield Finding(ERROR, needed)
        return
    yield Finding(OK, f"Python {sys.version.split()[0]}, {sys.executable}")


def check_tokens(*, offline: bool) -> Iterator[Finding]:
    """Check the session tokens of all accounts, and ask the site whether it knows their sessions.

    No finding shows a token. Raises `SiteError` for a file of aocd that cannot be read, and if the
    site fails.
    """
    logged_in = Accounts().logged_in()
    alive = []
    for name, account in logged_in.items():
        try:
            client = Client(account)
            if not offline:
                client.fetch_user_id()
            alive.append(name)
        except DeadSessionError as error:
            # The other accounts may have sessions that the site knows.
            yield Finding(ERROR, str(error))
    if alive:
        yield Finding(OK, f"logged in: {', '.join(alive)}")
    # Nobody has to log in, so this is no warning.
    if not logged_in:
        text = "no account is logged in, so days without an input run on samples"
        yield Finding(OK, f"{text}: for your own inputs, `aoc login`")


def check_git(project: Project | None) -> Iterator[Finding]:
    """Search the index of the project's repository for tokens, inputs and puzzle texts.

    Inputs are known by their names. What was committed once and is gone from the index is not
    looked for. A token is never shown.
    """
    root = project.root if project else os.curdir
    folder = git_output(root, "rev-parse", "--show-toplevel")
    if folder is None:
        yield Finding(SKIPPED, "not checked: git finds no repository here")
        return
    tokens = indexed_with(folder, "-e", TOKEN)
    if tokens:
        text = f"the repository has session tokens: {few_of(tokens)}"
        # To remove it is not enough: somebody may have a copy.
        remedy = "log out of adventofcode.com in the browser it is from, which ends the session"
        yield Finding(ERROR, f"{text}: {remedy}")
    leaks = set()
    # An encrypted input is no text, and a link to one has none.
    for path in indexed_with(folder, "-I", "-e", "."):
        if re.search(INPUTS, path) and not re.search(NOT_PERSONAL, path):
            leaks.add(path)
    page = ("--all-match", "-e", HEADING, "-e", PROSE, "--", *PROSE_FILES)
    leaks.update(indexed_with(folder, *page))
    if leaks:
        text = f"the repository has personal inputs or puzzle texts: {few_of(leaks)}"
        remedy = (
            "if they are not your own, `git rm --cached` each, and add a line to .gitignore; "
            "`git filter-repo` changes the history"
        )
        yield Finding(WARNING, f"{text}: {remedy}")
    if not tokens and not leaks:
        text = f"no input, token or puzzle text in {os.path.normpath(folder)}"
        yield Finding(OK, text)


def indexed_with(folder: str, *search: str) -> list[str]:
    """Return the paths of the files in the index that `git grep` finds with some words.

    Raises `AocError` if it fails.
    """
    done = run_git(folder, "grep", "--cached", "--no-color", "-lzE", *search)
    # With 1, it has found nothing.
    if done.returncode > 1:
        raise AocError(f"not checked, since git says {done.stderr.strip()!r}")
    return done.stdout.split("\0")[:-1]
