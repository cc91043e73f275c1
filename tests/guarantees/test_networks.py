"""Networks as people have them: proxies, certificates of companies, login pages, lost headers."""

from __future__ import annotations

from base64 import b64encode

import pytest
import trustme

from tests.emulator import Account, Fault, Site, faults, wire
from tests.support.aoc import Aoc
from tests.support.program import Project

INPUT, PAGE = "GET /2021/day/20/input", "GET /2021/day/20"
HOTEL = "adventofcode.com cannot be reached, since the network sent another page in its place: "
HOTEL += "open the site in a browser, then try again"
LOGIN_PAGE = (
    "<html><p>[Log In]</p><article><p>Welcome to the hotel</p></article></html>"
)


@pytest.fixture
def proxy(account: Account, project: Project) -> str:
    """The address of the proxy, which no variable has any more."""
    return project.variables.pop("https_proxy").removeprefix("http://")


NAMES = (
    "https_proxy",
    "HTTPS_PROXY",
    "http_proxy",
    "HTTP_PROXY",
    "all_proxy",
    "ALL_PROXY",
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", ["http://{}", "{}", "HTTP://{}/"])
def test_a_proxy_is_used_whatever_variable_names_it(
    aoc: Aoc, site: Site, proxy: str, name: str, form: str
) -> None:
    assert aoc("fetch", "20", env={name: form.format(proxy)}).err == ""
    assert site.asked() == [INPUT, PAGE]
    assert {*site.proxy_logins} == {None}


def test_a_proxy_gets_its_user_name_and_password(
    aoc: Aoc, site: Site, proxy: str
) -> None:
    site.expect("GET *")
    assert (
        aoc("fetch", "20", env={"HTTPS_PROXY": f"http://me:a%40b%C3%BC@{proxy}"}).code
        == 0
    )
    assert {*site.proxy_logins} == {"Basic " + b64encode("me:a@bü".encode()).decode()}


OFFLINE = """\
import socket
def fail(*args, **options):
    raise socket.gaierror(-2, "no network in this test")
socket.getaddrinfo = fail
"""


@pytest.mark.parametrize(
    "value", ["adventofcode.com:443", "localhost, .adventofcode.com", "*"]
)
@pytest.mark.parametrize("name", ["no_proxy", "NO_PROXY"])
def test_no_proxy_is_used_for_a_site_that_is_excepted(
    aoc: Aoc, project: Project, proxy: str, name: str, value: str
) -> None:
    env = project.customize(OFFLINE) | {"HTTPS_PROXY": "socks5://nowhere", name: value}
    done = aoc.process("fetch", "20", env=env)
    says = "aoc: adventofcode.com cannot be reached: check the network and try again\n"
    assert (done.code, done.err) == (3, says)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("value", "says"),
    [
        (
            "socks5h://secret@127.0.0.1:1080",
            "{} is not the address of an HTTP proxy, such as http://loc",
        ),
        (
            "ftp://secret@127.0.0.1",
            "{} is not the address of an HTTP proxy, such as http://loc",
        ),
        ("http://", "{} is not the address of an HTTP proxy, such as http://loc"),
        (
            "http://127.0.0.1:secret",
            "{} is not the address of an HTTP proxy, such as http://loc",
        ),
    ],
)
def test_what_is_no_proxy_is_named_and_not_shown(
    aoc: Aoc, proxy: str, name: str, value: str, says: str
) -> None:
    done = aoc.process("fetch", "20", env={name: value})
    shown = name.lower()
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.startswith(f"aoc: {says.format(shown)}")
    assert "secret" not in done.err


def test_a_proxy_that_nobody_runs_is_named(aoc: Aoc, proxy: str) -> None:
    done = aoc("fetch", "20", env={"ALL_PROXY": "http://me:secret@127.0.0.1:9"})
    says = "aoc: adventofcode.com cannot be reached through the proxy that all_proxy names: check "
    assert (done.code, done.err.startswith(says), "secret" in done.err) == (
        3,
        True,
        False,
    )


def test_a_wrong_time_limit_is_named(aoc: Aoc, account: Account) -> None:
    done = aoc("fetch", "20", env={"AOC_SITE_TIMEOUT": "long"})
    says = "aoc: AOC_SITE_TIMEOUT is not a number of seconds: fix or unset it\n"
    assert (done.code, done.err) == (2, says)


def test_a_certificate_that_is_not_known_is_named(
    aoc: Aoc, account: Account, project: Project
) -> None:
    path = project.root / "authority.pem"
    trustme.CA().cert_pem.write_to_path(path)
    done = aoc("fetch", "20", env={"SSL_CERT_FILE": str(path)})
    says = "aoc: adventofcode.com has no valid certificate (unable to get local issuer "
    assert (done.code, done.err.startswith(says)) == (3, True)
    assert "check this computer's clock and SSL_CERT_FILE" in done.err


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
ELSEWHERE: dict[str, Fault] = {
    "a page": faults.page(LOGIN_PAGE),
    "a page without a type": faults.scripted(
        lambda wire, _: wire.send(bare(LOGIN_PAGE.encode()))
    ),
    "a redirect": faults.redirect("https://login.example.org/?to=adventofcode.com"),
    "a redirect without a scheme": faults.redirect("//login.example.org"),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_the_login_page_of_a_network_is_called_that_and_not_kept(
    aoc: Aoc, site: Site, account: Account, project: Project, name: str
) -> None:
    site.expect("GET *")
    (project.cache / "token2id.json").write_text("{}")
    files = {path for path in project.cache.rglob("*") if path.is_file()}
    site.fail(ELSEWHERE[name], times=100)
    for command in COMMANDS:
        done = aoc(*command.split())
        assert (done.code, HOTEL in done.err) == (3, True), (command, done)
    assert {path for path in project.cache.rglob("*[!k]") if path.is_file()} == files
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
    assert (done.code, "(adventofcode.com did not send a verdict)" in done.err) == (
        3,
        True,
    )
    kept = (path.read_text() for path in project.cache.rglob("*") if path.is_file())
    assert "hotel" not in "".join(kept)


def test_an_empty_response_is_refused_by_name(
    aoc: Aoc, site: Site, account: Account
) -> None:
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
