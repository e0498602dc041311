// The public API uses types of CatalogSync, such as addresses and snapshot rules, so this module exports it.
@_exported public import CatalogSync
