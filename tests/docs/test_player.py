"""Checks that a page is played as its reader would do it, and that what is wrong is found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.correction import corrected
from tests.docs.player import Played, PlayError, play
from tests.docs.reader import Reader, reader
from tests.docs.transcript import is_same
from tests.marks import needs_posix_shell, needs_pty
from tests.site import Site

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


def test_a_command_that_fails_is_wrong_unless_the_page_says_so(
    page: Path, somebody: Reader
) -> None:
    block = "```console\n$ sh -c 'exit 3'\n```\n"
    assert "exits with 3, not [0]" in complaints(page, somebody, block)
    assert complaints(page, somebody, f"<!-- exits: 1, 3 -->\n{block}") == ""


def test_a_block_that_is_not_run_needs_a_reason(page: Path, somebody: Reader) -> None:
    block = "```console\n$ exit 1\n```\n"
    assert blocks(page, somebody, f"<!-- run: no, it needs a printer -->\n{block}") == []
    with pytest.raises(PlayError, match="REASON"):
        blocks(page, somebody, f"<!-- run: no -->\n{block}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<!-- needs: luck -->\n```console\n$ true\n```\n", "page.md:2: .*`needs:`"),
        ("<!-- before: false -->\n```console\n$ true\n```\n", "`false` exits with 1"),
        ("<!-- type: hello -->\n```console\n$ true\n```\n", "nothing asked for .*: hello"),
        ("```console\nhello\n```\n", "page.md:1: .* begins with"),
    ],
)
def test_what_a_page_cannot_ask_for_is_named_with_its_line(
    page: Path, somebody: Reader, text: str, words: str
) -> None:
    with pytest.raises(PlayError, match=words):
        blocks(page, somebody, text)


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
        ("part 1  ✔  1.00 µs  5", "part 1  ✘  1.00 µs  5", False),
        ("part 1  ✔  1.00 µs  5", "part 1  ✔  1.00 µs  6", False),
        ("  indented", "indented", False),
        ('{"seconds": 1e-6, "part": 1}', '{"seconds": 2.5, "part": 1}', True),
        ('{"seconds": 1e-6, "part": 1}', '{"seconds": 1e-6, "part": 2}', False),
        ("a\n...", "a", True),
        ("a\n...\nc", "a\nb\nb\nc", True),
        ("...\nb\n...\nc", "a\nb\nc", True),
        ("...\nb\n...\nb", "a\nb", False),
        ("...\nb", "a\nb\nc", False),
        ("a\n\n", "a", True),
        (f"{'word ' * 16}in 59 s\nor so", f"{'word ' * 16}in\n1 min or so", True),
        ("short\nlines", "short lines", False),
    ],
)
def test_what_varies_is_not_compared(expected: str, real: str, same: bool) -> None:
    assert is_same(expected.splitlines(), real.splitlines()) is same
