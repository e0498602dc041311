extension TimeZoneRules {
    /// Reads a zone file: TZif version 1 to 4 (RFC 9636), including the rule at the end of version 2 and later.
    ///
    /// - Throws: `TimeZoneError` with the reason `malformed` for invalid bytes.
    /// - Complexity: O(`bytes.count`), plus the clock changes of 400 years if the file contains a rule.
    public init(id: String, file bytes: Span<UInt8>) throws(TimeZoneError) {
        do throws(ZoneFileFault) {
            self.init(try ZoneFileReader.table(id: id, bytes))
        } catch {
            throw TimeZoneError(id: id, reason: .malformed(error.what))
        }
    }
}

struct ZoneFileFault: Error {
    var what: String
}

/// The layout of a zone file: a header and a block of data with 32-bit times. From version 2 on, a second header, a
/// block with 64-bit times, and the rule between two line feeds follow.
enum ZoneFileReader {
    /// The counts of a header, in the order of the file.
    struct Header {
        static let size = 44
        var version: UInt8
        var utcFlags, standardFlags, leapSeconds, times, types, characters: Int

        /// Returns the size in bytes of the data block if times have `width` bytes.
        func dataSize(width: Int) -> Int {
            times * (width + 1) + types * 6 + characters + leapSeconds * (width + 4) + standardFlags + utcFlags
        }
    }

    static func table(id: String, _ bytes: Span<UInt8>) throws(ZoneFileFault) -> ZoneTable {
        let first = try header(bytes, at: 0)
        guard first.version > 0 else {
            return try table(id: id, bytes, first, at: Header.size, width: 4, rule: nil)
        }
        let secondAt = Header.size + first.dataSize(width: 4)
        let second = try header(bytes, at: secondAt)
        let dataAt = secondAt + Header.size
        let footerAt = dataAt + second.dataSize(width: 8)
        var footer = ByteCursor(bytes, in: min(footerAt, bytes.count)..<bytes.count)
        guard footer.skip(ASCII.lineFeed) else { throw ZoneFileFault(what: "the footer rule is missing") }
        let ruleText = footer.take { $0 != ASCII.lineFeed }
        guard footer.skip(ASCII.lineFeed) else { throw ZoneFileFault(what: "the footer rule is not terminated") }
        var rule: PosixZoneRule?
        if !ruleText.isEmpty {
            rule = PosixZoneRule(bytes.extracting(ruleText))
            if rule == nil {
                throw ZoneFileFault(what: "the footer rule \"\(footer.text(ruleText))\" is not a TZ rule")
            }
        }
        return try table(id: id, bytes, second, at: dataAt, width: 8, rule: rule)
    }

    private static func header(_ bytes: Span<UInt8>, at start: Int) throws(ZoneFileFault) -> Header {
        guard bytes.count - start >= Header.size, bytes[start] == 0x54, bytes[start + 1] == 0x5A,
            bytes[start + 2] == 0x69, bytes[start + 3] == 0x66
        else { throw ZoneFileFault(what: "expected TZif at byte \(start)") }
        let header = Header(
            version: bytes[start + 4],
            utcFlags: Int(integer(bytes, start + 20, 4)), standardFlags: Int(integer(bytes, start + 24, 4)),
            leapSeconds: Int(integer(bytes, start + 28, 4)), times: Int(integer(bytes, start + 32, 4)),
            types: Int(integer(bytes, start + 36, 4)), characters: Int(integer(bytes, start + 40, 4)))
        for count in [
            header.utcFlags, header.standardFlags, header.leapSeconds, header.times, header.types, header.characters,
        ] where count < 0 || count > bytes.count {
            throw ZoneFileFault(what: "the header declares more bytes than the file has")
        }
        return header
    }

