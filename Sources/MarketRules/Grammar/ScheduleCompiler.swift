/// Compiles properties to rules. It validates all definitions and lists, even those that no date uses.
struct ScheduleCompiler {
    let source: RuleSource
    private var rules = ScheduleRules()
    /// The warnings so far, in the order in which they were found.
    private(set) var notes = RuleNotes()

    /// The ranges of the values of properties, by key. Rules for dates (`ds.` and `YYYYMMDD`) are not included, because
    /// their order matters.
    private struct Places {
        var zone, name, holidays, shortDays, shortDayStrategy, holidayStrategy: Range<Int>?
        var tradingDays, dayEnd, reset, coverage, settlement: Range<Int>?
        var days = InlineArray<9, Range<Int>?>(repeating: nil)

        /// Finds the properties of a list, and warns about unknown keys.
        init(_ list: PropertyList, _ bytes: Span<UInt8>, isSelfContained: Bool, _ notes: inout RuleNotes) {
            for property in list.properties {
                let value = property.value
                switch property.kind {
                case .zone: zone = value
                case .name: name = value
                case .holidays: holidays = value
                case .shortDays: shortDays = value
                case .shortDayStrategy: shortDayStrategy = value
                case .holidayStrategy: holidayStrategy = value
                case .tradingDays: tradingDays = value
                case .dayEnd: dayEnd = value
                case .reset: reset = value
                case .settlement: settlement = value
                case .day(let day): days[day] = value
                case .coverage where isSelfContained: coverage = value
                case .unknown where isSelfContained && SelfContained.isPart(bytes, property.key): break
                case .unknown, .coverage:
                    notes.warn(at: property.key.lowerBound, "unknown key \"\(bytes.text(property.key))\": ignored")
                case .unknownStrategy:
                    notes.warn(
                        at: property.key.lowerBound,
                        "no date and no list in \"\(bytes.text(property.key))\": ignored; "
                            + "expected ds.YYYYMMDD, ds.hd.NAME, ds.sd.NAME or ds.xd.NAME")
                case .date, .strategyDate, .strategyList, .night, .with: break
                }
            }
        }
    }

    init(source: RuleSource) { self.source = source }

    /// Compiles the effective properties: the bytes begin with those of `defaults`, which are overlaid with those from
    /// `ownStart` on.
    mutating func compile(
        _ bytes: Span<UInt8>, _ defaults: PropertyList?, venue: String, ownStart: Int
    ) throws(RuleFault) -> ScheduleMeaning {
        var list = defaults ?? PropertyList()
        var own = ByteCursor(bytes, in: ownStart..<bytes.count)
        list.read(&own, &notes)
        let isSelfContained = SelfContained.isBegun(bytes.extracting(ownStart..<bytes.count))
        let places = Places(list, bytes, isSelfContained: isSelfContained, &notes)
        rules.name = places.name.map { bytes.text($0) } ?? venue
        try readZone(bytes, places.zone, ownStart: ownStart)
        rules.holidays = try days(bytes, places.holidays, .holidays)
        rules.shortDays = try days(bytes, places.shortDays, .shortDays)
        rules.coverage =
            try places.coverage.map { (range) throws(RuleFault) in try coverage(bytes, range) }
            ?? source.coverage(of: rules.holidays)
        rules.settlement =
            places.settlement.map { bytes.text($0).split(separator: ",").map(String.init) } ?? []
        try readShortDayStrategy(bytes, places.shortDayStrategy)
        try readHolidayStrategy(bytes, places.holidayStrategy)

        var grammar = DayGrammar(dayEnd: 86_400, reset: nil)
        if let range = places.dayEnd { grammar.dayEnd = try time(bytes, range) }
        if let range = places.reset { grammar.reset = try time(bytes, range) }
        try readWeekdays(bytes, places, grammar, ownStart: ownStart)
        try readOverrides(bytes, list, grammar)
        rules.finish()
        return ScheduleMeaning(
            rules: rules, properties: list, warnings: notes.warnings.sorted { $0.offset < $1.offset })
    }

    // MARK: One property each

