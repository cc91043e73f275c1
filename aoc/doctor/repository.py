"""The check of what git keeps, or would add: personal inputs, session tokens and puzzle texts.

git is asked for all files that the index and the history have, and for the commits that added or
removed a token. A token is never stored or shown.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from aoc.doctor.diagnostics import Diagnostic, NotCheckedError, Status, Subject
from aoc.files import read_bytes
from aoc.git import read_objects, run_git
from aoc.model.inputs import RefusedTextError, decode, lock_at, lock_of
from aoc.project.project import find_project
from aoc.site.accounts import few_of


class Leak(StrEnum):
    """The content of a file that belongs in no repository."""

    INPUT = "personal inputs"
    PERHAPS_INPUT = "possible personal inputs"
    TEXT = "puzzle texts"


LEAKING_NAMES = {
    r"(?:^|/)\d{4}_\d\d_prose\.\d\.html$": Leak.TEXT,
    r"(?:^|/)(?:\d{4}_\d\d_input\.txt|inputs/\d{4}/\d\d?\.txt)$": Leak.INPUT,
    r"(?i)(?:^|/)(?:inputs?/(?:.+/)?[^/.]*\d[^/.]*|[^/]*input[^/.]*)(\.txt|\.in)?$": (
        Leak.PERHAPS_INPUT
    ),
}
"""The names that aocd and this program have for a page and an input, and others for an input."""
NOT_PERSONAL = r"(?i)example|sample|small|test|demo"
"""The words in the name of an input that is not personal."""
TOKENS = "53616c7465645f5f[0-9a-f]{80}([0-9a-f]{32})?([^0-9a-f]|$)"
"""All session tokens of the site start alike, with `Salted__`; they have 128 or 96 hex digits."""
HEADING = "--- Day [0-9]+: .+ ---"
PROSE = "day-desc|--- Part Two ---|Your puzzle answer was|your puzzle input"
"""Other words in the text of a puzzle, but hardly in notes that have its heading."""
PROSE_FILES = (":(icase)*.md", ":(icase)*.htm*", ":(icase)*.txt", ":(icase)*.rst")
OBJECTS = ("rev-list", "--objects", "--filter=object:type=blob")
LOG = ("log", "--all", "--format=", "--no-renames", "-m", "-z")
LINK = r":\d+ 120000 [0-9a-f]+ ([0-9a-f]+) "
"""The change to a link in git's raw format, and the id of its content, which is a path."""
SEARCH = ("grep", "--cached", "-lzE")
PLAIN_FILTERS = ("unspecified", "unset", "set", "lfs")
"""The values of git's attribute `filter` of files that are not encrypted."""
MOST_NAMES = 3
"""How many names a command lists."""


class StoredFile(NamedTuple):
    """A file that git keeps: the id of its content, and a path that it has or had."""

    id: str
    path: str


def check_git(subject: Subject) -> Iterator[Diagnostic]:
    """Search the index and the history of the project's repository, and the files git would add."""
    project = subject.project or find_project()
    top = ("rev-parse", "--show-toplevel", "--show-object-format")
    folder, algorithm = git(project.root, top)
    input_ids = ids_of(subject.personal_inputs(), algorithm)
    is_clean = True
    for diagnostic in chain(
        token_diagnostics(folder),
        leak_diagnostics(folder, input_ids),
        unignored_diagnostics(folder),
    ):
        is_clean = False
        yield diagnostic
    if is_clean:
        text = f"no input, token or puzzle text in {os.path.normpath(folder)} and its history"
        yield Diagnostic(Status.OK, text)


def git(folder: str, arguments: Sequence[str]) -> list[str]:
    """Return the lines or names that git prints. Raises `NotCheckedError` if it fails."""
    try:
        # The user may have set that names are colored, also where nobody sees them.
        done = run_git(folder, "-c", "color.ui=false", *arguments)
    except OSError as error:
        raise NotCheckedError(
            f"not checked, since git cannot start ({error.strerror})"
        ) from None
    # With 1, `git grep` has found nothing.
    if done.returncode > 1:
        raise NotCheckedError(f"not checked, since git says {done.stderr.strip()!r}")
    return [line for line in re.split("[\0\n]", done.stdout) if line]


