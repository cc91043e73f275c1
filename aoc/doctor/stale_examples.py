"""The check of the examples: whether they have the answers of the puzzle pages in the cache."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator

from aoc.doctor.checks import Diagnostic, NotCheckedError, Status, Subject
from aoc.files import read_bytes
from aoc.model import tests_name
from aoc.project import shown_path
from aoc.site.pages import find_examples
from aoc.text import plain


def check_examples(subject: Subject) -> Iterator[Diagnostic]:
    """Find answers of examples that the pages have, and the tests lack or have otherwise.

    Only warnings, because the examples are not always found on a page as they are meant.
    """
    project, cache = subject.project, subject.accounts.cache
    if project is None:
        raise NotCheckedError("not compared without a project")
    puzzles = [puzzle for year in project.years() for puzzle in project.puzzles(year)]
    compared, well = 0, True
    for puzzle in puzzles:
        name = shown_path(os.path.join(project.root, tests_name(*puzzle)))
        constants = constants_in(name)
        pages = [cache.read_page(user, puzzle) for user in cache.users() or [""]]
        page = max(filter(None, pages), key=lambda page: page.parts_solved, default=None)
        if page is None or not constants:
            continue
        compared += 1
        for example in find_examples(page.html):
            for part in (1, 2) if plain(example.text) in constants else ():
                answer = example.expected(part)
                if answer is not None and plain(answer).removeprefix("-") not in constants:
                    well = False
                    text = f"{name}: part {part} of an example is {answer} on the page"
                    remedy = f"correct it, or add it with `aoc new {puzzle} --update`"
                    yield Diagnostic(Status.WARNING, text, remedy)
    if well:
        text = f"{compared} of {len(puzzles)} days compared with their cached pages"
        yield Diagnostic(Status.OK if compared else Status.SKIPPED, text)


def constants_in(path: str) -> set[str]:
    """Return the texts and numbers that are written in a module, which is not run."""
    try:
        nodes = ast.walk(ast.parse(read_bytes(path)))
    except (OSError, SyntaxError, ValueError):
        return set()
    return {plain(str(node.value)) for node in nodes if isinstance(node, ast.Constant)}
