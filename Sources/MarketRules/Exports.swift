// Dates and grammar errors are part of this module's face, so who imports it gets them as well.
@_exported public import Scanning
