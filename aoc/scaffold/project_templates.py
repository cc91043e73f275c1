"""The built-in templates of the files of a project."""

from __future__ import annotations

import os
from collections.abc import Mapping
from string import Template

BUILT_IN = os.path.join(os.path.dirname(__file__), "templates", "project")


def fill_project_template(name: str, values: Mapping[str, str]) -> str:
    """Return the text of a template with its placeholders replaced; any other `$` stays."""
    with open(os.path.join(BUILT_IN, f"{name}.txt"), encoding="utf-8") as file:
        return Template(file.read()).safe_substitute(values)


def align_comments(text: str) -> str:
    """Return a text with the comments behind its commands one below the other."""
    parts = [line.partition("  # ") for line in text.split("\n")]
    width = max(len(command) for command, mark, _ in parts if mark)
    return "\n".join(
        f"{command:{width}}{mark}{comment}" if mark else command for command, mark, comment in parts
    )
