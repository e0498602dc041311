// Importing and following connect a source with a catalog, so this module exports the modules of both.
@_exported public import Ingest
@_exported public import InstrumentCatalog
