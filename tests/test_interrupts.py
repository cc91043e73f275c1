"""Ctrl-C, held back for a moment."""

from __future__ import annotations

import signal
import threading

import pytest

from aoc.interrupts import held_back


def interrupt_steps(steps: list[int]) -> None:
    """Do three steps, each with a Ctrl-C before it."""
    with held_back():
        for number in range(3):
            signal.raise_signal(signal.SIGINT)
            steps.append(number)


def test_a_second_one_comes_at_once() -> None:
    steps: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        interrupt_steps(steps)
    assert steps == [0]


def interrupt_once(steps: list[int]) -> None:
    """Do a step after a Ctrl-C."""
    with held_back():
        signal.raise_signal(signal.SIGINT)
        steps.append(0)
    steps.append(1)


def test_it_comes_at_the_end() -> None:
    steps: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        interrupt_once(steps)
    assert steps == [0]


def test_afterwards_all_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with held_back():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(ValueError, match="mine"), held_back():
        raise ValueError("mine")
    assert signal.getsignal(signal.SIGINT) is before


def test_another_thread_is_not_interrupted_anyway() -> None:
    steps = []

    def work() -> None:
        with held_back():
            steps.append("done")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert steps == ["done"]
