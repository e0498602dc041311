// Types of these modules are part of this module's public interface.
@_exported public import CatalogBuilding
@_exported public import CatalogCore
