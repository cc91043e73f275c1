"""Day 16: samples have the shape of real inputs."""

from __future__ import annotations

from days.year2021 import day16
from tests.year2021 import test_day16
from tests.year2021.seeds import over_seeds, sample_of


def levels(packets: day16.Packets) -> int:
    """Return the number of levels on which there are packets."""
    deepest = 0
    missing: list[int] = []  # for each open operator, how many packets are still to come
    for packet in packets:
        deepest = max(deepest, len(missing) + 1)
        if packet.type != day16.LITERAL:
            missing.append(packet.value)
            continue
        while missing:
            missing[-1] -= 1
            if missing[-1]:
                break
            missing.pop()
    return deepest


@over_seeds
def test_packets_are_as_many_as_deep_and_as_large_as_in_real_inputs(seed: int) -> None:
    text = sample_of(test_day16, seed)
    packets = day16.parse(text)
    assert 1150 <= len(text) <= 1450
    assert 220 <= len(packets) <= 290
    assert packets[0].value == 53
    assert levels(packets) == 22
    literals = [packet.value for packet in packets if packet.type == day16.LITERAL]
    assert 10**12 <= max(literals) <= 66 * 10**11
    assert len(str(day16.part2(packets))) == 12
    assert {packet.type for packet in packets} == {*range(8)}
