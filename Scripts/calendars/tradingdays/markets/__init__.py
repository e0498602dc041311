"""The markets in the order of the file: a list may refer only to lists above it."""

from . import americas, asia, crossborder, europe, frontier, middle_east, oceania, other_names, united_states, worldwide

MARKETS = [united_states, americas, europe, middle_east, asia, oceania, frontier, worldwide, crossborder, other_names]
