"""The check of the project's git repository for inputs, session tokens and puzzle texts.

git is asked for all files that the index and the history have, and for the commits that added or
removed a token. A token is never stored or shown.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from collections.abc import Iterable, Iterator

from aoc.doctor import Diagnostic, NotCheckedError, Status, Subject
from aoc.doctor.aocd_files import personal_inputs
from aoc.files import read_bytes, run_git
from aoc.text import plain

INPUT, TOKEN, TEXT = "personal input", "session token", "puzzle text"
PERHAPS_INPUT = "possible personal input"
NAMES = {
    r"(?:^|/)\d{4}_\d\d_prose\.\d\.html$": TEXT,
    r"(?:^|/)(?:\d{4}_\d\d_input\.txt|inputs/\d{4}/\d\d?\.txt)$": INPUT,
    r"(?i)(?:^|/)(?:inputs?/(?:.+/)?[^/.]*\d[^/.]*|[^/]*input[^/.]*)(\.txt|\.in)?$": PERHAPS_INPUT,
}
"""The names that aocd and this program have for a page and an input, and others for an input."""
MADE_UP = r"(?i)example|sample|small|test|demo"
"""The words in the name of an input that is not personal."""
TOKENS = "53616c7465645f5f[0-9a-f]{80}([0-9a-f]{32})?([^0-9a-f]|$)"
"""All session tokens of the site start alike, with `Salted__`; they have 128 or 96 hex digits."""
HEADING = "--- Day [0-9]+: .+ ---"
REST = "day-desc|--- Part Two ---|Your puzzle answer was|your puzzle input"
"""Other words in the text of a puzzle, but hardly in notes that have its heading."""
PROSE = (":(icase)*.md", ":(icase)*.htm*", ":(icase)*.txt", ":(icase)*.rst")
SHOWN = 3
"""How many names a sentence lists."""


def check_git(subject: Subject) -> Iterator[Diagnostic]:
    """Search the index and the history of the project's repository, and the files git would add."""
    if subject.project is None:
        raise NotCheckedError("not checked without a project")
    about = ("rev-parse", "--show-toplevel", "--show-object-format")
    folder, algorithm = git(subject.project.root, *about)
    leaks = find_leaks(folder, ids_of(personal_inputs(subject), algorithm))
    for kind, paths in leaks.items():
        yield leak_diagnostic(kind, sorted(paths))
    unignored = git(folder, "ls-files", "--others", "--exclude-standard", "-z")
    if loose := [path for path in unignored if kind_of(path)]:
        text = f"git does not ignore {listed(loose)}, so the next `git add .` adds it"
        yield Diagnostic(Status.WARNING, text, "add a line for it to .gitignore")
    elif not leaks:
        text = f"no input, token or puzzle text in {os.path.normpath(folder)} and its history"
        yield Diagnostic(Status.OK, text)


def git(folder: str, *arguments: str) -> list[str]:
    """Return the lines or names that git prints. Raises `NotCheckedError` if it fails."""
    try:
        done = run_git(folder, "-c", "color.ui=false", *arguments)
    except OSError as error:
        raise NotCheckedError(f"not checked: git cannot be started ({error.strerror})") from None
    if done.returncode > 1:  # with 1, `git grep` has found nothing
        raise NotCheckedError(f"not checked: {done.stderr.removeprefix('fatal: ').strip()}")
    return list(filter(None, re.split("[\0\n]", done.stdout)))


def ids_of(paths: Iterable[str], algorithm: str) -> set[str]:
    """Return the ids that git has for the inputs of these files, also with other line ends."""
    ids = set()
    for path in paths:
        text = plain(read_bytes(path).decode(errors="replace"))
        for unix in (text, f"{text}\n") if text else ():
            for data in (unix.encode(), unix.replace("\n", "\r\n").encode()):
                ids.add(hashlib.new(algorithm, b"blob %d\0" % len(data) + data).hexdigest())
    return ids


def find_leaks(folder: str, ids: set[str]) -> dict[str, set[str]]:
    """Return the paths of leaks by kind; `ids` are those of inputs that are known."""
    leaks: dict[str, set[str]] = {}
    objects = ("rev-list", "--objects", "--all", "--indexed-objects", "--filter=object:type=blob")
    for line in git(folder, *objects):
        blob, _, path = line.partition(" ")
        if path and (kind := INPUT if blob in ids else kind_of(path)):
            leaks.setdefault(kind, set()).add(path)
    log = ("log", "--all", "--format=", "--no-show-signature", "--name-only", "--no-renames", "-z")
    tokens = git(folder, *log, "-m", "--text", f"-G{TOKENS}")
    tokens += git(folder, "grep", "--cached", "-lzE", TOKENS)
    pages = ("grep", "--cached", "-lzE", "--all-match", "-e", HEADING, "-e", REST, "--", *PROSE)
    for kind, paths in ((TOKEN, tokens), (TEXT, git(folder, *pages))):
        if paths:
            leaks.setdefault(kind, set()).update(paths)
    return leaks


def kind_of(path: str) -> str | None:
    """Return the kind of leak that a file is, or may be, by its name."""
    kind = next((NAMES[name] for name in NAMES if re.search(name, path)), None)
    return None if re.search(MADE_UP, path) else kind


def leak_diagnostic(kind: str, paths: list[str]) -> Diagnostic:
    """Return the diagnostic about all leaks of a kind."""
    shown = f"{kind}s" if len(paths) > 1 else f"a {kind}"
    text = f"the repository or its history has {shown}: {listed(paths)}"
    if kind == TOKEN:
        remedy = "log out of adventofcode.com in the browser it is from, which ends the session"
        return Diagnostic(Status.ERROR, text, remedy)
    more = " ..." if len(paths) > SHOWN else ""
    untrack = f"`git rm --cached --ignore-unmatch -- {shlex.join(paths[:SHOWN])}{more}`"
    purged = shlex.join(f"--path={path}" for path in paths[:SHOWN])
    purge = f"`git filter-repo --invert-paths {purged}{more}`"
    remedy = f"{untrack} and a line in .gitignore; if it was committed, then {purge} too"
    if kind == PERHAPS_INPUT:
        return Diagnostic(Status.WARNING, text, f"if so, {remedy}")
    return Diagnostic(Status.ERROR, text, remedy)


def listed(names: list[str]) -> str:
    """Return the first names of a list, and how many more there are."""
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")
