"""Made-up environments: a folder with scripts and a Python, in which this very aoc is installed.

No installer is needed, so the scripts can be whatever an installer may leave there.
"""

from __future__ import annotations

import sysconfig
from pathlib import Path

from tests.support.launchers import python_launcher, write_launcher
from tests.support.program import ROOT

OURS = "from aoc_days import main"
AOCD = "from aocd.runner import main"
METADATA = "Metadata-Version: 2.1\nName: aoc-days\nVersion: 0.2.0\nRequires-Python: >=3.11\n"


class Environment:
    """A virtual environment with our `aoc-days`; other scripts are put there by tests.

    It has a module `installed_here` if it has a name.
    """

    def __init__(self, folder: Path, name: str = "") -> None:
        import venv  # which the embeddable Python for Windows does not have

        venv.EnvBuilder(symlinks=True).create(folder)
        self.folder = folder
        self.scripts = folder / "bin"
        self.python = self.scripts / "python"
        paths = {"base": str(folder)}
        packages = Path(sysconfig.get_path("purelib", "posix_prefix", paths))
        (packages / "real.pth").write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n")
        self.info = packages / "aoc_days-0.2.0.dist-info"
        self.info.mkdir()
        (self.info / "METADATA").write_text(METADATA)
        self.write("aoc-days", OURS)
        if name:
            (packages / "installed_here.py").write_text(f"NAME = {name!r}\n")

    def write(self, name: str | Path, imports: str) -> Path:
        """Write a script as pip and uv do, into the folder of ours if `name` has no other."""
        code = f'import sys\n{imports}\nif __name__ == "__main__":\n    sys.exit(main())\n'
        return write_launcher(self.scripts / name, python_launcher(code, self.python))
