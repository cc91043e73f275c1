"""The check of the project's git repository for inputs, tokens and puzzle texts."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from glob import escape, glob

from aoc.doctor.findings import SHOWN, Finding, Status, listed
from aoc.doctor.leaks import Kind, Known, Leak, find_leaks, kind_by_name, read_known
from aoc.doctor.repository import NoRepositoryError, Repository
from aoc.doctor.subject import Subject
from aoc.doctor.token_check import stored_tokens
from aoc.project import Project
from aoc.render.format import counted
from aoc.site.accounts import Accounts

CHECK = "git"
SECONDS = 10.0
"""How long the search may take."""
CANDIDATES = ("*input*", "inputs/*", "*/inputs/*", "token", "token*.json", ".env", "*_prose.*")
"""Patterns of git for files that may be personal."""
TOKEN_FILE = re.compile(r"(?:^|/)(?:token|tokens\.json|token2id\.json|\.env)$")
SHORTEST_TOKEN = 32
"""Characters that a token must have to be looked for."""
SURE = (Kind.INPUT, Kind.TOKEN, Kind.PAGE)


def check(subject: Subject) -> Iterator[Finding]:
    """Search the index and the history of the project's repository, and what git would add."""
    project = subject.project
    if project is None:
        yield Finding(CHECK, Status.SKIPPED, "not checked without a project")
        return
    try:
        repository = Repository(project.root, SECONDS)
        leaks = find_leaks(repository, known_of(repository, project, subject.accounts))
        unignored = repository.unignored(CANDIDATES)
    except NoRepositoryError as error:
        yield Finding(CHECK, Status.SKIPPED, f"not checked: {error}")
        return
    unknown = "" if repository.is_cut else " (not committed)"
    findings = [
        leak_finding(kind, there, found, unknown)
        for kind in Kind
        for there in (True, False)
        if (found := [leak for leak in leaks if (leak.kind, leak.is_tracked) == (kind, there)])
    ]
    yield from findings
    loose = [path for path in unignored if TOKEN_FILE.search(path) or kind_by_name(path)]
    if loose:
        what = f"git does not ignore {listed(loose)}, so the next `git add .` adds it"
        yield Finding(CHECK, Status.WARNING, what, "add a line for it to .gitignore")
    if repository.is_cut:
        what = f"only {repository.commits} commits could be searched within {SECONDS:g} s"
        yield Finding(CHECK, Status.WARNING, what)
    elif not findings and not loose:
        commits = counted(repository.commits, "commit")
        what = f"no input, token or puzzle text in {repository.folder} and its {commits}"
        yield Finding(CHECK, Status.OK, what)


def known_of(repository: Repository, project: Project, accounts: Accounts) -> Known:
    """Return the inputs, pages and tokens of all accounts that are on this computer."""
    folder = accounts.cache.folder
    users = [os.path.join(folder, user) for user in accounts.cache.users()]
    inputs = files(users, "*_input.txt") + files([os.path.join(project.root, "inputs")], "*/*.txt")
    pages = files([*users, os.path.join(folder, "prose")], "*_prose.*.html")
    tokens = {token for token in stored_tokens(accounts) if len(token) >= SHORTEST_TOKEN}
    return read_known(repository, inputs, pages, tokens)


def files(folders: Iterable[str], pattern: str) -> list[str]:
    """Return the paths of the files in some folders that fit a pattern."""
    return [path for folder in folders for path in glob(os.path.join(escape(folder), pattern))]


def leak_finding(kind: Kind, is_tracked: bool, leaks: Sequence[Leak], unknown: str) -> Finding:
    """Return the finding about all leaks of a kind that are tracked, or all that were once.

    `unknown` is shown behind a path in place of a commit.
    """
    status = Status.ERROR if kind in SURE else Status.WARNING
    commits = [f" ({leak.commit[:10]})" if leak.commit else unknown for leak in leaks]
    places = listed([leak.path + commit for leak, commit in zip(leaks, commits, strict=True)])
    where = "the repository has" if is_tracked else "the history of the repository has"
    what = f"{kind.value}s" if len(leaks) > 1 else f"a {kind.value}"
    return Finding(CHECK, status, f"{where} {what}: {places}", remedy(kind, is_tracked, leaks))


def remedy(kind: Kind, is_tracked: bool, leaks: Sequence[Leak]) -> str:
    """Return what to do about leaks of a kind."""
    if kind is Kind.TOKEN:
        return (
            "log out of adventofcode.com in the browser that the token is from, which ends the "
            "session, and do not put the next token into the file"
        )
    paths = [leak.path for leak in leaks]
    purge = command("git filter-repo --invert-paths", *(f"--path={path}" for path in paths))
    condition = "" if kind in SURE else "if so, "
    if not is_tracked:
        return f"{condition}{purge} removes it from the history, then `git push --force`"
    steps = f"{condition}{command('git rm --cached --', *paths)} and a line in .gitignore"
    return f"{steps}; if it was pushed, {purge} too" if leaks[0].commit else steps


def command(start: str, *arguments: str) -> str:
    """Return a command as it is typed; a long one is shown with the first arguments only."""
    more = " ..." if len(arguments) > SHOWN else ""
    return f"`{start} {shlex.join(arguments[:SHOWN])}{more}`"
