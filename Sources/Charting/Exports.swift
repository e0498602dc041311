// Charts are of instruments, their settings are kept in stores, and publishers send both, so who imports this module
// gets those as well.
@_exported public import InstrumentCatalog
@_exported public import SettingsStorage
