"""What is built from a checkout: the wheel and the sdist."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple

from tests.support.installation import run


class Artefacts(NamedTuple):
    """The paths of a wheel and of an sdist."""

    wheel: Path
    sdist: Path

    def names(self) -> tuple[set[str], set[str]]:
        """Return the names of the files in the wheel, and of those in the sdist's one folder."""
        with zipfile.ZipFile(self.wheel) as wheel, tarfile.open(self.sdist) as sdist:
            inner = {name.partition("/")[2] for name in sdist.getnames()}
            return set(wheel.namelist()), inner


def build(checkout: Path, folder: Path, *command: str) -> Artefacts:
    """Build both into a folder, by default as a release does."""
    run(*(command or (sys.executable, "-m", "build")), "-q", "-o", folder, checkout, cwd=folder)
    [wheel], [sdist] = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Artefacts(wheel, sdist)
