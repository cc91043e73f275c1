"""The program that serves the page, started as a child process."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import NamedTuple

from tests.program import Project

PATIENCE = 30


class Served(NamedTuple):
    """A program that serves, the port of the page, and what is closed at the end."""

    process: subprocess.Popen[bytes]
    port: int
    stack: ExitStack

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.port}/"

    def ask(self, path: str = "/", method: str = "GET", host: str | None = None) -> HTTPResponse:
        """Send a request, and return the response, which is still to be read."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self.stack.callback(connection.close)
        headers = {} if host is None else {"Host": host}
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        self.stack.callback(response.close)
        return response

    def interrupt(self) -> tuple[int, str, str]:
        """Press Ctrl-C, and return the exit code and the rest of what the program has written."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out.decode(), err.decode()


@contextmanager
def serving(project: Project, *args: str, env: Mapping[str, str] = {}) -> Iterator[Served]:
    """Serve the page of a project for a block; the program has said by then where it is."""
    command = ("report", "--serve", "--port", "0", "--offline", *args)
    process = project.start(*command, env=env)
    stack = ExitStack()
    try:
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        found = re.match(r"http://127\.0\.0\.1:([0-9]+)/ ", line)
        assert found, (line, process.communicate())
        yield Served(process, int(found[1]), stack)
    finally:
        stack.close()
        process.kill()
        process.communicate()


def events(response: HTTPResponse) -> Iterator[tuple[str, str]]:
    """Yield the events of a stream as they come: the kind and the data."""
    kind = "message"
    while line := response.readline().decode():
        name, _, value = line.rstrip("\n").partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            yield kind, value
            kind = "message"
