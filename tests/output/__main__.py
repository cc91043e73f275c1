"""`python -m tests.output` rewrites the text files to what the program shows now."""

from __future__ import annotations

from tests.support.environment import clean_environment

from .transcripts import CASES, FOLDER, transcript

clean_environment()
for old in FOLDER.glob("*.txt"):
    old.unlink()
for name in CASES:
    (FOLDER / f"{name}.txt").write_text(transcript(name), encoding="utf-8", newline="\n")
