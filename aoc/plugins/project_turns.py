"""The project whose modules are imported: with several in a pytest session, they take turns."""

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
        self.declared: dict[str, bool] = {}

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

    def is_declared(self, root: str) -> bool:
        """Return whether a project has settings for `aoc`, and not only its folders."""
        if root not in self.declared:
            self.declared[root] = has_settings(Path(root))
        return self.declared[root]


def is_project(folder: Path) -> bool:
    """Return whether a folder has `[tool.aoc]` in `pyproject.toml`, or a day beside `tests`."""
    return has_settings(folder) or (
        (folder / "days").is_dir()
        and (folder / "tests").is_dir()
        and any((folder / "days").glob(DAYS))
    )


def has_settings(folder: Path) -> bool:
    """Return whether `pyproject.toml` has settings for `aoc`, right or wrong."""
    try:
        if b"tool.aoc" not in (folder / "pyproject.toml").read_bytes():
            return False
    except OSError:
        return False
    from aoc.errors import UsageError
    from aoc.project import read_settings

    try:
        return read_settings(str(folder / "pyproject.toml")) is not None
    except UsageError:
        return True
