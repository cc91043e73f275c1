"""What is sent of a project."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import pytest

from aoc.project.project import Project
from tests.support.marks import needs_distributed, needs_git
from tests.support.repository import Repository, git

pytestmark = [needs_distributed, needs_git]
FILES = ["days/words.txt", "days/year2021/day01.py", "helper.py", "tests/year2021/test_day01.py"]
OTHERS = (
    "inputs/2021/01.txt",
    ".env",
    ".aoc/runs.jsonl",
    "days/__pycache__/a.pyc",
    "venv/pyvenv.cfg",
    "venv/lib/a.py",
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The folder of a project, all of which is in its repository."""
    for name in (*FILES, *OTHERS):
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {name}\n", encoding="utf-8")
    Repository(tmp_path / "project").commit("Everything")
    return tmp_path / "project"


def sent(root: Path, inputs: str = "inputs") -> list[str]:
    """Return the names of the files that are sent, after a look at what is in them."""
    from aoc.dask_cluster import pack_project

    project = Project(str(root), {"inputs": inputs})
    with zipfile.ZipFile(io.BytesIO(pack_project(project))) as archive:
        names = archive.namelist()
        assert all(archive.read(name) == (root / name).read_bytes() for name in names)
    return names


def test_inputs_links_and_what_git_ignores_are_left_out(root: Path) -> None:
    if os.name != "nt":  # There it needs a permission to make one.
        (root / "days" / "link.txt").symlink_to(root / "inputs" / "2021" / "01.txt")
    names = sent(root)
    assert "days/link.txt" not in names
    assert not [name for name in names if "inputs" in name or ".aoc" in name]
    names = sent(root, "days/year2021")
    assert "inputs/2021/01.txt" in names, "the folder of inputs is another one"
    assert "days/year2021/day01.py" not in names
    git(root, "rm", "-rq", "--cached", ".")
    (root / ".gitignore").write_text(".*\nvenv\n__pycache__\n")
    (root / "new.py").touch()
    assert sent(root) == [*FILES[:3], "new.py", FILES[3]]


def test_a_file_with_a_token_is_left_out(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AOC_SESSION", "my own secret token")
    (root / "days" / "words.txt").write_text("it is my own secret token, yes")
    (root / "helper.py").write_text(f"TOKEN = '{'5a' * 64}'\n")
    names = sent(root)
    assert FILES[1] in names
    assert not {"days/words.txt", "helper.py"} & {*names}
