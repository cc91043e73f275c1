"""Made-up environments: a folder with scripts and a Python, in which this very aoc is installed.

No installer is needed, so the scripts can be whatever an installer may leave there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.program import ROOT, Finished

OURS = "from aoc.__main__ import main"
AOCD = "from aocd.runner import main"
FOREIGN = "from elsewhere import main"
METADATA = "Metadata-Version: 2.1\nName: aoc-days\nVersion: 0.1.0\nRequires-Python: >=3.11\n"


class Environment:
    """A virtual environment with our `aoc-days`; other scripts are put there by tests."""

    def __init__(self, root: Path, installer: str = "uv") -> None:
        self.root = root
        self.home = root / "home"
        self.home.mkdir(parents=True)
        import venv

        venv.EnvBuilder(symlinks=True).create(root / "env")
        self.scripts = root / "env" / "bin"
        paths = {"base": str(root / "env")}
        packages = Path(sysconfig.get_path("purelib", "posix_prefix", paths))
        (packages / "real.pth").write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n")
        info = packages / "aoc_days-0.1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(METADATA)
        (info / "INSTALLER").write_text(f"{installer}\n")
        (info / "RECORD").write_text("../../../bin/aoc,,\n../../../bin/aoc-days,,\n")
        self.write("aoc-days", OURS)

    def write(self, name: str, imports: str) -> Path:
        """Write a script as pip and uv do."""
        path = self.scripts / name
        path.write_text(script(self.scripts / "python", imports))
        path.chmod(0o755)
        return path

    def run(
        self,
        *args: str,
        name: str | Path = "aoc-days",
        path: str | Path | None = None,
        env: Mapping[str, str] = {},
    ) -> Finished:
        """Run a script with its folder first in PATH, or with `path` in place of that."""
        done = subprocess.run(
            [self.scripts / name, *args],
            cwd=self.home,
            env=self.variables(path) | dict(env),
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

    def name_findings(self, path: str | Path | None = None) -> list[dict[str, Any]]:
        """Return what `aoc doctor` finds out about the name."""
        done = self.run("doctor", "--offline", "--json", path=path)
        assert done.code in (0, 1), done.err
        return [finding for finding in findings(done) if finding["check"] == "name"]


def script(python: Path, imports: str) -> str:
    """Return a script that starts a program."""
    return (
        f"#!{python}\n# -*- coding: utf-8 -*-\nimport sys\n{imports}\n"
        'if __name__ == "__main__":\n    sys.exit(main())\n'
    )


def findings(done: Finished) -> list[dict[str, Any]]:
    """Return the findings that `aoc doctor --json` prints."""
    return [json.loads(line) for line in done.out.splitlines()]
