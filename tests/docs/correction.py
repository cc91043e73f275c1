"""Corrects a page: writes into its console blocks what their commands really print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.docs.player import Played, play
from tests.docs.reader import reader
from tests.docs.transcript import ANY, CONTINUATION, PROMPT, is_same
from tests.emulator import Site


def correct(page: Path) -> list[str]:
    """Play a page and correct its blocks; returns the complaints that are left for its writer."""
    with Site() as site, reader(site) as somebody:
        played = list(play(page, somebody))
    page.write_text(corrected(page.read_text(encoding="utf-8"), played), encoding="utf-8")
    return [text for one in played for text in one.complaints if not is_corrected(one, text)]


def is_corrected(played: Played, complaint: str) -> bool:
    """Return whether a complaint is about an output that could be written into the page."""
    commands = [command for command, _ in played.steps if ANY not in command.expected]
    return any(complaint.startswith(f"`{command.text}` prints") for command in commands)


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
        first, *others = command.text.split("\n")
        yield f"{PROMPT}{first}"
        for line in others:
            yield f"{CONTINUATION}{line}"
        keeps = ANY in command.expected or is_same(command.expected, printed.lines)
        yield from command.expected if keeps else printed.lines
