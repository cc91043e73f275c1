"""Runs the unmodified program against the emulated site, in a project of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from aoc.site.http import site_http
from tests.marks import WINDOWS

from . import Site

ROOT = Path(__file__).parents[2]
TIMEOUT = 60
UTF8 = {"PYTHONIOENCODING": "utf-8"} if WINDOWS else {}
"""So that the program shows on Windows what it shows elsewhere; there a pipe is not UTF-8."""


def make_project(folder: Path, *days: tuple[int, int], settings: str = "") -> Path:
    """Make a project that has some of our days with their tests, by (year, day); returns its path.

    `settings` are lines for `[tool.aoc]`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pyproject.toml").write_text(f"[tool.aoc]\n{settings}\n")
    (folder / "days").mkdir(exist_ok=True)
    for shared in (ROOT / "days").glob("*.py") if days else ():
        shutil.copy(shared, folder / "days" / shared.name)
    for year, day in days:
        names = (f"days/year{year}/day{day:02d}.py", f"tests/year{year}/test_day{day:02d}.py")
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def cache_of(folder: Path) -> Path:
    """Return where the program run in a project keeps aocd's files."""
    return folder.parent / "aocd"


def start(
    site: Site,
    folder: Path,
    *args: str,
    token: str | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.Popen[str]:
    """Start the program in a project, as `aoc` does, and leave it running."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command(args),
        cwd=folder,
        env=site.environment(cache_of(folder), token) | UTF8 | dict(env or {}),
        stdin=subprocess.DEVNULL,
        stdout=pipe,
        stderr=pipe,
        encoding="utf-8",
    )


def aoc(
    site: Site,
    folder: Path,
    *args: str,
    token: str | None = None,
    stdin: str | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the program in a project to its end; aocd's files lie beside the project."""
    return subprocess.run(
        command(args),
        cwd=folder,
        env=site.environment(cache_of(folder), token) | UTF8 | dict(env or {}),
        input=stdin or "",
        capture_output=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        check=False,
    )


@contextmanager
def led_here(site: Site, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lead this process to the emulated site, without pauses between its requests."""
    for name in ("AOC_SESSION", "AOC_CONTACT", "AOC_NOW", "http_proxy"):
        monkeypatch.delenv(name, raising=False)
    for name, value in site.variables(cache).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("aoc.site.http.WINDOW", 0)
    monkeypatch.setattr("aocd.utils.HttpClient._limiter", lambda client: None)
    site_http.cache_clear()
    yield
    if site_http.cache_info().currsize:
        site_http().client.pool_manager.clear()
    site_http.cache_clear()


def command(args: Sequence[str]) -> list[str]:
    """Return the command line of the program."""
    return [sys.executable, "-m", "aoc", *args]
