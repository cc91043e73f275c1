"""The page about the core and the rooms around it names all of the package, as its rules do."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tests.docs import pages

PAGE = pages.ROOT / "docs" / "how-it-works.md"
PACKAGE = pages.ROOT / "aoc"
WITHOUT_RULE = {"commands", "cli.py"}
"""The command line is of the core, but a command of a room imports its room."""


def named_below(heading: str) -> list[str]:
    """Return the names that the list below a heading of the page begins with."""
    text = PAGE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2]
    section = text.partition("\n## ")[0]
    names: list[str] = []
    for entry in re.findall(r"^- ((?:`[\w./]+`(?:, )?)+):", section, re.MULTILINE):
        names += [name.rstrip("/") for name in re.findall(r"`([\w./]+)`", entry)]
    return names


def in_rule(name: str, field: str) -> set[str]:
    """Return the parts of the package in a field of an import rule."""
    text = (pages.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    rules = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    [rule] = [rule for rule in rules if rule["name"].startswith(name)]
    return {module.removeprefix("aoc.") for module in rule[field]}


def stems(names: list[str]) -> set[str]:
    """Return names as modules have them."""
    return {Path(name).stem for name in names}


def test_every_part_of_the_package_is_named_once() -> None:
    found = [
        path.name
        for path in PACKAGE.iterdir()
        # A checkout may still have the empty folder of a package that has moved.
        if (path.suffix == ".py" or any(path.glob("*.py"))) and not path.name.startswith("__")
    ]
    assert sorted(named_below("The core") + named_below("The rooms around it")) == sorted(found)


def test_the_import_rules_are_about_the_same_core_and_rooms() -> None:
    core = [name for name in named_below("The core") if name not in WITHOUT_RULE]
    rooms = named_below("The rooms around it")
    assert in_rule("The core", "source_modules") == stems(core)
    assert in_rule("The core", "forbidden_modules") == stems(rooms)
    assert in_rule("No room", "modules") == stems(rooms)


def test_the_code_on_the_page_is_that_of_the_program() -> None:
    blocks = re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 2
    for path, block in zip(("commands/run.py", "worker/job_run.py"), blocks, strict=True):
        lines = [line.strip() for line in (PACKAGE / path).read_text().splitlines()]
        quoted = [line.strip() for line in block.splitlines()]
        assert "\n".join(quoted) in "\n".join(lines)