    private mutating func readZone(_ bytes: Span<UInt8>, _ range: Range<Int>?, ownStart: Int) throws(RuleFault) {
        guard let range else { throw RuleFault(at: ownStart, "no time zone: expected tz=ZONE") }
        do throws(TimeZoneError) {
            rules.zone = try source.zones.zone(bytes.text(range))
        } catch {
            throw RuleFault(at: range.lowerBound, error.description)
        }
    }

    private mutating func days(
        _ bytes: Span<UInt8>, _ range: Range<Int>?, _ kind: DayListKind
    ) throws(RuleFault) -> DayList {
        guard let range, !range.isEmpty else { return .empty }
        // Usually the text names a single list, which can be shared without a copy.
        if let first = range.first, bytes[first].isASCIILetter, let list = source.list(kind, bytes.text(range)) {
            return list
        }
        var cursor = ByteCursor(bytes, in: range)
        let entries = try DayListGrammar.list(&cursor, &notes, kind: kind) { [source] in source.list(kind, $0) }
        return DayList(kind: kind, entries: entries)
    }

    /// Parses `cv`: the range of days for which holidays are known.
    private func coverage(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(RuleFault) -> ClosedRange<Int32> {
        guard let days = PeriodDates(bytes, range)?.closed else {
            throw RuleFault(at: range.lowerBound, "expected FROM-TO, the dates YYYYMMDD whose holidays are known")
        }
        return days
    }

    private mutating func time(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(RuleFault) -> Int32 {
        var cursor = ByteCursor(bytes, in: range)
        return try TimeGrammar.wholeTime(&cursor, &notes)
    }

    /// Parses `sds ::= "ec" HHMM`. Any other strategy is ignored.
    private mutating func readShortDayStrategy(_ bytes: Span<UInt8>, _ range: Range<Int>?) throws(RuleFault) {
        guard let range, let rest = try parameters(bytes, range, of: "ec", "ecHHMM") else { return }
        guard let seconds = TimeGrammar.duration(bytes, rest, &notes) else {
            throw RuleFault(at: rest.lowerBound, "expected HHMM after ec, the time by which to close early")
        }
        rules.shortDayEarlyClose = seconds
    }

    /// Parses `hds ::= "jntd" digit`. Any other strategy is ignored.
    private mutating func readHolidayStrategy(_ bytes: Span<UInt8>, _ range: Range<Int>?) throws(RuleFault) {
        guard let range, let rest = try parameters(bytes, range, of: "jntd", "jntdN") else { return }
        guard rest.count == 1, bytes[rest.lowerBound].isASCIIDigit else {
            throw RuleFault(at: rest.lowerBound, "expected one digit after jntd, the maximum number of days to join")
        }
        rules.joinDays = bytes[rest.lowerBound].digitValue
    }

    /// Returns the range after the name of the only known strategy; `nil` if there is no strategy or another one. A
    /// name consists of letters and `_`.
    private mutating func parameters(
        _ bytes: Span<UInt8>, _ range: Range<Int>, of known: StaticString, _ form: String
    ) throws(RuleFault) -> Range<Int>? {
        if range.isEmpty { return nil }
        var cursor = ByteCursor(bytes, in: range)
        let name = cursor.take { $0.isASCIILetter || $0 == ASCII.underscore }
        guard !name.isEmpty else { throw RuleFault(at: range.lowerBound, "expected \(form)") }
        guard name.count == known.utf8CodeUnitCount, bytes.has(known, at: name.lowerBound) else {
            notes.warn(at: range.lowerBound, "unknown strategy \"\(bytes.text(range))\": ignored; expected \(form)")
            return nil
        }
        return name.upperBound..<range.upperBound
    }

    // MARK: Definitions

    private mutating func readWeekdays(
        _ bytes: Span<UInt8>, _ places: Places, _ grammar: DayGrammar, ownStart: Int
    ) throws(RuleFault) {
        var defined = InlineArray<9, Int?>(repeating: nil)
        rules.definitions.reserveCapacity(4)
        rules.weekdays.reserveCapacity(7)
        for key in 0...8 {
            guard let range = places.days[key] else { continue }
            var cursor = ByteCursor(bytes, in: range)
            defined[key] = try define(&cursor, grammar)
        }
        if defined[8] == nil {
            if let trading = defined[0] {
                rules.definitions.append(DayDefinition(closedLike: rules.definitions[trading]))
            } else {
                var nothing = ByteCursor(bytes, in: ownStart..<ownStart)
                rules.definitions.append(try grammar.day(&nothing, &notes))
            }
            defined[8] = rules.definitions.count - 1
        }
        for weekday in 1...7 {
            if let own = defined[weekday] {
                rules.weekdays.append((own, weekday))
            } else if Self.trades(weekday, bytes, places.tradingDays) {
                guard let trading = defined[0] else {
                    throw RuleFault(
                        at: places.tradingDays?.lowerBound ?? ownStart,
                        "incomplete schedule: weekday \(weekday) trades (td); expected its hours in "
                            + "0=DAY or \(weekday)=DAY")
                }
                rules.weekdays.append((trading, 0))
            } else {
                rules.weekdays.append((defined[8]!, 8))
            }
        }
    }

    /// Returns whether trading takes place on a weekday: if `td` contains it, or from Monday to Friday without `td`.
    private static func trades(_ weekday: Int, _ bytes: Span<UInt8>, _ range: Range<Int>?) -> Bool {
        guard let range else { return weekday <= 5 }
        for place in range where bytes[place] == UInt8(0x30 + weekday) { return true }
        return false
    }

    private mutating func readOverrides(
        _ bytes: Span<UInt8>, _ list: PropertyList, _ grammar: DayGrammar
    ) throws(RuleFault) {
        for property in list.properties {
            let days: [Int32]
            var isShort = false
            switch property.kind {
            case .date(let date):
                date.warnIfImpossible(at: property.key.lowerBound, &notes)
                days = date.days
                isShort = true
            case .strategyDate(let date):
                date.warnIfImpossible(at: property.key.upperBound - 8, &notes)
                days = date.days
            case .strategyList(let kind, let name):
                let text = bytes.text(name)
                guard let list = source.list(kind, text) else {
                    throw RuleFault(at: name.lowerBound, "no list \(kind.prefix)\(text) in the defaults")
                }
                days = list.days
            default: continue
            }
            var cursor = ByteCursor(bytes, in: property.value)
            var strategy = DayStrategy()
            // `YYYYMMDD=DAY` is short for `ds.YYYYMMDD=def:DAY`. Further parts of a strategy may follow the day.
            if isShort {
                var day = ByteCursor(bytes, in: cursor.take { $0 != ASCII.comma })
                _ = cursor.skip(ASCII.comma)
                strategy.definition = try define(&day, grammar)
            }
            try strategy.read(&cursor, &notes) { (day, notes) throws(RuleFault) in
                rules.definitions.append(try grammar.day(&day, &notes))
                return rules.definitions.count - 1
            }
            rules.strategies.append(strategy)
            rules.overrides.append(
                ScheduleRules.Override(days: days, strategy: rules.strategies.count - 1, property: property))
        }
    }

    private mutating func define(_ cursor: inout ByteCursor, _ grammar: DayGrammar) throws(RuleFault) -> Int {
        rules.definitions.append(try grammar.day(&cursor, &notes))
        return rules.definitions.count - 1
    }
}

extension Span where Element == UInt8 {
    /// Decodes a range of the bytes; invalid UTF-8 is repaired.
    func text(_ range: Range<Int>) -> String { String(decodingUTF8: extracting(range)) }
}

/// The meaning of a definition: its rules, the effective properties and the warnings.
struct ScheduleMeaning {
    var rules: ScheduleRules
    /// The effective properties, whose ranges refer to the compiled bytes.
    var properties: PropertyList
    /// The warnings in the order of their offsets.
    var warnings: [RuleFault]

    /// Adds the periods of a venue, or of a self-contained definition.
    ///
    /// - Parameter own: The definition's own properties, which apply on all dates.
    /// - Throws: `RuleFault` if the own properties contradict a period.
    mutating func addPeriods(of venue: VenueProperties?, own: Span<UInt8>, _ source: RuleSource) throws(RuleFault) {
        var periods: [ScheduleRules.Period] = []
        for period in venue?.periods ?? [] {
            periods.append(try period.rules(venue!, own: own, name: rules.name, source))
        }
        periods += try SelfContained.periods(own, from: venue?.bytes.count ?? 0, name: rules.name, source)
        if !periods.isEmpty { rules.take(periods) }
    }
}
