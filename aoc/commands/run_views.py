"""What takes the results of `aoc run`: what counts them, what shows them, what keeps them."""

from __future__ import annotations

import sys
from collections.abc import Callable

from aoc.commands.live_run import Collected, View, tips_of
from aoc.model import Result
from aoc.project import Project
from aoc.render.json_lines import JsonLines
from aoc.render.table import Table
from aoc.running.plan import Pairs
from aoc.tally import Tally

__all__ = ["RunViews"]


class RunViews:
    """The views of a run of `pairs`. With `sums_up`, results of a puzzle and solver share a row.

    `shown` are all of them, and `takers` those that also take results of an earlier run, with the
    digests of the answers. Results are collected only where somebody `collects` them.
    """

    def __init__(
        self,
        project: Project,
        pairs: Pairs,
        *,
        sums_up: bool,
        as_json: bool,
        quiet: bool,
        profiles: bool,
        collects: bool,
    ) -> None:
        self.tally, self.collected = Tally(), Collected()
        self.shown: list[View] = [self.tally]
        self.takers: list[Callable[[Result, str | None], None]] = [self.tally.take]
        if collects or profiles:
            self.shown.append(self.collected)
        tips = tips_of(project)
        if as_json:
            # With profiles, they are shown at the end.
            self.shown += [] if profiles else [JsonLines(sys.stdout)]
        elif sums_up:
            from aoc.render.matrix_table import MatrixTable

            matrix = MatrixTable(sys.stdout, pairs, quiet=quiet, tips=tips)
            self.shown.append(matrix)
            self.takers.append(matrix.take)
        else:
            fold = len({puzzle for puzzle, _ in pairs}) > 1
            self.shown.append(Table(sys.stdout, quiet=quiet, fold=fold, tips=tips))
