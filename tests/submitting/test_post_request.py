"""When the record of an answer is made: after the head of its request, before its body."""

from __future__ import annotations

from typing import Any

import pytest
from urllib3 import PoolManager
from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPSConnectionPool

from aoc.site.http import site_http
from aoc.submitting.post_request import before_body

HEAD = b"POST /2021/day/1/answer HTTP/1.1\r\n\r\n"
BODY = b"level=1&answer=5"
RECORD = b"the record"
"""What stands between the pieces that are sent where the record is made."""


class Wire:
    """A socket that leads nowhere, and keeps what was sent through it."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def settimeout(self, seconds: float) -> None:
        """Do nothing: nobody waits here."""

    def sendall(self, data: bytes) -> None:
        """Send a piece."""
        self.sent.append(data)

    def record(self) -> None:
        """Note that the record is made now."""
        self.sent.append(RECORD)

    def connection(self) -> HTTPSConnection:
        """Return a connection of the client, as it makes one now, that is connected to this."""
        pool: Any = site_http().client.pool_manager.pool_classes_by_scheme["https"]
        connection = pool.ConnectionCls("adventofcode.com")
        assert isinstance(connection, HTTPSConnection)
        vars(connection)["sock"] = self
        return connection


@pytest.fixture
def wire() -> Wire:
    """A socket that leads nowhere."""
    return Wire()


@pytest.fixture(autouse=True)
def manager(monkeypatch: pytest.MonkeyPatch) -> PoolManager:
    """What makes the connections of the client, for the time of a test."""
    made = PoolManager()
    monkeypatch.setattr(site_http().client, "pool_manager", made)
    return made


def test_the_record_is_made_between_the_head_and_the_body(wire: Wire) -> None:
    with before_body(wire.record):
        wire.connection().request("POST", "/2021/day/1/answer", body=BODY)
    head, *others = wire.sent
    assert head.startswith(b"POST /2021/day/1/answer HTTP/1.1\r\n")
    assert head.endswith(b"\r\n\r\n")
    assert others == [RECORD, BODY]


def test_without_a_record_the_answer_is_not_sent(wire: Wire) -> None:
    def fail() -> None:
        raise OSError("no disk")

    with pytest.raises(OSError, match="no disk"), before_body(fail):
        wire.connection().request("POST", "/2021/day/1/answer", body=BODY)
    assert len(wire.sent) == 1
    assert BODY not in wire.sent[0]


def test_a_body_in_the_same_piece_as_the_head_comes_after_the_record(wire: Wire) -> None:
    with before_body(wire.record):
        wire.connection().send(HEAD + BODY)
    assert wire.sent == [RECORD, HEAD + BODY]


def test_a_body_in_pieces_is_recorded_once(wire: Wire) -> None:
    pieces = [b"level=1&", b"answer=", b"5"]
    with before_body(wire.record):
        connection = wire.connection()
        for piece in (HEAD, *pieces):
            connection.send(piece)
    assert wire.sent == [HEAD, RECORD, *pieces]


def test_a_request_to_a_proxy_is_no_body(wire: Wire) -> None:
    request = b"CONNECT adventofcode.com:443 HTTP/1.1\r\n\r\n"
    with before_body(wire.record):
        wire.connection().send(request)
    assert wire.sent == [request]


def test_every_connection_in_the_block_records_its_own_body(wire: Wire) -> None:
    with before_body(wire.record):
        for _ in range(2):
            wire.connection().send(BODY)
    assert wire.sent == [RECORD, BODY] * 2


def test_outside_of_the_block_nothing_is_recorded(wire: Wire) -> None:
    with before_body(wire.record):
        pass
    wire.connection().send(BODY)
    assert wire.sent == [BODY]


def test_a_connection_from_before_is_not_used_and_none_from_the_block_stays(
    manager: PoolManager,
) -> None:
    before = manager.connection_from_url("https://adventofcode.com")
    with before_body(lambda: None):
        within = manager.connection_from_url("https://adventofcode.com")
        assert within is not before
        assert type(within) is not HTTPSConnectionPool
    assert type(manager.connection_from_url("https://adventofcode.com")) is HTTPSConnectionPool


def test_after_an_error_in_the_block_connections_are_as_before(manager: PoolManager) -> None:
    def fail() -> None:
        manager.connection_from_url("https://adventofcode.com")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), before_body(lambda: None):
        fail()
    assert type(manager.connection_from_url("https://adventofcode.com")) is HTTPSConnectionPool
    assert manager.pool_classes_by_scheme == PoolManager().pool_classes_by_scheme
