"""The checks of files: session tokens, the cache, and what git keeps of them.

git is asked for all files that the index and the history have, and for the commits that added or
removed a token. A token is never stored or shown.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import stat
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from glob import escape, glob
from pathlib import Path
from typing import NamedTuple

from aoc.doctor import Diagnostic, NotCheckedError, Status, Subject
from aoc.errors import DeadSessionError
from aoc.files import read_bytes
from aoc.git import read_objects, run_git
from aoc.model.input_text import RefusedTextError, decode, lock_at, lock_of
from aoc.render.format import counted
from aoc.site.accounts import few_of
from aoc.site.client import Client
from aoc.tokens import TOKEN_FILES

INPUT, TOKEN, TEXT = "personal inputs", "session tokens", "puzzle texts"
PERHAPS_INPUT = "possible personal inputs"
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
OBJECTS = ("rev-list", "--objects", "--filter=object:type=blob")
CHANGES = (
    "log",
    "--all",
    "--format=",
    "--no-textconv",
    "--name-only",
    "--no-renames",
    "-z",
)
RAW = ("log", "--all", "--format=", "--raw", "--no-abbrev", "--no-renames", "-m", "-z")
LINK = r":\d+ 120000 [0-9a-f]+ ([0-9a-f]+) "
"""The change to a link in git's raw format, and the id of its content, which is a path."""
SEARCH = ("grep", "--cached", "-lzE")
PLAIN_FILTERS = ("unspecified", "unset", "set", "lfs")
"""The values of git's attribute `filter` of files that are not encrypted."""
SHOWN = 3
"""How many names a command lists."""
BlobPath = tuple[str, str]
"""The id that git has for the content of a file, and the path of the file."""


class KeptFiles(NamedTuple):
    """The ids of the files that git keeps: in the index by path, in commits, in pushed commits."""

    staged: Mapping[str, str]
    committed: set[str]
    pushed: set[str]


def check_tokens(subject: Subject) -> Iterator[Diagnostic]:
    """Check the session tokens of all accounts, and ask the site whether it knows their sessions.

    No diagnostic shows a token. Raises `SiteError` for a file of aocd that cannot be read, and if
    the site fails.
    """
    accounts = subject.accounts
    public = [path for name in TOKEN_FILES if is_public(path := accounts.path(name))]
    if public:
        text = f"every user of this computer can read {', '.join(public)}"
        yield Diagnostic(
            Status.ERROR, text, f"`{shlex.join(['chmod', '600', *public])}`"
        )
    logged_in = accounts.logged_in()
    alive = []
    for name, account in logged_in.items():
        try:
            client = Client(account)
            if not subject.offline:
                client.fetch_user_id()
            alive.append(name)
        except DeadSessionError as error:
            yield Diagnostic(Status.ERROR, error.what, error.remedy)
    if alive:
        yield Diagnostic(Status.OK, f"logged in: {', '.join(alive)}")
    if not logged_in:
        plain = [path for path in personal_inputs(subject) if not lock_at(path)]
        own = counted(len(plain), "input")
        text = f"no account is logged in ({own} saved), so days without one run on made-up ones"
        yield Diagnostic(Status.OK, text, "for your own inputs, `aoc login`")


def is_public(path: str) -> bool:
    """Return whether every user can read a file and pass all folders on the way to it.

    Windows has no such modes.
    """
    real = Path(path).resolve()
    if (
        os.name != "posix"
        or not real.is_file()
        or not real.stat().st_mode & stat.S_IROTH
    ):
        return False
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in real.parents)


def personal_inputs(subject: Subject) -> list[str]:
    """Return the paths of the inputs of all accounts, and of those pasted into the project."""
    cache, project = subject.accounts.cache, subject.project
    folders = [
        (os.path.join(cache.folder, user), "*_input.txt") for user in cache.users()
    ]
    if project is not None:
        folder = project.full_path(project.inputs)
        folders.append((folder, os.path.join("*", "*.txt")))
    return [
        path
        for folder, names in folders
        for path in glob(os.path.join(escape(folder), names))
    ]


