"""What the build needs besides Hatch's own: the README of a package index, and editable installs.

A package index shows README.md without the repository around it, so its links become absolute.

An editable installation is a folder that holds a link to each package, and nothing else. With the
repository itself on `sys.path`, its `tests` and `days` could be imported anywhere and would hide
packages of these names. Hatch's own remedy, `dev-mode-exact`, makes every start of Python in that
environment 20 ms slower, and type checkers do not find what it finds.
"""

from __future__ import annotations

import os
import re
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r'(\]\(|\b(?:src|srcset|href)=")(?![a-z]+:|#)([^)"]+)')
"""A link of README.md to a file of the repository, in Markdown or HTML."""

PACKAGES = ("aoc", "aoc_days")
LINKS = os.path.join("build", "editable")
"""The folder of the links; it stands in pyproject.toml too, as `dev-mode-dirs`."""


class IndexReadme(MetadataHookInterface):
    """Takes README.md as the description, with links to the files of this version."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the description; `Repository` in `[project.urls]` is where the links lead."""
        with open(os.path.join(self.root, "README.md"), encoding="utf-8") as file:
            text = file.read()
        if address := metadata["urls"].get("Repository"):
            text = absolute(text, address, f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def absolute(text: str, address: str, tag: str) -> str:
    """Return a README whose links lead to the files of a tag on GitHub."""

    def link(found: re.Match[str]) -> str:
        kind = "raw" if found[2].endswith(".svg") else "blob"
        return f"{found[1]}{address}/{kind}/{tag}/{found[2]}"

    return RELATIVE.sub(link, text)


class EditableLinks(BuildHookInterface[Any]):
    """Makes the links when an editable installation is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the links. `version` is "editable" or "standard"."""
        if version != "editable":
            return
        for name in PACKAGES:
            link = os.path.join(self.root, LINKS, name)
            link_folder(os.path.join(self.root, name), link)


def link_folder(folder: str, link: str) -> None:
    """Make a link to a folder; an older link in its place is replaced.

    Raises `RuntimeError` where links cannot be made.
    """
    os.makedirs(os.path.dirname(link), exist_ok=True)
    if os.path.lexists(link):
        os.unlink(link)
    try:
        make_link(folder, link)
    except OSError as error:
        if os.path.isdir(link):  # Windows makes a folder, then a junction of it.
            os.rmdir(link)
        raise RuntimeError(
            f"{link} cannot be made a link ({error.strerror}): an editable installation needs a "
            "disk that can hold links; install without -e here"
        ) from error


def make_link(folder: str, link: str) -> None:
    """Make a link to a folder."""
    if sys.platform == "win32":
        import _winapi

        # Anybody may make a junction; a symbolic link needs a privilege.
        _winapi.CreateJunction(folder, link)
    else:
        os.symlink(os.path.relpath(folder, os.path.dirname(link)), link)
