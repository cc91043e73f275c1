"""Accounts on the site, and which of them is meant."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Account"]


class Account(NamedTuple):
    """Somebody's account: aocd's id for it, unless the site has to be asked; and its token."""

    id: str | None
    token: str | None

    @property
    def name(self) -> str:
        """What to call the account, without giving the token away."""
        return self.id or f"the account of token {self.hint}"

    @property
    def hint(self) -> str:
        """The token's last four digits: all that is ever shown of it."""
        token = self.token or ""
        return f"...{token[-4:]}" if len(token) > 16 else "(a short one)"
