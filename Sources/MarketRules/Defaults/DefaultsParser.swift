/// Reads a defaults file from scratch or over other defaults.
///
/// ```
/// file  ::= ( line | comment | empty )*
/// line  ::= "date=" YYYYMMDD-HHMMSS+ZZZZ
///         | "checked=" YYYYMMDD
///         | ( "hd." | "sd." | "xd." ) NAME "=" list
///         | "cv." KIND "." NAME "=" FROM "-" TO
///         | "dn." KIND "." NAME [ "@" ( DATE | FROM "-" TO ) ] "=" names
///         | "tv." NAME [ "@" FROM "-" TO ] "=" properties
/// ```
///
/// Lines without `=` and invalid venues are ignored, but reported. Any other error rejects the whole file.
struct DefaultsParser {
    private var content: DefaultsContent
    private var source: RuleSource
    private var problems: [ScheduleDefaultsError.Problem] = []
    private var leftOut: [ScheduleDefaultsError.Problem] = []
    private var warnings: [ScheduleDefaultsError.Problem] = []
    /// The errors in the properties of venues, by the name of the venue.
    private var faults: [String: RuleFault] = [:]
    /// The lists whose days this file names (`dn.`), with the line.
    private var namedLists: [(line: Int, list: String)] = []
    /// The lists whose coverage this file declares (`cv.`), with the line.
    private var coveredLists: [(line: Int, list: String)] = []
    /// The periods that this file defines.
    private var givenPeriods: [(venue: String, period: VenuePeriod)] = []
    /// The keys that this file defines, with their lines, to detect duplicates.
    private var given: [String: Int] = [:]
    /// The lists that this file changes. Lists that refer to them must be evaluated again.
    private var changedLists: Set<String> = []

    static func storage(
        _ text: Span<UInt8>, over base: ScheduleDefaults
    ) throws(ScheduleDefaultsError) -> ScheduleDefaultsStorage {
        var parser = DefaultsParser(base)
        parser.content.digest = TextFingerprint(text, seed: base.digest).value
        for line in DefaultsLine.read(text) { parser.read(line) }
        if parser.given["date"] != nil, parser.given["checked"] == nil { parser.content.checked = nil }
        if !parser.changedLists.isEmpty { parser.evaluateAgain() }
        for (line, list) in parser.namedLists where !parser.source.hasList(list) {
            parser.warn(line, "dn.\(list): there is no such list; expected a list hd.NAME, sd.NAME or xd.NAME")
        }
        for (line, list) in parser.coveredLists where !parser.source.hasList(list) {
            parser.warn(line, "cv.\(list): there is no such list; expected a list hd.NAME, sd.NAME or xd.NAME")
        }
        for (venue, period) in parser.givenPeriods { parser.add(period, to: venue) }
        parser.validateVenues()
        guard parser.problems.isEmpty else {
            // Report all problems of the file at once.
            throw ScheduleDefaultsError(problems: (parser.problems + parser.leftOut).sorted { $0.line < $1.line })
        }
        return ScheduleDefaultsStorage(
            parser.content, parser.source, faults: parser.faults, leftOut: parser.leftOut.sorted { $0.line < $1.line },
            warnings: parser.warnings.sorted { $0.line < $1.line })
    }

    private init(_ base: ScheduleDefaults) {
        content = base.storage.content
        source = base.storage.source
    }

    // MARK: Lines

