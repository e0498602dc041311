// Profiles and dates are part of this module's public API, so importers get them too.
@_exported public import ProfileFormat
