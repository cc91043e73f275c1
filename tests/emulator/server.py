"""The server of the emulated site: records each request, lets its fault happen, else answers it."""

from __future__ import annotations

import logging
import socket
import ssl
import threading
from collections.abc import Iterable
from datetime import UTC
from email.utils import format_datetime
from typing import TYPE_CHECKING

from werkzeug import Request as Incoming
from werkzeug import Response
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from .faults import Fault
from .journal import Request
from .views import respond
from .wire import Wire

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

    from .emulator import Site

logger = logging.getLogger(__name__)


class Application:
    """The WSGI application."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._one_at_a_time = threading.Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        site, incoming = self._site, Incoming(environ)
        fault = site.faults.take(incoming.method, incoming.path) or Fault()
        token = incoming.cookies.get("session")
        account = None if fault.expired else site.accounts.by_token(token)
        request = Request(
            incoming.method,
            incoming.path,
            account.id if account else None,
            incoming.headers.get("User-Agent", ""),
            incoming.form.to_dict(),
            site.clock.now(),
        )
        site.journal.record(request)
        if fault.hold and not fault.judged:
            fault.hold.block()
        response = Response()
        if fault.judged or fault.hold:
            with self._one_at_a_time:
                response = respond(site, incoming, account)
        if fault.hold and fault.judged:
            fault.hold.block()
        fault.spoil(response)
        logger.info("%s -> %s (%s)", request, response.status_code, request.account or "nobody")
        if not fault.sent:
            raise ConnectionAbortedError("cut on demand")
        if fault.script:
            fault.script(Wire(environ["werkzeug.socket"], site.ending), response.get_data())
            raise ConnectionAbortedError("all of the script is sent")
        whole = b"".join(response(environ, start_response))
        # Less than the promised Content-Length, after which the server closes the connection.
        return [whole[: int(len(whole) * fault.sent)]]


class Handler(WSGIRequestHandler):
    """A handler that leaves the logging to the application, and can be made to hang up."""

    protocol_version = "HTTP/1.1"
    server: Server

    def date_time_string(self, timestamp: float | None = None) -> str:
        """Return the time of the site, as in each response."""
        return format_datetime(self.server.clock.now().astimezone(UTC), usegmt=True)

    def connection_dropped(
        self, error: BaseException, environ: WSGIEnvironment | None = None
    ) -> None:
        """Close the connection, rather than wait for another request on it."""
        self.close_connection = True

    def log(self, type: str, message: str, *args: object) -> None:
        """Log nothing."""


class Server(ThreadedWSGIServer):
    """A server on a free port of loopback that speaks TLS."""

    def __init__(self, site: Site, tls: ssl.SSLContext) -> None:
        super().__init__("127.0.0.1", 0, Application(site), Handler)
        self._tls = tls
        self.clock = site.clock

    def process_request_thread(
        self, request: socket.socket | tuple[bytes, socket.socket], client_address: object
    ) -> None:
        """Shake hands in the request's own thread, so that a stuck client holds up nobody else."""
        assert isinstance(request, socket.socket)
        try:
            request = self._tls.wrap_socket(request, server_side=True)
        except OSError:
            self.shutdown_request(request)
            return
        super().process_request_thread(request, client_address)

    def handle_error(self, request: object, client_address: object) -> None:
        """Log what went wrong, most often that a client was gone."""
        logger.debug("connection lost", exc_info=True)
