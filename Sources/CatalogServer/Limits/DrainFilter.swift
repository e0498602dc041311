internal import NIOCore

/// Refuses new connections on a listening socket, while the connections in its queue can still be accepted. Closing the
/// socket would reset the queued connections.
///
/// On Linux a socket may have a packet filter (socket(7), SO_ATTACH_FILTER). This filter drops packets that begin a
/// connection. The clients try again a second later and are then refused. On other systems this does nothing.
enum DrainFilter {
    static func begin(_ channel: any Channel) {
        #if os(Linux)
            guard let socket = channel as? any SocketOptionProvider else { return }
            // SAFETY: the system copies the program during the call, which is synchronous on the channel's event loop.
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
            /// The number of instructions to skip if the test succeeds, and if it fails.
            var met: UInt8 = 0
            var unmet: UInt8 = 0
            var value: UInt32

            static let program = [
                // Load the flags of the TCP header.
                Instruction(code: 0x30, value: 13),
                // ACK: the packet belongs to an existing connection.
                Instruction(code: 0x45, met: 2, value: 0x10),
                // SYN: the packet begins a connection.
                Instruction(code: 0x45, unmet: 1, value: 0x02),
                // Drop the packet.
                Instruction(code: 0x06, value: 0),
                // Accept the packet at any length.
                Instruction(code: 0x06, value: .max),
            ]
        }
    #endif
}
