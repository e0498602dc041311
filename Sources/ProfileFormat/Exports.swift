// Dates, positions and number texts are part of this module's public API, so importers get them too.
@_exported public import Scanning
