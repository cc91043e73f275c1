"""Checks the wheel and the sdist: what is in them, what an index shows, what they install."""

from __future__ import annotations

import re
import shutil
import sys
import zipfile
from pathlib import Path

from tests.support.artefacts import Artefacts, build
from tests.support.installation import UV, Environment, finish, run
from tests.support.program import ROOT

MOST = 20_000_000
"""How many bytes a plain installation may have; numpy alone has 70 million."""
ADDRESS = "https://github.com/OWNER/aoc-days"


def metadata_of(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as archive:
        return archive.read("aoc_days-0.2.0.dist-info/METADATA").decode()


def test_the_wheel_has_our_packages_and_nothing_else(artefacts: Artefacts) -> None:
    names, _ = artefacts.names()
    assert {name.partition("/")[0] for name in names} == {
        "aoc",
        "aoc_days",
        "aoc_days-0.2.0.dist-info",
    }
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "aoc").rglob("*.py*")}
    assert {name for name in modules if "__pycache__" not in name} < names
    assert {"aoc/py.typed", "aoc/scaffold/templates/project/pyproject.toml.txt"} < names


def test_the_extras_are_those_for_users(artefacts: Artefacts) -> None:
    extras = re.findall("^Provides-Extra: (.+)", metadata_of(artefacts.wheel), re.MULTILINE)
    assert extras == ["cluster", "days", "pictures", "profile"]


def test_the_sdist_has_the_days_and_the_tests_too(artefacts: Artefacts) -> None:
    _, names = artefacts.names()
    needed = {"days/year2021/day21.py", "tests/year2021/test_day21.py", "tests/conftest.py"}
    needed |= {"README.md", "pyproject.toml", "hatch_build.py", "docs/how-it-works.md", ".ci/run"}
    assert needed <= names
    litter = (".aoc/", ".venv/", "build/", "dist/", "__pycache__")
    assert [name for name in names if any(part in name for part in litter)] == []


def test_an_index_takes_both(artefacts: Artefacts) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", *artefacts, cwd=ROOT)


def test_uv_builds_the_same(artefacts: Artefacts, tmp_path: Path) -> None:
    of_uv = build(ROOT, tmp_path, *UV, "build")
    assert of_uv.names() == artefacts.names()
    assert metadata_of(of_uv.wheel) == metadata_of(artefacts.wheel)


def test_an_index_shows_links_to_the_files_of_this_version(checkout: Path, tmp_path: Path) -> None:
    settings = checkout / "pyproject.toml"
    text, count = re.subn('(?m)^# (Repository = ").*"', rf'\1{ADDRESS}"', settings.read_text())
    assert count == 1, "the one line to change, as long as there is no public address"
    settings.write_text(text)
    readme = tmp_path / "README.md"
    readme.write_text(metadata_of(build(checkout, tmp_path).wheel).partition("\n\n")[2])
    shown = run(sys.executable, "-m", "readme_renderer", readme, cwd=tmp_path)
    links = re.findall('(?:href|src)="([^#"]+)', shown)
    ours = [link.removeprefix(ADDRESS) for link in links if link.startswith(ADDRESS)]
    assert {"/blob/v0.2.0/docs/tutorial.md", "/raw/v0.2.0/docs/pictures/run-light.svg"} < {*ours}
    assert all((ROOT / link.split("/", 3)[3]).exists() for link in ours)
    assert [link for link in links if not link.startswith("https://")] == []


def test_the_tests_can_be_run_from_the_sdist(artefacts: Artefacts, tmp_path: Path) -> None:
    shutil.unpack_archive(artefacts.sdist, tmp_path)
    [folder] = tmp_path.iterdir()
    pytest = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    run(*pytest, "--collect-only", "-m", "install or not install", cwd=folder)
    run(*pytest, "tests/year2021/test_day21.py", cwd=folder)


def test_a_plain_installation_is_small(plain: Environment) -> None:
    packages = Path(plain.evaluate("import aoc", "aoc.__file__")).parents[1]
    names = {path.name.partition("-")[0].lower() for path in packages.glob("*.dist-info")}
    assert "aoc_days" in names
    assert not names & {"numpy", "pytest", "hatchling", "pillow", "dask"}
    own = [path for path in packages.iterdir() if not re.match("pip|setuptools", path.name)]
    files = [file for path in own for file in [path, *path.rglob("*")] if file.suffix != ".pyc"]
    assert sum(file.stat().st_size for file in files) < MOST


def test_it_installs_two_scripts_but_not_our_days_and_tests(
    plain: Environment, tmp_path: Path
) -> None:
    for package in ("days", "tests"):
        done = finish(plain.python, "-c", f"import {package}", cwd=tmp_path)
        assert f"No module named '{package}'" in done.stderr
    for name in ("aoc", "aoc-days"):
        assert run(plain.script(name), "--version", cwd=tmp_path).endswith("version 0.2.0\n")
