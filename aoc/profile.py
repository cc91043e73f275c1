"""The profile of a call: which functions take its time, from the solver's own one on."""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["Frame", "Profile"]


class Frame(NamedTuple):
    """A function in a profile; the last one before it with a smaller `depth` calls it.

    `place` is where it stands: file and line, or `built-in`. `total` is its share of the whole
    time with all that it calls, `own` without: from 0 to 1.
    """

    depth: int
    function: str
    place: str
    total: float
    own: float


class Profile(NamedTuple):
    """Where the time of a call goes: on average over `calls` calls, of `seconds` each.

    The seconds are those under the profiler, which makes a call slower. A function that calls
    itself, at once or by way of others, is one frame. Without frames, `problem` says why there are
    none. `page` is the profile as HTML, and `file` the path of the file that it was written to,
    relative to the project.
    """

    calls: int = 0
    seconds: float = 0.0
    frames: tuple[Frame, ...] = ()
    problem: str | None = None
    page: str | None = None
    file: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields in the form they have in JSON: `page` only if it is there."""
        fields = self._asdict() | {"frames": [frame._asdict() for frame in self.frames]}
        if self.page is None:
            del fields["page"]
        return fields

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Profile:
        """Make a profile from the fields that `to_dict` returns, also if they come from JSON."""
        return cls(**fields | {"frames": tuple(Frame(**frame) for frame in fields["frames"])})