    /// Reads `line`, and dispatches on its key.
    private mutating func read(_ line: DefaultsLine) {
        let bytes = line.bytes.span
        guard (try? UTF8Span(validating: bytes)) != nil else { return problem(line.number, "the line isn't UTF-8") }
        var cursor = ByteCursor(bytes)
        let key = cursor.take { $0 != ASCII.equals }
        guard cursor.skip(ASCII.equals) else {
            return leaveOut(line.number, "no = in \"\(shortened(bytes.text(key)))\": skipped; expected key=value")
        }
        let name = key.count >= 3 ? bytes.text(3..<key.upperBound) : ""
        if key.count == 4, bytes.has("date", at: 0) {
            guard isFirst("date", line.number) else { return }
            readDate(cursor, line.number)
        } else if key.count == 7, bytes.has("checked", at: 0) {
            guard isFirst("checked", line.number) else { return }
            readChecked(cursor, line.number)
        } else if let kind = DayListKind.allCases.first(where: { bytes.has($0.prefix, at: 0) && key.count >= 3 }) {
            guard isFirst(bytes.text(key), line.number) else { return }
            readList(&cursor, line, kind, name)
        } else if key.count >= 3, bytes.has("tv.", at: 0) {
            guard isFirst(bytes.text(key), line.number) else { return }
            readVenue(cursor, line, name)
        } else if key.count >= 6, bytes.has("dn.", at: 0) {
            guard isFirst(bytes.text(key), line.number) else { return }
            readNames(cursor, line, name)
        } else if key.count >= 6, bytes.has("cv.", at: 0) {
            guard isFirst(bytes.text(key), line.number) else { return }
            readCoverage(cursor, line, name)
        } else {
            warnings.append(
                .init(
                    line: line.number,
                    reason: "unknown key \"\(shortened(bytes.text(key)))\": ignored; "
                        + "expected date, checked, hd.NAME, sd.NAME, xd.NAME, cv.KIND.NAME, dn.KIND.NAME or tv.NAME"))
        }
    }

    /// Reads `date`: `YYYYMMDD-HHMMSS+ZZZZ`, with `-` for zones west of Greenwich. The cursor must be at
    /// the first byte of the value.
    private mutating func readDate(_ cursor: ByteCursor, _ line: Int) {
        let text = cursor.bytes.extracting(cursor.position..<cursor.end)
        guard text.count == 20, text[8] == ASCII.minus, text[15] == ASCII.plus || text[15] == ASCII.minus,
            let date = CalendarDate(compact: text.extracting(0..<8)),
            let hour = CalendarDate.digits(text, 9, 2), hour < 24,
            let minute = CalendarDate.digits(text, 11, 2), minute < 60,
            let second = CalendarDate.digits(text, 13, 2), second < 60,
            let zoneHour = CalendarDate.digits(text, 16, 2), let zoneMinute = CalendarDate.digits(text, 18, 2)
        else {
            return problem(
                line, "found \"\(shortened(text.text(0..<text.count)))\"; expected date=YYYYMMDD-HHMMSS+ZZZZ")
        }
        let offset = (zoneHour * 3600 + zoneMinute * 60) * (text[15] == ASCII.minus ? -1 : 1)
        content.date = Instant(seconds: Int64(date.dayNumber * 86_400 + hour * 3600 + minute * 60 + second - offset))
    }

    /// Reads `checked`, a date `YYYYMMDD`. Warns about any other value.
    private mutating func readChecked(_ cursor: ByteCursor, _ line: Int) {
        let text = cursor.bytes.extracting(cursor.position..<cursor.end)
        guard text.count == 8, let day = CalendarDate(compact: text) else {
            return warn(line, "checked=\(shortened(text.text(0..<text.count))): ignored; expected a date YYYYMMDD")
        }
        content.checked = day
    }

    /// Reads a list, and appends its entries to the list of the same name in the base.
    private mutating func readList(
        _ cursor: inout ByteCursor, _ line: DefaultsLine, _ kind: DayListKind, _ name: String
    ) {
        do throws(RuleFault) {
            let lists = source.lists[kind] ?? [:]
            var notes = RuleNotes()
            let entries = try DayListGrammar.list(&cursor, &notes, kind: kind, line: { line.line(at: $0) }) {
                lists[$0]
            }
            for warning in notes.warnings {
                warnings.append(
                    .init(line: line.line(at: warning.offset), reason: "\(kind.prefix)\(name): \(warning.reason)"))
            }
            if let base = lists[name] {
                changedLists.insert(name)
                source.lists[kind]?[name] = DayList(
                    kind: kind, name: name, line: base.line, entries: base.entries + entries)
            } else {
                content.listOrder[kind, default: []].append(name)
                source.lists[kind, default: [:]][name] = DayList(
                    kind: kind, name: name, line: line.number, entries: entries)
            }
        } catch {
            problem(line.line(at: error.offset), error.reason)
        }
    }

