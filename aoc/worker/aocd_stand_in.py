"""aocd in a worker: it asks the site for nothing, and gives a script the input of the job.

`aocd.submit(32)` and `puzzle.answer_a = 32` print a line, and the answer is kept for the row. aocd
would read a session token from its own files, and send whatever a day submits while it is imported,
or on an example. It itself takes long to import, so nothing of it is touched before a day imports
it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder
from io import FileIO
from types import ModuleType
from typing import Any

# Not where it is needed: a script may have a package `aoc` of its own by then.
from aoc.aocd_client import check_names, hidden_from_aocd
from aoc.model.inputs import InputKind
from aoc.model.jobs import Job

PARTS = {"a": 1, "1": 1, "b": 2, "2": 2}
"""The parts as people write them for aocd."""


class StandIn:
    """Changes modules of aocd just after they were imported.

    `answers` are the submitted ones, by part. Once an input is served, it is the input of every
    puzzle. Each answer that is kept back is printed once, with what sends it.
    """

    def __init__(self, job: Job) -> None:
        self.puzzle = job.puzzle
        self.user = "nobody"
        """The id of the account of the input, whose answers are in the cache."""
        for job_input in job.inputs:
            if job_input.kind is InputKind.PERSONAL:
                self.user = job_input.label
        self.printed_calls: set[str] = set()
        self.answers: dict[int, object] = {}
        self.text: str | None = None
        """The input that is served, if any."""
        self.note_asked: Callable[[], None] = lambda: None
        """What is called when the script asks for the input."""

    def serve(self, text: str) -> None:
        """Give this input to those who ask aocd from now on, and forget the answers so far."""
        self.text = text
        self.answers = {}

    def asked_text(self) -> str | None:
        """Return the input to a script that asks for it."""
        self.note_asked()
        return self.text

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module as without this, as `importlib.abc.MetaPathFinder` has it."""
        changes: dict[str, Callable[[Any], None]] = {
            "aocd.get": self.change_get,
            "aocd.models": self.change_models,
            "aocd.post": self.change_post,
            "aocd.utils": self.change_utils,
            "multiprocessing.context": self.change_context,
        }
        if name not in changes:
            return None
        spec = PathFinder.find_spec(name, path, target)
        # Without aocd, the next finder says so.
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def execute_and_change(module: ModuleType) -> None:
            with hidden_from_aocd():
                execute(module)
            check_names(module)
            changes[name](module)

        spec.loader.exec_module = execute_and_change  # type: ignore[method-assign]
        return spec

    def change_get(self, get: Any) -> None:
        """Let aocd take every script for the script of this puzzle."""
        if self.text is not None:
            year, day = self.puzzle
            get.get_day_and_year = lambda: (day, year)
            get.current_day = lambda: day
            get.most_recent_year = lambda: year

    def change_models(self, models: Any) -> None:
        """Let no puzzle send an answer, or ask the site for an accepted one."""
        models.Puzzle.answer_a = self.answer_property("a")
        models.Puzzle.answer_b = self.answer_property("b")
        # Nobody has to be logged in, and there is no token.
        models.default_user = lambda: models.User("")
        models.User.id = self.user
        if self.text is not None:
            models.Puzzle.input_data = property(lambda puzzle: self.asked_text())

    def answer_property(self, letter: str) -> property:
        """Return the property of puzzles for the answer of a part."""

        def get(puzzle: Any) -> str:
            path = getattr(puzzle, f"answer_{letter}_path")
            try:
                # Not by `open`, which would serve the input.
                with FileIO(path) as file:
                    return file.read().decode().strip()
            except FileNotFoundError:
                # As in aocd, a puzzle that is not solved has no answer.
                raise AttributeError(f"answer_{letter}") from None

        def keep(puzzle: Any, answer: object) -> None:
            self.keep_back(f"puzzle.answer_{letter} = {answer!r}", letter, answer)

        return property(get, keep)

    def change_post(self, post: Any) -> None:
        """Let `submit` send nothing, and not ask the site which part is open."""

        def submit(answer: object, part: object = None, *_: Any, **__: Any) -> None:
            self.keep_back(f"aocd.submit({answer!r})", part, answer)

        post.submit = submit

    def change_utils(self, utils: Any) -> None:
        """Let aocd ask the site for nothing: what is there is in the cache."""

        def refuse(*_: Any, **__: Any) -> None:
            raise OSError("aocd asks the site for nothing in a run: use `aoc fetch`")

        utils.HttpClient.get = refuse
        utils.HttpClient.post = refuse

    def change_context(self, context: Any) -> None:
        """Let the pools of a script fork: new processes would not find the input."""
        # From Python 3.14 on, new processes are the default on Linux, too.
        if self.text is not None and sys.platform == "linux":
            fork = context._concrete_contexts["fork"]
            context._default_context = context.DefaultContext(fork)

    def keep_back(self, call: str, part: object, answer: object) -> None:
        """Keep an answer that was not sent, and print the call, unless it was printed before.

        Without a part, it is the answer of the first part that has none yet.
        """
        number = PARTS.get(str(part).lower())
        if number is None:
            number = 2 if 1 in self.answers else 1
        self.answers[number] = answer
        if call in self.printed_calls:
            return
        self.printed_calls.add(call)
        # The day may have closed stdout.
        with suppress(OSError, ValueError):
            sys.stdout.write(f"{call} sent nothing: `aoc submit` sends it\n")
