@_exported public import CatalogCore
