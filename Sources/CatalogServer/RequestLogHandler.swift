internal import Logging

/// A log handler that merges the metadata of a request only when an entry is logged.
///
/// The framework sets metadata for every request, but few requests log anything.
struct RequestLogHandler: LogHandler {
    private let logger: Logger
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    init(_ logger: Logger) {
        self.logger = logger
        logLevel = logger.logLevel
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        logger.log(
            level: event.level, event.message, metadata: all, source: event.source, file: event.file,
            function: event.function, line: event.line)
    }
}
