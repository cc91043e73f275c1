"""An emulator of adventofcode.com on loopback, for clients that do not know of it.

    with Site() as site:
        alice = site.account("alice")
        subprocess.run(["aocd", "21", "2021"], env=site.environment(folder, alice.token))
        assert site.count("GET", "/2021/day/21/input") == 1

Tests take the fixture `site`.
"""

from . import faults
from .accounts import Account
from .clock import Clock, unlock_time
from .emulator import Site
from .faults import Fault, Hold
from .journal import Request
from .puzzles import Event, Puzzle, Sheet, dice_sheet

__all__ = [
    "Account",
    "Clock",
    "Event",
    "Fault",
    "Hold",
    "Puzzle",
    "Request",
    "Sheet",
    "Site",
    "dice_sheet",
    "faults",
    "unlock_time",
]