def check_cache(subject: Subject) -> Iterator[Diagnostic]:
    """Check whether aocd's folder, and those of the accounts in it, can be written."""
    cache = subject.accounts.cache
    folder = Path(cache.folder).absolute()
    existing = next(filter(os.path.lexists, (folder, *folder.parents)))
    paths = [existing, *(folder / user for user in cache.users())]
    wrong = [p for p in paths if not (p.is_dir() and os.access(p, os.W_OK | os.X_OK))]
    for path in wrong:
        text = f"{path} is not a folder that you can write to"
        yield Diagnostic(Status.ERROR, text, "set AOCD_DIR to another one")
    if not wrong:
        later = (
            "" if existing == folder else " will be created when something is cached"
        )
        yield Diagnostic(Status.OK, f"{folder}{later}")


def check_git(subject: Subject) -> Iterator[Diagnostic]:
    """Search the index and the history of the project's repository, and the files git would add."""
    if subject.project is None:
        raise NotCheckedError("not checked without a project")
    about = ("rev-parse", "--show-toplevel", "--show-object-format")
    folder, algorithm = git(subject.project.root, *about)
    known = ids_of(personal_inputs(subject), algorithm)
    staged = staged_files(folder)
    committed = objects(folder, "--all")
    pushed_ids = {blob for blob, _ in objects(folder, "--remotes")}
    kept = KeptFiles(staged, {blob for blob, _ in committed}, pushed_ids)
    found = committed | {(blob, path) for path, blob in staged.items()}
    named = sorted({blob for blob, path in found if kind_of(path)})
    contents = dict(zip(named, read_objects(folder, named), strict=True))
    leaks = defaultdict[str, set[BlobPath]](set)
    for blob, path in found - links_in(folder, found, contents):
        kind = INPUT if blob in known else kind_of(path)
        if kind and (blob in known or is_plain(contents.get(blob), kind)):
            leaks[kind].add((blob, path))
    pages = ("--all-match", "-e", HEADING, "-e", REST, "--", *PROSE)
    leaks[TEXT].update((staged[path], path) for path in git(folder, *SEARCH, *pages))
    tokens = {
        *git(folder, *CHANGES, "-m", "--text", f"-G{TOKENS}"),
        *git(folder, *SEARCH, TOKENS),
    }
    if tokens:
        text = f"the repository or its history has {TOKEN}: {few_of(tokens)}"
        remedy = "log out of adventofcode.com in the browser it is from, which ends the session"
        yield Diagnostic(Status.ERROR, text, remedy)
    for kind, files in leaks.items():
        pushed = {(blob, path) for blob, path in files if blob in kept.pushed}
        yield from leak_diagnostics(kind, pushed, kept, is_pushed=True)
        yield from leak_diagnostics(kind, files - pushed, kept, is_pushed=False)
    unignored = git(folder, "ls-files", "--others", "--exclude-standard", "-z")
    suspects = [path for path in unignored if kind_of(path)]
    encrypted = encrypted_by_git(folder, suspects)
    if loose := [path for path in suspects if path not in encrypted]:
        text = f"git does not ignore {few_of(loose)}, so the next `git add .` adds it"
        yield Diagnostic(Status.WARNING, text, "add a line for it to .gitignore")
    elif not tokens and not any(leaks.values()):
        text = f"no input, token or puzzle text in {os.path.normpath(folder)} and its history"
        yield Diagnostic(Status.OK, text)


def git(folder: str, *arguments: str) -> list[str]:
    """Return the lines or names that git prints. Raises `NotCheckedError` if it fails."""
    try:
        done = run_git(folder, "-c", "color.ui=false", *arguments)
    except OSError as error:
        raise NotCheckedError(
            f"not checked, since git cannot start ({error.strerror})"
        ) from None
    if done.returncode > 1:  # with 1, `git grep` has found nothing
        raise NotCheckedError(f"not checked, since git says {done.stderr.strip()!r}")
    return list(filter(None, re.split("[\0\n]", done.stdout)))


