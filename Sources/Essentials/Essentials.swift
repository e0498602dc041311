/// The one import of Foundation for what needs `Date`, `Data`, `URL`, `FileManager` or JSON: its essentials where they
/// are a library of their own. All of Foundation brings ICU, tens of megabytes, into every program that is linked with
/// it.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
