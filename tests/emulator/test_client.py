"""Manners towards the site: who asks, how often, how fast; and that no token gets about."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from aoc.site.http import user_agent
from tests.marks import needs_proc
from tests.program import Signal

from . import Account, Site, dice_sheet, faults
from .program import aoc, cache_of, make_project, start

MINE = dice_sheet(7, 1)
DAY = "/2021/day/21"
POST = """
import sys
from aoc.errors import SiteError
from aoc.model import Puzzle
from aoc.site.accounts import Account
from aoc.site.client import Client
from aoc.site import http
from aocd.utils import HttpClient
http.WINDOW = 0
HttpClient._limiter = lambda client: None
client = Client(Account("github.alice.1001", sys.stdin.read()))
for answer in sys.argv[1:]:
    try:
        print(client.post_answer(Puzzle(2021, 21), 1, answer, lambda: None))
    except SiteError as error:
        print(type(error).__name__)
"""
YEAR = """
from aocd import utils
from aoc.site import http
class Clock:
    now = 1e9
    def time(self): return self.now
    def monotonic(self): return self.now
    def sleep(self, seconds): self.now += seconds
clock = Clock()
utils.time = http.time = clock
from aoc.cli import main
code = main(["fetch", "2021/all", "-q"])
client = http.site_http().client
print(code, client._cooloff, client.req_count["GET"], clock.now - 1e9)
"""


@pytest.fixture
def project(site: Site, tmp_path: Path) -> Path:
    return make_project(tmp_path / "project", (2021, 21))


def token(account: Account) -> str:
    assert account.token
    return account.token


def python(
    site: Site, project: Path, code: str, *args: str, stdin: str = "", silence: float = 20
) -> str:
    """Run code in a child that is led to the emulated site; returns its stdout.

    `silence` is for how many seconds the site may be silent.
    """
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        cwd=project,
        env=site.environment(cache_of(project)) | {"AOC_SITE_TIMEOUT": str(silence)},
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout.strip()


def asked(site: Site) -> list[str]:
    return [str(request) for request in site.requests]


def test_a_new_token_costs_two_requests_and_a_warm_run_none(
    site: Site, alice: Account, project: Path
) -> None:
    assert aoc(site, project, "run", "21", token=alice.token).returncode == 0
    assert asked(site) == ["GET /settings", f"GET {DAY}/input"]
    assert aoc(site, project, "run", "21", token=alice.token).returncode == 0
    assert site.count() == 2


@pytest.mark.slow
def test_a_warm_run_of_everything_for_everybody_asks_nothing(
    site: Site, alice: Account, project: Path
) -> None:
    for account in (alice, site.account("bob")):
        aoc(site, project, "login", stdin=token(account))
    first = aoc(site, project, "run", "--all", "--user", "all")
    assert first.returncode == 0, first
    before = site.count()
    done = aoc(site, project, "run", "--all", "--user", "all", "--json")
    assert {json.loads(line)["input"] for line in done.stdout.splitlines()} == {
        *("example 1", alice.id, site.account("bob").id)
    }
    assert site.count() == before == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "env", "contact"),
    [
        ("", {}, None),
        ('contact = "me@example.org"', {}, "me@example.org"),
        ('contact = "me@example.org"', {"AOC_CONTACT": "us@example.org"}, "us@example.org"),
    ],
)
def test_the_site_is_told_who_asks_and_whom_to_write_to(
    site: Site, alice: Account, tmp_path: Path, settings: str, env: dict[str, str], contact: str
) -> None:
    project = make_project(tmp_path / "project", (2021, 21), settings=settings)
    for command in (["run", "21"], ["status"], ["new", "20"], ["submit", "21"]):
        before = site.count()
        aoc(site, project, *command, token=alice.token, env=env)
        assert site.count() > before, f"{command} asks for nothing"
    for request in site.requests:
        program, *user = request.user_agent.split()
        assert program == f"aoc-days/{version('aoc-days')}"
        assert user == ([f"({contact})"] if contact else [])


def test_nobody_takes_this_program_for_its_library() -> None:
    from aocd.utils import USER_AGENT

    address = USER_AGENT.split()[-1]
    assert "@" in address
    assert address not in user_agent()
    assert not user_agent().startswith(USER_AGENT.split()[0])


def test_a_contact_is_escaped_where_no_header_can_hold_it_and_shows_no_token(
    site: Site, alice: Account, project: Path
) -> None:
    env = {"AOC_CONTACT": f"jürgen\n@example.org {token(alice)}"}
    done = aoc(site, project, "run", "21", token=alice.token, env=env)
    assert done.returncode == 0
    sent = site.requests[0].user_agent
    assert sent.endswith(rf" (j\xfcrgen\n@example.org ...{token(alice)[-4:]})")


def test_an_answer_is_never_sent_again_by_itself(site: Site, alice: Account, project: Path) -> None:
    errors = {
        faults.status(): "NoResponseError",
        faults.redirect(): "NoResponseError",
        faults.cut(): "NoResponseError",
        faults.cut(sent=0): "NoResponseError",
        faults.cut(judged=False): "NoResponseError",
        faults.garbage(): "NoResponseError",
        faults.empty(): "NoResponseError",
        faults.hold(judged=True): "NoResponseError",
        faults.expired(): "DeadSessionError",
        faults.status(404): "LockedError",
    }
    for fault in errors:
        site.fail(fault)
    answers = [str(number) for number, _ in enumerate(errors)]
    said = python(site, project, POST, *answers, stdin=token(alice), silence=1)
    assert said.splitlines() == list(errors.values())
    assert [request.form["answer"] for request in site.requests] == answers


@pytest.mark.slow
def test_an_answer_that_did_not_leave_is_known_not_to_be_lost(
    site: Site, alice: Account, project: Path
) -> None:
    code = "import os; os.environ['https_proxy'] = 'http://127.0.0.1:1'\n" + POST
    assert python(site, project, code, "1", stdin=token(alice)) == "UnreachableError"
    code = "import os; del os.environ['SSL_CERT_FILE']\n" + POST
    assert python(site, project, code, "1", stdin=token(alice)) == "UnreachableError"
    assert not site.requests


def test_the_library_scolds_nobody(site: Site, alice: Account, project: Path) -> None:
    code = POST + "import logging\nlogging.getLogger('aocd.utils').error('session=%s', answer)\n"
    said = python(site, project, code, "1", stdin=token(alice))
    assert "session=" not in said


@pytest.mark.slow
def test_a_whole_year_never_strikes_the_limiter(site: Site, alice: Account, project: Path) -> None:
    cache_of(project).mkdir()
    (cache_of(project) / "token").write_text(token(alice))
    code, cooloff, requests, seconds = python(site, project, YEAR).split()
    assert (code, cooloff, requests) == ("0", "0.16", "51")
    assert 36 < float(seconds) < 60


@pytest.mark.slow
def test_the_token_gets_nowhere_but_into_its_files(
    site: Site, alice: Account, project: Path, tmp_path: Path
) -> None:
    secret, cache = token(alice), cache_of(project)
    outputs = []
    for args in (
        ["login"],
        ["login", "--list"],
        ["run", "21", "-v"],
        ["fetch", "21"],
        ["read", "21"],
    ):
        done = aoc(site, project, *args, "--debug", stdin=secret)
        outputs.append(done.stdout + done.stderr)
    alice.expire()
    for args in (["run", "20"], ["fetch", "1"], ["leaderboard", "1"]):
        done = aoc(site, project, *args, "--debug")
        outputs.append(done.stdout + done.stderr)
    outputs += [
        aoc(site, project, *args).stderr
        for args in (["login", secret], ["login", "--remove", secret])
    ]
    assert all(outputs)
    assert not [text for text in outputs if secret in text]
    holding = {path for path in tmp_path.rglob("*") if path.is_file() if contains(path, secret)}
    assert holding == {cache / "token", cache / "tokens.json", cache / "token2id.json"}
    if os.name == "posix":  # Windows has no such modes.
        assert {path.stat().st_mode & 0o777 for path in holding} == {0o600}


def contains(path: Path, text: str) -> bool:
    return text.encode() in path.read_bytes()


@needs_proc
def test_a_solver_never_sees_the_token(site: Site, project: Path, tmp_path: Path) -> None:
    # An account of this test alone, lest other tests that run now have its token.
    own = token(site.account(f"alice{os.getpid()}"))
    reached, go_on = Signal(tmp_path / "reached"), tmp_path / "go_on"
    os.mkfifo(go_on)
    (project / "tests").joinpath("year2021/test_day21.py").unlink()
    (project / "days/year2021/day21.py").write_text(
        "def parse(text):\n    return text\n\n\ndef part1(text):\n"
        f"    open({str(tmp_path / 'reached')!r}, 'w').write('x')\n"
        f"    return len(open({str(go_on)!r}).read())\n"
    )
    child = start(site, project, "run", "21", "--repeat", "1", token=own)
    try:
        reached.wait()
        seen = {
            (kind, int(path.name))
            for path in Path("/proc").glob("[0-9]*")
            for kind in ("environ", "cmdline")
            if may_contain(path / kind, own)
        }
        assert seen == {("environ", child.pid)}
        go_on.write_text("")
        assert child.wait(20) == 0
    finally:
        child.kill()
        child.communicate()


def may_contain(path: Path, text: str) -> bool:
    try:
        return contains(path, text)
    except OSError:
        return False
