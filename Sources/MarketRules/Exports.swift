// Dates and grammar errors are part of this module's public API, so importing this module imports them.
@_exported public import Scanning
