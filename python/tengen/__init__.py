"""Tengen, a Gomoku and Renju engine, for Python.

>>> import tengen
>>> position = tengen.Position("h8i9g7", rule="renju")
>>> report = tengen.Engine().analyse(position, nodes=2_000, lines=2)
>>> len(report.lines), report.nodes
(2, 2001)
"""

from . import errors, results
from ._native import Brain, Engine, Game, Games, Position, Reports, openings, parse, read, review, solve, write
from ._native import __version__ as __version__
from .errors import BrainError, IllegalMove, InvalidArgument, ReadError, SearchFailed, TengenError, WriteError
from .matches import Match, match, player
from .results import Choice, Elo, Line, Outcome, Proof, Report, Review, ReviewedMove, Solution

__all__ = [
    "Brain",
    "BrainError",
    "Choice",
    "Elo",
    "Engine",
    "Game",
    "Games",
    "IllegalMove",
    "InvalidArgument",
    "Line",
    "Match",
    "Outcome",
    "Position",
    "Proof",
    "ReadError",
    "Report",
    "Reports",
    "Review",
    "ReviewedMove",
    "SearchFailed",
    "Solution",
    "TengenError",
    "WriteError",
    "errors",
    "match",
    "openings",
    "parse",
    "player",
    "read",
    "results",
    "review",
    "solve",
    "write",
]
