"""The files that let an editor run, debug and test the day of the open file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from xml.sax.saxutils import escape

from aoc.scaffold.project_templates import fill_project_template
from aoc.text import printable

VSCODE = {
    "vscode/launch.json": os.path.join(".vscode", "launch.json"),
    "vscode/settings.json": os.path.join(".vscode", "settings.json"),
}
PYCHARM = {
    f"pycharm/{name}.xml": os.path.join(".idea", "runConfigurations", f"{name}.xml")
    for name in ("run_day", "debug_day", "all_tests")
}
EDITORS = {"vscode": VSCODE, "pycharm": PYCHARM}
"""The templates for each editor, and the files they are for, relative to the project."""


def editor_files(folder: str, editors: Iterable[str]) -> dict[str, str]:
    """Return the files for some editors, by their paths relative to the project in `folder`."""
    name = printable(os.path.basename(folder), kept="")
    # PyCharm names a module for its folder, unless it was told otherwise.
    values = {"module": escape(name, {'"': "&quot;"})}
    return {
        path: fill_project_template(template, values)
        for editor in dict.fromkeys(editors)
        for template, path in EDITORS[editor].items()
    }
