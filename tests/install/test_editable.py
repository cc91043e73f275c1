"""Checks an editable installation of a checkout: `aoc` alone can be imported from it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.install.environment import Environment, finish, run
from tests.install.tools import UV
from tests.program import ROOT

BY = ("pip", "uv")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this checkout."""
    folder = tmp_path_factory.mktemp("editable") / "checkout"
    litter = shutil.ignore_patterns(".*_cache", ".git", ".aoc", ".venv", "build", "__pycache__")
    shutil.copytree(ROOT, folder, ignore=litter)
    return folder


@pytest.fixture(scope="module", params=BY)
def editable(request: pytest.FixtureRequest, checkout: Path) -> Environment:
    """An environment into which pip or uv installed the checkout in place."""
    environment = Environment.make(checkout.parent / request.param)
    if request.param == "pip":
        environment.install("-e", checkout)
    else:
        python = ("--python", environment.python)
        run(*UV, "pip", "install", *python, "-e", checkout, cwd=checkout.parent)
    return environment


def test_aoc_is_that_of_the_checkout(editable: Environment, checkout: Path, tmp_path: Path) -> None:
    code = "import aoc; print(aoc.__file__)"
    found = Path(run(editable.python, "-c", code, cwd=tmp_path).strip())
    assert found.resolve() == checkout / "aoc" / "__init__.py"
    new = checkout / "aoc" / "new_module.py"
    new.write_text("MADE = 1\n")
    run(editable.python, "-c", "from aoc.new_module import MADE", cwd=tmp_path)
    new.unlink()


@pytest.mark.parametrize("package", ["days", "tests"])
def test_nothing_else_of_the_checkout_can_be_imported(
    editable: Environment, tmp_path: Path, package: str
) -> None:
    done = finish(editable.python, "-c", f"import {package}", cwd=tmp_path)
    assert f"No module named '{package}'" in done.stderr
