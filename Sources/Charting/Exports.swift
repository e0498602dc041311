// The public interface of this module uses instruments, stores and publishers, so importing it also imports their
// modules.
@_exported public import InstrumentCatalog
@_exported public import SettingsStorage
@_exported public import StudyFormulas
