"""The signs of verdicts, and what they mean."""

from __future__ import annotations

from collections.abc import Iterable

from aoc.model import Verdict
from aoc.render.output import Piece, painted

__all__ = ["COLORS", "LEGEND", "MEANINGS", "SIGNS", "legend_pieces", "sign"]

SIGNS = {
    Verdict.PASS: "✔",
    Verdict.FAIL: "✘",
    Verdict.UNKNOWN: "?",
    Verdict.ERROR: "!",
    Verdict.SKIPPED: "-",
}
COLORS = {
    Verdict.PASS: "32",
    Verdict.FAIL: "31",
    Verdict.UNKNOWN: "35",
    Verdict.ERROR: "31",
    Verdict.SKIPPED: "2",
}
MEANINGS = {
    Verdict.PASS: "right",
    Verdict.FAIL: "wrong",
    Verdict.UNKNOWN: "unknown",
    Verdict.ERROR: "failed",
    Verdict.SKIPPED: "not solved",
}
"""What the signs mean, as counts of verdicts are named."""
LEGEND = {
    Verdict.PASS: "right",
    Verdict.FAIL: "wrong",
    Verdict.UNKNOWN: "the right answer is not known",
    Verdict.ERROR: "the solver failed",
    Verdict.SKIPPED: "not solved yet",
}
"""What the signs mean, in the words of the tip."""


def sign(verdict: Verdict) -> tuple[Piece, ...]:
    """Return the sign of a verdict in its color."""
    return painted(SIGNS[verdict], COLORS[verdict])


def legend_pieces(verdicts: Iterable[Verdict]) -> list[Piece]:
    """Return a line for each verdict that explains its sign."""
    lines = ((*sign(verdict), f" {LEGEND[verdict]}\n") for verdict in verdicts)
    return [piece for line in lines for piece in line]
