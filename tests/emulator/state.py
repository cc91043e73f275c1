"""The state of the emulated site: everything that a test can look at or change."""

from __future__ import annotations

import threading

from .accounts import Accounts
from .clock import Clock
from .faults import Faults
from .journal import Journal
from .puzzles import Event, make_event


class State:
    """What the site holds.

    Attributes:
        clock: the site's time.
        accounts: who has a login.
        events: the events by year; at first only 2021.
        boards: the members' names of private boards by owner's name; for others it is everybody.
        faults: what goes wrong next.
        journal: the requests so far.
        ending: set when the site ends, so that nothing is sent any more.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.accounts = Accounts()
        self.events: dict[int, Event] = {2021: make_event(2021)}
        self.boards: dict[str, list[str]] = {}
        self.faults = Faults()
        self.journal = Journal()
        self.ending = threading.Event()
