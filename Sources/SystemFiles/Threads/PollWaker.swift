#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Wakes a thread that waits for a file in `poll`, by a socket that becomes readable.
package final class PollWaker: Sendable {
    private let reading: OpenFile
    private let writing: OpenFile

    /// - Throws: `FileFault` where the system has no descriptor left.
    package init() throws(FileFault) {
        (reading, writing) = try OpenFile.connectedPair()
    }

    /// Makes `wait` return false, now and from now on.
    package func wake() {
        var byte: UInt8 = 0
        // SAFETY: one byte of this function's own; a socket that is full is readable already.
        unsafe _ = write(writing.descriptor, &byte, 1)
    }

    /// Waits until `file` has bytes or an end; false where `wake` was called.
    package func wait(for file: OpenFile) -> Bool {
        var isWoken = false
        _ = retrying { wait(descriptor: file.descriptor, milliseconds: -1, &isWoken) }
        return !isWoken
    }

    /// Waits until a descriptor that somebody else owns has bytes or an end, or `wake` was called. A signal may end it early.
    ///
    /// - Parameter bound: the longest time to wait.
    package func wait(descriptor: Int32, milliseconds bound: Int) {
        var isWoken = false
        _ = wait(descriptor: descriptor, milliseconds: bound, &isWoken)
    }

    private func wait(descriptor: Int32, milliseconds bound: Int, _ isWoken: inout Bool) -> Int32 {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: reading.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        // SAFETY: the call gets the array's count.
        let count = unsafe polled.withUnsafeMutableBufferPointer {
            unsafe poll($0.baseAddress!, nfds_t($0.count), Int32(clamping: bound))
        }
        isWoken = polled[1].revents != 0
        return count
    }
}

extension OpenFile {
    /// What is written to one of them is read from the other.
    ///
    /// They are sockets: on Linux those are made closed-on-exec in the call itself, so that no program that another thread starts
    /// meanwhile inherits them. For pipes that takes `pipe2`, which Swift doesn't see.
    ///
    /// - Throws: `FileFault` where the system has no descriptor left.
    package static func connectedPair() throws(FileFault) -> (reading: OpenFile, writing: OpenFile) {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #elseif canImport(Musl)
            let type = SOCK_STREAM | SOCK_CLOEXEC
        #else
            let type = SOCK_STREAM
        #endif
        var ends: [Int32] = [0, 0]
        // SAFETY: the array holds the two numbers that the call writes.
        guard unsafe ends.withUnsafeMutableBufferPointer({ unsafe socketpair(AF_UNIX, type, 0, $0.baseAddress!) }) == 0
        else { throw .current("make") }
        #if canImport(Darwin)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #endif
        return (OpenFile(owning: ends[0]), OpenFile(owning: ends[1]))
    }
}