def ids_of(paths: Iterable[str], algorithm: str) -> set[str]:
    """Return the ids that git has for the inputs of these files, also with other line ends."""
    ids = set()
    for path in paths:
        try:
            content = read_bytes(path)
            text = decode(content)
        except (OSError, RefusedTextError):  # `aoc run` says what is wrong with it
            continue
        forms = [content]
        for unix in (text, f"{text}\n"):
            forms += [unix.encode(), unix.replace("\n", "\r\n").encode()]
        for data in forms:
            ids.add(hashlib.new(algorithm, b"blob %d\0" % len(data) + data).hexdigest())
    return ids


def kind_of(path: str) -> str | None:
    """Return the kind of leak that a file is, or may be, by its name."""
    kind = next((NAMES[name] for name in NAMES if re.search(name, path)), None)
    return None if re.search(MADE_UP, path) else kind


def leak_diagnostics(
    kind: str, leaks: Collection[BlobPath], kept: KeptFiles, *, is_pushed: bool
) -> Iterator[Diagnostic]:
    """Yield the diagnostic about leaks of a kind, if there are any: pushed ones, or others."""
    if not leaks:
        return
    names = few_of({path for _, path in leaks})
    steps = []
    if paths := sorted(path for blob, path in leaks if kept.staged.get(path) == blob):
        untrack = shlex.join(["git", "rm", "--cached", "--", *paths[:SHOWN]])
        untrack += " ..." if len(paths) > SHOWN else ""
        steps.append(f"`{untrack}`, and a line in .gitignore")
    if is_pushed:
        text, status = f"the repository has pushed {kind}: {names}", Status.ERROR
        steps.append("`git filter-repo` changes the history")
    else:
        text, status = (
            f"the repository has {kind}, not pushed yet: {names}",
            Status.WARNING,
        )
        if any(blob in kept.committed for blob, _ in leaks):
            steps.append("squash the commits that have them before you push")
    remedy = "; ".join(steps)
    if kind == PERHAPS_INPUT:
        status, remedy = Status.WARNING, f"if they are yours: {remedy}"
    yield Diagnostic(status, text, remedy)


def staged_files(folder: str) -> dict[str, str]:
    """Return the ids of the files in the index by their paths; no links, and no submodules."""
    files: dict[str, str] = {}
    for line in git(folder, "ls-files", "--stage", "-z"):
        about, _, path = line.partition("\t")
        mode, blob, _ = about.split()
        if mode.startswith("100"):
            files[path] = blob
    return files


def objects(folder: str, refs: str) -> set[BlobPath]:
    """Return the id of each file in the commits of some refs, with a path of it."""
    pairs = (line.partition(" ") for line in git(folder, *OBJECTS, refs))
    return {(blob, path) for blob, _, path in pairs if path}


def links_in(
    folder: str, files: set[BlobPath], contents: Mapping[str, bytes | None]
) -> set[BlobPath]:
    """Return those of some files that are links in the history: with paths in place of inputs.

    A content is `None` if it is not there, as in a partial clone.
    """
    # A path has no line end. Of most projects, git need not be asked.
    if all(content and b"\n" in content for content in contents.values()):
        return set()
    links = set()
    for line in git(folder, *RAW):
        if change := re.match(LINK, line):
            links.add(change[1])
    return {(blob, path) for blob, path in files if blob in links}


def is_plain(data: bytes | None, kind: str) -> bool:
    """Return whether a file that git keeps may be what its name says: it is not encrypted.

    It is `None` if it is not there, as in a partial clone.
    """
    if data is None:
        return True
    if kind == TEXT:
        return lock_of(data) is None
    try:
        decode(data)
    except RefusedTextError:
        return False
    return True


def encrypted_by_git(folder: str, paths: Sequence[str]) -> set[str]:
    """Return the paths of files that are encrypted, or that git will encrypt when it adds them."""
    fields = git(folder, "check-attr", "-z", "filter", "--", *paths) if paths else []
    # Three fields for each path: it, `filter`, and the value.
    filters = dict(zip(fields[::3], fields[2::3], strict=True))
    return {
        path
        for path in paths
        if filters[path] not in PLAIN_FILTERS or lock_at(os.path.join(folder, path))
    }
