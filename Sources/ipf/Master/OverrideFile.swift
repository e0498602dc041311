#if Master
    import CatalogHistory
    import Essentials
    import Ingest
    import MarketRules
    import MasterStore
    import ProfileFormat

    /// A file of fields to override: CSV with the columns SYMBOL, FIELD, VALUE, REASON, UNTIL and VALID_FROM.
    enum OverrideFile {
        struct Row {
            /// The line, from 1; `nil` if the row comes from the command line.
            var line: Int?
            var request: OverrideRequest
        }

        /// The accepted forms of a beginning and of an end, for error messages.
        static let endForms = "a date such as 2026-12-31 or a time such as 2026-12-31T17:30Z"

        private static let columns = ["SYMBOL", "FIELD", "VALUE", "REASON", "UNTIL", "VALID_FROM"]

        /// Parses the time at which an override is to end, in microseconds since 1970 UTC; `nil` if the text is not
        /// valid. A date means the end of that day.
        static func end(_ text: String) -> Int? {
            switch PointInTime(text) {
            case .endOf(let date): return (date.dayNumber + 1) * 86_400_000_000
            case .time(let time):
                let (microseconds, overflow) = time.milliseconds.multipliedReportingOverflow(by: 1000)
                return overflow ? nil : Int(microseconds)
            case .now, nil: return nil
            }
        }

        /// Returns the beginning that a text names, as `end(_:)` does. A date is the beginning of that day.
        static func start(_ text: String) -> Int? {
            if case .endOf(let date) = PointInTime(text) { return date.dayNumber * 86_400_000_000 }
            return end(text)
        }

        /// Reads the rows of a file.
        ///
        /// - Parameter reason: The reason to use for rows that have none.
        /// - Throws: `Failure` with all faulty lines; `IngestError` if the file can't be read.
        static func read(_ path: String, reason: String?) throws -> [Row] {
            let bytes = try SmallFile.bytes(path)
            var reader = Reader(reason: reason)
            var rows = ListReader()
            try rows.read(bytes.span, into: &reader)
            try rows.finish(into: &reader)
            try fail(path, reader.faults)
            if reader.rows.isEmpty { throw Failure(.badInput, "\(path): has no rows after its header") }
            return reader.rows
        }

        /// Checks the overrides of rows against the store.
        ///
        /// - Parameter path: The path of the file, for errors; `nil` if the rows come from the command line.
        /// - Throws: `Failure` with all faulty lines; `MasterStoreError`.
        static func check(_ rows: [Row], _ path: String?, _ connection: MasterConnection) throws -> [OverrideRequest] {
            var faults: [(line: Int, reason: String)] = []
            var lines: [String: Int] = [:]
            var checked: [OverrideRequest] = []
            for row in rows {
                let line = row.line ?? 0
                if let earlier = lines.updateValue(line, forKey: "\(row.request.symbol)\n\(row.request.field)") {
                    faults.append((line, "\(row.request.field) of \(row.request.symbol) is already in line \(earlier)"))
                    continue
                }
                do {
                    checked.append(try connection.checked(row.request))
                } catch let error as MasterStoreError where error.kind == .invalidValue && path != nil {
                    faults.append((line, error.reason))
                }
            }
            if let path { try fail(path, faults) }
            return checked
        }

        private static func fail(_ path: String, _ faults: [(line: Int, reason: String)]) throws {
            if faults.isEmpty { return }
            let shown = faults.prefix(20).map { "  line \($0.line): \($0.reason)" }
            let more = faults.count > shown.count ? ["  and \(faults.count - shown.count) more lines"] : []
            throw Failure(
                .badInput, "\(path): nothing was overridden:\n\(lines: (shown + more).joined(separator: "\n"))")
        }

        /// Receives the rows of the file.
        private struct Reader: ListRowConsumer {
            let reason: String?
            var rows: [Row] = []
            var faults: [(line: Int, reason: String)] = []
            /// The position of each column in a row; `nil` before the header.
            private var positions: [String: Int]?

            init(reason: String?) { self.reason = reason }

            mutating func columns(_ names: [String]) throws { read(header: names, line: 1) }

            mutating func row(_ row: borrowing ListRow) throws {
                var fields: [String] = []
                for index in 0..<row.count { fields.append(String(decoding: row.field(index))) }
                if let positions {
                    read(fields, positions, line: row.line)
                } else {
                    read(header: fields, line: row.line)
                }
            }

            private mutating func read(_ fields: [String], _ positions: [String: Int], line: Int) {
                func text(_ name: String) -> String {
                    guard let position = positions[name], position < fields.count else { return "" }
                    return fields[position]
                }
                var request = OverrideRequest(
                    symbol: text("SYMBOL"), field: text("FIELD"), value: text("VALUE"), reason: text("REASON"))
                if request.reason.isEmpty { request.reason = reason ?? "" }
                func time(_ name: String, _ read: (String) -> Int?) -> Int? {
                    let text = text(name)
                    if text.isEmpty { return nil }
                    let time = read(text)
                    if time == nil {
                        faults.append((line, "\(name) is \"\(text)\", expected \(OverrideFile.endForms)"))
                    }
                    return time
                }
                request.until = time("UNTIL", OverrideFile.end)
                request.validFrom = time("VALID_FROM", OverrideFile.start)
                rows.append(Row(line: line, request: request))
            }

            mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws {
                faults.append((error.position.line, error.reason))
            }

            private mutating func read(header names: [String], line: Int) {
                positions = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
                for name in names where !OverrideFile.columns.contains(name) {
                    faults.append(
                        (line, "column \(name) is unknown, expected \(OverrideFile.columns.joined(separator: ","))"))
                }
                for name in OverrideFile.columns.prefix(3) where !names.contains(name) {
                    faults.append((line, "column \(name) is missing"))
                }
            }
        }
    }
#endif
