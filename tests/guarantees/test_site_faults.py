"""Every fault between here and the site: one clear sentence, and nothing wrong or lost."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

import pytest
import trustme

from tests.emulator import Account, Fault, Site, faults, unlock_time
from tests.emulator.misbehaviours import MISBEHAVIOURS
from tests.support.aoc import Aoc
from tests.support.day21 import MINE, TESTS, table
from tests.support.marks import WINDOWS, WINE, with_slow
from tests.support.program import NOWHERE, Finished, Project
from tests.support.small_disk import needs_limits, small_disk

INPUT = "2021_21_input.txt"
PAGE = "2021_21_prose.1.html"
NEXT_STEPS = (
    "`aoc login`",
    "try again",
    "waits for it",
    "delete it, and it is fetched again",
    "fix this",
    "adventofcode.com is",
)


class Fetcher:
    """Somebody with a project, an account whose id is known, and a token in a file."""

    def __init__(self, aoc: Aoc, project: Project, site: Site, account: Account) -> None:
        self.aoc, self.project, self.site, self.account = aoc, project, site, account
        self.account.solve(2021, 21, 1)
        self.cache = project.cache
        self.files = project.account_files(account.id)
        (self.files / INPUT).unlink()
        del project.variables["AOC_SESSION"]
        self.keep(self.account.token or "")
        project.day(21, table(), f"{TESTS}\ndef sample(rng):\n    return {MINE.input!r}\n")

    def keep(self, token: str) -> None:
        """Put a token where aocd looks."""
        (self.cache / "token").write_text(token)
        (self.cache / "token2id.json").write_text(json.dumps({token: self.account.id}))

    def run(self, *args: str, env: Mapping[str, str] = {}) -> Finished:
        """Run the program; in a process, if its time zone is another one."""
        return self.aoc.process(*args, env=env) if "TZ" in env else self.aoc(*args, env=env)

    def kept(self) -> dict[str, str]:
        """Read what is kept of the account."""
        return {path.name: path.read_text() for path in self.files.glob("*")}

    def meets(
        self, says: str, *, run: int = 3, fetch: int = 3, env: Mapping[str, str] = {}
    ) -> None:
        """Check what `aoc run` and `aoc fetch` say to a fault, that they keep all, and the codes.

        A sentence for people says what to do next.
        """
        before = self.kept()
        for command, code in (("run", run), ("fetch", fetch)):
            done = self.run(command, "21", env=env)
            assert done.code == code, done
            assert says in done.out + done.err or (command, code) == ("fetch", 0)
            if code == 3:
                [line] = done.err.splitlines()
                assert line.startswith("aoc: ")
                assert any(step in line for step in NEXT_STEPS), line
                assert self.kept() == before

    def goes_on(self) -> None:
        """Check that everything is there, once the fault is mended."""
        assert self.run("fetch", "21").code == 0
        assert self.kept().keys() == {INPUT, PAGE, "2021_21a_answer.txt"}
        assert self.kept()[INPUT] == MINE.input
        assert self.kept()[PAGE].rstrip().endswith("</html>")
        assert not [name for name in os.listdir(self.cache) if name.endswith(".tmp")]


@pytest.fixture
def fetcher(aoc: Aoc, project: Project, site: Site, account: Account) -> Fetcher:
    site.expect("GET *")
    return Fetcher(aoc, project, site, account)


SERVED: dict[str, tuple[Fault, str]] = {
    "500": (faults.status(), "answered 500"),
    "302": (faults.redirect(), "has expired"),
    "silence": (faults.hold(), "did not answer for 0.4 s"),
    "cut in the page": (faults.cut(), "cut the connection"),
    "garbage": (faults.garbage(), "is not text: it has NUL bytes"),
    "a page of the site": (faults.page("<!DOCTYPE html><title>Advent of Code"), "is an HTML page"),
    "JSON": (Fault(body='{"error": "rate limited"}', kind="text/plain"), "is a JSON page"),
    "no length": (MISBEHAVIOURS["no length"], "sent a response without a length"),
    "too short": (MISBEHAVIOURS["too short"], "aoc: adventofcode.com "),
}


@pytest.mark.parametrize("name", with_slow(SERVED, "silence"))
def test_what_the_site_sends_in_place_of_an_input_is_not_kept(fetcher: Fetcher, name: str) -> None:
    fault, says = SERVED[name]
    fetcher.site.fail(fault, times=100)
    env = {"AOC_SITE_TIMEOUT": "0.4"} if "0." in says else {}
    fetcher.meets(says, env=env)


FILES = {
    "no token": ("token", None, "o session token", 0, 3),
    "a token of bytes": ("token", "\0", "is not a session token (1 characters, not the 128", 3, 3),
    "broken ids": ("token2id.json", '{"a', "is not the JSON object", 3, 3),
    "an input of HTML": (INPUT, "<!DOCTYPE html>\n<p>hotel", ": delete it, and it", 1, 3),
    "a page that is cut off": (PAGE, '<!DOCTYPE html><article class="day-desc">', "", 0, 0),
}


@pytest.mark.parametrize("name", FILES)
def test_a_broken_file_is_one_sentence_until_it_is_mended(fetcher: Fetcher, name: str) -> None:
    name, text, says, run, fetch = FILES[name]
    path = (fetcher.files if name in (INPUT, PAGE) else fetcher.cache) / name
    before = path.read_text() if path.exists() else None
    path.unlink(missing_ok=True)
    if text is not None:
        path.write_text(text)
    fetcher.meets(says, run=run, fetch=fetch)
    path.unlink(missing_ok=True)
    if before is not None:
        path.write_text(before)
    fetcher.goes_on()


def test_a_dead_session_is_one_sentence_until_the_next_login(fetcher: Fetcher) -> None:
    fetcher.account.expire()
    fetcher.meets("has expired")
    fetcher.keep(fetcher.account.login())
    fetcher.goes_on()


@pytest.mark.slow
def test_a_locked_puzzle_is_not_asked_for(fetcher: Fetcher) -> None:
    zone = "CET-1" if WINDOWS else "Europe/Paris"  # Windows knows no zones by the names of places.
    # Wine cuts the name of the zone short.
    says = f"is locked until Tue 21 Dec 2021 at 06:00 CE{'' if WINE else 'T'}"
    env = {"AOC_NOW": str(unlock_time(2021, 21).timestamp() - 8000), "TZ": zone}
    fetcher.meets(says, env=env)
    assert fetcher.site.count() == 0
    fetcher.goes_on()


def test_what_lies_between_is_one_sentence(fetcher: Fetcher) -> None:
    fetcher.meets("cannot be reached through the proxy", env={"https_proxy": NOWHERE})
    path = fetcher.project.root / "authority.pem"
    trustme.CA().cert_pem.write_to_path(path)
    says = "certificate): check this computer's clock and SSL_CERT_FILE"
    fetcher.meets(says, env={"SSL_CERT_FILE": str(path)})
    fetcher.goes_on()


@needs_limits
def test_a_full_disk_is_one_sentence(fetcher: Fetcher) -> None:
    with small_disk(20):
        fetcher.meets("cannot be written (File too large)")
    fetcher.goes_on()


def test_a_folder_that_cannot_be_written_into_is_one_sentence(fetcher: Fetcher) -> None:
    # Tests may run as root, whom no permissions stop; a file in place of the folder does.
    fetcher.files.rmdir()
    fetcher.files.write_text("")
    # On Windows, the end of the message depends on the language of the system.
    fetcher.meets("cannot be written (" + "File exists)" * (not WINDOWS))
    fetcher.files.unlink()
    fetcher.goes_on()


def test_the_examples_run_though_the_site_fails(fetcher: Fetcher) -> None:
    fetcher.site.fail(faults.status())
    verdicts = [(r["input"], r["verdict"]) for r in fetcher.run("run", "21", "--json").results]
    assert verdicts == [("example 1", "pass")] * 2
    fetcher.project.day(21, table(example_1="5"))
    fetcher.site.fail(faults.status())
    done = fetcher.run("run", "21")
    assert done.code == 1, "a failing day is exit code 1 whatever the site does"
    assert "answered 500" in done.err


@pytest.mark.parametrize("says", ["has expired", "answered 503"])
def test_a_site_that_serves_nobody_is_asked_once_and_the_other_days_run(
    fetcher: Fetcher, says: str
) -> None:
    for day in (20, 22, 23):
        fetcher.project.day(day, table())
    fetcher.project.remember(MINE.input, day=22, user=fetcher.account.id)
    if says == "has expired":
        fetcher.account.expire()
    else:
        fetcher.site.fail(faults.status(503), times=9)
    done = fetcher.run("run", "--all", "--json")
    assert (done.code, fetcher.site.count()) == (3, 1)
    own = [r for r in done.results if r["input"] == fetcher.account.id]
    assert [(r["day"], r["answer"]) for r in own] == [(22, MINE.answer1), (22, MINE.answer2)]
    assert done.err.count(says) == 1
    assert fetcher.run("fetch", "21-23").code == 3
    assert fetcher.site.count() == 2
