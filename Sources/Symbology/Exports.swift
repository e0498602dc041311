// Dates and grammar errors are part of this module's public API, so its users see them.
@_exported public import Scanning
