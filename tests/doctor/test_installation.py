"""What `aoc doctor` says about the installation: whose `aoc` is, the solvers, and the clock."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.doctor.environment import AOCD, FOREIGN, OURS, Environment
from tests.emulator import Site
from tests.emulator.program import aoc, make_project
from tests.marks import needs_posix_shell
from tests.program import Project

pytestmark = pytest.mark.slow


@needs_posix_shell
def test_all_is_well_if_the_script_is_ours(environment: Environment) -> None:
    path = environment.write("aoc", OURS)
    well = {"check": "name", "status": "ok", "message": f"`aoc` is this program: {path}"}
    assert environment.name_finding() == well | {"remedy": None}
    done = environment.run("-m", "aoc", "doctor", "--offline", name="python")
    assert well["message"] in done.out


@needs_posix_shell
def test_a_script_that_is_not_ours_is_wrong(environment: Environment) -> None:
    for whose in ("no package", "advent-of-code-data"):
        found = environment.name_finding()
        says = f"`aoc` in {environment.scripts} is that of {whose}"
        assert (found["status"], found["message"]) == ("error", says)
        environment.write("aoc", AOCD)
    assert environment.run("doctor", "--offline").code == 1


PIP = "{} -m pip install --force-reinstall --no-deps "
UV = "uv pip install --python {} --reinstall-package aoc-days --no-deps 'aoc-days>=0.1.0'"
PIPX = "pipx runpip aoc-days install --force-reinstall --no-deps 'aoc-days>=0.1.0'"
GIT = {"vcs": "git", "commit_id": "12ab"}
UV_TOOL = "uv tool upgrade --reinstall-package aoc-days aoc-days"


@needs_posix_shell
@pytest.mark.parametrize(
    ("installer", "origin", "line"),
    [
        ("poetry", None, PIP + "'aoc-days>=0.1.0'"),
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


@needs_posix_shell
@pytest.mark.parametrize(
    ("imports", "status", "says"),
    [
        (AOCD, "error", "`aoc` on PATH is that of advent-of-code-data: "),
        (FOREIGN, "warning", "`aoc` on PATH is that of another package: "),
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
    for name in ("aoc-days", "aoc"):
        found = environment.name_finding(name, path=f"{other}{os.pathsep}{environment.scripts}")
        if imports is None:
            assert found["status"] == "ok", "the order in PATH decides"
            found = environment.name_finding(name, path=other)
        assert found["status"] == status
        assert found["message"].startswith(says)
        assert found["message"].endswith(f"this program is in {environment.scripts}")
        assert found["remedy"] == (
            f"put {environment.scripts} first in PATH, or type {environment.scripts / 'aoc-days'}"
        )


def test_the_solvers_are_listed(project: Project, tmp_path: Path) -> None:
    info = tmp_path / "guest-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: guest\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[adventofcode.user]\nwim = guest:solve\n")
    done = project.run("doctor", "--offline", env={"PYTHONPATH": str(tmp_path)})
    assert "solvers  days, wim (guest:solve)\n" in done.out


def clock_finding(site: Site, folder: Path, *args: str, ahead: float = 0.0) -> Any:
    """Return what the doctor says with a clock that is ahead of the site's."""
    root = make_project(folder / "project", settings='contact = "me@example.org"')
    moment = str(site.clock.now().timestamp() + ahead)
    token = site.account("alice").token
    done = aoc(site, root, "doctor", "--json", *args, token=token, env={"AOC_NOW": moment})
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize(("ahead", "says"), [(8, None), (-3600, " s behind the site's")])
def test_the_clock_is_compared_with_one_request(
    site: Site, tmp_path: Path, ahead: float, says: str | None
) -> None:
    found = clock_finding(site, tmp_path, ahead=ahead)
    assert (found["check"], found["status"]) == ("clock", "error" if says else "ok")
    assert (says or "agrees with the site's") in found["message"]
    [request] = site.requests
    assert (request.method, request.path, request.account) == ("HEAD", "/", None)


def test_offline_asks_nothing(site: Site, tmp_path: Path) -> None:
    assert clock_finding(site, tmp_path, "--offline")["status"] == "skipped"
    assert site.requests == ()
