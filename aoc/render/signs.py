"""The signs of verdicts, and what they mean."""

from __future__ import annotations

from aoc.results import Verdict

__all__ = ["COLORS", "LEGEND", "MEANINGS", "SIGNS"]

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
