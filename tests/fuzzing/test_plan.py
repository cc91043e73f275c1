"""Which inputs are made up: the same for the same seed, small ones first."""

from __future__ import annotations

from aoc.fuzzing.fuzzer import inputs_of

KINDS = ("small", "sample")


def test_small_inputs_come_first_and_samples_later() -> None:
    kinds = [source.kind for source in inputs_of(KINDS, 0, range(50))]
    assert {*kinds[:40]} == {"small"}
    assert kinds[40:].count("sample") == 5


def test_another_seed_makes_other_inputs() -> None:
    seeds = [source.seed for seed in range(3) for source in inputs_of(KINDS, seed, range(1000))]
    assert len({*seeds}) == 3000
