"""Checks that console blocks print what they say, and that what is wrong in one is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, USER_PAGES, name_of
from tests.docs.player import corrected, play
from tests.docs.reader import Reader, reader
from tests.docs.transcript import is_same
from tests.emulator import Site
from tests.support.marks import needs_posix_shell, needs_pty

pytestmark = [needs_pty, needs_posix_shell]


@pytest.fixture
def somebody(site: Site) -> Iterator[Reader]:
    with reader(site) as one:
        yield one


@pytest.fixture
def page(tmp_path: Path) -> Path:
    return tmp_path / "page.md"


def complaints(page: Path, somebody: Reader) -> list[str]:
    played = list(play(page, somebody))
    return [f"line {one.block.line}: {text}" for one in played for text in one.complaints()]


READ_FIRST = (ROOT / "README.md", ROOT / "docs" / "tutorial.md")
# Any other page may have a block that needs another package.
LATER = (pytest.mark.slow, pytest.mark.extra)


@pytest.mark.parametrize(
    "written",
    [pytest.param(page, marks=() if page in READ_FIRST else LATER) for page in USER_PAGES],
    ids=name_of,
)
def test_the_commands_of_a_page_print_what_it_says(written: Path, somebody: Reader) -> None:
    wrong = complaints(written, somebody)
    assert not wrong, "\n\n".join([*wrong, f"`python -m tests.docs {written}` corrects it"])


def test_what_the_readme_runs_in_a_clone_is_of_the_clone_during_an_event_too(
    somebody: Reader,
) -> None:
    found = re.search(r"\.venv/bin/(aoc run .+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert found
    somebody.go_to("repository")
    somebody.set_clock(datetime(2026, 12, 5, 12, tzinfo=UTC))
    done = somebody.run(found[1])
    assert (done.code, done.lines[0]) == (0, "2021/21 Dirac Dice")


def test_what_is_printed_is_compared(page: Path, somebody: Reader) -> None:
    right = "```console\n$ echo one; echo two >&2\none\ntwo\n$ pwd\n/home/you\n```\n"
    page.write_text(right)
    assert complaints(page, somebody) == []
    page.write_text(right.replace("\ntwo\n", "\nthree\n"))
    [wrong] = complaints(page, somebody)
    assert wrong.endswith(":\n  one\n- three\n+ two")


def test_a_correction_writes_what_is_printed_and_keeps_the_rest(
    page: Path, somebody: Reader
) -> None:
    text = (
        "# T\n\n- item\n\n  ```console\n  $ echo a\n  b\n  $ seq 9\n  1\n  ...\n  ```\n\n"
        "```console\n$ echo 1.5 s\n2.25 s\n```\n"
    )
    page.write_text(text)
    assert corrected(text, play(page, somebody)) == text.replace("\n  b\n", "\n  a\n")


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
