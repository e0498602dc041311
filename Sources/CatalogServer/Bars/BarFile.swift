internal import Charting
internal import InstrumentCatalog
internal import Scanning
internal import SystemFiles

/// A text file with the bars of one instrument in one resolution:
///
/// ```
/// time,open,high,low,close,volume
/// 2026-11-20T14:30:00Z,229.1,229.6,228.9,229.4,120500
/// 2026-11-20T14:31:00Z,229.4,229.5,229.2,229.3,80100
/// ```
///
/// The header is exactly this line, or this line without the volume. Times ascend. A time is in ISO 8601, on the
/// exchange's clock if it has no zone, or in seconds since 1970. Bars of a day or more belong to a date: a time at
/// midnight UTC means its UTC date; any other time means the exchange's date at that time.
///
/// A binary search finds the lines of an interval, so other lines are hardly read, and not checked.
struct BarFile {
    let name: String
    let resolution: BarResolution
    let hasVolume: Bool
    private let file: OpenFile
    private let size: Int
    /// The offset of the first line after the header.
    private let first: Int
    private let zone: TimeZoneRules

    /// Opens the file at `path`; `nil` if the file doesn't exist.
    ///
    /// - Parameter name: The name for errors.
    /// - Throws: `BarFault` if the file can't be read or has another header.
    init?(_ path: String, name: String, _ resolution: BarResolution, _ zone: TimeZoneRules) throws(BarFault) {
        (self.name, self.resolution, self.zone) = (name, resolution, zone)
        do throws(FileFault) {
            file = try OpenFile(path, for: .reading)
            let status = try file.status()
            guard status.kind == .file else { throw .unfit("is \(status.kind.words); expected a file") }
            size = status.size
        } catch {
            if error == .system(action: "open", .noSuchFile) { return nil }
            throw BarFault(file: name, reason: error.reason)
        }
        var lines = BarLines(file, at: 0)
        let header: BarLines.Line?
        do throws(BarLines.Fault) { header = try lines.next() } catch { header = nil }
        let text = String(decoding: header?.bytes ?? [], as: UTF8.self)
        let columns = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
        guard columns == Self.columns || columns == Self.columns + ",volume" else {
            throw BarFault(
                file: name, line: 1,
                reason:
                    "found “\(GrammarError.excerpt(columns))”, expected the header \(Self.columns), optionally with ,volume"
            )
        }
        hasVolume = columns != Self.columns
        var second = size
        do throws(BarLines.Fault) { if let line = try lines.next() { second = line.offset } } catch {
            if case .tooLong(let offset) = error { second = offset }
        }
        first = second
    }

    private static let columns = "time,open,high,low,close"

    // MARK: Questions

    /// Calls `body` for each bar in an interval, in order, until it returns false.
    func forEach(in interval: Range<Instant>, _ body: (Candle) -> Bool) throws(BarFault) {
        var lines = BarLines(file, at: try offset(of: interval.lowerBound))
        var last: Instant?
        while let (offset, candle) = try next(&lines) {
            if let last, candle.time <= last {
                throw fault(
                    offset, 1, "found \(candle.time), expected a time after \(last), the time of the previous line")
            }
            last = candle.time
            if candle.time < interval.lowerBound { continue }
            guard candle.time < interval.upperBound, body(candle) else { return }
        }
    }

    /// Returns the last bar before an instant; `nil` if no bar is earlier.
    func last(before instant: Instant) throws(BarFault) -> Candle? {
        let end = try offset(of: instant)
        // Begin a few lines before `end`, to find the last bar before it.
        var start = max(first, end - 2 * BarLines.longestLine)
        if start > first { start = try lineStart(atOrAfter: start) }
        var lines = BarLines(file, at: start)
        var found: Candle?
        while let (_, candle) = try next(&lines), candle.time < instant { found = candle }
        return found
    }

    /// Returns the offset of the first line whose time is `instant` or later, or of a line shortly before it.
    private func offset(of instant: Instant) throws(BarFault) -> Int {
        // Invariant: lines that begin before `low` are earlier than `instant`; lines at `high` or after it are not.
        var low = first
        var high = size
        while high - low > BarLines.longestLine {
            let middle = low + (high - low) / 2
            var lines = BarLines(file, at: try lineStart(atOrAfter: middle))
            if let (offset, candle) = try next(&lines), offset < high, candle.time < instant {
                low = offset
            } else {
                high = middle
            }
        }
        return low
    }

