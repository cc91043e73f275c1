"""Which inputs are made up: the same for the same seed, small ones first."""

from __future__ import annotations

from itertools import islice

from aoc.fuzzing.fuzzer import bundles, sources_of

KINDS = ("small", "sample")


def test_every_number_is_in_one_bundle() -> None:
    for runs in (1, 2, 7, 50):
        assert [number for bundle in bundles(runs) for number in bundle] == [*range(runs)]
    assert [*bundles(0)] == []


def test_the_bundles_do_not_depend_on_their_number() -> None:
    assert [*bundles(47)][:-1] == [*islice(bundles(None), len([*bundles(47)]) - 1)]


def test_small_inputs_come_first_and_samples_later() -> None:
    kinds = [source.kind for source in sources_of(KINDS, 0, range(50))]
    assert {*kinds[:40]} == {"small"}
    assert kinds[40:].count("sample") == 5


def test_a_day_with_one_kind_has_that_kind_alone() -> None:
    for kind in KINDS:
        assert {source.kind for source in sources_of([kind], 0, range(50))} == {kind}


def test_another_seed_makes_other_inputs() -> None:
    seeds = [source.seed for seed in range(3) for source in sources_of(KINDS, seed, range(1000))]
    assert len({*seeds}) == 3000
    assert sources_of(KINDS, 3, [7]) == sources_of(KINDS, 3, range(7, 9))[:1]
