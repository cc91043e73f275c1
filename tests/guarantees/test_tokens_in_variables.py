"""No environment variable with a session token in it reaches a solver, however it is started."""

from __future__ import annotations

import json
import os

import pytest

from aoc.running.launcher import environment
from tests.aoc import Aoc
from tests.program import Project

TOKEN = "53616c7465645f5f" + "0123456789abcdef" * 7
OLD = "53616c7465645f5f" + "0123456789" * 8
OTHER = "no-hex.but+of/the=future-" + "xyz" * 9
"""What a session token might look like one day; it is known from aocd's files."""

SECRET = {
    "AOC_SESSION": "short",
    "TOKEN": TOKEN,
    "UPPER": TOKEN.upper(),
    "COOKIE": f"session={TOKEN}",
    "HEADER": f'{{"Cookie": "session={OLD}"}}',
    "ENCODED": f"session%3D{TOKEN}",
    "IN_A_COMMAND": f"curl -b session={TOKEN}\n",
    "URL": f"https://x.org/?c=session%3d{TOKEN}#f",
    "NOT_UTF8": f"\udcff{TOKEN}" if os.name == "posix" else TOKEN,
    "OF_THE_FUTURE": f"session={OTHER}",
}
HARMLESS = {
    "GIT_COMMIT": "0123456789abcdef0123456789abcdef01234567",
    "SHA256": "0123456789abcdef" * 4,
    "PERCENT": "%s %d %2 %% %zz 100%",
    "ACCOUNT": "github.alice.1001",
}


FILES = (
    ("token", f"{OTHER}\n"),
    ("tokens.json", json.dumps({"alice": OTHER}, indent=2)),
    ("token2id.json", json.dumps({OTHER: "github.alice.1001"})),
    ("tokens.json", json.dumps({OTHER: "github.alice.1001"})),
    ("tokens.json", f'{{"alice": "{OTHER}",'),
)


def test_a_token_is_known_from_every_file_of_aocd_even_if_it_is_broken(
    aoc: Aoc, project: Project
) -> None:
    project.cache.mkdir()
    for name, text in FILES:
        path = project.cache / name
        with aoc.here(env={"OF_THE_FUTURE": f"session={OTHER}"}):
            assert "OF_THE_FUTURE" in environment()
            path.write_text(text, encoding="utf-8")
            assert "OF_THE_FUTURE" not in environment(), text
        path.unlink()


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


def seen(project: Project) -> list[str]:
    """Return who has seen the environment: all but tokens and `AOC_SESSION`."""
    text = (project.root / "seen").read_text(encoding="ascii")
    assert not [token for token in (TOKEN, OLD, OTHER, TOKEN.upper()) if token in text]
    who = []
    for main, found in map(json.loads, text.splitlines()):
        ours, at_start = found if main == "day" else (found, "")
        assert ours.keys() >= HARMLESS.keys()
        assert not ours.keys() & SECRET.keys(), main
        assert not [name for name in SECRET if f"\0{name}=" in f"\0{at_start}"], main
        who.append(main)
    return who


WORKER = ["aoc.worker.main"] if os.name == "nt" else ["aoc.worker.forkserver"]


@pytest.mark.parametrize(
    ("options", "env", "who"),
    [
        ([], {}, {*WORKER, "day"}),
        ([], {"THREAD": "yes"}, {*WORKER, "aoc.worker.main", "day"}),
        (["--pdb"], {}, {"aoc.worker.main", "day"}),
    ],
)
def test_no_solver_sees_a_token(
    aoc: Aoc, project: Project, options: list[str], env: dict[str, str], who: set[str]
) -> None:
    site = project.root / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(SITE, encoding="utf-8")
    project.day(1, DAY)
    project.cache.mkdir()
    (project.cache / "token").write_text(OTHER, encoding="utf-8")
    (project.root / "x").write_text("x", encoding="utf-8")
    path = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    env |= {"SEEN": str(project.root / "seen"), "PYTHONPATH": path, **SECRET, **HARMLESS}
    done = aoc.process("run", "1", "--input", "x", *options, env=env)
    assert done.code == 0, done.err
    assert {*seen(project)} == who
