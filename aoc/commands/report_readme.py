"""The README that `aoc report` writes into: where it is, and which sections it has."""

from __future__ import annotations

import os
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.files import overwrite, read_bytes
from aoc.project import Project, shown_path
from aoc.render.readme_table import replace_section, sections_in

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
        """Raise `UsageError` if a text has neither section, or a marker that is not in a pair."""
        try:
            found = sections_in(text)
        except ValueError as error:
            raise UsageError(f"{self.shown}, {error}") from None
        if not found:
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
            if name in sections_in(text):
                text = replace_section(text, name, body)
        if text != old:
            overwrite(self.path, text.encode())


def find_readme(project: Project, option: str | None) -> Readme:
    """Return the file to write into: the one that was named, else the project's README."""
    if option is not None:
        path = os.path.abspath(os.path.expanduser(option))
    else:
        names = sorted(name for name in os.listdir(project.root) if name.lower() == README.lower())
        path = os.path.join(project.root, README if README in names else [*names, README][0])
    return Readme(path, shown_path(path))
