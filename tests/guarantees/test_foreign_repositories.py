"""No program that a repository names in its own settings is run by a command that uses git."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.aoc import Aoc
from tests.support.logs import log_run
from tests.support.marks import needs_git, needs_posix_shell, slow
from tests.support.program import Project
from tests.support.repository import Repository

pytestmark = [needs_git, needs_posix_shell]

DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n"
TESTS = "def sample(rng):\n    return 'x'\n"
SIGNATURE = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n eA==\n -----END PGP SIGNATURE-----\n"


class Hostile(Repository):
    """The repository of a project whose settings name a program wherever git can run one."""

    def __init__(self, root: Path, outside: Path) -> None:
        super().__init__(root)
        self.outside = outside
        outside.mkdir()
        self.commit("all")
        self.sign_commit()
        (root / "hooks").mkdir()
        shutil.copy(self.program("hook"), root / "hooks" / "post-checkout")
        (root / ".git" / "info" / "attributes").write_text("*.py diff=evil filter=evil\n")
        for setting, value in {
            "core.fsmonitor": self.program("fsmonitor"),
            "core.hooksPath": "hooks",
            "core.sshCommand": self.program("ssh"),
            "diff.external": self.program("external"),
            "diff.evil.textconv": self.program("textconv"),
            "filter.evil.clean": self.program("clean"),
            "filter.evil.smudge": self.program("smudge"),
            "filter.evil.required": "true",
            "gpg.program": self.program("gpg"),
            "log.showSignature": "true",
            "remote.origin.uploadpack": self.program("uploadpack"),
        }.items():
            self.git("config", setting, str(value))
        self.forget()

    def sign_commit(self) -> None:
        """Put a signature into the last commit."""
        head, _, message = self.git("cat-file", "commit", "HEAD").partition("\n\n")
        commit = self.outside / "commit"
        commit.write_text(f"{head}\n{SIGNATURE}\n{message}\n")
        self.git("reset", "-q", self.git("hash-object", "-t", "commit", "-w", str(commit)))

    def program(self, name: str) -> Path:
        """Write a program that leaves its name, and as a filter passes its input on."""
        path = self.outside / name
        passes = {"clean": "cat", "smudge": "cat", "textconv": 'cat "$1"'}
        rest = passes.get(name, "true")
        path.write_text(f'#!/bin/sh\necho {name} >> "{self.outside}/ran"\n{rest}\n')
        path.chmod(0o755)
        return path

    def forget(self) -> None:
        """Forget which programs have run."""
        (self.outside / "ran").unlink(missing_ok=True)

    def ran(self) -> set[str]:
        """Return the names of the programs that have run."""
        ran = self.outside / "ran"
        return {*ran.read_text().split()} if ran.exists() else set()

    def lose_a_file(self) -> None:
        """Be a partial clone, which lacks an object."""
        for setting, value in {
            "core.repositoryFormatVersion": "1",
            "extensions.partialClone": "origin",
            "remote.origin.promisor": "true",
            "remote.origin.url": str(self.outside),
        }.items():
            self.git("config", setting, value)
        lost = self.git("rev-parse", "HEAD:days/year2021/day01.py")
        (self.root / ".git" / "objects" / lost[:2] / lost[2:]).unlink()


@pytest.fixture
def hostile(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Hostile:
    """The hostile repository of a project with a day and a log."""
    project.day(1, DAY, TESTS)
    (project.root / ".gitignore").write_text(".aoc/\n__pycache__/\n")
    made = Hostile(project.root, tmp_path_factory.mktemp("outside") / "programs")
    log_run(project.root, (1, 1, 0.5))
    made.forget()
    return made


def test_git_itself_runs_these_programs(hostile: Hostile) -> None:
    for line, name in (
        ("status", "fsmonitor"),
        ("log -1", "gpg"),
        ("log -Gdef", "textconv"),
        ("worktree add -q temporary", "hook"),
        ("worktree add -q another", "smudge"),
    ):
        hostile.forget()
        hostile.git(*line.split())
        assert name in hostile.ran()
    hostile.lose_a_file()
    with pytest.raises(subprocess.CalledProcessError):
        hostile.git("log", "-Gdef", "--text", "--no-textconv")
    assert "uploadpack" in hostile.ran()


@pytest.mark.parametrize(
    "lines",
    [
        ("doctor --offline", "status", "run 1 --sample", "init"),
        slow(["bench 1 --sample --against HEAD"]),
    ],
)
def test_no_command_runs_them(aoc: Aoc, hostile: Hostile, lines: Sequence[str]) -> None:
    for line in lines:
        done = aoc(*line.split())
        assert done.code == 0 or line.startswith("doctor"), done.err
        assert hostile.ran() == set(), line
    # An object that is missing is not fetched.
    hostile.lose_a_file()
    hostile.forget()
    for line in lines:
        aoc(*line.split())
        assert hostile.ran() == set(), line


def test_solutions_are_dated_without_them(aoc: Aoc, hostile: Hostile) -> None:
    for name in ("days", "tests"):
        shutil.rmtree(hostile.root / name)
    (hostile.root / "day01.py").write_text("print(1)\n")
    hostile.git("-c", "core.hooksPath=none", "add", "day01.py")
    hostile.git("-c", "core.hooksPath=none", "commit", "-qm", "day 1")
    hostile.sign_commit()
    hostile.forget()
    assert "1 script, day{day:02}.py" in aoc("init", "--dry-run").out
    assert hostile.ran() == set()


def test_a_bare_repository_in_a_clone_is_none_of_ours(aoc: Aoc, project: Project) -> None:
    inner = Repository(project.root / "inner", "--bare")
    inner.git("config", "core.bare", "false")
    inner.git("config", "core.worktree", str(inner.root))
    (inner.root / "days" / "year2021").mkdir(parents=True)
    *_, found = aoc("doctor", "--offline", folder="inner").out.splitlines()
    assert found.startswith("· git ")
    assert found.endswith("not checked: git finds no repository here")


def test_git_gets_no_token(aoc: Aoc, hostile: Hostile) -> None:
    spy = hostile.outside / "git"
    spy.write_text(f'#!/bin/sh\nenv >> "{hostile.outside}/seen"\nexec {shutil.which("git")} "$@"\n')
    spy.chmod(0o755)
    path = os.pathsep.join((str(hostile.outside), os.environ["PATH"]))
    aoc("doctor", "--offline", env={"PATH": path, "AOC_SESSION": "5" * 128})
    seen = (hostile.outside / "seen").read_text()
    assert "PATH=" in seen
    assert "5" * 128 not in seen