    /// Reads the properties of a venue, and appends them to those in the base. A key with `@` defines a period.
    private mutating func readVenue(_ cursor: ByteCursor, _ line: DefaultsLine, _ key: String) {
        let name = String(key.prefix { $0 != "@" })
        for byte in name.utf8 where !byte.isASCIILetter && !byte.isASCIIDigit && byte != ASCII.underscore {
            return leaveOut(line.number, "venue \"\(shortened(name))\": a venue can contain only letters, digits and _")
        }
        if name.utf8.count < key.utf8.count { return readPeriod(cursor, line, name, key) }
        var bytes: [UInt8] = []
        if let base = source.venues[name] {
            bytes = base.bytes + [ASCII.semicolon]
        } else {
            content.venueOrder.append(name)
        }
        for place in cursor.position..<cursor.end { bytes.append(cursor.bytes[place]) }
        source.venues[name] = VenueProperties(
            name: name, line: line.number, bytes: bytes, periods: source.venues[name]?.periods ?? [])
    }

    /// Reads a period. It is added to its venue after all lines are read.
    private mutating func readPeriod(_ cursor: ByteCursor, _ line: DefaultsLine, _ venue: String, _ key: String) {
        let dates = Array(key.utf8.dropFirst(venue.utf8.count + 1))
        guard let dates = PeriodDates(dates.span, dates.indices) else {
            let fault = RuleFault(
                at: 0, "period \"\(shortened(key))\": expected tv.\(venue)@FROM-TO, dates YYYYMMDD or nothing",
                period: .init(text: line.bytes.span.text(line.bytes.indices), byteOffset: venue.utf8.count + 4))
            return refuse(venue, line.number, fault)
        }
        let bytes = (cursor.position..<cursor.end).map { cursor.bytes[$0] }
        givenPeriods.append((venue, VenuePeriod(dates: dates, line: line.number, bytes: bytes)))
    }

    /// Adds a period to a venue of this file or of the base. If the venue already has a period with the same dates,
    /// appends the properties to that period.
    private mutating func add(_ period: VenuePeriod, to venue: String) {
        guard let known = source.venues[venue] else {
            return leaveOut(
                period.line,
                "period of venue \"\(shortened(venue))\": expected a line tv.\(shortened(venue))= "
                    + "with the properties that the period changes")
        }
        var period = period
        var periods = known.periods
        if let place = periods.firstIndex(where: { $0.dates == period.dates }) {
            period = VenuePeriod(
                dates: period.dates, line: period.line,
                bytes: periods.remove(at: place).bytes + [ASCII.semicolon] + period.bytes)
        }
        if let other = periods.first(where: { $0.dates.overlaps(period.dates) }) {
            let reason =
                "period \(period.dates.text) overlaps \(other.dates.text); expected periods without a common date"
            return refuse(venue, period.line, period.fault(reason, of: venue))
        }
        periods.append(period)
        source.venues[venue] = VenueProperties(
            name: venue, line: known.line, bytes: known.bytes,
            periods: periods.sorted { PeriodDates.isBefore($0.dates, $1.dates) })
    }

    /// Rejects a venue because of an error in one of its periods.
    private mutating func refuse(_ venue: String, _ line: Int, _ fault: RuleFault) {
        if faults[venue] == nil { faults[venue] = fault }
        let properties = source.venues[venue] ?? VenueProperties(name: venue, line: line, bytes: [])
        leaveOut(line, text(fault, properties))
    }

    /// Reads the names of a list's days. The key is `KIND.LIST [ "@" ( DATE | FROM "-" TO ) ]`.
    private mutating func readNames(_ cursor: ByteCursor, _ line: DefaultsLine, _ key: String) {
        let list = String(key.prefix { $0 != "@" })
        var dates: PeriodDates?
        if list.utf8.count < key.utf8.count {
            let text = String(key.dropFirst(list.count + 1))
            let range = Array((text.contains("-") ? text : "\(text)-\(text)").utf8)
            guard let read = PeriodDates(range.span, range.indices) else {
                return warn(line.number, "dn.\(shortened(key)): ignored; expected @YYYYMMDD or @FROM-TO after the list")
            }
            dates = read
        }
        let text = cursor.bytes.text(cursor.position..<cursor.end)
        var unknown: [String] = []
        let entry = DayNames.entry(text, dates: dates) { unknown.append($0) }
        for reason in unknown { warn(line.number, "dn.\(shortened(key)): \(reason)") }
        source.names.add(entry, to: list)
        namedLists.append((line.number, list))
    }

