"""What `--against` and `--variant` mean to a bench: the sides that are measured in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from aoc.bench.timing import Side
from aoc.bench.worktree import find_commit, worktree
from aoc.commands.variant_names import variants_of
from aoc.errors import UsageError
from aoc.project import Project
from aoc.puzzles import Puzzle
from aoc.registry import OWN, has_module, installed_plugins

__all__ = ["find_rivals", "sides_of"]


def find_rivals(project: Project, names: Sequence[str], folders: ExitStack) -> list[Side]:
    """Return what the project's own days are to be compared with: solvers, or other commits.

    A name that is both is the solver. A commit is checked out into a folder, which is removed with
    `folders`. Raises `UsageError` for a name that is neither, and `AocError` where git fails.
    """
    if not names:
        return []
    known = {plugin.name: plugin for plugin in installed_plugins() if plugin.name != OWN}
    rivals = []
    for name in dict.fromkeys(names):
        if name in known:
            rivals.append(Side(project.root, known[name], name))
            continue
        commit = find_commit(project.root, name)
        if commit is None:
            raise UsageError(unknown_text(name, list(known)))
        root = folders.enter_context(worktree(project.root, commit))
        rivals.append(Side(root, name=name, commit=commit))
    return rivals


def unknown_text(name: str, solvers: Sequence[str]) -> str:
    """Return the sentence about a name that is neither a solver nor a commit."""
    if name == OWN:
        return f"--against {OWN}: {OWN} is what is measured; name another solver, or a commit"
    choice = f"choose from {', '.join(solvers)}" if solvers else "no other solver is installed"
    return (
        f"--against {name}: there is no such solver ({choice}), and git knows no such commit "
        "in this project"
    )


def sides_of(
    project: Project,
    puzzle: Puzzle,
    parts: tuple[int, ...],
    variants: Sequence[str],
    rivals: Sequence[Side],
) -> Iterator[Side]:
    """Yield the sides of a puzzle: the project's day, its variants, and each rival that solves it.

    A rival that is another commit runs the same variants as the project, as far as it has them.
    """
    own = Side(project.root)
    yield own
    for variant in chosen_variants(project.root, puzzle, parts, variants):
        yield own._replace(variant=variant)
    if any(rival.solver.entry for rival in rivals):
        yield own._replace(is_first_call=True)
    for rival in rivals:
        if rival.solver.entry:
            yield rival
        elif has_module(rival.root, puzzle):
            yield rival
            for variant in chosen_variants(rival.root, puzzle, parts, variants):
                yield rival._replace(variant=variant)


def chosen_variants(
    root: str, puzzle: Puzzle, parts: tuple[int, ...], names: Sequence[str]
) -> list[str]:
    """Return the variants of a day of the project at `root` that were asked for."""
    if not names:
        return []
    found = variants_of(root, puzzle, parts)
    return [name for name in found if "all" in names or name in names]
