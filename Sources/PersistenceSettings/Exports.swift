// Settings tell their values by publishers, so who imports this module gets those as well.
@_exported public import Publishers
