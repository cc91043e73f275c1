"""What all campaigns share: an attack in very many rounds, by hand and nightly (Linux).

    pytest -m campaign -s tests/campaigns/test_kills.py --rounds 1000 --seed 7

`--rounds 0` is every round that there is. `-s` shows how far a campaign is, and how rounds end.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, TypeVar

import pytest

from tests.emulator import Account, Site, dice_sheet
from tests.support.aoc import Aoc
from tests.support.program import CHECK, Project

if TYPE_CHECKING:
    from tests.support.warm_program import WarmProgram

collect_ignore_glob = [] if sys.platform == "linux" else ["test_*"]
SHEET = dice_sheet(7, 1)
"""The input and the answers of everybody."""
LOST = "it was sent before, but without a verdict"
"""What the program says if it does not know whether an answer has arrived."""
SHOWN = 200
"""Rounds between two lines of progress."""

Round = TypeVar("Round")
Newcomer = Callable[[], Account]


class Campaign:
    """Rounds of an attack: how many were asked for, if any, and the seed of what is random."""

    def __init__(self, rounds: int | None, seed: int) -> None:
        self.rounds = rounds
        self.rng = Random(seed)

    def choose(self, found: Sequence[Round], usual: int) -> Sequence[Round]:
        """Choose as many rounds as were asked for, else the `usual` number, of all that exist."""
        assert found, "there is nothing to attack"
        number = usual if self.rounds is None else self.rounds
        return self.rng.sample(found, min(number or len(found), len(found)))

    def play(self, rounds: Sequence[Round], play: Callable[[Round], str]) -> None:
        """Call `play` for each round, which returns how that ended, and fail if any of them did."""
        ends: Counter[str] = Counter()
        wrong = []
        for number, each in enumerate(rounds):
            if number % SHOWN == 0:
                print(f"{number} of {len(rounds)}", flush=True)
            try:
                ends[play(each)] += 1
            except Exception as error:
                wrong.append(f"{each}: {error!r}")
                print(wrong[-1], flush=True)
        print(", ".join(f"{number} {end}" for end, number in sorted(ends.items())))
        assert not wrong, "\n".join(wrong)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rounds", type=int, help="rounds of each campaign; 0 for all that exist")
    parser.addoption("--seed", type=int, default=1, help="the seed of what is random in campaigns")


@pytest.fixture
def campaign(request: pytest.FixtureRequest) -> Campaign:
    # Where no folder was named, these options came too late for the command line.
    option = request.config.getoption
    return Campaign(option("--rounds", None), option("--seed", 1))


@pytest.fixture
def warm(aoc: Aoc, site: Site) -> Iterator[WarmProgram]:
    """The program, forked for each run."""
    from tests.support.warm_program import WarmProgram  # not on Windows

    site.expect("*")
    with WarmProgram(aoc) as program:
        yield program


@pytest.fixture
def newcomer(site: Site, project: Project) -> Newcomer:
    """Let somebody new log in, with day 21 in the cache and without what others have left."""
    project.take_ours(20, 21)
    (project.root / "days" / "__init__.py").write_text(CHECK)

    def arrive() -> Account:
        made = site.account(f"p{len([*site.accounts])}")
        made.give(2021, 21, SHEET)
        assert made.token
        project.variables["AOC_SESSION"] = made.token
        shutil.rmtree(project.cache, ignore_errors=True)
        project.remember(SHEET.input, user=made.id)
        (project.cache / "token2id.json").write_text(json.dumps({made.token: made.id}))
        site.faults.clear()
        site.journal.clear()
        return made

    return arrive
