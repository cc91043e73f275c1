"""Checks the name of the program: in messages, and what `aoc doctor` says of other programs' `aoc`.

The environments are made up: a folder with scripts and a Python, in which this very aoc is
installed. No installer is needed, so the scripts can be whatever an installer may leave there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from tests.marks import needs_posix_shell, needs_venv
from tests.program import ROOT, Finished

pytestmark = [needs_venv, needs_posix_shell]

OURS = "from aoc.__main__ import main"
AOCD = "from aocd.runner import main"
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

    def name_finding(self, path: str | Path | None = None) -> Any:
        """Return what `aoc doctor` says about the name."""
        done = self.run("doctor", "--offline", "--json", path=path)
        assert done.code in (0, 1), done.err
        return done.lines[0]


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """An environment with `aoc-days`, and without `aoc`."""
    return Environment(tmp_path)


def test_a_script_names_itself_everywhere(environment: Environment) -> None:
    name = "aoc-days"
    assert environment.run("login", "--list", name=name).err == (
        f"{name}: no session token: log in with `{name} login`\n"
    )
    assert environment.run("--version", name=name).out == f"{name}, version 0.1.0\n"
    help_of_init = environment.run("init", "--help", name=name).out
    assert help_of_init.startswith(f"Usage: {name} init ")
    assert f"`{name} new`" in help_of_init
    assert f"see `{name} run --help`" in environment.run("run", "--no", name=name).err


def test_a_script_that_is_not_ours_is_wrong(environment: Environment) -> None:
    for whose in ("no package", "advent-of-code-data"):
        found = environment.name_finding()
        says = f"`aoc` in {environment.scripts} is that of {whose}"
        assert (found["status"], found["message"]) == ("error", says)
        environment.write("aoc", AOCD)
    assert environment.run("doctor", "--offline").code == 1
    path = environment.write("aoc", OURS)
    well = {"check": "name", "status": "ok", "message": f"`aoc` is this program: {path}"}
    assert environment.name_finding() == well | {"remedy": None}
    done = environment.run("-m", "aoc", "doctor", "--offline", name="python")
    assert well["message"] in done.out


PIP = "{} -m pip install --force-reinstall --no-deps "
UV = "uv pip install --python {} --reinstall-package aoc-days --no-deps 'aoc-days>=0.1.0'"
PIPX = "pipx runpip aoc-days install --force-reinstall --no-deps 'aoc-days>=0.1.0'"
GIT = {"vcs": "git", "commit_id": "12ab"}
UV_TOOL = "uv tool upgrade --reinstall-package aoc-days aoc-days"


@pytest.mark.parametrize(
    ("installer", "origin", "line"),
    [
        ("pip", {"url": "https://a/b", "vcs_info": GIT}, PIP + "'aoc-days @ git+https://a/b@12ab'"),
        ("uv", None, UV),
        ("pipx_metadata.json", None, PIPX),
        ("uv-receipt.toml", None, UV_TOOL),
    ],
)
def test_the_line_to_type_is_that_of_the_installer(
    environment: Environment, installer: str, origin: object, line: str
) -> None:
    if "." in installer:
        (environment.root / "env" / installer).touch()
    else:
        (environment.info / "INSTALLER").write_text(f"{installer}\n")
    if origin:
        (environment.info / "direct_url.json").write_text(json.dumps(origin))
    python = environment.scripts / "python"
    assert environment.name_finding()["remedy"] == (
        f"`{line.format(python)}` makes it start aoc-days"
    )


@pytest.mark.parametrize(
    ("imports", "status", "says"),
    [
        (AOCD, "error", "`aoc` on PATH is that of advent-of-code-data: "),
        (None, "warning", "no `aoc` is on PATH; this program"),
    ],
)
def test_what_a_shell_starts_from_elsewhere_is_said(
    environment: Environment, tmp_path: Path, imports: str | None, status: str, says: str
) -> None:
    environment.write("aoc", OURS)
    other = tmp_path / "other"
    if imports:
        environment.write(other / "aoc", imports)
    found = environment.name_finding(path=f"{other}{os.pathsep}{environment.scripts}")
    if imports is None:
        assert found["status"] == "ok", "the order in PATH decides"
        found = environment.name_finding(path=other)
    assert found["status"] == status
    assert found["message"].startswith(says)
    assert found["message"].endswith(f"this program is in {environment.scripts}")
    assert found["remedy"] == (
        f"put {environment.scripts} first in PATH, or type {environment.scripts / 'aoc-days'}"
    )
