"""What is built from the checkout: the wheel and the sdist."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple

from tests.install.environment import run
from tests.program import ROOT


class Artefacts(NamedTuple):
    """The paths of a wheel and of an sdist."""

    wheel: Path
    sdist: Path

    def wheel_names(self) -> list[str]:
        """Return the names of the files in the wheel."""
        with zipfile.ZipFile(self.wheel) as archive:
            return archive.namelist()

    def sdist_names(self) -> list[str]:
        """Return the names of the files in the sdist, within its one folder."""
        with tarfile.open(self.sdist) as archive:
            return [name.partition("/")[2] for name in archive.getnames()]


def build(folder: Path) -> Artefacts:
    """Build both into a folder."""
    run(sys.executable, "-m", "hatchling", "build", "-d", folder, cwd=ROOT)
    [wheel] = folder.glob("*.whl")
    [sdist] = folder.glob("*.tar.gz")
    return Artefacts(wheel, sdist)
