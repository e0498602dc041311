#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The program that started this one and wants to know how it is: systemd, by the datagrams of sd_notify(3).
///
/// ```
/// NOTIFY_SOCKET=/run/systemd/notify     a socket in the file system
/// NOTIFY_SOCKET=@/org/example/notify    one without a file: its name begins with a zero byte in place of the @
/// WATCHDOG_USEC=30000000                ends this program where it hears nothing for 30 s
/// WATCHDOG_PID=4711                     that is meant for process 4711 alone
/// ```
package struct SystemdNotifier: Sendable {
    /// The bytes of the socket's name as the system takes them, without a zero at their end.
    private let name: [UInt8]
    /// How long it waits to hear that this program works; `nil` where it doesn't.
    package let patience: Duration?

    /// The one that the environment names; `nil` where none does.
    package static let current = SystemdNotifier { Environment[$0] }

    /// - Parameter variable: the values of variables by their names.
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

    /// Says how this program is, a line for each: `READY=1`, `STATUS=serves all.ipfc`. Where nobody takes it, the program goes on.
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
        // SAFETY: `init` has seen to it that the name fits.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        // A zero after the name would be part of one that has no file.
        let size = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path) + name.count
        let text = Array(lines.joined(separator: "\n").utf8)
        // SAFETY: the call reads the text and so many bytes of the address, within the call.
        _ = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                retrying { unsafe sendto(file.descriptor, text, text.count, flags, address, socklen_t(size)) }
            }
        }
    }
}
