"""A framework for solving Advent of Code."""

from aoc.examples import Example

__all__ = ["Example"]
