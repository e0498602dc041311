// A mapping becomes part of the options for reading, so importers get those, too.
@_exported public import Ingest
