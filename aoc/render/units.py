"""Times, sizes and counts with their units, written for people."""

from __future__ import annotations

__all__ = ["bytes_text", "counted", "seconds_text"]


def counted(count: int, noun: str) -> str:
    """Return a number of things: `1 day`, `2 days`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def seconds_text(seconds: float) -> str:
    """Format a time with three digits and the unit that fits: `34.0 µs`, `1.27 ms`, `12.3 s`."""
    for unit, size in (("µs", 1e-6), ("ms", 1e-3), ("s", 1.0)):
        value = seconds / size
        if value < 999.5 or unit == "s":
            digits = 2 if value < 9.995 else 1 if value < 99.95 else 0
            return f"{value:.{digits}f} {unit}"
    raise AssertionError("seconds take any number")


def bytes_text(size: int) -> str:
    """Format a size with the unit that fits: `0 kB`, `84 kB`, `12.5 MB`."""
    if size < 999_500:
        return f"{size / 1e3:.0f} kB"
    if size < 99_950_000:
        return f"{size / 1e6:.1f} MB"
    return f"{size / 1e6:.0f} MB"
