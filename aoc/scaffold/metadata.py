"""The `pyproject.toml` of a project: a whole one, or `[tool.aoc]` in one that exists."""

from __future__ import annotations

import os
import re
import tomllib
from typing import Any, NamedTuple

from aoc.errors import UsageError
from aoc.files import line_end_of, read_bytes

METADATA = "pyproject.toml"
RESERVED = ("aoc-days", "aoc-ocr")
"""Names of packages on PyPI that a project must not hide."""


class Metadata(NamedTuple):
    """A `pyproject.toml`: its bytes, and the tables in it."""

    data: bytes
    tables: dict[str, Any]

    @property
    def settings(self) -> dict[str, Any] | None:
        """The table `[tool.aoc]`, if there is one."""
        tool = self.tables.get("tool")
        return tool.get("aoc") if isinstance(tool, dict) else None


def read_metadata(folder: str) -> Metadata | None:
    """Read the `pyproject.toml` of a folder, if it has one. Raises `UsageError` if it is broken."""
    path = os.path.join(folder, METADATA)
    try:
        data = read_bytes(path)
        return Metadata(data, tomllib.loads(data.decode("utf-8-sig")))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8 text: save it as UTF-8, then try again") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{path} is not valid TOML ({error}): fix it, then try again") from None


def add_settings(metadata: Metadata, table: str) -> str | None:
    """Return the text of a `pyproject.toml` with a table `[tool.aoc]` at its end.

    It has the line ends of the file. `None` if the table cannot be added, as where `tool` is
    written as an inline table.
    """
    old = metadata.data.decode()
    end = line_end_of(old)
    text = old if not old or old.endswith("\n") else old + end
    text += (end if old.strip() else "") + table.replace("\n", end)
    try:
        tables = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError:
        return None
    return text if Metadata(b"", tables).settings is not None else None


def project_name(folder: str) -> str:
    """Make the name of the project in a folder; it is never that of a reserved package."""
    words = re.findall(r"[a-z0-9]+", os.path.basename(folder).lower())
    if words[:1] == ["aoc"]:
        words = words[1:]
    name = "-".join(["aoc", *(words or ["mine"])])
    return f"{name}-mine" if name in RESERVED else name
