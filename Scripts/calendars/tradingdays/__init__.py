"""Writes trading calendars from named rules and recorded facts as a schedule defaults file."""
