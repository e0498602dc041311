// Settings publish their values, so importing this module imports publishers as well.
@_exported public import Publishers
