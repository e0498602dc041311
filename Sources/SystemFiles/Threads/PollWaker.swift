#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Wakes a thread that waits for a file in `poll`, by a pipe that becomes readable.
package final class PollWaker: Sendable {
    private let reading: OpenFile
    private let writing: OpenFile

    /// - Throws: `FileFault` where the system has no pipe left.
    package init() throws(FileFault) {
        (reading, writing) = try OpenFile.pipe()
    }

    /// Makes `wait` return false, now and from now on.
    package func wake() {
        var byte: UInt8 = 0
        // SAFETY: one byte of this function's own; a pipe that is full is readable already.
        unsafe _ = write(writing.descriptor, &byte, 1)
    }

    /// Waits until `file` has bytes or an end; false where `wake` was called.
    package func wait(for file: OpenFile) -> Bool {
        var polled = [
            pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: reading.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        // SAFETY: the call gets the array's count.
        _ = retrying {
            unsafe polled.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress!, nfds_t($0.count), -1) }
        }
        return polled[1].revents == 0
    }
}

extension OpenFile {
    /// The two ends of a pipe.
    ///
    /// - Throws: `FileFault` where the system has no pipe left.
    static func pipe() throws(FileFault) -> (reading: OpenFile, writing: OpenFile) {
        var ends: [Int32] = [0, 0]
        // SAFETY: the array holds the two numbers that the call writes.
        guard unsafe ends.withUnsafeMutableBufferPointer({ unsafe systemPipe($0.baseAddress!) }) == 0 else {
            throw .current("make")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (OpenFile(owning: ends[0]), OpenFile(owning: ends[1]))
    }
}

/// `pipe` under a name that no method of ours hides.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    // SAFETY: the caller has room for two numbers there.
    unsafe pipe(ends)
}
