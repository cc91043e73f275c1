"""The checks of aocd's files: session tokens, the cache, and the examples on cached pages."""

from __future__ import annotations

import ast
import os
import re
import shlex
import stat
from collections.abc import Iterator
from glob import escape, glob
from pathlib import Path

from aoc.doctor import Diagnostic, NotCheckedError, Status, Subject
from aoc.files import TOKEN_FILES, read_bytes
from aoc.model import tests_name
from aoc.project import shown_path
from aoc.render.format import counted
from aoc.site.pages import find_examples
from aoc.text import plain

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


def check_examples(subject: Subject) -> Iterator[Diagnostic]:
    """Find answers of examples that the pages have, and the tests lack or have otherwise.

    Only warnings, because the examples are not always found on a page as they are meant.
    """
    project, cache = subject.project, subject.accounts.cache
    if project is None:
        raise NotCheckedError("not compared without a project")
    puzzles = [puzzle for year in project.years() for puzzle in project.puzzles(year)]
    compared, well = 0, True
    for puzzle in puzzles:
        name = shown_path(os.path.join(project.root, tests_name(*puzzle)))
        constants = constants_in(name)
        pages = [cache.read_page(user, puzzle) for user in cache.users() or [""]]
        page = max(filter(None, pages), key=lambda page: page.parts_solved, default=None)
        if page is None or not constants:
            continue
        compared += 1
        for example in find_examples(page.html):
            for part in (1, 2) if plain(example.text) in constants else ():
                answer = example.expected(part)
                if answer is not None and plain(answer).removeprefix("-") not in constants:
                    well = False
                    text = f"{name}: part {part} of an example is {answer} on the page"
                    remedy = f"correct it, or add it with `aoc new {puzzle} --update`"
                    yield Diagnostic(Status.WARNING, text, remedy)
    if well:
        text = f"{compared} of {len(puzzles)} days compared with their cached pages"
        yield Diagnostic(Status.OK if compared else Status.SKIPPED, text)


def constants_in(path: str) -> set[str]:
    """Return the texts and numbers that are written in a module, which is not run."""
    try:
        nodes = ast.walk(ast.parse(read_bytes(path)))
    except (OSError, SyntaxError, ValueError):
        return set()
    return {plain(str(node.value)) for node in nodes if isinstance(node, ast.Constant)}
