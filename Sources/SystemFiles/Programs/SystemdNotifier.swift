#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Reports the state of this program to systemd, with the datagrams that sd_notify(3) describes.
///
/// ```
/// NOTIFY_SOCKET=/run/systemd/notify     a socket in the file system
/// NOTIFY_SOCKET=@/org/example/notify    an abstract socket: its name starts with a zero byte instead of the @
/// WATCHDOG_USEC=30000000                systemd ends this program if it sends no notification for 30 s
/// WATCHDOG_PID=4711                     the watchdog applies only to process 4711
/// ```
package struct SystemdNotifier: Sendable {
    /// The name of the socket as bytes, without a terminating zero.
    private let name: [UInt8]
    /// The interval within which systemd expects a notification; `nil` if there is no watchdog.
    package let patience: Duration?

    /// The notifier that the environment configures; `nil` if the environment names no socket.
    package static let current = SystemdNotifier { Environment[$0] }

    /// Creates the notifier that environment variables configure.
    ///
    /// - Parameter variable: A closure that returns the value of an environment variable.
    init?(_ variable: (String) -> String?) {
        guard let socket = variable("NOTIFY_SOCKET"), socket.hasPrefix("/") || socket.hasPrefix("@") else { return nil }
        var name = Array(socket.utf8)
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        guard (2...MemoryLayout.size(ofValue: sockaddr_un().sun_path)).contains(name.count) else { return nil }
        self.name = name
        let isMeant = variable("WATCHDOG_PID").map { Int32($0) == Processes.current } ?? true
        let time = variable("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
        patience = isMeant && time > 0 ? .microseconds(time) : nil
    }

    /// Sends lines about the state, such as `READY=1` or `STATUS=serves all.ipfc`. Errors are ignored.
    package func tell(_ lines: String...) {
        #if canImport(Glibc)
            let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
            let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        #elseif canImport(Musl)
            let (type, flags) = (SOCK_DGRAM | SOCK_CLOEXEC, MSG_DONTWAIT | MSG_NOSIGNAL)
        #else
            let (type, flags) = (SOCK_DGRAM, MSG_DONTWAIT)
        #endif
        let number = socket(AF_UNIX, type, 0)
        guard number >= 0 else { return }
        let file = OpenFile(owning: number)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // SAFETY: `init` has checked that the name fits.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        // The size must not include padding, because trailing zeros would be part of an abstract name.
        let size = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path) + name.count
        let text = Array(lines.joined(separator: "\n").utf8)
        // SAFETY: the call reads the text, and `size` bytes of the address.
        _ = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                retrying { unsafe sendto(file.descriptor, text, text.count, flags, address, socklen_t(size)) }
            }
        }
    }
}
