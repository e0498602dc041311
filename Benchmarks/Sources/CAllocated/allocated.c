// A header alone.
