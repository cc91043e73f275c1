"""A show of a day in a notebook: a player in a cell, and in a terminal one line about it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from aoc.show.timed_frames import TimedFrame

FRAME_STYLE = "width:100%;height:40rem;border:0;resize:vertical;overflow:auto"
"""A frame of this height has the buttons of most shows in it; a larger show is scrolled."""


class ShowPlayer:
    """The frames of a show, and its title. It may have no frame, where the day has failed."""

    def __init__(self, frames: Sequence[TimedFrame], title: str) -> None:
        self.frames = tuple(frames)
        self.title = title

    def __len__(self) -> int:
        """Return how many frames there are."""
        return len(self.frames)

    def html(self) -> str:
        """Return a page of its own that plays the show."""
        from aoc.show.exports import html_of

        return html_of(self.frames, self.title)

    def __repr__(self) -> str:
        """Return what the show is, as `a show of 2021/21 Dirac Dice: 87 frames, 10.2 s`."""
        seconds = sum(one.seconds for one in self.frames)
        return f"a show of {self.title}: {len(self)} frames, {seconds:.1f} s"

    def _repr_html_(self) -> str:
        """Return the player for Jupyter, in a frame that can neither reach the notebook nor a site.

        The page in it is one that a day has drawn.
        """
        if not self.frames:
            return f"<p>{escape(repr(self))}</p>"
        return (
            f'<iframe sandbox="allow-scripts" title="{escape(self.title)}" '
            f'style="{FRAME_STYLE}" srcdoc="{escape(self.html())}"></iframe>'
        )
