import Logging

/// The log, on standard error: a line for each entry, whatever control characters the data in it have.
struct LogStream: TextOutputStream, Sendable {
    /// Takes an entry with its line end.
    mutating func write(_ entry: String) {
        StandardError.write("\(entry.hasSuffix("\n") ? entry.dropLast() : entry[...])\n")
    }

    /// A logger that writes there.
    static func logger() -> Logger {
        Logger(label: "ipf") { StreamLogHandler(label: $0, stream: LogStream()) }
    }
}
