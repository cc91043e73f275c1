"""The server of a page that is live, for browsers on this computer alone.

It listens on the loopback address and answers only who asks for it by that: another site that
gives its own name that address, to read the page from within a browser, is refused.
"""

from __future__ import annotations

import errno
import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any

from aoc.errors import UsageError
from aoc.reporting.live import LivePage

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")
BEAT = 10.0
"""Seconds after which a reader hears from the server, which notices then who has left."""
IDLE = 10.0
"""Seconds that a browser may take to send its request, or to read what it is sent."""
LEAVING = 1.0
"""Seconds that readers have to hear that this is the end."""
POLL = 0.05
HEADERS = (
    ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
)


def serve(live: LivePage, port: int, announce: Callable[[str], None]) -> None:
    """Serve a page on a port of the loopback address, 0 for any that is free, until Ctrl-C.

    `announce` gets the address of the page. Returns only by an exception, `KeyboardInterrupt` as a
    rule; no thread and no connection is left then. Raises `UsageError` if the port cannot be used.
    """
    server = open_server(live, port)
    thread = threading.Thread(target=server.serve_forever, args=(POLL,), name="report server")
    try:
        thread.start()
        announce(server.address)
        live.watch()
    finally:
        live.end()
        if thread.ident is not None:
            server.shutdown()
            thread.join()
        server.end()


def open_server(live: LivePage, port: int) -> PageServer:
    """Return a server that listens. Raises `UsageError` if it cannot."""
    try:
        return PageServer(live, port)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            why = "another program uses it"
        raise UsageError(
            f"--port {port} cannot be used ({why}): choose another port, or 0 for any that is free"
        ) from None


class PageServer(ThreadingHTTPServer):
    """A server of one page, with a thread for each connection."""

    daemon_threads = False
    # On Windows it would let two programs listen on the same port.
    allow_reuse_address = os.name == "posix"

    def __init__(self, live: LivePage, port: int) -> None:
        self.live = live
        self.connections: set[socket.socket] = set()
        self.lock = threading.Lock()
        self.quiet = threading.Condition(self.lock)
        super().__init__((HOST, port), PageHandler)

    def server_bind(self) -> None:
        """Bind the socket, without asking for the name of this computer, which may take long."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, self.server_address[1]

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{HOST}:{self.server_port}/"

    def is_own(self, host: str | None) -> bool:
        """Return whether a request that names this host is for this server."""
        return host in {f"{name}:{self.server_port}" for name in NAMES} or (
            self.server_port == 80 and host in NAMES
        )

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a request in a thread of its own."""
        with self.lock:
            self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Close a connection."""
        super().shutdown_request(request)
        with self.lock:
            self.connections.discard(request)
            self.quiet.notify_all()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that has left in the middle."""

    def end(self) -> None:
        """Close all connections, after a moment in which they may end by themselves."""
        with self.lock:
            self.quiet.wait_for(lambda: not self.connections, LEAVING)
            for connection in self.connections:
                # What waits for a request, or for a reader, gets an error.
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
        self.server_close()


class PageHandler(BaseHTTPRequestHandler):
    """One request: for the page, or for the stream of its versions."""

    server: PageServer
    timeout = IDLE
    server_version = "aoc"
    sys_version = ""

    def do_GET(self) -> None:
        """Answer a request."""
        path = self.path.partition("?")[0]
        if not self.server.is_own(self.headers.get("Host")):
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
        elif path == "/":
            self.send_page()
        elif path == "/events":
            self.send_versions()
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    do_HEAD = do_GET  # noqa: N815

    def send_page(self) -> None:
        """Send the page."""
        page = self.server.live.page
        self.send_start("text/html; charset=utf-8", len(page))
        if self.command == "GET":
            file = self.wfile
            file.write(page)

    def send_versions(self) -> None:
        """Send the version of the page now, and each other one it gets, as Server-Sent Events."""
        self.send_start("text/event-stream", None)
        if self.command != "GET":
            return
        file = self.wfile
        sent: str | None = None
        while (version := self.server.live.wait(sent, BEAT)) is not None:
            file.write(b":\n\n" if version == sent else f"data: {version}\n\n".encode())
            sent = version
        file.write(b"event: end\ndata: end\n\n")

    def send_start(self, kind: str, length: int | None) -> None:
        """Send the headers of an answer, whose length in bytes may not be known."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in HEADERS:
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of requests."""
