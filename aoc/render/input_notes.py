"""The notes about missing inputs after a run: what it ran on instead, and how to get them."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence

from aoc.inputs import Inputs
from aoc.model import Puzzle, tests_path
from aoc.project import Project, shown_path
from aoc.render.format import puzzles_text

LOGIN = "log in with `aoc login`"


def input_notes(
    inputs: Inputs,
    puzzles: Sequence[Puzzle],
    ran: Mapping[Puzzle, Collection[str | None]],
    part: int | None = None,
) -> list[str]:
    """Return the sentences about the missing inputs of a run, after the run.

    `puzzles` are all that were to be run, `ran` those that were, with the kinds of their inputs;
    `part` is the only part that was, if there was only one. They do not say why an input could not
    be fetched.
    """
    nothing = [p for p in puzzles if p not in ran and p not in inputs.missing]
    without = [puzzle for puzzle in puzzles if puzzle in inputs.without_input and puzzle in ran]
    sampled = [puzzle for puzzle in without if "sample" in ran[puzzle]]
    # If every result is an error of the whole day, that error is enough.
    bare = [p for p in without if "sample" not in ran[p] and "example" in ran[p]]
    notes = []
    if sampled or bare:
        notes.append(substitute_text(inputs, sampled, bare))
    if nothing:
        notes.append(nothing_text(inputs, nothing, part))
    return notes


def substitute_text(inputs: Inputs, sampled: list[Puzzle], bare: list[Puzzle]) -> str:
    """Return which puzzles ran on made-up inputs, and which on their examples alone."""
    ran = []
    if sampled:
        made_up = "a made-up input" if len(sampled) == 1 else "made-up inputs"
        ran.append(f"{puzzles_text(sampled)} ran on {made_up} (sample 0)")
    if bare:
        ran.append(f"only the examples of {puzzles_text(bare)} were run")
    remedy = own_input_remedy(inputs, min(sampled + bare))
    why = "no session token and no cached input"
    return f"{why}, so {', and '.join(ran)}: for your own input, {remedy}"


def own_input_remedy(inputs: Inputs, puzzle: Puzzle) -> str:
    """Return how to get the input of a puzzle, with an account or without."""
    path = inputs.project.input_path(puzzle)
    return f"{LOGIN}, or save it as {shown_path(path)}"


def nothing_text(inputs: Inputs, puzzles: list[Puzzle], part: int | None) -> str:
    """Return that there was nothing to run puzzles on, and what to do for the first of them."""
    puzzle = puzzles[0]
    path = tests_path(inputs.project.root, *puzzle)
    tests = shown_path(path)
    about = f"part {part} of {puzzles_text(puzzles)}" if part else puzzles_text(puzzles)
    if os.path.exists(path):
        remedy = f"`aoc new {puzzle} --update` adds those of the puzzle page to {tests}"
    else:
        remedy = f"`aoc new {puzzle}` creates {tests} with those of the puzzle page"
    if inputs.examples:
        return f"there are no examples of {about}: {remedy}"
    return (
        f"there is no input, no sample(rng) and no example for {about}: for your own input, "
        f"{own_input_remedy(inputs, puzzle)}; for the examples, {remedy}"
    )


def left_out_text(project: Project, puzzles: Sequence[Puzzle], *, login: bool) -> str:
    """Return the sentence that names the days without an input, and says how to get one."""
    file = shown_path(project.input_path(puzzles[0]))
    fetch = ", or fetch it after `aoc login`" if login else ""
    return (
        "left out, because there is neither an input nor sample(rng) in the tests: "
        f"{', '.join(map(str, puzzles))}; save your input as {file}{fetch}"
    )
