"""Checks that every console block of README.md and docs/ prints what it says."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, WRITTEN, name_of
from tests.docs.player import play
from tests.docs.reader import reader
from tests.emulator import Site
from tests.marks import needs_posix_shell, needs_pty

pytestmark = [needs_pty, needs_posix_shell]


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_the_commands_of_a_page_print_what_it_says(page: Path, site: Site) -> None:
    with reader(site) as somebody:
        wrong = [
            f"{name_of(page)}:{played.block.line}: {text}"
            for played in play(page, somebody)
            for text in played.complaints
        ]
    assert not wrong, "\n\n".join([*wrong, f"`python -m tests.docs {name_of(page)}` corrects it"])


def test_what_the_readme_runs_in_a_clone_is_of_the_clone_during_an_event_too(site: Site) -> None:
    found = re.search(r"\.venv/bin/(aoc run .+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert found
    with reader(site) as somebody:
        somebody.go_to("repository")
        somebody.set_clock(datetime(2026, 12, 5, 12, tzinfo=UTC))
        done = somebody.run(found[1])
    assert (done.code, done.lines[0]) == (0, "2021/21 Dirac Dice")
