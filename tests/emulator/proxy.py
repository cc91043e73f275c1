"""The proxy through which clients reach the emulated site, and nothing else."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOST = "adventofcode.com:443"


class Proxy(ThreadingHTTPServer):
    """A CONNECT proxy on a free port of loopback.

    Attributes:
        refused: the targets that were asked for and refused.
        logins: what clients sent to log in to the proxy itself.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", 0), Tunnel)
        self.site_port = port
        self.refused: list[str] = []
        self.logins: list[str | None] = []

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of clients that are gone."""


class Tunnel(BaseHTTPRequestHandler):
    """A connection of a client to the proxy."""

    server: Proxy
    rbufsize = 0  # what follows the headers belongs to the site

    def do_CONNECT(self) -> None:
        """Connect the client to the site."""
        self.server.logins.append(self.headers.get("Proxy-Authorization"))
        if self.path != HOST:
            self.refuse()
            return
        self.close_connection = True
        with socket.create_connection(("127.0.0.1", self.server.site_port)) as site:
            self.send_response_only(200, "Connection established")
            self.end_headers()
            upward = threading.Thread(target=pump, args=(self.connection, site), daemon=True)
            upward.start()
            pump(site, self.connection)
            upward.join()

    def refuse(self) -> None:
        """Record and refuse a request for any other place."""
        self.server.refused.append(self.path)
        self.send_error(403, "Only adventofcode.com is known here")

    do_GET = do_HEAD = do_POST = refuse  # noqa: N815 - as above

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def pump(source: socket.socket, target: socket.socket) -> None:
    """Hand on bytes until the source ends, and pass the end on."""
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)
