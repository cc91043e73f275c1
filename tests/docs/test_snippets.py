"""Checks the code in README.md and docs/ that is not run: calls of `aoc`, Python, settings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aoc.errors import UsageError
from aoc.project import read_settings
from tests.docs.command_lines import arguments_in, check_line, check_options
from tests.docs.pages import PAGES, Block, blocks_in, inline_code_in, name_of
from tests.docs.player import CONSOLE, Notes
from tests.docs.transcript import PROMPT

SHELLS = ("sh", "bash", "zsh", "fish", "yaml", CONSOLE)

every_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


def blocks(page: Path, *languages: str) -> Iterator[Block]:
    """Yield the blocks in some languages, but for those that are run."""
    for block in blocks_in(page.read_text(encoding="utf-8")):
        is_run = block.language == CONSOLE and Notes.of(block).is_run
        if block.language in languages and not is_run:
            yield block


def wrong_in(block: Block) -> Iterator[str]:
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        if block.language == CONSOLE and not line.startswith(PROMPT):
            continue
        for arguments in arguments_in(line.removeprefix(PROMPT)):
            fault = check_line(arguments)
            if fault:
                yield f"line {number}: {line}: {fault}"


@every_page
def test_every_call_in_a_block_is_one_that_the_program_takes(page: Path) -> None:
    assert not [fault for block in blocks(page, *SHELLS) for fault in wrong_in(block)]


@every_page
def test_every_call_in_a_sentence_has_a_command_and_options_that_exist(page: Path) -> None:
    calls = [
        (text, line)
        for text, line in inline_code_in(page.read_text(encoding="utf-8"))
        if text.startswith(("aoc ", "aoc-days "))
    ]
    faults = [(text, line, check_options(text)) for text, line in calls]
    assert not [f"line {line}: {text}: {fault}" for text, line, fault in faults if fault]


@every_page
def test_python_compiles(page: Path) -> None:
    for block in blocks(page, "python"):
        compile("\n" * block.line + block.text, name_of(page), "exec")


@every_page
def test_settings_are_ones_that_the_program_takes(page: Path, tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    for block in blocks(page, "toml"):
        path.write_text(block.text, encoding="utf-8")
        try:
            read_settings(str(path))
        except UsageError as error:
            pytest.fail(f"{name_of(page)}:{block.line}: {error}")


@every_page
def test_a_block_says_its_language(page: Path) -> None:
    assert not [block.line for block in blocks(page, "")]
