@_exported public import InstrumentCatalog
