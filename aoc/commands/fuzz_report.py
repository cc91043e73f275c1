"""What `aoc fuzz` reports and keeps: each finding as it comes; at the end a line for each day."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from glob import glob

from aoc.files import read_text
from aoc.fuzzing.fuzzer import Finding, Subject
from aoc.history.log import FOLDER, keep_file
from aoc.model import Example, Kind, Puzzle
from aoc.project import OWN
from aoc.render.fuzz_text import FuzzScreen, finding_lines, finding_object, summary_line
from aoc.render.terminal import print_line, write, write_json
from aoc.scaffold.example_list import example_source
from aoc.text import digest_of, plain

DIGITS = 8
"""Hex digits of the digest of an input in the name of its file."""


class FuzzReport:
    """Shows findings, and keeps their texts in the project at `root`.

    `timeout` is how long a way may take, in seconds.
    """

    def __init__(
        self, root: str, screen: FuzzScreen, timeout: float | None, *, as_json: bool
    ) -> None:
        self.root = root
        self.screen = screen
        self.timeout = timeout
        self.as_json = as_json
        self.found: list[Puzzle] = []

    def show(self, finding: Finding) -> None:
        """Keep the text of a finding that showed again, and show it."""
        self.found.append(finding.puzzle)
        self.screen.clear()
        name = finding.label if finding.is_kept else None
        if finding.repeats and not name:
            puzzle, text = finding.puzzle, finding.text
            name = f"{puzzle.year}-{puzzle.day:02d}-{digest_of(text)[:DIGITS]}.txt"
            name = keep_file(self.root, "fuzz", name, f"{text}\n")
        path = os.path.relpath(os.path.join(self.root, name)) if name else None
        command = self.command_for(finding, path) if path else None
        if self.as_json:
            write_json(sys.stdout, finding_object(finding, path, command))
        else:
            source = example_source(Example(f"{finding.text}\n"))
            example = f"    {source},\n"
            write(sys.stdout, *finding_lines(finding, example, path, command))

    def command_for(self, finding: Finding, path: str) -> str:
        """Return the command that shows a finding again."""
        puzzle = finding.puzzle
        way = finding.disagreement.way
        words = [f"aoc run {puzzle} --input", f'"{path}"' if " " in path else path]
        if way.part:
            words.append(f"--part {way.part}")
        solvers = [one.solver for one in finding.ways if one.solver != OWN]
        if solvers:
            words += [f"--solver {name}" for name in (OWN, *solvers)]
        elif any(one.variant for one in finding.ways):
            words.append("--variant all")
        if finding.disagreement.manner == Kind.TIMEOUT and self.timeout:
            words.append(f"--timeout {self.timeout:g}")
        return " ".join(words)

    def end(self, subjects: Sequence[Subject]) -> None:
        """Show what became of each day."""
        for subject in subjects:
            if subject.problem:
                self.screen.problem(f"{subject.puzzle}: {subject.problem}")
            elif (subject.kinds or subject.kept) and not self.as_json:
                count = self.found.count(subject.puzzle)
                print_line(summary_line(subject, count))


def kept_inputs(root: str, puzzle: Puzzle) -> dict[str, str]:
    """Return the inputs that fuzzing has found, by the path of their file in the project.

    What cannot be read is left out.
    """
    found = {}
    pattern = os.path.join(FOLDER, "fuzz", f"{puzzle.year}-{puzzle.day:02d}-*.txt")
    for path in sorted(glob(pattern, root_dir=root)):
        with suppress(OSError, UnicodeDecodeError):
            found[path] = plain(read_text(os.path.join(root, path)))
    return found
