/// The only import of Foundation for modules that need `Date`, `Data`, `URL`, `FileManager` or JSON. It imports
/// `FoundationEssentials` if that exists. All of Foundation would link ICU into every program.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