    private static func table(
        id: String, _ bytes: Span<UInt8>, _ header: Header, at start: Int, width: Int, rule: PosixZoneRule?
    ) throws(ZoneFileFault) -> ZoneTable {
        guard header.dataSize(width: width) <= bytes.count - start else { throw ZoneFileFault(what: "it is truncated") }
        guard 1...256 ~= header.types else {
            throw ZoneFileFault(what: "it has \(header.types) local time types, expected 1 to 256")
        }
        guard header.leapSeconds == 0 else {
            throw ZoneFileFault(what: "it counts leap seconds; use the zone of the same name without them")
        }
        let indexesAt = start + header.times * width
        let typesAt = indexesAt + header.times
        let charactersAt = typesAt + header.types * 6

        var builder = ZoneTableBuilder()
        var kinds: [(offset: Int32, abbreviation: UInt8)] = []
        for type in 0..<header.types {
            let at = typesAt + type * 6
            let offset = integer(bytes, at, 4)
            guard abs(offset) < 26 * 3600 else {
                throw ZoneFileFault(what: "the offset \(offset) s is out of range, expected less than 26 hours")
            }
            let name = Int(bytes[at + 5])
            guard name < header.characters else {
                throw ZoneFileFault(what: "the index of an abbreviation is out of range")
            }
            var cursor = ByteCursor(bytes, in: charactersAt + name..<charactersAt + header.characters)
            kinds.append((Int32(offset), builder.abbreviation(cursor.text(cursor.take { $0 != 0 }))))
        }
        builder.add(start: .min, kinds[0].offset, kinds[0].abbreviation)
        var previous = Int64.min
        for time in 0..<header.times {
            let second = integer(bytes, start + time * width, width)
            let type = Int(bytes[indexesAt + time])
            guard type < kinds.count else {
                throw ZoneFileFault(what: "the index of a local time type is out of range")
            }
            guard second > previous, abs(second) <= 1 << 59 else {
                throw ZoneFileFault(what: "its clock changes are not in ascending order")
            }
            previous = second
            builder.add(start: second, kinds[type].offset, kinds[type].abbreviation)
        }
        if let rule { builder.extend(by: rule, after: previous) }
        return ZoneTable(
            id: id, intervals: builder.intervals, abbreviations: builder.abbreviations, cycleEnd: builder.cycleEnd)
    }

    /// Returns a signed big-endian integer of 4 or 8 bytes. The bytes must exist.
    private static func integer(_ bytes: Span<UInt8>, _ at: Int, _ width: Int) -> Int64 {
        var value: UInt64 = 0
        for index in at..<at + width { value = value << 8 | UInt64(bytes[index]) }
        return width == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
}

/// Collects the intervals of a file and extends them by the file's rule.
private struct ZoneTableBuilder {
    var intervals: [ZoneTable.Interval] = []
    var abbreviations: [String] = []
    var cycleEnd = Int64.max

    mutating func abbreviation(_ name: String) -> UInt8 {
        if let index = abbreviations.firstIndex(of: name) { return UInt8(index) }
        // A file has at most 256 local time types, and the rule adds two. The last ones share an index, which must fit
        // a byte.
        guard abbreviations.count < 255 else { return UInt8(abbreviations.count - 1) }
        abbreviations.append(name)
        return UInt8(abbreviations.count - 1)
    }

    mutating func add(start: Int64, _ offset: Int32, _ abbreviation: UInt8) {
        if let last = intervals.last, last.offset == offset, last.abbreviation == abbreviation { return }
        intervals.append(ZoneTable.Interval(start: start, offset: offset, abbreviation: abbreviation))
    }

    /// Adds the clock changes that the rule causes, for 402 years from the year of `last`, the last change in the file.
    /// Only the rule determines the last 400 years of the table, which repeat forever.
    mutating func extend(by rule: PosixZoneRule, after last: Int64) {
        let standard = abbreviation(rule.standardName)
        // If a file contains no changes, apply its rule from 1901 on, when clock changes began.
        let from = max(last, -(1 << 31))
        guard let daylight = rule.daylight else {
            if last > .min { add(start: last + 1, rule.standardOffset, standard) }
            return
        }
        let daylightName = abbreviation(daylight.name)
        let year = CalendarDate(dayNumber: Int(Instant.floorDivide(from, by: 86_400))).year
        // A rule for permanent daylight time gives two changes at one instant; the start of daylight time takes
        // precedence.
        for year in year...year + 403 {
            let start = PosixZoneRule.second(of: daylight.start, year: year, offsetBefore: rule.standardOffset)
            let end = PosixZoneRule.second(of: daylight.end, year: year, offsetBefore: daylight.offset)
            let changes = [(end, rule.standardOffset, standard), (start, daylight.offset, daylightName)]
            for (second, offset, name) in start < end ? changes.reversed() : changes where second > last {
                if let latest = intervals.last, latest.start >= second { intervals.removeLast() }
                add(start: second, offset, name)
            }
        }
        cycleEnd = Int64(CalendarDate.dayNumber(year: year + 403, month: 1, day: 1)) * 86_400
    }
}
