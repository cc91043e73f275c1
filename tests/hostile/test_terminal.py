"""No text from elsewhere commands a terminal: what is typed, and what is in files or variables."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import click
import pytest

from aoc.cli import main
from aoc.commands import completion
from aoc.scaffold.project_files import plan_project
from tests.hostile.escapes import HOSTILE, SHOWN, commands_in
from tests.marks import WINDOWS, needs_git, needs_pty
from tests.program import Project
from tests.terminal import open_terminal, run_in_terminal

pytestmark = pytest.mark.slow

SMALL = "def parse(text):\n    return text\n"
IN_DOCSTRING = HOSTILE.replace("\\", "")
IN_TOML = json.dumps(HOSTILE)
IN_FILE_NAMES = pytest.mark.skipif(WINDOWS, reason="Windows has no such names of files")

DAY = f"""\
'''Day 1: Title {IN_DOCSTRING}.'''

import logging
import sys

print("imported", {HOSTILE!r})


def parse(text):
    print("parsed", {HOSTILE!r})
    return text


def part1(text):
    print("\\x1b[35mpurple\\x1b[0m █ \\U0001f600", {HOSTILE!r}, file=sys.stderr)
    logging.getLogger(__name__).warning({HOSTILE!r})
    return "answer"


def part1_other(text):
    return {HOSTILE!r}


def part2(text):
    raise ValueError({HOSTILE!r})
"""
TESTS = f"""\
from aoc import Example

