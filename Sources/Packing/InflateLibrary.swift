import CZlib

#if ISAL
    import CIsal
#endif

/// The libraries that can inflate a source.
package enum InflateLibrary: String, CaseIterable, Sendable {
    case zlib
    #if ISAL
        /// Intel's Intelligent Storage Acceleration Library: three to five times as fast.
        case isal = "ISA-L"
    #endif

    /// The fastest one that this was built with and the system has.
    package static var fastest: InflateLibrary {
        #if ISAL
            cisal_is_there() ? .isal : .zlib
        #else
            .zlib
        #endif
    }

    /// Its name with its version: `zlib 1.2.13`.
    package var version: String {
        switch self {
        case .zlib:
            // SAFETY: zlib hands out a constant, a text that ends with a zero.
            unsafe "\(rawValue) \(String(cString: zlibVersion()))"
        #if ISAL
            case .isal:
                cisal_is_there()
                    ? "\(rawValue) \(ISAL_MAJOR_VERSION).\(ISAL_MINOR_VERSION).\(ISAL_PATCH_VERSION)" : "no \(rawValue)"
        #endif
        }
    }
}
