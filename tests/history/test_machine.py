"""The key of a machine: which times can be compared."""

from __future__ import annotations

import platform
import sys

import pytest

from aoc.history.machine import machine_key


def test_the_key_says_the_processor_the_system_and_the_minor_version_of_python() -> None:
    processor, rest = machine_key("3.12.7").rsplit(f", {platform.system()}, ", 1)
    assert processor
    assert rest == "Python 3.12"


if sys.platform != "win32":
    from aoc.history.posix import model_in

    @pytest.mark.parametrize(
        ("info", "model"),
        [
            (
                b"processor\t: 0\nmodel\t\t: 1\nmodel name\t: Fast  9000\n\nmodel name\t: Slow\n",
                "Fast  9000",
            ),
            (
                b"processor\t: 0\nBogoMIPS\t: 108.00\n\nModel\t\t: Raspberry Pi 4\n",
                "Raspberry Pi 4",
            ),
            (b"model name\t:\nHardware\t: BCM2835\n", "BCM2835"),
            (b"processor\t: 0\n", None),
            (b"", None),
        ],
    )
    def test_the_model_is_read_by_whatever_name_the_kernel_has_for_it(
        info: bytes, model: str | None
    ) -> None:
        assert model_in(info) == model
