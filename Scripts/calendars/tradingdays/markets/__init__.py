"""The markets in the order of the file: a list may refer only to lists above it."""

from . import americas, asia, crossborder, europe, frontier, middle_east, oceania, other_names, payments, united_states, worldwide

MARKETS = [united_states, americas, europe, middle_east, asia, oceania, frontier, worldwide, crossborder, payments, other_names]
