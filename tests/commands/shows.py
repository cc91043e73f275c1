"""A made-up day that has shows, for the tests of `aoc show`."""

from __future__ import annotations

DAY = '''\
"""Day 4: Made Up."""

import os, sys, time
from itertools import count

def parse(text):
    return text

def part1(text):
    return 1

def show1(text, *, size=3, do=""):
    for step in range(1, size + 1):
        yield ["#" * step + "." * (size - step)], f"step {step} on {text}"
    if do:
        exec(do)
    if do == "endless = True":
        for number in count():
            yield [f"{number}"]

def show2(text):
    yield "two", "the second"
'''
TESTS = """\
from aoc import Example

EXAMPLES = [Example("an example", part1=1)]

def sample(rng):
    return "a sample"
"""
