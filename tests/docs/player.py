"""Plays a page: does what its comments say, runs its commands, and compares what they print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tests.docs.pages import Block, blocks_in, name_of
from tests.docs.reader import Printed, Reader
from tests.docs.transcript import Command, commands_in, difference, is_same

CONSOLE = "console"
NOTE = re.compile(r"(\w+):\s*(.*)", re.DOTALL)
NAMES = ("in", "at", "later", "before", "type", "exits", "file", "run")


class PlayError(Exception):
    """A page asks for something that does not exist or that failed."""


class Notes(NamedTuple):
    """What the comments before a block say, by name, in order."""

    pairs: tuple[tuple[str, str], ...]

    def all(self, name: str) -> list[str]:
        """Return what all comments of one name say."""
        return [text for key, text in self.pairs if key == name]

    @property
    def is_run(self) -> bool:
        """Whether the block is to be run; raises `PlayError` if a `no` has no reason."""
        for text in self.all("run"):
            if not re.fullmatch(r"no, \w.+", text, re.DOTALL):
                raise PlayError(f"`run: {text}` is not `run: no, REASON`")
            return False
        return True

    @classmethod
    def of(cls, block: Block) -> Notes:
        """Read the comments before a block; raises `PlayError` for one that nobody knows."""
        pairs = [(m[1], m[2]) for m in map(NOTE.fullmatch, block.comments) if m]
        for name, _ in pairs:
            if name not in NAMES:
                raise PlayError(f"a comment cannot begin with `{name}:`, only with {NAMES}")
        return cls(tuple(pairs))


class Played(NamedTuple):
    """A console block that was run: its commands, and what each printed; `codes` are allowed."""

    block: Block
    steps: tuple[tuple[Command, Printed], ...]
    codes: frozenset[int]

    @property
    def complaints(self) -> list[str]:
        """What is not as the page says."""
        return [text for step in self.steps for text in self.complain(*step)]

    def complain(self, command: Command, printed: Printed) -> Iterator[str]:
        """Yield what is not as the page says of one command."""
        if printed.code not in self.codes:
            yield f"`{command.text}` exits with {printed.code}, not {sorted(self.codes)}"
        if not is_same(command.expected, printed.lines):
            diff = difference(command.expected, printed.lines)
            yield f"`{command.text}` prints something else (+) than the page says (-):\n{diff}"
        elif printed.code not in self.codes:
            yield "\n".join(printed.lines)


def play(page: Path, reader: Reader) -> Iterator[Played]:
    """Do what a page says from top to bottom; yields each console block as it has run.

    Raises `PlayError` for what cannot be done; it says where.
    """
    for block in blocks_in(page.read_text(encoding="utf-8")):
        try:
            played = play_block(block, reader)
        except (PlayError, ValueError, TimeoutError) as error:
            raise PlayError(f"{name_of(page)}:{block.line}: {error}") from error
        if played:
            yield played


def play_block(block: Block, reader: Reader) -> Played | None:
    """Do what the comments before a block say, and run it if it is of a console."""
    notes = Notes.of(block)
    for name, text in notes.pairs:
        prepare(reader, name, text, block)
    if block.language != CONSOLE or not notes.is_run:
        return None
    typed = notes.all("type")
    codes = frozenset([0, *(int(code) for text in notes.all("exits") for code in text.split(","))])
    steps = [(command, reader.run(command.text, typed)) for command in commands_in(block.text)]
    if typed:
        raise PlayError(f"nothing asked for what was to be typed: {', '.join(typed)}")
    return Played(block, tuple(steps), codes)


def prepare(reader: Reader, name: str, text: str, block: Block) -> None:
    """Do what one comment says."""
    if name == "in":
        reader.go_to(text)
    elif name == "at":
        reader.set_clock(datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=UTC))
    elif name == "later":
        reader.wait(float(text))
    elif name == "before":
        done = reader.run(text)
        if done.code:
            raise PlayError("\n".join([f"`{text}` exits with {done.code}:", *done.lines]))
    elif name == "file":
        reader.write(text, block.text)
