"""aocd in a worker: it asks the site for nothing, and gives a script the input of the job.

`aocd.submit(32)` and `puzzle.answer_a = 32` print a line, and the answer is kept for the row. aocd
would read a session token from its own files, and send whatever a day submits while it is imported,
or on an example. It itself takes long to import, so nothing of it is touched before a day imports
it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder
from io import FileIO
from types import ModuleType
from typing import Any

# Not where it is needed: a script may have a package `aoc` of its own by then.
from aoc.aocd_client import hidden_from_aocd
from aoc.model.inputs import InputKind
from aoc.model.jobs import Job

PARTS = {"a": 1, "1": 1, "b": 2, "2": 2}
"""The parts as people write them for aocd."""


class StandIn:
    """Changes modules of aocd just after they were imported.

    `answers` are the submitted ones, by part. Once an input is served, it is the input of every
    puzzle. The first answer that is kept back is printed with the reason and what sends it, every
    other one without.
    """

    def __init__(self, job: Job) -> None:
        self.puzzle = job.puzzle
        self.user = "nobody"
        """The id of the account of the input, whose answers are in the cache."""
        for job_input in job.inputs:
            if job_input.kind is InputKind.PERSONAL:
                self.user = job_input.label
        self.printed_lines: set[str] = set()
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
        self,
        name: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Find a module as without this, as `importlib.abc.MetaPathFinder` has it."""
        changes: dict[str, Callable[[Any], None]] = {
            "aocd": self.change_package,
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
            if name == "aocd.utils":
                with hidden_from_aocd():
                    execute(module)
            else:
                execute(module)
            changes[name](module)

        spec.loader.exec_module = execute_and_change  # type: ignore[method-assign]
        return spec

    def change_package(self, package: Any) -> None:
        """Add the names that older versions of aocd had: `lines` and `numbers`."""
        get_attribute = package.__getattr__

        def find(name: str) -> Any:
            if self.text is None or name not in ("lines", "numbers"):
                return get_attribute(name)
            self.note_asked()
            return self.text.split("\n") if name == "lines" else numbers_in(self.text)

        package.__getattr__ = find

    def change_get(self, get: Any) -> None:
        """Let aocd take every script for the script of this puzzle."""
        if self.text is not None:
            year, day = self.puzzle
            get.get_day_and_year = lambda: (day, year)
            get.current_day = lambda: day
            get.most_recent_year = lambda: year

    def change_models(self, models: Any) -> None:
        """Let no puzzle send an answer. Even its setters would ask the site for its page first."""

        def set_attribute(puzzle: object, name: str, value: object) -> None:
            if name in ("answer_a", "answer_b"):
                self.keep_back(f"puzzle.{name} = {value!r}", name[-1], value)
            else:
                object.__setattr__(puzzle, name, value)

        def submit(
            puzzle: object, value: object, part: object = None, *_: Any, **__: Any
        ) -> None:
            self.keep_answer(value, part)

        models.Puzzle.__setattr__ = set_attribute
        models.Puzzle._submit = submit
        # Nobody has to be logged in, and there is no token.
        models.default_user = lambda: models.User("")
        models.User.id = self.user
        models.Puzzle._get_answer = cached_answer
        if self.text is not None:
            models.Puzzle.input_data = property(lambda puzzle: self.asked_text())

    def change_post(self, post: Any) -> None:
        """Let `submit` send nothing, and not ask the site which part is open."""

        def submit(answer: object, part: object = None, *_: Any, **__: Any) -> None:
            self.keep_answer(answer, part)

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

    def keep_answer(self, answer: object, part: object) -> None:
        """Keep and print an answer that was to be submitted."""
        self.keep_back(f"aocd.submit({answer!r})", part, answer)

    def keep_back(self, call: str, part: object, answer: object) -> None:
        """Keep an answer that was not sent, and print the call, unless it was printed before.

        Without a part, it is the answer of the first part that has none yet.
        """
        number = PARTS.get(str(part).lower())
        if number is None:
            number = 2 if 1 in self.answers else 1
        self.answers[number] = answer
        if call in self.printed_lines:
            return
        reason = "sent nothing: `aoc submit` sends it"
        if self.printed_lines:
            reason = "was not sent either"
        self.printed_lines.add(call)
        # The day may have closed stdout.
        with suppress(OSError, ValueError):
            sys.stdout.write(f"{call} {reason}\n")


def cached_answer(puzzle: Any, part: str) -> str:
    """Return the accepted answer of a part from the cache.

    Raises `PuzzleUnsolvedError`, as aocd does.
    """
    path = puzzle.answer_a_path if part == "a" else puzzle.answer_b_path
    try:
        # Not by `open`, which would serve the input.
        with FileIO(path) as file:
            return file.read().decode().strip()
    except FileNotFoundError:
        from aocd.exceptions import PuzzleUnsolvedError

        raise PuzzleUnsolvedError from None


def numbers_in(text: str) -> list[Any]:
    """Return the numbers in each line of a text, as aocd did.

    Where each line has one, or there is only one line, they are in one list.
    """
    rows = [
        [int(number) for number in re.findall(r"-?\d+", line)]
        for line in text.split("\n")
    ]
    if all(len(row) == 1 for row in rows):
        return [row[0] for row in rows]
    return rows[0] if len(rows) == 1 else rows
