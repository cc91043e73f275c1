"""Checks that a page is played as its reader would do it, and that what is wrong is found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.correction import corrected
from tests.docs.player import Played, PlayError, play
from tests.docs.reader import Reader, left_on_screen, reader
from tests.docs.transcript import difference, is_same
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


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        ("a\r\nb\r\n", ["a", "b"]),
        ("\r1 of 2\x1b[K\r2 of 2\x1b[K\r\n", ["2 of 2"]),
        ("\r1 of 2\x1b[K\r\x1b[K\r\na", ["", "a"]),
        ("a\r\n\r1 of 2\x1b[K\r\x1b[K", ["a"]),
        ("a\x1b[2Kb", ["ab"]),
    ],
)
def test_what_was_written_over_is_not_left(raw: str, lines: list[str]) -> None:
    assert left_on_screen(raw) == lines


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


def test_blocks_share_folder_variables_and_files(page: Path, somebody: Reader) -> None:
    text = (
        "```console\n$ mkdir a && cd a\n$ export X=1\n```\n\nNow:\n\n"
        "<!-- file: b/c.txt -->\n```text\nin c\n```\n\n"
        "```console\n$ pwd\n/home/you/a\n$ echo $X\n1\n$ cat b/c.txt - <<END\n> more\n> END\n"
        "in c\nmore\n```\n"
    )
    assert complaints(page, somebody, text) == ""


def test_the_program_is_this_one_and_the_site_is_the_emulated_one(
    page: Path, somebody: Reader, site: Site
) -> None:
    text = (
        "<!-- in: advent -->\n<!-- at: 2021-12-01 05:10 -->\n<!-- before: aoc init -->\n"
        "<!-- type: {alice} -->\n<!-- type: me@x.org -->\n```console\n$ aoc login\n...\n"
        "Logged in as github.alice.1001 (token ...0000).\n$ aoc new\n"
        "days/year2021/day01.py: Sonar Sweep\n...\n```\n"
    )
    assert complaints(page, somebody, text) == ""
    assert site.count("GET", "/2021/day/1/input") == 1


def test_time_passes_here_and_on_the_site(page: Path, somebody: Reader, site: Site) -> None:
    text = (
        "<!-- at: 2021-12-01 05:10 -->\n<!-- later: 90 -->\n```console\n$ echo $AOC_NOW\n...\n```"
    )
    [played] = blocks(page, somebody, text)
    assert float(played.steps[0][1].lines[0]) == site.clock.now().timestamp() == 1638335490


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


def test_a_program_that_asks_for_more_gets_the_end_of_its_input(
    page: Path, somebody: Reader
) -> None:
    text = "<!-- exits: 1 -->\n```console\n$ python -c 'input(\"Session token: \")'\n...\n```"
    [played] = blocks(page, somebody, text)
    assert "EOFError" in played.steps[0][1].lines[-1]


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


def test_a_difference_shows_nothing_that_only_varies() -> None:
    assert difference(["1.00 s", "a"], ["2.00 s", "b"]) == "  1.00 s\n- a\n+ b"
