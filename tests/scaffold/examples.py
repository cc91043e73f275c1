"""Running a test module made up for a test, to see its examples."""

from __future__ import annotations

from typing import Any

from aoc.model import Example


def examples_in(source: str | bytes) -> list[Example]:
    names: dict[str, Any] = {"Example": Example}
    exec(compile(source, "tests", "exec"), names)
    return list(names["EXAMPLES"])
