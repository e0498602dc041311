import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A socket on 127.0.0.1, closed when it is deinitialized.
final class LoopbackSocket: Sendable {
    let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Creates a socket bound to a free port.
    static func bound() throws -> LoopbackSocket { try unsafe made(port: 0, systemBind) }

    /// Connects to a port.
    static func connected(to port: UInt16) throws -> LoopbackSocket { try unsafe made(port: port, systemConnect) }

    private static func made(
        port: UInt16, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> LoopbackSocket {
        #if canImport(Darwin)
            let made = LoopbackSocket(socket(AF_INET, SOCK_STREAM, 0))
        #else
            let made = LoopbackSocket(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        // SAFETY: the call gets the address' own size.
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe use(made.number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw CocoaError(.featureUnsupported) }
        return made
    }

    /// Creates a socket that listens on a free port.
    static func listening() throws -> LoopbackSocket {
        let listener = try bound()
        guard listen(listener.number, 16) == 0 else { throw CocoaError(.featureUnsupported) }
        return listener
    }

    /// The port that the socket is bound to.
    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: the call gets the address' own size.
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe _ = getsockname(number, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    func accept() -> LoopbackSocket? {
        let connection = systemAccept(number)
        return connection < 0 ? nil : LoopbackSocket(connection)
    }

    /// Returns the next received bytes; `nil` at the end.
    func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        // SAFETY: the call gets the buffer's count.
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(number, $0.baseAddress, $0.count, 0) }
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    /// Sends all bytes. Returns false if the other side has disconnected.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            // SAFETY: the call gets the slice's count.
            let count = unsafe rest.withUnsafeBytes { unsafe systemSend(number, $0.baseAddress!, $0.count, flags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Makes the socket reset its connection when it is closed.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        // SAFETY: the call gets the option's own size.
        unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Waits until `number` is readable or closed. Returns false if `wake` is readable first.
    static func wait(for number: Int32, or wake: Int32) -> Bool {
        var polled = [number, wake].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // SAFETY: the call gets the array's count.
        unsafe polled.withUnsafeMutableBufferPointer { unsafe _ = poll($0.baseAddress!, nfds_t($0.count), -1) }
        return polled[1].revents == 0
    }
}

/// A pipe that wakes a thread that polls sockets.
final class SignalPipe: Sendable {
    let reading: Int32
    private let writing: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        // SAFETY: the array holds the two numbers that the system writes.
        guard unsafe ends.withUnsafeMutableBufferPointer({ unsafe pipe($0.baseAddress!) }) == 0 else {
            throw CocoaError(.featureUnsupported)
        }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    func signal() {
        var byte: UInt8 = 0
        // SAFETY: one byte of this function's own.
        unsafe _ = write(writing, &byte, 1)
    }

    /// Consumes one signal.
    func take() {
        var byte: UInt8 = 0
        // SAFETY: one byte of this function's own.
        unsafe _ = read(reading, &byte, 1)
    }
}

private func systemBind(_ number: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    // SAFETY: see the caller.
    unsafe bind(number, address, size)
}

private func systemConnect(_ number: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    // SAFETY: see the caller.
    unsafe connect(number, address, size)
}

private func systemAccept(_ number: Int32) -> Int32 {
    accept(number, nil, nil)
}

private func systemSend(_ number: Int32, _ bytes: UnsafeRawPointer, _ count: Int, _ flags: Int32) -> Int {
    // SAFETY: see the caller.
    unsafe send(number, bytes, count, flags)
}
