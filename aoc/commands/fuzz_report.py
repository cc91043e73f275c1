"""What `aoc fuzz` reports: each finding as it comes, and at the end a line for each day."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from aoc.examples import Example
from aoc.fuzzing.finding import Finding
from aoc.fuzzing.subject import Subject
from aoc.history.kept_inputs import keep_inputs
from aoc.puzzles import Puzzle
from aoc.registry import OWN
from aoc.render.fuzz_screen import FuzzScreen
from aoc.render.fuzz_text import finding_lines, finding_object, summary_line
from aoc.render.json_lines import write_json
from aoc.render.output import print_line, write
from aoc.results import Kind
from aoc.scaffold.examples_writer import example_source

__all__ = ["FuzzReport"]


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
        """Keep the texts of a finding, and show it."""
        self.found.append(finding.puzzle)
        self.screen.clear()
        paths = self.paths_of(finding)
        command = self.command_for(finding, paths)
        if self.as_json:
            write_json(sys.stdout, finding_object(finding, paths, command))
            return
        examples = [example_source(Example(f"{text}\n")) for text in finding.texts]
        write(sys.stdout, *finding_lines(finding, examples, paths, command))

    def paths_of(self, finding: Finding) -> list[str]:
        """Keep the texts of a finding that showed again, and return the paths of their files."""
        if finding.is_kept:
            return [os.path.relpath(os.path.join(self.root, finding.label))]
        if not finding.is_worth_keeping:
            return []
        paths = keep_inputs(self.root, finding.puzzle, finding.texts)
        return [os.path.relpath(path) for path in paths]

    def command_for(self, finding: Finding, paths: Sequence[str]) -> str | None:
        """Return the command that shows a finding again, if there is one."""
        puzzle = finding.puzzle
        way = finding.disagreement.way
        if not paths:
            return None
        if len(finding.texts) > 1 or finding.needs_others:
            # `aoc run` has a process for each variant.
            return f"aoc fuzz {puzzle} --runs 0"
        path = f'"{paths[0]}"' if " " in paths[0] else paths[0]
        words = [f"aoc run {puzzle} --input {path}"]
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