def token_diagnostics(folder: str) -> Iterator[Diagnostic]:
    """Yield the diagnostic about session tokens in the index and the history, if there are any."""
    changes = ("--name-only", "--no-textconv", "--text", f"-G{TOKENS}")
    paths = {*git(folder, LOG + changes), *git(folder, (*SEARCH, TOKENS))}
    if paths:
        text = f"the repository or its history has session tokens: {few_of(paths)}"
        # To remove it from the history is not enough: somebody may have a copy.
        remedy = "log out of adventofcode.com in the browser it is from, which ends the session"
        yield Diagnostic(Status.ERROR, text, remedy)


def leak_diagnostics(folder: str, input_ids: Collection[str]) -> Iterator[Diagnostic]:
    """Yield the diagnostics about inputs and puzzle texts that git keeps.

    `input_ids` are the ids that git has for the personal inputs, under any name.
    """
    staged = staged_files(folder)
    committed = committed_files(folder, "--all")
    committed_ids = {file.id for file in committed}
    pushed_ids = {file.id for file in committed_files(folder, "--remotes")}
    for leak, files in find_leaks(folder, staged, committed, input_ids).items():
        # One that was pushed may have been copied already, so it is worse than the others.
        pushed = {file for file in files if file.id in pushed_ids}
        if pushed:
            text = f"the repository has pushed {leak}: {few_of(paths_of(pushed))}"
            steps = untrack_steps(pushed & staged)
            steps.append("`git filter-repo` changes the history")
            yield leak_diagnostic(leak, Status.ERROR, text, steps)
        unpushed = files - pushed
        if unpushed:
            names = few_of(paths_of(unpushed))
            text = f"the repository has {leak}, not pushed yet: {names}"
            steps = untrack_steps(unpushed & staged)
            if any(file.id in committed_ids for file in unpushed):
                steps.append("squash the commits that have them before you push")
            yield leak_diagnostic(leak, Status.WARNING, text, steps)


def leak_diagnostic(
    leak: Leak, status: Status, text: str, steps: Sequence[str]
) -> Diagnostic:
    """Return the diagnostic about a leak, of which the name of a file alone may be no sign."""
    remedy = "; ".join(steps)
    # It may be an input of the user's own making.
    if leak is Leak.PERHAPS_INPUT:
        return Diagnostic(Status.WARNING, text, f"if they are yours: {remedy}")
    return Diagnostic(status, text, remedy)


def untrack_steps(files: Collection[StoredFile]) -> list[str]:
    """Return the step that removes files from the index, if there are any."""
    if not files:
        return []
    paths = sorted(paths_of(files))
    command = shlex.join(["git", "rm", "--cached", "--", *paths[:MOST_NAMES]])
    # Nobody would read a command with hundreds of names.
    if len(paths) > MOST_NAMES:
        command += " ..."
    return [f"`{command}`, and a line in .gitignore"]


def paths_of(files: Iterable[StoredFile]) -> set[str]:
    """Return the paths of files, each once."""
    return {file.path for file in files}


def find_leaks(
    folder: str,
    staged: set[StoredFile],
    committed: set[StoredFile],
    input_ids: Collection[str],
) -> Mapping[Leak, set[StoredFile]]:
    """Find the files of the index and the history that belong in no repository."""
    files = staged | committed
    # Only these are read: a repository may be large.
    suspects = sorted({file.id for file in files if leak_by_name(file.path)})
    contents = dict(zip(suspects, read_objects(folder, suspects), strict=True))
    leaks = defaultdict[Leak, set[StoredFile]](set)
    for file in files - links_among(folder, files, contents):
        # Whatever it is called, it is the input of an account.
        if file.id in input_ids:
            leaks[Leak.INPUT].add(file)
            continue
        leak = leak_by_name(file.path)
        if leak and is_plain(contents[file.id], leak):
            leaks[leak].add(file)
    # A text under any name is only looked for where it is now: `git grep` searches one version.
    page = ("--all-match", "-e", HEADING, "-e", PROSE, "--")
    paths = set(git(folder, SEARCH + page + PROSE_FILES))
    if paths:
        leaks[Leak.TEXT] |= {file for file in staged if file.path in paths}
    return leaks


