"""Hints: what can be typed next, in the sentences of a run."""

from __future__ import annotations

from typing import NamedTuple


class Hints(NamedTuple):
    """The parts of sentences that say what can be typed next, made by the command.

    They are about options on a command line, about keys in `aoc watch`, and about arguments in a
    notebook.
    """

    more_time: str = "--timeout {:g}"
    """What allows a part more seconds."""
    all_output: str = "-v"
    """What shows all of an output."""
    terminal: str = "run the day with `aoc run --pdb`"
    """The way to a terminal, for a debugger or for `input()`."""
    send: str = "`aoc submit` sends it"
    """What sends an answer that a day has handed to aocd."""
    update: str = "`aoc new {puzzle} --update` adds"
    """What adds examples to the tests."""
    wait: str = "use --wait to wait"
    """The way to wait until the site accepts an answer."""
    force: str = "--force sends it anyway"
    """The way to send an answer that is doubtful."""
    lost: str = (
        "run this again, which looks at the puzzle page, and does not send the answer again "
        "without --force"
    )
    """The next step after an answer whose verdict did not arrive."""
    letters: str = "send them with `aoc submit {puzzle} --answer LETTERS`"
    """The way to send a drawing that cannot be read."""


OPTION_HINTS = Hints()
"""The hints of a command that has these options, such as `aoc run --submit`."""
UNASKED_HINTS = OPTION_HINTS._replace(
    wait="use --submit --wait to wait", force="--submit --force sends it anyway"
)
"""The hints of `aoc run` without `--submit`, which submits because of a setting."""
SETTING_HINTS = OPTION_HINTS._replace(
    more_time="`timeout = {:g}` in [tool.aoc]", all_output="`aoc run -v`"
)
"""The hints of a command without `--timeout` and `-v`."""
TIMEOUT_HINTS = SETTING_HINTS._replace(more_time=OPTION_HINTS.more_time)
"""The hints of a command that has no `-v`, such as `aoc bench`."""
ARGUMENT_HINTS = SETTING_HINTS._replace(more_time="timeout={:g}")
"""The hints in a notebook."""
