"""Networks as people have them: proxies, certificates of companies, login pages, lost headers."""

from __future__ import annotations

from base64 import b64encode

import pytest

from tests.emulator import Account, Site, faults, wire
from tests.support.aoc import Aoc
from tests.support.program import Project

INPUT, PAGE = "GET /2021/day/20/input", "GET /2021/day/20"
HOTEL = "adventofcode.com cannot be reached, since the network sent another page in its place: "
HOTEL += "open the site in a browser, then try again"
LOGIN_PAGE = "<html><p>[Log In]</p><article><p>Welcome to the hotel</p></article></html>"


@pytest.fixture
def proxy(account: Account, project: Project) -> str:
    """The address of the proxy, which no variable has any more."""
    return project.variables.pop("https_proxy").removeprefix("http://")


PROXIES = {
    "https_proxy": "http://{}",
    "HTTPS_PROXY": "{}",
    "http_proxy": "HTTP://{}/",
    "HTTP_PROXY": "http://{}",
    "all_proxy": "{}",
    "ALL_PROXY": "http://me:a%40b%C3%BC@{}",
}
"""The variables that may name a proxy, and the forms in which people write it."""


def test_a_proxy_is_used_whatever_variable_names_it_and_gets_its_password(
    aoc: Aoc, site: Site, proxy: str
) -> None:
    for day, (name, form) in enumerate(PROXIES.items(), 1):
        assert aoc("fetch", str(day), env={name: form.format(proxy)}).err == "", name
        page = f"GET /2021/day/{day}"
        assert site.asked() == [f"{page}/input", page], name
    login = "Basic " + b64encode("me:a@bü".encode()).decode()
    assert {*site.proxy_logins} == {None, login}


OFFLINE = """\
import socket
def fail(*args, **options):
    raise socket.gaierror(-2, "no network in this test")
socket.getaddrinfo = fail
"""


EXCEPTIONS = {"no_proxy": "localhost, .adventofcode.com", "NO_PROXY": "adventofcode.com:443"}


def test_no_proxy_is_used_for_a_site_that_is_excepted(
    aoc: Aoc, project: Project, proxy: str
) -> None:
    offline = project.customize(OFFLINE) | {"https_proxy": "socks5://nowhere"}
    for name, value in EXCEPTIONS.items():
        done = aoc.process("fetch", "20", env=offline | {name: value})
        says = "aoc: adventofcode.com cannot be reached: check the network and try again\n"
        assert (done.code, done.err) == (3, says), name


NO_PROXIES = {
    "https_proxy": "socks5h://secret@127.0.0.1:1080",
    "http_proxy": "ftp://secret@127.0.0.1",
    "all_proxy": "http://",
    "HTTP_PROXY": "http://127.0.0.1:secret",
}


def test_what_is_no_proxy_is_named_and_not_shown(aoc: Aoc, proxy: str) -> None:
    for name, value in NO_PROXIES.items():
        done = aoc.process("fetch", "20", env={name: value})
        says = "is not the address of an HTTP proxy, such as http://loc"
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert done.err.startswith(f"aoc: {name.lower()} {says}")
        assert "secret" not in done.err


def test_a_proxy_that_nobody_runs_is_named(aoc: Aoc, proxy: str) -> None:
    done = aoc("fetch", "20", env={"ALL_PROXY": "http://me:secret@127.0.0.1:9"})
    says = "aoc: adventofcode.com cannot be reached through the proxy that all_proxy names: check "
    assert (done.code, done.err.startswith(says), "secret" in done.err) == (3, True, False)


def bare(body: bytes) -> bytes:
    """Return a response without a date and a type."""
    return wire.response(body, b"HTTP/1.1 200 OK\r\n")


def test_headers_that_a_proxy_leaves_out_are_not_missed(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    site.expect("GET *")
    site.fail(faults.scripted(lambda wire, body: wire.send(bare(body))), times=100)
    assert aoc("fetch", "20").err == ""
    assert aoc("read", "20").code == 0
    assert aoc("status", "2021").code == 0
    assert aoc("leaderboard", "1001").code == 0
    assert "✔ tokens  logged in" in aoc("doctor").out


COMMANDS = ("fetch 20", "status", "leaderboard 1001", "login --list", "read 20")
ELSEWHERE = (
    faults.page(LOGIN_PAGE),
    faults.scripted(lambda wire, _: wire.send(bare(LOGIN_PAGE.encode()))),
    faults.redirect("https://login.example.org/?to=adventofcode.com"),
    faults.redirect("//login.example.org"),
)
"""Pages, without a type too, and redirects, without a scheme too."""


def test_the_login_page_of_a_network_is_called_that_and_not_kept(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    site.expect("GET *")
    (project.cache / "token2id.json").write_text("{}")
    files = {path for path in project.cache.rglob("*") if path.is_file()}
    for fault in ELSEWHERE:
        site.fail(fault, times=100)
        for command in COMMANDS:
            done = aoc(*command.split())
            assert (done.code, HOTEL in done.err) == (3, True), (command, done)
        kept = {path for path in project.cache.rglob("*[!k]") if path.is_file()}
        assert kept == files
        site.faults.clear()
    for command in COMMANDS:
        assert aoc(*command.split()).code == 0, command


def test_the_login_page_of_a_network_is_no_verdict(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    site.expect("*")
    project.take_ours(21)
    site.fail(faults.page(LOGIN_PAGE), "POST")
    done = aoc("submit", "21", "--answer", "5", "-p", "1")
    assert (done.code, "(adventofcode.com did not send a verdict)" in done.err) == (3, True)
    kept = (path.read_text() for path in project.cache.rglob("*") if path.is_file())
    assert "hotel" not in "".join(kept)


def test_an_empty_response_is_refused_by_name(aoc: Aoc, site: Site, account: Account) -> None:
    site.expect("GET *")
    for command, what in {
        "fetch 20": "what adventofcode.com sent as the input of 2021/20 is empty: try again later",
        "read 20": "what adventofcode.com sent is not the page of 2021/20: try again later",
        "status": "what adventofcode.com sent is not the calendar of 2021: ",
        "leaderboard 1001": "what adventofcode.com sent is not board 1001 of 2021: ",
    }.items():
        site.faults.clear()
        site.fail(faults.empty(), times=4)
        done = aoc(*command.split())
        assert (done.code, what in done.err) == (3, True), done
