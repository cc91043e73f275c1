"""The folder in which a program was started, though it has changed its folder since.

aocd's runner calls solvers in a temporary folder, perhaps in a new process, and Python has no
public way back to the folder in which the runner was started. `multiprocessing` keeps it, and
passes it on to each new process, under a name that is not documented. A test in
`tests/cli/test_aocd_plugin.py` fails when Python changes that.
"""

from __future__ import annotations

from multiprocessing import process


def start_folder() -> str | None:
    """Return the folder in which the program was started; `None` where Python does not say."""
    folder: str | None = getattr(process, "ORIGINAL_DIR", None)
    return folder
