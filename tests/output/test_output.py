"""The program shows what the text files beside this module have."""

from __future__ import annotations

import pytest

from tests.output.transcripts import CASES, FOLDER, transcript
from tests.support.marks import WINDOWS


@pytest.mark.skipif(WINDOWS, reason="paths and the words of the system differ on Windows")
@pytest.mark.parametrize("name", CASES)
def test_the_program_shows_the_text(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(name) == text, "if this is right, rewrite the files: python -m tests.output"
