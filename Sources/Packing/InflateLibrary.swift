import CZlib

#if ISAL
    import CIsal
#endif

/// The libraries that can decompress a source.
package enum InflateLibrary: String, CaseIterable, Sendable {
    case zlib
    #if ISAL
        /// Intel's Intelligent Storage Acceleration Library, which is faster than zlib.
        case isal = "ISA-L"
    #endif

    /// The fastest library that is built in and installed.
    package static var fastest: InflateLibrary {
        #if ISAL
            cisal_is_there() ? .isal : .zlib
        #else
            .zlib
        #endif
    }

    /// The name and version: `zlib 1.2.13`.
    package var version: String {
        switch self {
        case .zlib:
            // SAFETY: zlib returns a constant zero-terminated text.
            unsafe "\(rawValue) \(String(cString: zlibVersion()))"
        #if ISAL
            case .isal:
                cisal_is_there()
                    ? "\(rawValue) \(ISAL_MAJOR_VERSION).\(ISAL_MINOR_VERSION).\(ISAL_PATCH_VERSION)" : "no \(rawValue)"
        #endif
        }
    }
}
