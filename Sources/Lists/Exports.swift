// The options for reading (`Ingest`) contain a mapping, so this module exports them as well.
@_exported public import Ingest
