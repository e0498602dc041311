// The public interface of this module contains types of these modules.
@_exported public import CatalogBuilding
@_exported public import CatalogCore