EXAMPLES = [Example("x", part1={HOSTILE!r}, part2="y", name={HOSTILE!r})]
"""

TYPED = [
    (HOSTILE,),
    ("run", HOSTILE),
    ("run", "--year", HOSTILE),
    ("run", "--part", HOSTILE),
    ("run", "--repeat", HOSTILE),
    ("run", "--param", HOSTILE),
    ("run", "--solver", HOSTILE),
    ("run", "--user", HOSTILE),
    ("run", "1", "--input", HOSTILE),
    ("run", f"--seed={HOSTILE}"),
    ("run", f"--{HOSTILE}"),
    ("run", f"-{HOSTILE}"),
    ("submit", "1", "--answer", HOSTILE),
    ("new", HOSTILE),
    ("read", HOSTILE),
    ("open", HOSTILE),
    ("fetch", HOSTILE),
    ("status", HOSTILE),
    ("leaderboard", HOSTILE),
    ("login", "--token-file", HOSTILE),
    ("login", "--remove", HOSTILE),
    ("doctor", HOSTILE),
    ("report", "--readme", HOSTILE),
    ("completion", HOSTILE),
]
SETTINGS = [
    f"[tool.aoc]\n{IN_TOML} = 1\n",
    *(
        f"[tool.aoc]\n{name} = {IN_TOML}\n"
        for name in ("year", "inputs", "jobs", "memory", "board")
    ),
    f"[tool.aoc]\ntemplate = {IN_TOML}\n",
    f"[tool.aoc]\nyear = {HOSTILE}\n",
]
TOKEN = "0123456789abcdef" * 8


@pytest.fixture
def here(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project in which this process is, with a small day."""
    project.day(1, SMALL)
    (project.root / "pyproject.toml").write_text("[tool.aoc]\n", encoding="utf-8")
    for name in [name for name in os.environ if name.startswith(("AOC", "FORCE_COLOR"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AOCD_DIR", str(project.cache))
    monkeypatch.setenv("AOC_YEAR", "2021")
    monkeypatch.chdir(project.root)
    return project


def shown_by(*args: str) -> str:
    """Run a command in this process, and return all that it writes."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n") for _ in range(2)]
        patch.setattr(sys, "stdout", streams[0])
        patch.setattr(sys, "stderr", streams[1])
        main([*args])
        for stream in streams:
            stream.seek(0)
            found.append(stream.read())
    return "".join(found)


@pytest.mark.parametrize("args", TYPED, ids=lambda args: " ".join(args).partition("\x1b")[0] or "1")
def test_what_was_typed_is_quoted_printable(here: Project, args: tuple[str, ...]) -> None:
    shown = shown_by(*args)
    assert commands_in(shown) == []
    assert SHOWN in shown


@pytest.mark.parametrize(
    "args", [("run", "1\n2"), ("run", "--year", "1\n2"), ("fetch", "--user", "\n")]
)
def test_what_is_quoted_makes_no_line_of_its_own(here: Project, args: tuple[str, ...]) -> None:
    shown = shown_by(*args)
    assert "\\n" in shown or "'1 2'" in shown
    assert shown.count("\n") == 1


@pytest.mark.parametrize("settings", SETTINGS)
def test_a_setting_is_quoted_printable(here: Project, settings: str) -> None:
    (here.root / "pyproject.toml").write_text(settings, encoding="utf-8")
    shown = shown_by("new", "2") + shown_by("status", "--offline") + shown_by("run", "9")
    assert SHOWN in shown or r"\u001b" in shown or "read as TOML" in shown
    assert commands_in(shown) == []


@pytest.mark.parametrize("name", ["AOC_YEAR", "AOC_PROJECT", "AOCD_DIR", "AOC_SESSION", "AOC_NOW"])
def test_a_variable_is_quoted_printable(
    here: Project, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, HOSTILE)
    shown = "".join(
        shown_by(*args) for args in (["run", "9"], ["login", "--list"], ["status", "--offline"])
    )
    assert shown
    assert commands_in(shown) == []


@IN_FILE_NAMES
@pytest.mark.parametrize(
    "files",
    [
        {"tokens.json": {HOSTILE: TOKEN}},
        {"tokens.json": {HOSTILE: TOKEN, "bob": TOKEN[::-1]}},
        {"tokens.json": {"bob": TOKEN}, "token2id.json": {TOKEN: f"github.{HOSTILE}.1"}},
        {"tokens.json": {"bob": HOSTILE}},
        {"token2id.json": {HOSTILE: HOSTILE}},
        {f"github.{HOSTILE}.1/2021_01_input.txt": "x", "github.bob.2/2021_01_input.txt": "x"},
        {f"github.{HOSTILE}.1/2021_01_input.txt": "x"},
    ],
)
def test_the_names_of_accounts_are_shown_printable(
    here: Project, files: Mapping[str, object]
) -> None:
    for name, content in files.items():
        path = here.cache / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    for args in (
        ("status", "--offline"),
        ("status", "--offline", "--user", "nobody"),
        ("run", "9", "--user", "github"),
        ("fetch", "9", "--user", "github"),
        ("login", "--remove", "nobody"),
        ("doctor", "--offline"),
        ("login", "--remove", "all"),
    ):
        assert commands_in(shown_by(*args)) == []


def test_what_the_shell_completes_is_printable(
    here: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.day(1, f'"""Day 1: Title {IN_DOCSTRING}."""\n')
    asked = {"_AOC_COMPLETE": "zsh_complete", "COMP_WORDS": "aoc run ", "COMP_CWORD": "2"}
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    shown = shown_by()
    assert SHOWN in shown
    assert commands_in(shown) == []


def test_a_name_that_is_not_printable_is_not_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("bob", f"b{HOSTILE}", "b\nob")
    monkeypatch.setattr(completion, "values_of", lambda kind, context: names)
    context = click.Context(click.Command("run"))
    assert [item.value for item in completion.fitting_values("user", context, "b")] == ["bob"]


def test_a_run_in_a_pipe_is_printable(project: Project) -> None:
    project.day(1, DAY.replace("'''", '"""'), TESTS)
    utf8 = {"PYTHONIOENCODING": "utf-8"}
    done = project.run("run", "1", "--variant", "all", "-v", env=utf8, encoding="utf-8")
    for piece in ("Title", "imported", "parsed", "expected", "ValueError:"):
        [line, *_] = [line for line in done.out.split("\n") if piece in line]
        assert SHOWN in line
    assert "purple █ \U0001f600" in done.out
    assert commands_in(done.out) == []
    assert commands_in(done.err) == []


@needs_pty
def test_a_run_in_a_terminal_shows_the_colors_of_a_solver_alone(project: Project) -> None:
    project.day(1, DAY.replace("'''", '"""'), TESTS)
    shown = run_in_terminal(project, "run", "1", "--variant", "all", "-v")
    assert "\x1b[35mpurple\x1b[0m █ \U0001f600" in shown.raw
    assert r"\x1b]52" in shown.raw
    # Only what a solver prints may set such a color; a title or a message may not.
    printed = [line for line in shown.raw.split("\n") if "\x1b[105m" in line]
    beginning = re.compile(r"[ ]*(\x1b\[0m)?(imported|parsed|\x1b\[35mpurple|WARNING|\x1b\[105m)")
    assert all(beginning.match(line) for line in printed)
    assert commands_in(shown.raw.replace("\x1b[105m", ""), in_terminal=True) == []


def test_json_is_printable(project: Project) -> None:
    project.day(1, DAY.replace("'''", '"""'), TESTS)
    done = project.run("run", "1", "--variant", "all", "--json")
    assert HOSTILE in done.lines[0]["output"] + done.lines[1]["output"]
    assert all(line.isascii() and line.isprintable() for line in done.out.splitlines())


@IN_FILE_NAMES
@needs_git
def test_the_names_of_files_are_shown_printable(project: Project) -> None:
    project.day(1, SMALL)
    name = HOSTILE.replace("/", "")
    (project.root / f"input {name}").write_text("x", encoding="utf-8")
    (project.root / "pyproject.toml").write_text("[tool.aoc]\n", encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=project.root, check=True)
    subprocess.run(["git", "add", "."], cwd=project.root, check=True)
    doctor = project.run("doctor", "--offline")
    assert SHOWN in doctor.out
    new = project.run("init", name)
    for done in (doctor, new):
        assert commands_in(done.out) == []
        assert commands_in(done.err) == []
    for path in (project.root / name).rglob("*"):
        if path.is_file():
            assert commands_in(path.read_text(encoding="utf-8")) == [], path


def test_a_plugin_is_named_printable(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project.root / "elsewhere"
    info = folder / "guest-1.dist-info"
    info.mkdir(parents=True)
    # A line of such a file ends at more characters than others do.
    name = HOSTILE.replace("\x85", "").replace("\u2028", "")
    (folder / "guest.py").write_text(
        f"def solve(year, day, data):\n    return 1, {name!r}\n", encoding="utf-8"
    )
    (info / "METADATA").write_text("Name: guest\nVersion: 1\n", encoding="utf-8")
    (info / "RECORD").write_text("guest.py,,\n", encoding="utf-8")
    points = f"[adventofcode.user]\na{name} = guest:solve\nb = {name}:solve\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    project.day(1, SMALL)
    project.remember("x", day=1, a="1", b="2")
    for args in (("run", "1", "--solver", "all"), ("doctor", "--offline")):
        done = project.run(*args)
        assert SHOWN in done.out
        assert commands_in(done.out) == []
        assert commands_in(done.err) == []


def test_a_readme_is_printable_markdown(project: Project) -> None:
    from markdown_it import MarkdownIt

    title = f"A | B `c` <b> [l](x) <!-- /days --> {IN_DOCSTRING}"
    source = f'"""Day 1: {title}.\n\nAn idea | with `code | x` {IN_DOCSTRING}.\n"""\n' + SMALL
    source += "\ndef part1(text):\n    return 1\n"
    project.day(1, source, "def sample(rng):\n    return 'x'\n")
    readme = project.root / "README.md"
    readme.write_text("<!-- days -->\n<!-- /days -->\nend\n", encoding="utf-8")
    for _ in range(2):
        done = project.run("report")
        assert (done.code, commands_in(done.out + done.err)) == (0, [])
    text = readme.read_text(encoding="utf-8")
    assert commands_in(text) == []
    assert text.count("<!-- /days -->") == 1
    cells = re.findall("<td.*?>(.*?)</td>", MarkdownIt().enable("table").render(text))
    assert len(cells) == 6
    assert cells[1].startswith(
        "A | B <code>c</code> &lt;b&gt; [l](x) &lt;!-- /days --&gt; \\x1b[105m"
    )
    assert cells[2].startswith("An idea | with <code>code | x</code> \\x1b")


@needs_pty
def test_a_debugger_is_opened_with_a_printable_traceback(project: Project) -> None:
    project.day(1, f"{SMALL}\ndef part1(text):\n    raise ValueError({HOSTILE!r})\n", TESTS)
    terminal = open_terminal(project, "run", "1", "--pdb")
    terminal.read_until("(Pdb) ")
    terminal.write("q\n")
    shown = terminal.end().raw.partition("\r\nValueError: ")[2].partition("\r\n")[0]
    assert shown.startswith(SHOWN)
    assert commands_in(shown) == []


def test_what_a_project_is_made_from_gets_printable_into_its_files(tmp_path: Path) -> None:
    requirement = f"aoc-days @ https://example.org/{HOSTILE}"
    texts = plan_project(str(tmp_path), requirement).files
    assert [path for path, text in texts.items() if commands_in(text)] == []
    [made] = tomllib.loads(texts["pyproject.toml"])["project"]["dependencies"]
    assert made.startswith(f"aoc-days @ https://example.org/{SHOWN}")
