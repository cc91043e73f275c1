"""`Value`."""

from __future__ import annotations

from operator import itemgetter
from typing import (
    Any,
    ClassVar,
    Literal,
    Self,
    dataclass_transform,
)


@dataclass_transform(frozen_default=True)
class Value(tuple[Any, ...]):
    """A tuple whose items have the names that are annotated in its class, and their defaults.

    It is like a `NamedTuple`, which takes ten to twenty times as long to define: 3 ms in all of a
    warm run. Raises `TypeError` for an item that is missing or unknown.
    """

    __slots__ = ()
    _fields: ClassVar[dict[str, Any]] = {}
    """The names, with their defaults; `...` stands for no default."""

    def __init_subclass__(cls, **_: bool) -> None:
        own = {name: vars(cls).get(name, ...) for name in cls.__annotations__}
        cls._fields = cls._fields | own
        for number, name in enumerate(cls._fields):
            setattr(cls, name, property(itemgetter(number)))

    def __new__(cls, *items: Any, **named: Any) -> Self:  # noqa: D102
        values = {**cls._fields, **dict(zip(cls._fields, items, strict=False)), **named}
        is_too_much = len(cls._fields) < max(len(values), len(items))
        if is_too_much or type(...) in map(type, values.values()):
            raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields)}")
        return tuple.__new__(cls, values.values())

    def __bool__(self) -> Literal[True]:
        return True

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (*self,)

    def __repr__(self) -> str:
        items = (f"{name}={value!r}" for name, value in self._asdict().items())
        return f"{type(self).__name__}({', '.join(items)})"

    def _asdict(self) -> dict[str, Any]:
        """Return the items by name."""
        return dict(zip(self._fields, self, strict=True))

    def _replace(self, **changes: Any) -> Self:
        """Return the same with other items."""
        return type(self)(**{**self._asdict(), **changes})