def ids_of(paths: Iterable[str], algorithm: str) -> set[str]:
    """Return the ids that git has for the inputs of these files, also with other line ends."""
    ids = set()
    for path in paths:
        try:
            content = read_bytes(path)
            text = decode(content)
        except (OSError, RefusedTextError):
            # `aoc run` says what is wrong with it.
            continue
        # git may have stored other line ends, and an editor may have added the last one.
        forms = [content]
        for unix in (text, f"{text}\n"):
            windows = unix.replace("\n", "\r\n")
            forms += [unix.encode(), windows.encode()]
        for form in forms:
            header = b"blob %d\0" % len(form)
            ids.add(hashlib.new(algorithm, header + form).hexdigest())
    return ids


def leak_by_name(path: str) -> Leak | None:
    """Return the leak that a file is, or may be, by its name."""
    if re.search(NOT_PERSONAL, path):
        return None
    for pattern, leak in LEAKING_NAMES.items():
        if re.search(pattern, path):
            return leak
    return None


def staged_files(folder: str) -> set[StoredFile]:
    """Return the files in the index; no links, and no submodules."""
    files = set()
    for line in git(folder, ("ls-files", "--stage", "-z")):
        fields, _, path = line.partition("\t")
        mode, content_id, _ = fields.split()
        # Modes of links and of submodules begin otherwise.
        if mode.startswith("100"):
            files.add(StoredFile(content_id, path))
    return files


def committed_files(folder: str, refs: str) -> set[StoredFile]:
    """Return each content of a file in the commits of some refs, with one path of it."""
    files = set()
    for line in git(folder, (*OBJECTS, refs)):
        content_id, _, path = line.partition(" ")
        # A commit has no path.
        if path:
            files.add(StoredFile(content_id, path))
    return files


def links_among(
    folder: str, files: Iterable[StoredFile], contents: Mapping[str, bytes | None]
) -> set[StoredFile]:
    """Return the files that are links in the history, whose content is a path, and no input.

    A content is `None` if it is not there, as in a partial clone.
    """
    # A path has no line end. Of most projects, git need not be asked.
    if all(content and b"\n" in content for content in contents.values()):
        return set()
    link_ids = set()
    for line in git(folder, (*LOG, "--raw", "--no-abbrev")):
        change = re.match(LINK, line)
        if change:
            link_ids.add(change[1])
    return {file for file in files if file.id in link_ids}


def is_plain(content: bytes | None, leak: Leak) -> bool:
    """Return whether the content of a file may be what its name says: it is not encrypted.

    It is `None` if it is not there, as in a partial clone.
    """
    # It cannot be known, so the name counts.
    if content is None:
        return True
    if leak is Leak.TEXT:
        return lock_of(content) is None
    try:
        decode(content)
    except RefusedTextError:
        return False
    return True


def unignored_diagnostics(folder: str) -> Iterator[Diagnostic]:
    """Yield the diagnostic about files that git would add, and that belong in no repository."""
    paths = git(folder, ("ls-files", "--others", "--exclude-standard", "-z"))
    suspects = [path for path in paths if leak_by_name(path)]
    encrypted = encrypted_paths(folder, suspects)
    loose = [path for path in suspects if path not in encrypted]
    if loose:
        text = f"git does not ignore {few_of(loose)}, so the next `git add .` adds it"
        yield Diagnostic(Status.WARNING, text, "add a line for it to .gitignore")


def encrypted_paths(folder: str, paths: Sequence[str]) -> set[str]:
    """Return the paths of files that are encrypted, or that git will encrypt when it adds them."""
    if not paths:
        return set()
    fields = git(folder, ("check-attr", "-z", "filter", "--", *paths))
    encrypted = {path for path in paths if lock_at(os.path.join(folder, path))}
    # Three fields for each path: it, `filter`, and the value.
    for path, value in zip(fields[::3], fields[2::3], strict=True):
        if value not in PLAIN_FILTERS:
            encrypted.add(path)
    return encrypted
