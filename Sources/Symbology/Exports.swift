// Dates and grammar errors are part of this module's public API, so this module exports the module that defines them.
@_exported public import Scanning
