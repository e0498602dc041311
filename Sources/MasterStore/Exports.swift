// What a master keeps are instruments that come from sources, so who imports this module gets both.
@_exported public import CatalogSync
