import Foundation
import TestSupport

/// Runs the real binary with a pseudo-terminal for its standard output and standard error.
enum TerminalSession {
    struct Result {
        var status: Int32
        /// The bytes that the terminal received, in order.
        var shown: String
    }

    /// Runs `ipf ARGUMENTS`, and waits for its end.
    ///
    /// - Parameter columns: the terminal's width.
    static func run(
        _ arguments: [String], input: String = "", in folder: TemporaryFolder, columns: UInt16 = 500,
        environment: [String: String] = ["NO_COLOR": "1"]
    ) throws -> Result {
        let terminal = try Terminal(columns: columns)
        let inputFile = folder.path("terminal-input")
        try Data(input.utf8).write(to: URL(filePath: inputFile))
        let process = Process()
        process.executableURL = URL(filePath: Command.binary)
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.environment = Command.environment(environment.merging(["TERM": "xterm"]) { $1 })
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: inputFile))
        process.standardOutput = FileHandle(fileDescriptor: terminal.screen)
        process.standardError = FileHandle(fileDescriptor: terminal.screen)
        try process.run()
        let shown = terminal.readToEnd()
        process.waitUntilExit()
        return Result(status: process.terminationStatus, shown: shown)
    }

    /// A pseudo-terminal. `cable` is the end from which the test reads the bytes that a program writes to `screen`.
    private struct Terminal {
        let cable: Int32
        let screen: Int32

        init(columns: UInt16) throws {
            // SAFETY: the calls read and fill this function's own values, within the call.
            cable = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
            guard cable >= 0, let name = Self.screenName(cable) else { throw CocoaError(.featureUnsupported) }
            screen = unsafe open(name, O_RDWR | O_NOCTTY)
            var size = winsize(ws_row: 50, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            var settings = termios()
            guard screen >= 0, unsafe ioctl(screen, UInt(TIOCSWINSZ), &size) == 0,
                unsafe tcgetattr(screen, &settings) == 0
            else { throw CocoaError(.featureUnsupported) }
            // Disables output processing, so that a line end remains one byte.
            settings.c_oflag &= ~tcflag_t(OPOST)
            unsafe _ = tcsetattr(screen, TCSANOW, &settings)
        }

        /// The path of the other end, which can be opened after this call.
        private static func screenName(_ cable: Int32) -> String? {
            #if canImport(Darwin)
                guard grantpt(cable) == 0, unlockpt(cable) == 0 else { return nil }
                // SAFETY: the name is copied before another call can overwrite it.
                return unsafe ptsname(cable).map { unsafe String(cString: $0) }
            #else
                // TIOCSPTLCK and TIOCGPTN: Swift doesn't import the C library's functions for them.
                var (lock, number): (Int32, UInt32) = (0, 0)
                // SAFETY: the calls read and fill this function's own values.
                guard unsafe ioctl(cable, 0x4004_5431, &lock) == 0, unsafe ioctl(cable, 0x8004_5430, &number) == 0
                else {
                    return nil
                }
                return "/dev/pts/\(number)"
            #endif
        }

        /// Reads until no program has the terminal open, then closes the pair.
        func readToEnd() -> String {
            close(screen)
            defer { close(cable) }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                // SAFETY: the call gets the buffer's count.
                let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(cable, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                // An error means that the other side was closed.
                if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
                bytes += buffer[..<count]
            }
        }
    }
}
