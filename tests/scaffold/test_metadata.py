"""Checks the addition of `[tool.aoc]` to a `pyproject.toml` that exists."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from aoc.errors import UsageError
from aoc.scaffold.metadata import Metadata, add_settings, read_metadata

TABLE = "[tool.aoc]\nyear = 2021\n"


def metadata_of(text: str) -> Metadata:
    return Metadata(text.encode(), tomllib.loads(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment",
        '[project]\nname = "x"',
        '[project]\r\nname = "x"\r\n',
        "[tool.ruff]\nline-length = 100\n",
        "[tool]\nx = 1\n",
        'text = """\n[tool.aoc]\n"""\n',
        "[[list]]\na = 1\n",
    ],
)
def test_the_table_is_added_and_nothing_else_changes(text: str) -> None:
    made = add_settings(metadata_of(text), TABLE)
    assert made is not None
    assert made.startswith(text)
    tables = tomllib.loads(made)
    assert tables["tool"].pop("aoc") == {"year": 2021}
    assert {name: table for name, table in tables.items() if table} == {
        name: table for name, table in tomllib.loads(text).items() if table
    }
    assert made.count("\r") == (made.count("\n") if "\r" in text else 0)


@pytest.mark.parametrize("text", ["tool = {x = 1}", "tool = 1", "[[tool]]\nx = 1", "tool = []"])
def test_where_it_cannot_be_added_nothing_is(text: str) -> None:
    assert add_settings(metadata_of(text), TABLE) is None


@pytest.mark.parametrize(
    ("data", "sentence"), [(b"[x", "is not valid TOML"), (b"# \xff", "is not UTF-8 text")]
)
def test_a_broken_file_is_refused(tmp_path: Path, data: bytes, sentence: str) -> None:
    (tmp_path / "pyproject.toml").write_bytes(data)
    with pytest.raises(UsageError, match=sentence):
        read_metadata(str(tmp_path))
