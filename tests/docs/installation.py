"""An installation of `aoc` for readers, as pip makes it from a clone that they have at home.

What it installs is the checkout that runs the tests; only scripts and metadata are its own.
"""

from __future__ import annotations

import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

from aoc.program import NAME, OTHER_NAME

CLONE = "aoc-days"
"""The folder of the clone in the reader's home."""
SCRIPT = f"""\
#!{sys.executable}
import sys

from aoc.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
"""
PYTHON = f'#!/bin/sh\nexec "{sys.executable}" "$@"\n'
PROGRAMS = {
    NAME: SCRIPT,
    OTHER_NAME: SCRIPT,
    "python": PYTHON,
    "python3": PYTHON,
    "pytest": f'#!/bin/sh\nexec "{sys.executable}" -m pytest -p no:cacheprovider "$@"\n',
}


class Installation(NamedTuple):
    """The folders of the scripts, for the path, and of the metadata, for Python's own."""

    scripts: Path
    metadata: Path


def install(folder: Path, home: Path) -> Installation:
    """Write scripts and metadata into a folder; the clone that they came from is in a home."""
    scripts, metadata = folder / "bin", folder / "lib"
    scripts.mkdir(parents=True)
    for name, text in PROGRAMS.items():
        path = scripts / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
    real = distribution(OTHER_NAME)
    files = {
        **{name: real.read_text(name) or "" for name in ("METADATA", "entry_points.txt")},
        "INSTALLER": "pip\n",
        "RECORD": f"../bin/{NAME},,\n../bin/{OTHER_NAME},,\n",
        "direct_url.json": f'{{"dir_info": {{}}, "url": "file://{home / CLONE}"}}',
    }
    info = metadata / f"aoc_days-{real.version}.dist-info"
    info.mkdir(parents=True)
    for name, text in files.items():
        (info / name).write_text(text, encoding="utf-8")
    return Installation(scripts, metadata)
