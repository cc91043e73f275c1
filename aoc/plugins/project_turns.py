"""Which project is imported from: in a pytest session with several, each has its turns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aoc.worker.project_imports import ProjectImports

__all__ = ["ProjectTurns"]

DAYS = "year[0-9][0-9][0-9][0-9]/day[0-9][0-9].py"


class ProjectTurns:
    """The projects of one session; of at most one, packages and helpers can be imported."""

    def __init__(self) -> None:
        self.imports: dict[str, ProjectImports] = {}
        self.current: str | None = None
        self.roots: dict[Path, str | None] = {}

    def turn_to(self, root: str | None) -> None:
        """Import from the project at `root` from now on; `None` stands for no project."""
        if root == self.current:
            return
        if self.current is not None:
            self.imports[self.current].leave()
        if root is not None:
            self.imports_of(root).enter()
        self.current = root

    def imports_of(self, root: str) -> ProjectImports:
        """Return the imports of the project at `root`, the same ones in each of its turns."""
        from aoc.worker.project_imports import ProjectImports

        return self.imports.setdefault(root, ProjectImports(root))

    def root_of(self, path: Path) -> str | None:
        """Return the folder of the project that a file or folder is in; `None` if in none."""
        if path not in self.roots:
            if is_project(path):
                self.roots[path] = str(path)
            else:
                self.roots[path] = self.root_of(path.parent) if path.parent != path else None
        return self.roots[path]


def is_project(folder: Path) -> bool:
    """Say whether a folder has `[tool.aoc]` in `pyproject.toml`, or a day beside `tests`."""
    try:
        if b"tool.aoc" in (folder / "pyproject.toml").read_bytes() and has_settings(folder):
            return True
    except OSError:
        pass
    return (
        (folder / "days").is_dir()
        and (folder / "tests").is_dir()
        and any((folder / "days").glob(DAYS))
    )


def has_settings(folder: Path) -> bool:
    """Say whether `pyproject.toml` has settings for `aoc`, right or wrong."""
    from aoc.errors import UsageError
    from aoc.project import read_settings

    try:
        return read_settings(str(folder / "pyproject.toml")) is not None
    except UsageError:
        return True
