"""The User-Agent of every request: the author of the site can see whom to write to."""

from __future__ import annotations

from importlib.metadata import version

from aoc.errors import UsageError

__all__ = ["MAINTAINER", "user_agent"]

MAINTAINER = "https://pypi.org/project/aoc-days/"
"""Where to reach the maintainers of this program: a URL or an e-mail address.

It is the page of the distribution, which names its maintainers. The repository has no public
address yet; as soon as it has one, that belongs here.
"""


def user_agent(contact: str | None) -> str:
    """Return the User-Agent: this program with its maintainer, the user's contact, the library.

    aocd's own names aocd's maintainer, who cannot help with this program. Raises `UsageError` for
    a contact that is not valid in a header.
    """
    user = f" ({contact})" if contact else ""
    if not user.isascii() or not user.isprintable():
        raise UsageError(
            f"the contact {contact!r} is not plain ASCII text: change AOC_CONTACT, or "
            "[tool.aoc] contact in pyproject.toml"
        )
    library = f"advent-of-code-data/{version('advent-of-code-data')}"
    return f"aoc-days/{version('aoc-days')} ({MAINTAINER}){user} {library}"
