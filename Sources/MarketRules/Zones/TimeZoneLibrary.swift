import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where zones come from: the folders of the system's zone files. Each file is read once.
///
/// A running program sees a newer zone file only through a new library.
public final class TimeZoneLibrary: Sendable {
    /// Searched in order.
    package let folders: [String]
    /// Bounded by the zones there are: only what was found is kept.
    private let found = Mutex<[String: TimeZoneRules]>([:])

    /// A library over folders of one's own.
    public init(folders: [String]) { self.folders = folders }

    /// A library over `TZDIR`, if the environment names one, else the folders where systems keep their zones.
    package convenience init() {
        // SAFETY: the text is copied before anything else runs.
        if let named = unsafe getenv("TZDIR") {
            self.init(folders: [unsafe String(cString: named)])
        } else {
            self.init(folders: [
                "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
            ])
        }
    }

    /// The library that is used where none is given: `TZDIR` or the system's folders, as the first use finds them.
    public static let system = TimeZoneLibrary()

    /// The zone of a name: IANA (`Europe/London`), or `GMT+hh:mm` and `GMT-hh:mm`.
    ///
    /// - Throws: `TimeZoneError` where the name is none, no folder has the file, or the file is damaged.
    /// - Complexity: a dictionary look-up; the first time for a zone, reading a file of some kilobytes.
    public func zone(_ id: String) throws(TimeZoneError) -> TimeZoneRules {
        if let zone = found.withLock({ $0[id] }) { return zone }
        let zone = try load(id)
        return found.withLock { known in
            if let first = known[id] { return first }
            known[id] = zone
            return zone
        }
    }

    private func load(_ id: String) throws(TimeZoneError) -> TimeZoneRules {
        if let custom = TimeZoneRules(customID: id) { return custom }
        guard TimeZoneRules.isZoneName(id) else { throw TimeZoneError(id: id, reason: .invalidName) }
        for folder in folders {
            if let bytes = ZoneFile.read(folder + "/" + id) { return try TimeZoneRules(id: id, file: bytes.span) }
        }
        throw TimeZoneError(id: id, reason: .missing(folders: folders))
    }
}

/// Whole small files, without Foundation.
enum ZoneFile {
    /// Real zone files have at most some kilobytes.
    static let largest = 1 << 20

    /// The file's bytes; `nil` where there is no such plain file, or it is too large to be a zone.
    static func read(_ path: String) -> [UInt8]? {
        // SAFETY: `path` lives across the call, and the descriptor is closed on every way out.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size > 0, status.st_size <= largest
        else { return nil }
        let size = Int(status.st_size)
        // SAFETY: the rest of the buffer has `size - count` bytes; `count` says how many were written.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let step = unsafe Self.read(descriptor, buffer.baseAddress! + count, size - count)
                if step <= 0 { break }
                count += step
            }
        }
        return bytes.count == size ? bytes : nil
    }

    private static func read(_ descriptor: Int32, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
        #if canImport(Glibc)
            unsafe Glibc.read(descriptor, target, count)
        #elseif canImport(Musl)
            unsafe Musl.read(descriptor, target, count)
        #else
            unsafe Darwin.read(descriptor, target, count)
        #endif
    }
}
