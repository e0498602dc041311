internal import Foundation
internal import HTTPTypes
internal import NIOCore

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Bytes in a file that has no name any more: it is gone with the last who holds it, however the process ends.
final class BodyFile: Sendable {
    private let descriptor: Int32
    let length: Int

    private init(_ descriptor: Int32, _ length: Int) {
        self.descriptor = descriptor
        self.length = length
    }

    deinit { _ = close(descriptor) }

    /// A file of what `write` hands out.
    ///
    /// - Throws: `Problem` where the system has no room for it.
    static func make(_ write: ((Span<UInt8>) throws -> Void) throws -> Void) throws -> BodyFile {
        let folder = FileManager.default.temporaryDirectory.path
        var name = Array("\(folder)/ipf-body-XXXXXX".utf8CString)
        // SAFETY: the name is zero-terminated and ours; the call changes its last letters.
        let descriptor = unsafe name.withUnsafeMutableBufferPointer { unsafe mkstemp($0.baseAddress!) }
        guard descriptor >= 0 else { throw Self.noRoom(folder) }
        // SAFETY: as above; the name is only read.
        _ = unsafe name.withUnsafeBufferPointer { unsafe unlink($0.baseAddress!) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var length = 0
        do {
            try write { piece in
                var written = 0
                while written < piece.count {
                    // SAFETY: the bytes are read within the call only.
                    let count = unsafe piece.extracting(written..<piece.count).withUnsafeBufferPointer {
                        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
                    }
                    guard count > 0 else { throw Self.noRoom(folder) }
                    written += count
                }
                length += piece.count
            }
        } catch {
            _ = close(descriptor)
            throw error
        }
        return BodyFile(descriptor, length)
    }

    private static func noRoom(_ folder: String) -> Problem {
        Problem(.serviceUnavailable, "There is no room to make this in \(folder).")
    }

    /// The bytes from `offset` on, `count` of them.
    func read(_ offset: Int, _ count: Int) throws -> ByteBuffer {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            // SAFETY: the call writes into the array's own bytes, at most as many as it has left.
            let got = unsafe bytes.withUnsafeMutableBytes { room in
                unsafe pread(descriptor, room.baseAddress! + done, count - done, off_t(offset + done))
            }
            guard got > 0 else {
                throw Problem(.internalServerError, "A file that was made for this is shorter than it was.")
            }
            done += got
        }
        return ByteBuffer(bytes: bytes)
    }
}
