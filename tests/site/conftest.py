"""Gives the tests of the emulator the emulator."""

from .fixture import site

__all__ = ["site"]
