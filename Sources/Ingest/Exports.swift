// A source is read to hand out profiles, so who imports this module gets the profiles' as well.
@_exported public import ProfileFormat
