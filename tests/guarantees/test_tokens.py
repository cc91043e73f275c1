"""No session token is shown, or seen by a solver, wherever it is; and a logout takes it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from aoc.running.launcher import environment
from aoc.site.accounts import Account, Accounts
from tests.emulator import Account as Emulated
from tests.emulator import Site
from tests.support.accounts import write_accounts
from tests.support.aoc import Aoc
from tests.support.marks import WINDOWS
from tests.support.program import Project

TOKEN = "53616c7465645f5f" + "0123456789abcdef" * 7
OTHER = "53616c7465645f5f" + "fedcba9876543210" * 7
OLD = "53616c7465645f5f" + "0123456789" * 8
FUTURE = "no-hex.but+of/the=future-" + "xyz" * 20
USER = "github.alice.1001"

# What is in aocd's files, with tokens that nothing may show.
MIXED_UP: dict[str, Mapping[str, object]] = {
    "swapped": {"tokens": {TOKEN: USER}, "token2id": {USER: TOKEN}},
    "the other in place of the one": {"token2id": {USER: TOKEN}, "token": TOKEN},
    "a token for a name": {"tokens": {OTHER: TOKEN}},
    "a part of a token": {"tokens": {TOKEN[3:60]: TOKEN}},
    "upper case": {"tokens": {TOKEN.upper(): "x"}},
}
COMMANDS = (
    "run 21",
    "run 21 --json",
    "run 21 --user alice",
    "fetch 21",
    "read 21",
    "submit 21",
    "status",
    "status --json",
    "leaderboard 1001",
    "login --list",
    "login --remove all",
)


@pytest.fixture(autouse=True)
def secret(aoc: Aoc, project: Project) -> None:
    """A project with a day, and tokens that nothing may show."""
    project.day(21, "def part1(text):\n    return 1\n")
    aoc.secrets = {TOKEN, OTHER, FUTURE}


@pytest.mark.parametrize("case", MIXED_UP)
def test_a_token_where_a_name_belongs_is_shown_by_no_command(
    aoc: Aoc, project: Project, case: str
) -> None:
    write_accounts(project, **MIXED_UP[case])
    for command in COMMANDS:
        done = aoc(*command.split())
        assert (done.code, done.out) == (3, ""), command
        assert done.err.count("\n") == 1, done.err
        assert "is not the JSON object of accounts and tokens" in done.err
    done = aoc("doctor", "--offline")
    assert done.code == 1
    assert "is not the JSON object of accounts and tokens" in done.out
    for words in ("aoc run --user", "aoc login --remove"):
        asked = {"COMP_WORDS": f"{words} ", "COMP_CWORD": str(len(words.split()))}
        done = aoc(env={"_AOC_COMPLETE": "bash_complete", **asked})
        assert (done.out.strip(), done.err) == ("", "")


TYPED = (
    "run 21 --user {}",
    "run {}",
    "run 21 --solver {}",
    "run 21 --input {}",
    "status {}",
    "login {}",
    "login --remove {}",
    "leaderboard {}",
    "{}",
    f"run {'x' * 30}{{}}{'y' * 500}",
)


def test_a_token_that_was_typed_in_place_of_something_else_is_not_shown(
    aoc: Aoc, project: Project
) -> None:
    write_accounts(project, tokens={USER: OTHER}, token2id={OTHER: USER})
    for line in TYPED:
        assert aoc(*line.format(TOKEN).split())[:2] == (2, ""), line


ANSWERS = (
    TOKEN,
    TOKEN.upper(),
    OLD,
    f"session={TOKEN}",
    f"{TOKEN[:64]} {TOKEN[64:]}",
    f"7\n{OLD}",
    FUTURE,
    f"answer={FUTURE}",
)


def test_a_token_is_no_answer(aoc: Aoc, site: Site, account: Emulated, project: Project) -> None:
    write_accounts(project, token=FUTURE, tokens={account.id: account.token or ""})
    for text in (*ANSWERS, account.token or ""):
        done = aoc("submit", "21", "--answer", text)
        said = "aoc: --answer is a session token, or has one in it: type the answer\n"
        assert done == (2, "", said)
    assert site.asked() == []
    assert not (project.root / "inputs").exists()
    assert not [*project.account_files(account.id).glob("*.json")]


def everywhere(root: Path) -> str:
    """Return the text of all regular files under a folder."""
    found = (path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    return "".join(path.read_text(encoding="utf-8") for path in found)


@pytest.mark.skipif(WINDOWS, reason="links need permissions on Windows")
@pytest.mark.parametrize("others", [False, True])
def test_a_logout_takes_the_token_out_of_what_a_link_leads_to(
    aoc: Aoc, project: Project, others: bool
) -> None:
    tokens = {USER: TOKEN} | ({"github.bob.2": OTHER} if others else {})
    ids = {token: name for name, token in tokens.items()}
    write_accounts(project, token=TOKEN, tokens=tokens, token2id=ids)
    elsewhere = project.root / "elsewhere"
    elsewhere.mkdir()
    links = []
    for path in list(project.cache.iterdir()):
        target, inner = elsewhere / path.name, elsewhere / f"{path.name}.link"
        path.rename(target)
        inner.symlink_to(target)
        path.symlink_to(inner)
        links += [path, inner]
    with aoc.here():
        assert Accounts().remove([Account(USER, TOKEN)]) == [Account(USER, TOKEN)]
        assert TOKEN not in everywhere(project.root)
        assert (OTHER in everywhere(project.root)) is others
        assert all(link.is_symlink() for link in links), "the links stay"
        assert len(Accounts().logged_in()) == others
        Accounts().add(TOKEN, USER)
        assert all(link.exists() for link in links), "and the next login follows them"
        assert next(iter(Accounts().logged_in().values())).id == USER


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
    "OF_THE_FUTURE": f"session={FUTURE}",
}
HARMLESS = {
    "GIT_COMMIT": "0123456789abcdef0123456789abcdef01234567",
    "SHA256": "0123456789abcdef" * 4,
    "PERCENT": "%s %d %2 %% %zz 100%",
    "ACCOUNT": "github.alice.1001",
}


FILES = (
    ("token", f"{FUTURE}\n"),
    ("tokens.json", json.dumps({"alice": FUTURE}, indent=2)),
    ("token2id.json", json.dumps({FUTURE: "github.alice.1001"})),
    ("tokens.json", json.dumps({FUTURE: "github.alice.1001"})),
    ("tokens.json", f'{{"alice": "{FUTURE}",'),
)


def test_a_token_is_known_from_every_file_of_aocd_even_if_it_is_broken(
    aoc: Aoc, project: Project
) -> None:
    project.cache.mkdir()
    for name, text in FILES:
        path = project.cache / name
        with aoc.here(env={"OF_THE_FUTURE": f"session={FUTURE}"}):
            assert "OF_THE_FUTURE" in environment("")
            path.write_text(text, encoding="utf-8")
            assert "OF_THE_FUTURE" not in environment(""), text
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
    assert not [token for token in (TOKEN, OLD, FUTURE, TOKEN.upper()) if token in text]
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
    (project.cache / "token").write_text(FUTURE, encoding="utf-8")
    (project.root / "x").write_text("x", encoding="utf-8")
    path = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    env |= {"SEEN": str(project.root / "seen"), "PYTHONPATH": path, **SECRET, **HARMLESS}
    done = aoc.process("run", "1", "--input", "x", *options, env=env)
    assert done.code == 0, done.err
    assert {*seen(project)} == who
