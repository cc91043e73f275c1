"""Checks what a checkout installs: our packages alone, and where a project gets them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.artefacts import Artefacts
from tests.support.environment import environment_of_installers
from tests.support.installation import UV, Environment, finish, run
from tests.support.marks import needs_git, needs_posix_shell
from tests.support.repository import git


@pytest.fixture(scope="module", params=["pip", "uv"])
def editable(request: pytest.FixtureRequest, checkout: Path) -> Environment:
    """An environment into which pip or uv installed the checkout in place."""
    environment = Environment.make(checkout.parent / request.param)
    if request.param == "pip":
        environment.install("-e", checkout)
    else:
        python = ("--python", environment.python)
        run(*UV, "pip", "install", *python, "-e", checkout, cwd=checkout.parent)
    return environment


def test_an_editable_aoc_is_that_of_the_checkout(editable: Environment, checkout: Path) -> None:
    found = Path(editable.evaluate("import aoc", "aoc.__file__"))
    assert found.resolve() == checkout / "aoc" / "__init__.py"
    new = checkout / "aoc" / "new_module.py"
    new.write_text("MADE = 1\n")
    assert editable.evaluate("from aoc.new_module import MADE", "MADE") == "1"
    new.unlink()


def test_nothing_else_of_the_checkout_can_be_imported(editable: Environment) -> None:
    for package in ("days", "tests"):
        done = finish(editable.python, "-c", f"import {package}", cwd=editable.folder)
        assert f"No module named '{package}'" in done.stderr


@needs_posix_shell
def test_the_lines_of_the_readme_install_what_tests_a_project(checkout: Path) -> None:
    readme = (checkout / "README.md").read_text(encoding="utf-8")
    [line] = re.findall(r"(?m)^python3 .* aoc init$", readme)
    folder = checkout.parent / "advent"
    folder.mkdir()
    assert "1 passed" in run("bash", "-euc", f"{line}; pytest", cwd=folder)


def check_source(
    installed: Environment, folder: Path, source: str, env: Mapping[str, str] | None = None
) -> None:
    """Check from where a new project gets aoc-days, and that it installs and passes its tests."""
    run(installed.script("aoc"), "init", folder, cwd=folder.parent)
    fresh = Environment.make(folder / ".venv")
    run(fresh.python, "-m", "pip", "install", "-q", "-e", ".[test]", cwd=folder, env=env)
    assert "1 passed" in run(fresh.script("pytest"), cwd=folder)
    assert f'dependencies = ["aoc-days{source}"]' in (folder / "pyproject.toml").read_text()


def test_a_project_gets_it_from_the_same_index(artefacts: Artefacts, tmp_path: Path) -> None:
    # A folder of wheels stands for the index, which need not have this version.
    env = environment_of_installers() | {"PIP_FIND_LINKS": str(artefacts.wheel.parent)}
    installed = Environment.make(tmp_path / "venv")
    run(installed.python, "-m", "pip", "install", "-q", "aoc-days", cwd=tmp_path, env=env)
    check_source(installed, tmp_path / "advent", ">=0.2.0", env)


def test_a_project_gets_it_from_the_same_file(
    plain: Environment, artefacts: Artefacts, tmp_path: Path
) -> None:
    check_source(plain, tmp_path / "advent", f" @ {artefacts.wheel.as_uri()}")


@needs_git
def test_a_project_gets_it_from_the_same_git_repository_of_this_computer(
    checkout: Path, tmp_path: Path
) -> None:
    for words in ("init -q", "add -A", "commit -q -m all"):
        git(checkout, *words.split())
    installed = Environment.make(tmp_path / "venv", f"git+{checkout.as_uri()}")
    check_source(installed, tmp_path / "advent", f" @ {checkout.as_uri()}")
