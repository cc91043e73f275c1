"""Plays a page: does what its comments say, runs its commands, and compares what they print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tests.docs.pages import Block, blocks_in, name_of
from tests.docs.reader import Printed, Reader, reader
from tests.docs.transcript import CONTINUATION, PROMPT, Command, commands_in, difference, is_same
from tests.emulator import Site

CONSOLE = "console"
NOTE = re.compile(r"(\w+):\s*(.*)", re.DOTALL)
NAMES = (
    "in",
    "at",
    "ticks",
    "later",
    "before",
    "type",
    "until",
    "keys",
    "exits",
    "file",
    "needs",
    "run",
)


class PlayError(Exception):
    """A page asks for something that does not exist or that failed."""


class Played(NamedTuple):
    """A console block that was run: its commands, and what each printed; `codes` are allowed."""

    block: Block
    steps: tuple[tuple[Command, Printed], ...]
    codes: frozenset[int]

    def complaints(self, *, is_corrected: bool = False) -> Iterator[str]:
        """Yield what is not as the page says; in a corrected one only what stays so."""
        for command, printed in self.steps:
            is_left = not is_corrected or not command.is_whole
            if printed.code not in self.codes:
                yield f"`{command.text}` exits with {printed.code}, not {sorted(self.codes)}"
                yield "\n".join(printed.lines)
            elif is_left and not is_same(command.expected, printed.lines):
                diff = difference(command.expected, printed.lines)
                yield f"`{command.text}` prints something else (+) than the page says (-):\n{diff}"


def notes_of(block: Block) -> list[tuple[str, str]]:
    """Read the comments before a block, in order; raises `PlayError` for one that nobody knows."""
    notes = [(m[1], m[2]) for m in map(NOTE.fullmatch, block.comments) if m]
    for name, text in notes:
        if name not in NAMES:
            raise PlayError(f"a comment cannot begin with `{name}:`, only with {NAMES}")
        if name == "run" and not re.fullmatch(r"no, \w.+", text, re.DOTALL):
            raise PlayError(f"`run: {text}` is not `run: no, REASON`")
    return notes


def is_run(block: Block) -> bool:
    """Return whether the commands of a block are run."""
    notes = notes_of(block)
    is_possible = all(find_spec(module) for name, module in notes if name == "needs")
    is_typed = block.language == CONSOLE or "keys" in dict(notes)
    return is_typed and is_possible and "run" not in dict(notes)


def play(page: Path, reader: Reader) -> Iterator[Played]:
    """Do what a page says from top to bottom; yields each console block as it has run.

    Raises `PlayError` for what cannot be done; it says where.
    """
    for block in blocks_in(page.read_text(encoding="utf-8")):
        try:
            for name, text in notes_of(block):
                prepare(reader, name, text, block)
            if is_run(block):
                yield run_block(block, reader)
        except (PlayError, ValueError, TimeoutError) as error:
            raise PlayError(f"{name_of(page)}:{block.line}: {error}") from error


def run_block(block: Block, reader: Reader) -> Played:
    """Run the commands of a block."""
    notes = notes_of(block)
    typed = [text for name, text in notes if name == "type"]
    codes = [int(code) for name, text in notes if name == "exits" for code in text.split(",")]
    until = dict(notes).get("until")
    keys = dict(notes).get("keys")
    if keys is not None:
        # The program of a block before still runs.
        shown = Command("", tuple(block.text.splitlines()))
        steps = [(shown, reader.press(keys, until))]
    else:
        steps = [
            (command, reader.run(command.text, typed, until)) for command in commands_in(block.text)
        ]
    if typed:
        raise PlayError(f"nothing asked for what was to be typed: {', '.join(typed)}")
    return Played(block, tuple(steps), frozenset([0, *codes]))


def prepare(reader: Reader, name: str, text: str, block: Block) -> None:
    """Do what one comment says."""
    if name == "in":
        reader.go_to(text)
    elif name == "at":
        reader.set_clock(datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=UTC))
    elif name == "ticks":
        reader.set_clock(datetime.fromisoformat(text).replace(tzinfo=UTC))
        # It goes on, for a command that waits.
        reader.site.clock.run()
    elif name == "later":
        reader.wait(float(text))
    elif name == "before":
        done = reader.run(text)
        if done.code:
            raise PlayError("\n".join([f"`{text}` exits with {done.code}:", *done.lines]))
    elif name == "file":
        reader.write(text, block.text)


def correct(page: Path) -> list[str]:
    """Play a page and correct its blocks; returns the complaints that are left for its writer."""
    with Site() as site, reader(site) as somebody:
        played = list(play(page, somebody))
    page.write_text(corrected(page.read_text(encoding="utf-8"), played), encoding="utf-8")
    return [text for one in played for text in one.complaints(is_corrected=True)]


def corrected(text: str, blocks: Iterable[Played]) -> str:
    """Return a page in which each block has what its commands print.

    What stands for any lines, and what is the same but for times and the like, stays.
    """
    lines = text.split("\n")
    for played in reversed([*blocks]):
        first, last = played.block.line, played.block.end - 1
        fence = lines[first - 1]
        indent = fence[: len(fence) - len(fence.lstrip())]
        lines[first:last] = [f"{indent}{line}".rstrip() for line in transcript(played)]
    return "\n".join(lines)


def transcript(played: Played) -> Iterator[str]:
    """Yield the lines of a block as they should be."""
    for command, printed in played.steps:
        if command.text:
            yield f"{PROMPT}{command.text}".replace("\n", f"\n{CONTINUATION}")
        is_stale = not is_same(command.expected, printed.lines)
        # Where a line stands for any lines, nobody can put it in again.
        rewrites = command.is_whole and is_stale
        yield from printed.lines if rewrites else command.expected
