"""No environment variable with a session token in it reaches a solver, however it is started."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from aoc.running.launcher import environment, secret_variables
from tests.program import Project

pytestmark = pytest.mark.slow

TOKEN = "53616c7465645f5f" + "0123456789abcdef" * 7
OLD = "53616c7465645f5f" + "0123456789" * 8
OTHER = "no-hex.but+of/the=future-" + "xyz" * 9
"""What a session token might look like one day; it is known from aocd's files."""

SECRET = {
    "AOC_SESSION": "short",
    "TOKEN": TOKEN,
    "OLD_TOKEN": OLD,
    "UPPER": TOKEN.upper(),
    "COOKIE": f"session={TOKEN}",
    "COOKIES": f"_ga=GA1.2; session={TOKEN}; _gid=GA1.3",
    "HEADER": f'{{"Cookie": "session={OLD}"}}',
    "QUOTED": f"'{TOKEN}'",
    "ENCODED": f"session%3D{TOKEN}",
    "TWICE": TOKEN + TOKEN,
    "IN_A_COMMAND": f"curl -b session={TOKEN}\n",
    "URL": f"https://x.org/?c=session%3d{TOKEN}#f",
    "NOT_UTF8": f"\udcff{TOKEN}" if os.name == "posix" else TOKEN,
    "OF_THE_FUTURE": f"session={OTHER}",
}
HARMLESS = {
    "GIT_COMMIT": "0123456789abcdef0123456789abcdef01234567",
    "SHA256": "0123456789abcdef" * 4,
    "PERCENT": "%s %d %2 %% %zz 100%",
    "NUMBERS": " ".join(map(str, range(100))),
    "ACCOUNT": "github.alice.1001",
    "EMPTY": "",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of aocd with the token of the future, and no token in the environment."""
    folder = tmp_path / "aocd"
    folder.mkdir()
    (folder / "tokens.json").write_text(json.dumps({"github.alice.1001": OTHER}), encoding="utf-8")
    monkeypatch.setenv("AOCD_DIR", str(folder))
    for name in ("AOC_SESSION", "AOCD_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    return folder


def test_a_variable_with_a_token_in_it_is_left_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = environment()
    assert not secret_variables()
    for name, value in SECRET.items():
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            assert secret_variables(), name
            assert environment() == before, name


def test_what_only_resembles_a_token_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in HARMLESS.items():
        monkeypatch.setenv(name, value)
        assert environment()[name] == value
        assert not secret_variables(), name


def test_the_variable_of_the_session_is_left_out_whatever_it_has(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for value in ("", "x", "short", "github.alice.1001", TOKEN, OTHER):
        monkeypatch.setenv("AOC_SESSION", value)
        assert secret_variables(), value
        assert "AOC_SESSION" not in environment(), value


FILES = {
    "token": ("token", f"{OTHER}\n"),
    "tokens.json": ("tokens.json", json.dumps({"alice": OTHER}, indent=2)),
    "token2id.json": ("token2id.json", json.dumps({OTHER: "github.alice.1001"})),
    "swapped": ("tokens.json", json.dumps({OTHER: "github.alice.1001"})),
    "a quote is missing": ("tokens.json", f'{{"alice: "{OTHER}"}}'),
    "broken": ("tokens.json", f'{{"alice": "{OTHER}",'),
}


@pytest.mark.parametrize("case", FILES)
def test_a_token_is_known_from_every_file_of_aocd_even_if_it_is_broken(
    folder: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    (folder / "tokens.json").unlink()
    monkeypatch.setenv("OF_THE_FUTURE", f"session={OTHER}")
    assert "OF_THE_FUTURE" in environment()
    name, text = FILES[case]
    (folder / name).write_text(text, encoding="utf-8")
    assert "OF_THE_FUTURE" not in environment()


def test_a_short_word_in_the_file_of_tokens_takes_no_variable(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = environment()
    (folder / "token").write_text("/usr/bin bin e\n", encoding="utf-8")
    assert environment() == before


# Every interpreter that is started writes down what it was started for, and what it sees.
SITE = """\
import json, os, sys
if "-c" in sys.orig_argv:
    main = next(word for word in sys.orig_argv if word.startswith("aoc."))
    with open(os.environ["SEEN"], "a", encoding="ascii") as file:
        file.write(json.dumps([main, dict(os.environ)]) + "\\n")
    if main == "aoc.worker.forkserver" and "THREAD" in os.environ:
        import threading, time
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
"""
DAY = """\
import json, os
from pathlib import Path

def parse(text):
    return text

def part1(text):
    start = Path("/proc/self/environ")
    found = [dict(os.environ), start.read_text(errors="replace") if start.exists() else ""]
    with open(os.environ["SEEN"], "a", encoding="ascii") as file:
        file.write(json.dumps(["day", found]) + "\\n")
    return 1
"""


@pytest.fixture
def observed(project: Project) -> Project:
    """A project whose day and whose interpreters write down what they see into `seen`."""
    (project.root / "site").mkdir()
    (project.root / "site" / "sitecustomize.py").write_text(SITE, encoding="utf-8")
    project.day(1, DAY)
    project.cache.mkdir()
    (project.cache / "token").write_text(OTHER, encoding="utf-8")
    return project


def variables(project: Project) -> dict[str, str]:
    """Return the environment of a run: with tokens, and with what makes the children write."""
    site = os.pathsep.join([str(project.root / "site"), os.environ.get("PYTHONPATH", "")])
    return {"SEEN": str(project.root / "seen"), "PYTHONPATH": site, **SECRET}


def seen(project: Project) -> list[str]:
    """Return who has seen the environment; nobody may have seen a token or `AOC_SESSION`."""
    text = (project.root / "seen").read_text(encoding="ascii")
    assert not [token for token in (TOKEN, OLD, OTHER, TOKEN.upper()) if token in text]
    who = []
    for main, found in map(json.loads, text.splitlines()):
        ours, at_start = found if main == "day" else (found, "")
        assert "SEEN" in ours
        assert not ours.keys() & SECRET.keys(), main
        assert not [name for name in SECRET if f"\0{name}=" in f"\0{at_start}"], main
        who.append(main)
    return who


WORKER = ["aoc.worker.main"] if os.name == "nt" else ["aoc.worker.forkserver"]


@pytest.mark.parametrize("threads", [False, True])
def test_no_solver_sees_a_token(observed: Project, threads: bool) -> None:
    env = variables(observed) | ({"THREAD": "yes"} if threads else {})
    done = observed.run("run", "1", "--input", "-", stdin=b"x", env=env)
    assert done.code == 0, done.err
    workers = {*WORKER, "aoc.worker.main"} if threads else {*WORKER}
    assert {*seen(observed)} == {*workers, "day"}


def test_no_solver_in_the_debugger_sees_a_token_in_its_variables(observed: Project) -> None:
    (observed.root / "x").write_text("x", encoding="utf-8")
    done = observed.run("run", "1", "--input", "x", "--pdb", env=variables(observed))
    assert done.code == 0, done.err
    assert seen(observed) == ["aoc.worker.main", "day"]
