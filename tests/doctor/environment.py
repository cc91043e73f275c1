"""Made-up environments: a folder with scripts and a Python, in which this very aoc is installed.

No installer is needed, so the scripts can be whatever an installer may leave there.
"""

from __future__ import annotations

import os
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from tests.program import ROOT, Finished

OURS = "from aoc.__main__ import main"
AOCD = "from aocd.runner import main"
FOREIGN = "from aocdays import main"
METADATA = "Metadata-Version: 2.1\nName: aoc-days\nVersion: 0.1.0\nRequires-Python: >=3.11\n"


class Environment:
    """A virtual environment with our `aoc-days`; other scripts are put there by tests."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = root / "home"
        self.home.mkdir(parents=True)
        import venv  # which the embeddable Python for Windows does not have

        venv.EnvBuilder(symlinks=True).create(root / "env")
        self.scripts = root / "env" / "bin"
        paths = {"base": str(root / "env")}
        packages = Path(sysconfig.get_path("purelib", "posix_prefix", paths))
        (packages / "real.pth").write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n")
        self.info = packages / "aoc_days-0.1.0.dist-info"
        self.info.mkdir()
        (self.info / "METADATA").write_text(METADATA)
        self.write("aoc-days", OURS)

    def write(self, name: str | Path, imports: str) -> Path:
        """Write a script as pip and uv do, into the folder of ours if `name` has no other."""
        path = self.scripts / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            f"#!{self.scripts / 'python'}\n# -*- coding: utf-8 -*-\nimport sys\n{imports}\n"
            'if __name__ == "__main__":\n    sys.exit(main())\n'
        )
        path.chmod(0o755)
        return path

    def run(self, *args: str, name: str = "aoc-days", path: str | Path | None = None) -> Finished:
        """Run a script with its folder first in PATH, or with `path` in place of that."""
        done = subprocess.run(
            [self.scripts / name, *args],
            cwd=self.home,
            env=self.variables(path),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return Finished(done.returncode, done.stdout, done.stderr)

    def variables(self, path: str | Path | None = None) -> dict[str, str]:
        """Return the environment variables of a user whose home is empty."""
        ours = {k: v for k, v in os.environ.items() if not k.startswith(("AOC", "PYTHON"))}
        folders = [str(self.scripts if path is None else path), "/usr/bin", "/bin"]
        return ours | {
            "PATH": os.pathsep.join(folders),
            "AOCD_DIR": str(self.home / "aocd"),
            "HOME": str(self.home),
        }

    def name_finding(self, name: str = "aoc-days", path: str | Path | None = None) -> Any:
        """Return what `aoc doctor` says about the name."""
        done = self.run("doctor", "--offline", "--json", name=name, path=path)
        assert done.code in (0, 1), done.err
        return done.lines[0]
