#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Wakes a thread that waits in `poll`, by making a socket readable.
package final class PollWaker: Sendable {
    private let reading: OpenFile
    private let writing: OpenFile

    /// Creates a waker.
    ///
    /// - Throws: `FileFault` if the system has no descriptor left.
    package init() throws(FileFault) {
        (reading, writing) = try OpenFile.connectedPair()
    }

    /// Ends the current call of `wait`, and all later calls immediately. They return `false`.
    package func wake() {
        var byte: UInt8 = 0
        // SAFETY: the byte is a local variable. If the socket is full, it is already readable.
        unsafe _ = write(writing.descriptor, &byte, 1)
    }

    /// Waits until `file` is readable or at its end. Returns `false` if `wake` was called.
    package func wait(for file: OpenFile) -> Bool {
        var isWoken = false
        _ = retrying { wait(descriptor: file.descriptor, milliseconds: -1, &isWoken) }
        return !isWoken
    }

    /// Waits until a borrowed descriptor is readable or at its end, or until `wake` is called. A signal may also end
    /// the wait.
    ///
    /// - Parameter bound: The maximum time to wait, in milliseconds.
    package func wait(descriptor: Int32, milliseconds bound: Int) {
        var isWoken = false
        _ = wait(descriptor: descriptor, milliseconds: bound, &isWoken)
    }

    private func wait(descriptor: Int32, milliseconds bound: Int, _ isWoken: inout Bool) -> Int32 {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: reading.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        // SAFETY: the call gets the count of the array.
        let count = unsafe polled.withUnsafeMutableBufferPointer {
            unsafe poll($0.baseAddress!, nfds_t($0.count), Int32(clamping: bound))
        }
        isWoken = polled[1].revents != 0
        return count
    }
}

extension OpenFile {
    /// Creates two connected files. Bytes that are written to one can be read from the other.
    ///
    /// They are sockets, because Linux can create sockets that are close-on-exec from the start. Child processes that
    /// other threads start cannot inherit them. For pipes, this would require `pipe2`, which Swift does not import.
    ///
    /// - Throws: `FileFault` if the system has no descriptor left.
    package static func connectedPair() throws(FileFault) -> (reading: OpenFile, writing: OpenFile) {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #elseif canImport(Musl)
            let type = SOCK_STREAM | SOCK_CLOEXEC
        #else
            let type = SOCK_STREAM
        #endif
        var ends: [Int32] = [0, 0]
        // SAFETY: the array has room for the two numbers that the call writes.
        guard unsafe ends.withUnsafeMutableBufferPointer({ unsafe socketpair(AF_UNIX, type, 0, $0.baseAddress!) }) == 0
        else { throw .current("make") }
        #if canImport(Darwin)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #endif
        return (OpenFile(owning: ends[0]), OpenFile(owning: ends[1]))
    }
}
