"""Checks what is in the wheel and in the sdist, and what a plain installation brings."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tests.install.artefacts import Artefacts
from tests.install.environment import Environment, finish, run

MOST = 20_000_000
"""How many bytes a plain installation may have; numpy alone has 70 million."""


def test_the_wheel_has_the_package_aoc_and_nothing_else(artefacts: Artefacts) -> None:
    names = artefacts.wheel_names()
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"aoc", "aoc_days-0.1.0.dist-info"}
    assert {"aoc/py.typed", "aoc/scaffold/templates/project/pyproject.toml.txt"} < set(names)


def test_the_sdist_has_the_days_and_the_tests_too(artefacts: Artefacts) -> None:
    names = artefacts.sdist_names()
    needed = {"days/year2021/day21.py", "tests/year2021/test_day21.py", "tests/conftest.py"}
    assert needed | {"README.md", "pyproject.toml", "hatch_build.py", "docs/how-it-works.md"} <= {
        *names
    }
    litter = (".aoc/", ".venv/", "build/", "dist/", "__pycache__")
    assert [name for name in names if any(part in name for part in litter)] == []


def test_the_tests_can_be_run_from_the_sdist(artefacts: Artefacts, tmp_path: Path) -> None:
    shutil.unpack_archive(artefacts.sdist, tmp_path)
    [folder] = tmp_path.iterdir()
    pytest = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    run(*pytest, "--collect-only", "-m", "install or not install", cwd=folder)
    run(*pytest, "tests/unit/test_example_list.py", "tests/year2021/test_day21.py", cwd=folder)


def test_a_plain_installation_is_small(plain: Environment) -> None:
    names = plain.distributions().keys() - {"pip", "setuptools"}
    assert "aoc-days" in names
    assert not names & {"numpy", "pytest", "hatchling", "pillow", "dask"}
    listed = run(plain.python, "-m", "pip", "show", "--files", *names, cwd=plain.folder)
    packages = Path(
        run(plain.python, "-c", "import aoc; print(aoc.__file__)", cwd=plain.folder).strip()
    ).parents[1]
    files = (packages / line.strip() for line in listed.splitlines() if line.startswith("  "))
    size = sum(path.stat().st_size for path in files if path.is_file() and path.suffix != ".pyc")
    assert size < MOST, f"{size:,} bytes"


def test_it_installs_neither_our_days_nor_our_tests(plain: Environment, tmp_path: Path) -> None:
    for package in ("days", "tests"):
        done = finish(plain.python, "-c", f"import {package}", cwd=tmp_path)
        assert f"No module named '{package}'" in done.stderr


def test_both_scripts_are_the_program(plain: Environment, tmp_path: Path) -> None:
    for name in ("aoc", "aoc-days"):
        assert run(plain.script(name), "--version", cwd=tmp_path).endswith("version 0.1.0\n")


def test_the_sdist_builds_the_same_wheel(artefacts: Artefacts, tmp_path: Path) -> None:
    environment = Environment.make(tmp_path / "venv")
    environment.install("--no-deps", artefacts.sdist)
    code = "import aoc.worker.main, importlib.resources as r; print(r.files('aoc') / 'py.typed')"
    installed = run(environment.python, "-c", code, cwd=tmp_path)
    assert Path(installed.strip()).exists()
