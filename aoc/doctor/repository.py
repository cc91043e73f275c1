"""The check of what git has in its index, or would add: inputs, session tokens and puzzle texts.

What was committed once and is gone from the index is not looked for. A token is never shown.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator

from aoc.doctor.diagnostics import Diagnostic, NotCheckedError, Status, Subject
from aoc.files import read_bytes
from aoc.git import run_git
from aoc.model.inputs import RefusedTextError, decode
from aoc.project.project import find_project
from aoc.site.accounts import few_of

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


def check_git(subject: Subject) -> Iterator[Diagnostic]:
    """Search the index of the project's repository, and the files that git would add."""
    project = subject.project or find_project()
    [folder] = git(project.root, "rev-parse", "--show-toplevel")
    tokens = indexed_with(folder, "-e", TOKEN)
    if tokens:
        text = f"the repository has session tokens: {few_of(tokens)}"
        # To remove it is not enough: somebody may have a copy.
        remedy = "log out of adventofcode.com in the browser it is from, which ends the session"
        yield Diagnostic(Status.ERROR, text, remedy)
    page = ("--all-match", "-e", HEADING, "-e", PROSE, "--", *PROSE_FILES)
    inputs = indexed_inputs(folder, subject.personal_inputs())
    leaks = inputs | indexed_with(folder, *page)
    if leaks:
        text = f"the repository has personal inputs or puzzle texts: {few_of(leaks)}"
        remedy = (
            "if they are not your own, `git rm --cached` each, and add a line to .gitignore; "
            "`git filter-repo` changes the history"
        )
        yield Diagnostic(Status.WARNING, text, remedy)
    untracked = git(folder, "ls-files", "--others", "--exclude-standard", "-z")
    loose = [path for path in untracked if is_named_input(path)]
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


def indexed_with(folder: str, *search: str) -> set[str]:
    """Return the paths of the files in the index that `git grep` finds with some words."""
    return {*git(folder, "grep", "--cached", "--no-color", "-lzE", *search)}


def indexed_inputs(folder: str, own_inputs: Iterable[str]) -> set[str]:
    """Return the paths of the personal inputs in the index, by their content or their name.

    `own_inputs` are the paths of those that are known, which may have any name in the index.
    """
    inputs = set()
    named = set()
    ids = git_ids(own_inputs)
    for line in git(folder, "ls-files", "--stage", "-z"):
        fields, _, path = line.partition("\t")
        mode, content_id, _ = fields.split()
        if content_id in ids:
            inputs.add(path)
        # The modes of links and of submodules begin otherwise.
        elif mode.startswith("100") and is_named_input(path):
            named.add(path)
    if named:
        # An encrypted input is no text, and so no leak.
        inputs |= named & indexed_with(folder, "-I", "-e", ".")
    return inputs


def git_ids(paths: Iterable[str]) -> set[str]:
    """Return the ids that git has for the inputs in some files."""
    ids = set()
    for path in paths:
        try:
            text = decode(read_bytes(path))
        except (OSError, RefusedTextError):
            # `aoc run` says what is wrong with it.
            continue
        # An editor may have added a line end.
        for content in (text.encode(), f"{text}\n".encode()):
            header = b"blob %d\0" % len(content)
            ids.add(hashlib.sha1(header + content).hexdigest())
    return ids


def is_named_input(path: str) -> bool:
    """Return whether a file has the name of a personal input or of a puzzle page."""
    return bool(re.search(NAMES, path)) and not re.search(NOT_PERSONAL, path)
