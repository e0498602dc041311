"""Trading calendars from named rules and recorded facts, written as a schedule defaults file."""
