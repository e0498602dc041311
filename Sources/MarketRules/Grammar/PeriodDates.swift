/// The trading days of a period: `YYYYMMDD-YYYYMMDD`, inclusive. The period is open at an end whose date is omitted.
struct PeriodDates: Hashable, Sendable {
    /// Days since 1970-01-01; `nil` if this end is open.
    let first: Int32?
    let last: Int32?

    /// Parses `FROM-TO`; `nil` if the text has another form or an invalid date, or if `TO` is before `FROM`.
    init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        guard let dash = range.first(where: { bytes[$0] == ASCII.minus }) else { return nil }
        func day(_ range: Range<Int>) -> Int32?? {
            if range.isEmpty { return .some(nil) }
            return CalendarDate(compact: bytes.extracting(range)).map { Int32($0.dayNumber) }
        }
        guard let first = day(range.lowerBound..<dash), let last = day(dash + 1..<range.upperBound),
            first ?? .min <= last ?? .max
        else { return nil }
        (self.first, self.last) = (first, last)
    }

    /// Creates a closed range of days.
    init(_ days: ClosedRange<Int32>) { (first, last) = (days.lowerBound, days.upperBound) }

    /// The range of days; `nil` if the period is open at an end.
    var closed: ClosedRange<Int32>? {
        guard let first, let last else { return nil }
        return first...last
    }

    func contains(_ day: Int) -> Bool { day >= Int(first ?? .min) && day <= Int(last ?? .max) }

    func overlaps(_ other: PeriodDates) -> Bool {
        first ?? .min <= other.last ?? .max && other.first ?? .min <= last ?? .max
    }

    static func isBefore(_ a: PeriodDates, _ b: PeriodDates) -> Bool { a.first ?? .min < b.first ?? .min }

    /// The text form, such as `20060104-20241104`.
    var text: String {
        func text(_ day: Int32?) -> String { day.map { CalendarDate(dayNumber: Int($0)).compactDescription } ?? "" }
        return "\(text(first))-\(text(last))"
    }
}

/// The properties of a venue that differ on the dates of a period, `tv.NAME@FROM-TO=…`.
struct VenuePeriod: Sendable {
    let dates: PeriodDates
    /// The line of the file on which the period begins, from 1.
    let line: Int
    let bytes: [UInt8]

    /// The properties, which refer to `bytes`.
    var list: PropertyList {
        var list = PropertyList()
        var notes = RuleNotes()
        var cursor = ByteCursor(bytes.span)
        list.read(&cursor, &notes)
        return list
    }

    /// The `name` property, which names the period instead of the schedule; `nil` for a period without a name.
    var name: String? {
        // Self-contained texts use two characters as separators, so these are replaced.
        list.properties.last(where: \.isName).map { name in
            String(bytes.span.text(name.value).map { $0 == "|" || $0 == "~" ? " " : $0 })
        }
    }

    /// Returns the rules for the dates of the period. They result from the venue's properties, overlaid with the
    /// period's properties and then with a definition's own.
    ///
    /// - Parameter own: A definition's own properties; may be empty.
    /// - Throws: `RuleFault`. Its position is an offset in the venue's properties followed by the definition's own, or
    ///   a position in the period's line.
    func rules(
        _ venue: VenueProperties, own: Span<UInt8>, name: String, _ source: RuleSource
    ) throws(RuleFault) -> ScheduleRules.Period {
        let start = venue.bytes.count
        var all = venue.bytes + [ASCII.semicolon] + bytes + [ASCII.semicolon]
        let ownStart = all.count
        for place in 0..<own.count { all.append(own[place]) }
        do throws(RuleFault) {
            var compiler = ScheduleCompiler(source: source)
            var meaning = try compiler.compile(all.span, venue.list, venue: venue.name, ownStart: start)
            meaning.rules.name = name
            return ScheduleRules.Period(
                dates: dates, name: self.name, rules: meaning.rules, bytes: all, properties: meaning.properties)
        } catch {
            let reason = "in the period \(dates.text): \(error.reason)"
            if error.offset >= ownStart { throw RuleFault(at: error.offset - ownStart + start, reason) }
            if error.offset > start { throw fault(reason, of: venue.name, at: error.offset - start - 1) }
            throw RuleFault(at: error.offset, reason)
        }
    }

    /// Returns a fault at an offset in the period's properties, or in the period's dates if `place` is `nil`.
    func fault(_ reason: String, of venue: String, at place: Int? = nil) -> RuleFault {
        let key = "tv.\(venue)@"
        let (head, properties) = ("\(key)\(dates.text)=", String(decoding: bytes, as: UTF8.self))
        let offset = place.map { head.utf8.count + $0 } ?? key.utf8.count
        return RuleFault(at: 0, reason, period: .init(text: head + properties, byteOffset: offset))
    }
}