    /// Reads `KIND.LIST=FROM-TO`: the range of days for which a list is complete.
    private mutating func readCoverage(_ cursor: ByteCursor, _ line: DefaultsLine, _ list: String) {
        guard let days = PeriodDates(cursor.bytes, cursor.position..<cursor.end)?.closed else {
            return warn(line.number, "cv.\(shortened(list)): ignored; expected FROM-TO, two dates YYYYMMDD")
        }
        source.coverages[list] = days
        coveredLists.append((line.number, list))
    }

    private mutating func warn(_ line: Int, _ reason: String) { warnings.append(.init(line: line, reason: reason)) }

    // MARK: Lists and venues

    /// Evaluates lists again, because lists that they refer to have changed. Works depth-first, so that each list is
    /// evaluated after the lists that it names.
    private mutating func evaluateAgain() {
        for kind in DayListKind.allCases {
            let before = source.lists[kind] ?? [:]
            var after: [String: DayList] = [:]
            var open: Set<String> = []
            func evaluate(_ list: DayList) -> DayList? {
                if let done = after[list.name] { return done }
                guard open.insert(list.name).inserted else { return nil }
                var entries: [DayList.Entry] = []
                for entry in list.entries {
                    guard let named = entry.list, let current = before[named.name] else {
                        entries.append(entry)
                        continue
                    }
                    guard let evaluated = evaluate(current) else { return nil }
                    entries.append(
                        DayList.Entry(operation: entry.operation, days: .list(evaluated), line: entry.line))
                }
                let made = DayList(kind: kind, name: list.name, line: list.line, entries: entries)
                after[list.name] = made
                return made
            }
            for name in content.listOrder[kind] ?? [] {
                guard let list = before[name] else { continue }
                open = []
                if evaluate(list) == nil {
                    problem(
                        list.entries.compactMap(\.line).last ?? 1,
                        "list \(kind.prefix)\(name) refers to itself through other lists")
                    return
                }
            }
            source.lists[kind] = after
        }
    }

    /// Compiles every venue, with a placeholder session if the venue has no hours (`0=`). Errors in venues of an
    /// earlier file are not reported again.
    private mutating func validateVenues() {
        for name in content.venueOrder {
            guard let venue = source.venues[name] else { continue }
            let isTold = given["tv.\(name)"] != nil
            let hasHours = venue.list.properties.contains { if case .day(0) = $0.kind { true } else { false } }
            let bytes = hasHours ? venue.bytes : venue.bytes + Array(";0=".utf8)
            var compiler = ScheduleCompiler(source: source)
            do throws(RuleFault) {
                let meaning = try compiler.compile(bytes.span, nil, venue: name, ownStart: 0)
                for period in venue.periods { validate(period, of: venue, name: meaning.rules.name) }
                guard isTold else { continue }
                for warning in compiler.notes.warnings {
                    warnings.append(.init(line: venue.line, reason: text(warning, venue)))
                }
            } catch {
                faults[name] = error
                if isTold { leaveOut(venue.line, text(error, venue)) }
            }
        }
    }

    /// Compiles a period, with a placeholder session if neither the venue nor the period has hours.
    private mutating func validate(_ period: VenuePeriod, of venue: VenueProperties, name: String) {
        let hasHours = (venue.list.properties + period.list.properties).contains {
            if case .day(0) = $0.kind { true } else { false }
        }
        let own = hasHours ? [] : Array("0=".utf8)
        do throws(RuleFault) { _ = try period.rules(venue, own: own.span, name: name, source) } catch {
            if faults[venue.name] == nil { faults[venue.name] = error }
            if given["tv.\(venue.name)@\(period.dates.text)"] != nil { leaveOut(period.line, text(error, venue)) }
        }
    }

    // MARK: Messages

    private func text(_ fault: RuleFault, _ venue: VenueProperties) -> String {
        venue.error(fault, grammar: "venue \(venue.name)").description
    }

    private mutating func isFirst(_ name: String, _ line: Int) -> Bool {
        if let earlier = given[name] {
            problem(line, "\(shortened(name)) is defined a second time; first defined in line \(earlier)")
            return false
        }
        given[name] = line
        return true
    }

    private mutating func problem(_ line: Int, _ reason: String) {
        problems.append(.init(line: line, reason: reason))
    }

    private mutating func leaveOut(_ line: Int, _ reason: String) {
        leftOut.append(.init(line: line, reason: reason))
    }

    private func shortened(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}
