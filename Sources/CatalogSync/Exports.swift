// What is synchronised are a source and a catalog, so who imports this module gets both.
@_exported public import Ingest
@_exported public import InstrumentCatalog
