"""Checks that a page is played as its reader would do it, and that what is wrong is found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.correction import corrected
from tests.docs.player import Played, play
from tests.docs.reader import Reader, reader
from tests.docs.transcript import is_same
from tests.emulator import Site
from tests.marks import needs_posix_shell, needs_pty

pytestmark = [needs_pty, needs_posix_shell]


@pytest.fixture
def somebody(site: Site) -> Iterator[Reader]:
    with reader(site) as one:
        yield one


@pytest.fixture
def page(tmp_path: Path) -> Path:
    return tmp_path / "page.md"


def blocks(page: Path, somebody: Reader, text: str) -> list[Played]:
    page.write_text(text, encoding="utf-8")
    return list(play(page, somebody))


def complaints(page: Path, somebody: Reader, text: str) -> str:
    return "\n".join(c for played in blocks(page, somebody, text) for c in played.complaints)


def test_what_is_printed_is_compared(page: Path, somebody: Reader) -> None:
    right = "```console\n$ echo one; echo two >&2\none\ntwo\n$ pwd\n/home/you\n```\n"
    assert complaints(page, somebody, right) == ""
    wrong = complaints(page, somebody, right.replace("\ntwo\n", "\nthree\n"))
    assert wrong.endswith(":\n  one\n- three\n+ two")


def test_a_correction_writes_what_is_printed_and_keeps_the_rest(
    page: Path, somebody: Reader
) -> None:
    text = (
        "# T\n\n- item\n\n  ```console\n  $ echo a\n  b\n  $ seq 9\n  1\n  ...\n  ```\n\n"
        "```console\n$ echo 1.5 s\n2.25 s\n```\n"
    )
    after = corrected(text, blocks(page, somebody, text))
    assert after == text.replace("\n  b\n", "\n  a\n")


@pytest.mark.parametrize(
    ("expected", "real", "same"),
    [
        ("part 1  ✔  1.00 µs  84 kB  5", "part 1  ✔   100 ms         5", True),
        ("part 1  ✔  1.00 µs  5", "part 1  ✔  1.00 µs  6", False),
        ('{"seconds": 1e-6, "part": 1}', '{"seconds": 2.5, "part": 1}', True),
        ('{"seconds": 1e-6, "part": 1}', '{"seconds": 1e-6, "part": 2}', False),
        ("a\n...\nc", "a\nb\nb\nc", True),
        ("...\nb\n...\nb", "a\nb", False),
        ("...\nb", "a\nb\nc", False),
        (f"{'word ' * 16}in 59 s\nor so", f"{'word ' * 16}in\n1 min or so", True),
    ],
)
def test_what_varies_is_not_compared(expected: str, real: str, same: bool) -> None:
    assert is_same(expected.splitlines(), real.splitlines()) is same
