internal import NIOCore

/// Keeps the system from beginning further connections on a listening socket, while those that it has begun can still be taken:
/// closing the socket would reset these.
///
/// On Linux a socket may have a filter for its packets (socket(7), SO_ATTACH_FILTER): this one drops those that would begin a
/// connection. Their senders try again a second later, and are refused by then. Elsewhere nothing is done.
enum DrainFilter {
    static func begin(_ channel: any Channel) {
        #if os(Linux)
            guard let socket = channel as? any SocketOptionProvider else { return }
            // SAFETY: the system copies the program within the call, which is made at once: this is the channel's event loop.
            unsafe Instruction.program.withUnsafeBufferPointer { program in
                let address = UInt(bitPattern: program.baseAddress)
                _ = socket.unsafeSetSocketOption(
                    level: .socket, name: attachFilter, value: Program(count: UInt16(program.count), address: address))
            }
        #endif
    }

    #if os(Linux)
        /// SO_ATTACH_FILTER of <asm-generic/socket.h>.
        private static let attachFilter = NIOBSDSocket.Option(rawValue: 26)

        /// `struct sock_fprog` of <linux/filter.h>.
        private struct Program {
            var count: UInt16
            var address: UInt
        }

        /// `struct sock_filter`.
        private struct Instruction {
            var code: UInt16
            /// Instructions to skip where a test is met, and where it isn't.
            var met: UInt8 = 0
            var unmet: UInt8 = 0
            var value: UInt32

            static let program = [
                // The flags of the TCP header.
                Instruction(code: 0x30, value: 13),
                // ACK: it belongs to a connection that has begun.
                Instruction(code: 0x45, met: 2, value: 0x10),
                // SYN.
                Instruction(code: 0x45, unmet: 1, value: 0x02),
                // Dropped.
                Instruction(code: 0x06, value: 0),
                // Let through, whatever its length.
                Instruction(code: 0x06, value: .max),
            ]
        }
    #endif
}
