package import CatalogHistory
internal import InstrumentCatalog
package import MarketRules

/// The meanings of trading hours and price increments as tables.
///
/// They contain the sessions of a range of days for each distinct trading-hours text, and the price ranges for each
/// distinct increments text.
///
/// ```
/// instruments.TRADING_HOURS    = trading_hours.TRADING_HOURS
/// trading_hours.TRADING_HOURS_ID = sessions.TRADING_HOURS_ID
/// instruments.PRICE_INCREMENTS = price_ranges.PRICE_INCREMENTS
/// ```
package struct ExpandedTables {
    /// `trading_hours`, `sessions` and `price_ranges`. Each can be written only once.
    package let tables: [ExportTable]
    /// The texts that can't be parsed, with their errors. The column FAULT of their rows contains the errors, too.
    package let faults: [(field: String, error: GrammarError)]

    /// - Parameters:
    ///   - dates: The days of the sessions.
    ///   - defaults: The schedule defaults.
    /// - Complexity: O(instruments of the filter + distinct hours).
    package init(
        _ catalogs: SegmentedCatalog, of filter: CatalogFilter, _ dates: ClosedRange<CalendarDate>,
        defaults: ScheduleDefaults
    ) {
        let fields = [ProfileField.tradingHours.name, ProfileField.priceIncrements.name]
        let texts = ExportTable.instruments(catalogs, of: filter, in: .rank, fields: fields).distinctTexts()
        let hours = texts[0].map { text in
            (
                text: text,
                schedule: Self.result { () throws(GrammarError) in try Trading.Schedule(text, defaults: defaults) }
            )
        }
        let increments = texts[1].map { text in
            (text: text, rules: Self.result { () throws(GrammarError) in try PriceIncrements(text) })
        }
        tables = [
            .tradingHours(hours), .sessions(hours.map { try? $0.schedule.get() }, dates), .priceRanges(increments),
        ]
        faults =
            hours.compactMap { $0.schedule.fault.map { (fields[0], $0) } }
            + increments.compactMap { $0.rules.fault.map { (fields[1], $0) } }
    }

    private static func result<Value>(
        _ make: () throws(GrammarError) -> Value
    ) -> Result<Value, GrammarError> {
        do throws(GrammarError) { return .success(try make()) } catch { return .failure(error) }
    }
}

extension Result where Failure == GrammarError {
    fileprivate var fault: GrammarError? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension ExportTable {
    /// Returns the distinct texts of each column, sorted by their bytes.
    fileprivate func distinctTexts() -> [[String]] {
        // Compare bytes: canonically equivalent texts are different values of a catalog.
        var found = columns.map { _ in Set<[UInt8]>() }
        var codes = columns.map { _ in Set<Int16>() }
        while let batch = next() {
            for (index, values) in batch.columns.enumerated() {
                for row in 0..<batch.count where values.isSet(row) {
                    switch values.storage {
                    case .codes(let places): codes[index].insert(places[row])
                    case .texts(let texts): found[index].insert(Array(texts.string(row).utf8))
                    default: break
                    }
                }
            }
        }
        for (index, column) in columns.enumerated() {
            guard let dictionary = column.dictionary else { continue }
            found[index].formUnion(codes[index].map { Array(dictionary.string(Int($0)).utf8) })
        }
        return found.map { texts in
            texts.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Returns a table with a row per trading-hours text.
    fileprivate static func tradingHours(
        _ hours: [(text: String, schedule: Result<Trading.Schedule, GrammarError>)]
    ) -> ExportTable {
        ExportTable(
            "trading_hours",
            [
                (Column("TRADING_HOURS_ID", .integer), .integers(hours.indices.map { $0 + 1 })),
                (Column("TRADING_HOURS", .text), .texts(hours.map(\.text))),
                (Column("TIME_ZONE", .text), .texts(hours.map { try? $0.schedule.get().zone.id })),
                (Column("FAULT", .text), .texts(hours.map { $0.schedule.fault?.reason })),
            ], count: hours.count)
    }

    /// Returns a table with a row per trading session of each text, created lazily.
    fileprivate static func sessions(
        _ schedules: [Trading.Schedule?], _ dates: ClosedRange<CalendarDate>
    ) -> ExportTable {
        let columns = [
            Column("TRADING_HOURS_ID", .integer), Column("DATE", .date), Column("KIND", .text), Column("OPEN", .time),
            Column("CLOSE", .time), Column("IS_BEYOND_COVERAGE", .flag),
        ]
        var number = 0
        return ExportTable("sessions", columns) {
            while number < schedules.count {
                number += 1
                guard let schedule = schedules[number - 1] else { continue }
                let sessions = schedule.days(dates).flatMap { $0.sessions.filter { $0.isTrading && !$0.isEmpty } }
                if sessions.isEmpty { continue }
                return Batch(
                    count: sessions.count,
                    columns: [
                        .integers(sessions.map { _ in number }), .days(sessions.map(\.dayNumber)),
                        .texts(sessions.map(\.type.description)), .times(sessions.map { $0.start.milliseconds * 1000 }),
                        .times(sessions.map { $0.end.milliseconds * 1000 }), .flags(sessions.map(\.isBeyondCoverage)),
                    ])
            }
            return nil
        }
    }

    /// Returns a table with a row per price range of each increments text. The last range is unbounded. A text without
    /// a rule has an increment of 0.
    fileprivate static func priceRanges(
        _ increments: [(text: String, rules: Result<PriceIncrements, GrammarError>)]
    ) -> ExportTable {
        var rows: [(text: String, band: PriceBand?, fault: String?)] = []
        for (text, rules) in increments {
            switch rules {
            case .success(let rules): rows += rules.bands.map { (text, $0, nil) }
            case .failure(let error): rows.append((text, nil, error.reason))
            }
        }
        return ExportTable(
            "price_ranges",
            [
                (Column("PRICE_INCREMENTS", .text), .texts(rows.map(\.text))),
                (Column("PRICE_FROM", .number), .numbers(rows.map { $0.band?.from })),
                (Column("PRICE_UP_TO", .number), .numbers(rows.map { $0.band?.upTo })),
                (Column("INCREMENT", .number), .numbers(rows.map { $0.band?.increment })),
                (Column("FAULT", .text), .texts(rows.map(\.fault))),
            ], count: rows.count)
    }
}
