// A transform changes profiles, and its dates are theirs, so who imports this module gets them as well.
@_exported public import ProfileFormat
