"""The README that `aoc report` writes into: where it is, and which sections it has."""

from __future__ import annotations

import os
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.files import overwrite, read_bytes
from aoc.project import Project
from aoc.render.readme_table import has_marker, replace_section, section

__all__ = ["DAYS", "PICTURES", "Readme", "find_readme", "has_section", "shown_path"]

README = "README.md"
DAYS, PICTURES = "days", "pictures"
"""The names of the sections."""


class Readme(NamedTuple):
    """The file to write into: its path, and the path that is shown to people."""

    path: str
    shown: str

    def read(self) -> str:
        """Return the text, with its line ends as they are.

        Raises `UsageError` if it cannot be read, or has neither section.
        """
        try:
            text = read_bytes(self.path).decode()
        except UnicodeDecodeError:
            raise UsageError(
                f"{self.shown} is not UTF-8 text: save it as UTF-8, then try again"
            ) from None
        except FileNotFoundError:
            raise UsageError(
                f"{self.shown} does not exist: create it, with the lines <!-- days --> and "
                "<!-- /days --> for a table, or <!-- pictures --> and <!-- /pictures -->"
            ) from None
        except OSError as error:
            raise UsageError(f"{self.shown} cannot be read: {error.strerror}") from None
        self.check(text)
        return text

    def check(self, text: str) -> None:
        """Raise `UsageError` if a text has neither section, or one marker of a section alone."""
        for name in (DAYS, PICTURES):
            if has_marker(text, name) and not has_section(text, name):
                raise UsageError(
                    f"{self.shown} has no line <!-- {name} --> with a line <!-- /{name} --> below "
                    "it: add the one that is missing"
                )
        if not has_section(text, DAYS) and not has_section(text, PICTURES):
            raise UsageError(
                f"{self.shown} has no place to write to: add the lines <!-- days --> and "
                "<!-- /days --> where the table should be, and <!-- pictures --> and "
                "<!-- /pictures --> where the pictures should be, or one of the pairs"
            )

    def update(self, sections: dict[str, str]) -> None:
        """Write the text of each section that the file has; the rest stays as it is.

        It is read again, because it may have been edited during the run. Raises `UsageError`.
        """
        old = text = self.read()
        for name, body in sections.items():
            if has_section(text, name):
                text = replace_section(text, name, body)
        if text != old:
            overwrite(self.path, text.encode())


def has_section(text: str, name: str) -> bool:
    """Return whether a text has both markers of a section."""
    try:
        section(text, name)
    except ValueError:
        return False
    return True


def find_readme(project: Project, option: str | None) -> Readme:
    """Return the file to write into: the one that was named, else the project's README."""
    if option is not None:
        path = os.path.abspath(os.path.expanduser(option))
    else:
        names = sorted(name for name in os.listdir(project.root) if name.lower() == README.lower())
        path = os.path.join(project.root, README if README in names else [*names, README][0])
    return Readme(path, shown_path(path))


def shown_path(path: str) -> str:
    """Return a path as seen from the current folder, if that is possible."""
    try:
        return os.path.relpath(path)
    except ValueError:  # on another drive of Windows
        return path