    /// Returns the offset of the first line that begins at or after `offset`; the file's end if no line begins there.
    private func lineStart(atOrAfter offset: Int) throws(BarFault) -> Int {
        let limit = BarLines.longestLine + 2
        let bytes: [UInt8]
        // Start with the byte before `offset`: if it is a line feed, a line begins at `offset`.
        do throws(FileFault) { bytes = try file.bytes(at: offset - 1, limit: limit) } catch {
            throw BarFault(file: name, reason: error.reason)
        }
        if let end = bytes.firstIndex(of: ASCII.lineFeed) { return offset + end }
        guard bytes.count < limit else { throw tooLong(offset) }
        return offset - 1 + bytes.count
    }

    // MARK: Lines

    /// Returns the next line as a bar; `nil` at the end of the file, or if only empty lines follow.
    private func next(_ lines: inout BarLines) throws(BarFault) -> (offset: Int, candle: Candle)? {
        guard let line = try read(&lines) else { return nil }
        if line.bytes.isEmpty {
            while let other = try read(&lines) {
                if !other.bytes.isEmpty { throw fault(line.offset, 1, "found an empty line, expected a bar") }
            }
            return nil
        }
        return (line.offset, try candle(line))
    }

    private func read(_ lines: inout BarLines) throws(BarFault) -> BarLines.Line? {
        do throws(BarLines.Fault) { return try lines.next() } catch {
            switch error {
            case .file(let fault): throw BarFault(file: name, reason: fault.reason)
            case .tooLong(let offset): throw tooLong(offset)
            }
        }
    }

    private func candle(_ line: BarLines.Line) throws(BarFault) -> Candle {
        let fields = line.bytes.split(separator: ASCII.comma, omittingEmptySubsequences: false)
        let expected = hasVolume ? 6 : 5
        guard fields.count == expected else {
            throw fault(
                line.offset, line.bytes.count + 1,
                "found \(fields.count) \(fields.count == 1 ? "field" : "fields"), expected \(expected)")
        }
        guard let time = time(String(decoding: fields[0], as: UTF8.self)) else {
            let kind = resolution.length == nil ? "a date such as 2026-11-20" : "a time such as 2026-11-20T14:30:00Z"
            throw fault(line, fields[0], "\(kind), or seconds since 1970")
        }
        var numbers: [Double] = []
        for field in fields[1...] {
            let digits = Array(field)
            guard let number = DecimalNumber.parse(digits.span) else {
                throw fault(line, field, numbers.count == 4 ? "a volume such as 1200" : "a price such as 101.25")
            }
            numbers.append(number)
        }
        let candle = Candle(
            time: time, open: numbers[0], high: numbers[1], low: numbers[2], close: numbers[3],
            volume: hasVolume ? numbers[4] : 0)
        guard candle.high >= max(candle.open, candle.low, candle.close) else {
            throw fault(line, fields[2], "a high of at least the bar's other prices")
        }
        guard candle.low <= min(candle.open, candle.close) else {
            throw fault(line, fields[3], "a low of at most the bar's other prices")
        }
        guard candle.volume >= 0 else { throw fault(line, fields[5], "a volume of 0 or more") }
        return candle
    }

    private func time(_ text: String) -> Instant? {
        guard let first = text.utf8.first, first.isASCIIDigit || first == ASCII.minus,
            let moment = MomentText(text, digits: .seconds)
        else { return nil }
        if resolution.length != nil { return moment.instant(in: zone, now: Instant(seconds: 0)) }
        if case .clock(let date, _, nil) = moment { return BarCalendar.midnight(date.dayNumber) }
        guard let instant = moment.instant else { return nil }
        let number = BarCalendar.number(instant)
        return BarCalendar.midnight(BarCalendar.midnight(number) == instant ? number : zone.dayNumber(at: instant))
    }

    // MARK: Faults

    private func fault(_ line: BarLines.Line, _ field: ArraySlice<UInt8>, _ expected: String) -> BarFault {
        let found = GrammarError.excerpt(String(decoding: field, as: UTF8.self))
        return fault(line.offset, field.startIndex + 1, "found “\(found)”, expected \(expected)")
    }

    private func tooLong(_ offset: Int) -> BarFault {
        fault(offset, 1, "found a line of more than \(BarLines.longestLine) bytes")
    }

    /// Creates an error. Line numbers are only computed here, from the offset.
    private func fault(_ offset: Int, _ column: Int, _ reason: String) -> BarFault {
        var line = 1
        var place = 0
        while place < offset,
            let bytes = try? file.bytes(at: place, limit: min(BarLines.blockBytes, offset - place)), !bytes.isEmpty
        {
            line += bytes.count(where: { $0 == ASCII.lineFeed })
            place += bytes.count
        }
        return BarFault(file: name, line: line, column: column, reason: reason)
    }
}
