#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The free resources of the machine.
package enum SystemRoom {
    /// Returns the number of bytes that this user can still write to the file system that contains `path`.
    ///
    /// - Throws: `FileFault` if the system refuses.
    package static func freeBytes(at path: String) throws(FileFault) -> Int {
        var status = statvfs()
        // SAFETY: the call reads the zero-terminated path, and fills the structure.
        guard unsafe statvfs(path, &status) == 0 else { throw .current("inspect the file system of") }
        return Int(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    /// The number of bytes of memory that programs can allocate without swapping; `nil` if the system does not report
    /// it.
    package static var freeMemory: Int? {
        // MemAvailable:   12345678 kB
        guard case .bytes(let bytes) = try? WholeFile.read("/proc/meminfo", limit: 1 << 16) else { return nil }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where line.hasPrefix("MemAvailable:")
        {
            return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
        }
        return nil
    }
}
