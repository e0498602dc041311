// Dates, positions and number text are part of this module's public API, so who imports it gets them as well.
@_exported public import Scanning
