"""Exceptions. Each has a code, and the data that its sentence is made from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = [
    "BrainError",
    "IllegalMove",
    "InvalidArgument",
    "ReadError",
    "SearchFailed",
    "TengenError",
    "WriteError",
]


class TengenError(Exception):
    """The base of all exceptions of this package.

    ``code`` names the kind of the problem, ``fields`` holds its data: texts, numbers, and exceptions where one problem
    has another as its reason.

    >>> import tengen
    >>> try:
    ...     tengen.Position("h8i9h8")
    ... except tengen.IllegalMove as error:
    ...     print(error)
    ...     print(error.code, error.fields["n"], error.fields["point"], error.fields["why"].code)
    move 3, h8: point already taken
    Move 3 h8 Taken
    """

    def __init__(self, message: str, code: str = "", fields: Mapping[str, Any] | None = None) -> None:
        super().__init__(message, code, dict(fields or {}))

    @property
    def code(self) -> str:
        """The kind of the problem."""
        return str(self.args[1])

    @property
    def fields(self) -> dict[str, Any]:
        """The data of the problem."""
        return dict(self.args[2])

    def __str__(self) -> str:
        return str(self.args[0])


class InvalidArgument(TengenError, ValueError):
    """An argument has a value that is not understood."""


class IllegalMove(TengenError, ValueError):
    """A move cannot be played: no point of the board, taken, or after the end of the game."""


class ReadError(TengenError, ValueError):
    """A game or a list of openings cannot be read."""


class WriteError(TengenError, ValueError):
    """A format cannot hold a game."""


class SearchFailed(TengenError, RuntimeError):
    """A bug in the engine. Please report it."""


class BrainError(TengenError, RuntimeError):
    """A brain did not answer with a move; ``fields["reason"]`` says what it did."""
