"""Generates a schedule defaults file with trading calendars, from named rules and recorded facts."""
