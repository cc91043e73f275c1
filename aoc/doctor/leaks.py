"""Leaks: files in a repository that are personal, or may not be published.

That is a puzzle input, a session token or the text of a puzzle. Tokens are compared, and never
stored in a leak or shown.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from aoc.doctor.repository import Blob, Repository
from aoc.files import read_bytes

LARGEST = 1 << 20
"""Bytes of a file that is searched: more than any input, page or notebook needs."""
MOST_BYTES = 1 << 26
MOST_FILES = 1 << 16
"""How many files and bytes are searched, besides files with a known name."""
INPUT = re.compile(r"(?:^|/)(?:\d{4}_\d\d_input\.txt|inputs/\d{4}/\d\d?\.txt)$")
"""The names that aocd and this program have for an input."""
PERHAPS_INPUT = re.compile(
    r"(?:^|/)(?:inputs?/(?:[^/]+/)*[^/.]*\d[^/.]*(?:\.txt|\.in)?|[^/]*input[^/.]*(?:\.txt|\.in)?)$",
    re.IGNORECASE,
)
"""Names that many have for an input."""
MADE_UP = re.compile(r"example|sample|small|test|demo", re.IGNORECASE)
"""What is in the name of an input that is not personal."""
PAGE = re.compile(r"(?:^|/)\d{4}_\d\d_prose\.\d\.html$")
"""The name that aocd has for a puzzle page."""
PROSE = (".md", ".html", ".htm", ".txt", ".rst")
TOKEN = re.compile(b"Salted__".hex().encode() + rb"(?:[0-9a-f]{112}|[0-9a-f]{80})(?![0-9a-f])")
"""A session token of the site: all of them start alike."""
ARTICLE = b'<article class="day-desc"'
HEADING = re.compile(rb"--- Day \d+: [^\n]{1,100} ---")
"""The start of the text of a puzzle."""
REST = (b"--- Part Two ---", b"Your puzzle answer was", b"your puzzle input")
"""What else is in the text of a puzzle, but hardly in notes that have its heading."""
BINARY = re.compile(
    r"\.(?:7z|avif|bin|bmp|bz2|class|dll|exe|gif|gz|ico|jar|jpe?g|mov|mp3|mp4|o|otf|pdf|png|pyc|so|"
    r"tar|ttf|wasm|webm|webp|whl|woff2?|xz|zip)$",
    re.IGNORECASE,
)
"""The ends of names of files without text."""


class Kind(Enum):
    """What does not belong into a repository, for certain or possibly."""

    INPUT = "personal input"
    TOKEN = "session token"
    PAGE = "puzzle text"
    PERHAPS_INPUT = "possible personal input"
    PERHAPS_PAGE = "possible puzzle text"


class Leak(NamedTuple):
    """A file that does not belong into a repository.

    `commit` is the first that has it, empty if none has. `is_tracked` says that it is still there.
    """

    kind: Kind
    path: str
    commit: str
    is_tracked: bool


class Known(NamedTuple):
    """What is known to be personal: ids of blobs, and session tokens."""

    inputs: Collection[str]
    pages: Collection[str]
    tokens: Collection[str]


def read_known(
    repository: Repository, inputs: Iterable[str], pages: Iterable[str], tokens: Collection[str]
) -> Known:
    """Return what is known to be personal, from the paths of inputs and pages that are cached."""
    ids = [
        {repository.blob_id(data) for path in paths for data in variants(read(path))}
        for paths in (inputs, pages)
    ]
    return Known(ids[0], ids[1], tokens)


def read(path: str) -> bytes:
    """Return the content of a file, nothing if it cannot be read."""
    try:
        return read_bytes(path)
    except OSError:
        return b""


def variants(data: bytes) -> set[bytes]:
    """Return the contents that a copy of a text may have: with other line ends."""
    text = data.replace(b"\r\n", b"\n")
    bare = text.rstrip(b"\n")
    unix = {text, bare, bare + b"\n"} if bare.strip() else set()
    return unix | {each.replace(b"\n", b"\r\n") for each in unix}


def find_leaks(repository: Repository, known: Known) -> list[Leak]:
    """Return what in the index and the history of a repository does not belong there, by path."""
    tracked = set(repository.tracked())
    leaks: dict[tuple[Kind, str], Leak] = {}
    # What is tracked comes first, in case there is not enough time for the history.
    for blobs in (tracked, repository.history()):
        rest: dict[str, dict[str, Blob]] = {}
        for blob in blobs:
            kind = kind_by_id(blob.id, known) or kind_by_name(blob.path)
            if kind:
                add_leak(leaks, kind, blob, tracked)
            elif len(rest) < MOST_FILES and is_readable(blob.path):
                rest.setdefault(blob.id, {})[blob.path] = blob
        for blob, data in small_contents(repository, rest):
            kind = kind_by_content(blob.path, data, known.tokens)
            if kind:
                add_leak(leaks, kind, blob, tracked)
    return sorted(leaks.values(), key=lambda leak: leak.path)


def add_leak(
    leaks: dict[tuple[Kind, str], Leak], kind: Kind, blob: Blob, tracked: Collection[Blob]
) -> None:
    """Add a leak, or the commit to one that is known: the blobs of older commits come later."""
    old = leaks.get((kind, blob.path))
    is_tracked = blob._replace(commit="") in tracked or (old is not None and old.is_tracked)
    leaks[kind, blob.path] = Leak(kind, blob.path, blob.commit, is_tracked)


def kind_by_id(blob_id: str, known: Known) -> Kind | None:
    """Return what a file is whose whole content is known."""
    if blob_id in known.inputs:
        return Kind.INPUT
    return Kind.PAGE if blob_id in known.pages else None


def kind_by_name(path: str) -> Kind | None:
    """Return what a file is, or may be, by its name."""
    if PAGE.search(path):
        return Kind.PAGE
    if MADE_UP.search(path):
        return None
    if INPUT.search(path):
        return Kind.INPUT
    return Kind.PERHAPS_INPUT if PERHAPS_INPUT.search(path) else None


def kind_by_content(path: str, data: bytes, tokens: Collection[str]) -> Kind | None:
    """Return what a file has in it."""
    if TOKEN.search(data) or any(token.encode() in data for token in tokens):
        return Kind.TOKEN
    if not path.lower().endswith(PROSE):
        return None
    if ARTICLE in data:
        return Kind.PAGE
    if HEADING.search(data):
        return Kind.PAGE if any(text in data for text in REST) else Kind.PERHAPS_PAGE
    return None


def is_readable(path: str) -> bool:
    """Return whether a file may have text in it."""
    return not BINARY.search(path)


def small_contents(
    repository: Repository, blobs: Mapping[str, Mapping[str, Blob]]
) -> Iterator[tuple[Blob, bytes]]:
    """Yield blobs, by id and path, and their contents, in the order of the ids up to a limit."""
    chosen, total = [], 0
    for blob_id, size in repository.sizes(blobs).items():
        if size <= LARGEST and total + size <= MOST_BYTES:
            chosen.append(blob_id)
            total += size
    for blob_id, data in repository.contents(chosen):
        for blob in blobs[blob_id].values():
            yield blob, data
