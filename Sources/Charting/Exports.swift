// Charts are of instruments, their settings are kept in stores, and all is told by publishers, so who imports this module
// gets those as well.
@_exported public import InstrumentCatalog
@_exported public import PersistenceSettings
