internal import Packing

#if !canImport(Darwin)
    import CCurl
#endif

/// The libraries that this module runs on.
package enum IngestLibraries {
    /// Names with versions: `zlib 1.2.13`, `ISA-L 2.30.0`, `libcurl 7.88.1 (OpenSSL/3.0.19)`.
    package static var versions: [String] { InflateLibrary.allCases.map(\.version) + [http] }

    #if canImport(Darwin)
        private static let http = "URLSession"
    #else
        private static var http: String {
            // SAFETY: the structure and its texts are constants; where a text is missing there is a null pointer.
            guard let curl = unsafe curl_version_info(ccurl_version_now)?.pointee else { return "no libcurl" }
            let encryption = unsafe curl.ssl_version.map { unsafe " (\(String(cString: $0)))" } ?? ""
            return unsafe "libcurl \(String(cString: curl.version))\(encryption)"
        }

        /// libcurl didn't start: it isn't there, or has no memory.
        static var curlIsMissing: IngestError {
            // SAFETY: a constant.
            let reason = unsafe ccurl_missing().map { unsafe String(cString: $0) }
            return IngestError(
                kind: .unreachable,
                reason: reason.map { "libcurl can't be loaded (\($0)); install it (Debian: apt install libcurl4)" }
                    ?? "libcurl could not be started; there may be no memory left")
        }
    #endif
}
