"""`aoc report --serve`: who gets the page, what comes when a run does, and how it ends."""

from __future__ import annotations

import errno
import re
import socket
from pathlib import Path

import pytest

from tests.marks import needs_linux, needs_signals
from tests.program import Project, processes_with
from tests.reporting.histories import keep_run
from tests.reporting.serving import PATIENCE, events, serving

pytestmark = pytest.mark.slow

DAY = '"""Day 1: Sonar Sweep."""\ndef parse(text): return text\ndef part1(text): return len(text)\n'


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path)
    project.day(1, DAY)
    return project


def version_in(page: bytes) -> str:
    found = re.search(rb'data-version="([0-9a-f]+)"', page)
    assert found is not None
    return found[1].decode()


def test_the_page_is_served_and_may_ask_its_server_alone(project: Project) -> None:
    with serving(project) as served:
        response = served.ask()
        page = response.read()
        assert response.status == 200
        assert response.headers["Content-Type"] == "text/html; charset=utf-8"
        assert response.headers["Cache-Control"] == "no-store"
        assert b"connect-src &#39;self&#39;" in page or b"connect-src 'self'" in page
        assert b"Sonar Sweep" in page


def test_head_has_no_body(project: Project) -> None:
    with serving(project) as served:
        response = served.ask(method="HEAD")
        assert (response.status, response.read()) == (200, b"")
        assert int(response.headers["Content-Length"]) > 1000
        assert served.ask("/events", method="HEAD").read() == b""


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/?theme=dark", 200),
        ("/days/year2021/day01.py", 404),
        ("/../pyproject.toml", 404),
        ("/events/", 404),
        ("/favicon.ico", 404),
    ],
)
def test_there_is_nothing_but_the_page(project: Project, path: str, status: int) -> None:
    with serving(project) as served:
        assert served.ask(path).status == status


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(project: Project, method: str) -> None:
    with serving(project) as served:
        assert served.ask(method=method).status == 501


def test_who_asks_for_another_host_is_refused(project: Project) -> None:
    with serving(project) as served:
        for host in ("evil.example", f"evil.example:{served.port}", "127.0.0.1", "127.0.0.1:1", ""):
            for path in ("/", "/events"):
                response = served.ask(path, host=host)
                assert response.status == 421
                assert b"Sonar" not in response.read()
        assert served.ask(host=f"localhost:{served.port}").status == 200


@needs_linux
def test_it_listens_on_one_address_alone(project: Project) -> None:
    # This one is of this computer, too: who listens on all addresses, listens on it.
    with serving(project) as served, socket.socket() as other:
        assert other.connect_ex(("127.0.0.2", served.port)) == errno.ECONNREFUSED


def test_a_request_that_is_none_ends_only_itself(project: Project) -> None:
    with serving(project) as served:
        for data in (b"\0\xff\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"x" * 100_000):
            with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as raw:
                raw.sendall(data)
        assert served.ask().status == 200


@needs_signals
def test_a_run_that_comes_in_is_told_and_shown(project: Project) -> None:
    with serving(project) as served:
        stream = events(served.ask("/events"))
        kind, first = next(stream)
        assert (kind, first) == ("message", version_in(served.ask().read()))
        assert project.run("run", "1", "--input", "-", stdin=b"abc").code == 0
        kind, second = next(stream)
        assert kind == "message"
        assert second != first
        page = served.ask().read()
        assert version_in(page) == second
        assert b"on an input from stdin" in page
        assert served.interrupt()[0] == 130
        assert next(stream) == ("end", "end")


@needs_signals
@pytest.mark.parametrize("connected", [False, True])
def test_ctrl_c_ends_it_at_once(project: Project, connected: bool) -> None:
    with serving(project) as served:
        # One that listens, one that never sends its request, and one that does not read.
        if connected:
            listener = served.ask("/events")
            listener.readline()
            silent = socket.create_connection(("127.0.0.1", served.port))
            deaf = socket.create_connection(("127.0.0.1", served.port))
            served.stack.callback(silent.close)
            served.stack.callback(deaf.close)
            deaf.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode())
        code, out, err = served.interrupt()
        assert (code, out) == (130, "")
        lines = [line for line in err.splitlines() if line and "log in" not in line]
        assert lines == ["aoc: interrupted"]


@needs_linux
def test_no_process_is_left(project: Project) -> None:
    variable = f"OF_THIS_TEST={project.root}"
    with serving(project, env={"OF_THIS_TEST": str(project.root)}) as served:
        assert len(processes_with(variable)) == 1
        served.interrupt()
    assert not processes_with(variable)


def test_a_port_that_is_taken_is_one_sentence(project: Project) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = project.run("report", "--serve", "--port", str(port), "--offline")
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[-1] == (
        f"aoc: --port {port} cannot be used (another program uses it): choose another port, or 0 "
        "for any that is free"
    )


@needs_signals
def test_a_page_can_be_written_and_served(project: Project) -> None:
    keep_run(project.root, None, (1, 1, 1.0))
    process = project.start(*("report", "--html", "page.html", "--serve", "--offline"))
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"page.html: the page of 2021, ")
        assert process.stdout.readline().startswith(b"http://127.0.0.1:")
        assert b"data-live" not in (project.root / "page.html").read_bytes()
    finally:
        process.kill()
        process.communicate()


@needs_signals
def test_a_history_that_is_damaged_meanwhile_does_not_end_it(project: Project) -> None:
    keep_run(project.root, None, (1, 1, 1.0))
    with serving(project) as served:
        stream = events(served.ask("/events"))
        next(stream)
        (project.root / ".aoc" / "history.sqlite3").write_bytes(b"no database at all" * 100)
        keep_run(project.root, None, (2, 1, 1.0))
        next(stream)
        code, _, err = served.interrupt()
    assert code == 130
    assert "history" not in err
    assert "Traceback" not in err
    assert "Traceback" not in err
