extension CompiledSchedule {
    /// Returns the definition, completed with everything that it uses from the defaults, so that it means the same
    /// without them.
    ///
    /// The text contains the properties in a fixed order, lists as their dates, one rule per date, and the venue's
    /// periods. Equivalent definitions produce equal texts, and the self-contained text of such a text is the text
    /// itself. The empty property at the start has no meaning, except that it marks such texts.
    func makeSelfContainedText() -> String {
        var parts = Self.properties(rules, bytes, properties, name: nil)
        for period in rules.periods {
            let own = Self.properties(period.rules, period.bytes, period.properties, name: period.name)
            parts.append("\(SelfContained.key(period.dates))=\(SelfContained.value(own))")
        }
        if let night = rules.night {
            let own = Self.properties(night.rules, night.bytes, night.properties, name: night.name)
            parts += ["with=overnight", "\(SelfContained.nightKey)=\(SelfContained.value(own))"]
            for period in night.rules.periods {
                let own = Self.properties(period.rules, period.bytes, period.properties, name: period.name)
                parts.append("\(SelfContained.key(period.dates, of: .night))=\(SelfContained.value(own))")
            }
        }
        return "\(venue)(;\(parts.joined(separator: ";")))"
    }

    /// Returns the text of the properties that define rules.
    ///
    /// - Parameter name: For a period, its optional name; otherwise `nil`, because `properties` contains the name.
    private static func properties(
        _ rules: ScheduleRules, _ bytes: [UInt8], _ properties: PropertyList, name: String??
    ) -> [String] {
        var parts: [String] = []
        func value(_ property: Property) -> String { String(decoding: bytes[property.value], as: UTF8.self) }
        func add(_ key: String, where matches: (PropertyKey) -> Bool) {
            guard let property = properties.properties.first(where: { matches($0.kind) }) else { return }
            parts.append("\(key)=\(value(property))")
        }
        if let name {
            if let name { parts.append("name=\(name)") }
        } else {
            add("name") { if case .name = $0 { true } else { false } }
        }
        add("tz") { if case .zone = $0 { true } else { false } }
        if let days = text(rules.holidays) { parts.append("hd=\(days)") }
        if name == nil, let coverage = rules.coverage, coverage != rules.holidays.coverage {
            parts.append("cv=\(PeriodDates(coverage).text)")
        }
        if let days = text(rules.shortDays) { parts.append("sd=\(days)") }
        add("sds") { if case .shortDayStrategy = $0 { true } else { false } }
        add("hds") { if case .holidayStrategy = $0 { true } else { false } }
        add("td") { if case .tradingDays = $0 { true } else { false } }
        add("de") { if case .dayEnd = $0 { true } else { false } }
        add("rt") { if case .reset = $0 { true } else { false } }
        for day in 0...8 { add("\(day)") { if case .day(day) = $0 { true } else { false } } }

        var valueOfDay: [Int32: String] = [:]
        for override in rules.overrides {
            var text = value(override.property)
            if case .date = override.property.kind { text = "def:" + text }
            for day in override.days { valueOfDay[day] = text }
        }
        var daysOfValue: [String: [Int32]] = [:]
        for day in valueOfDay.keys.sorted() { daysOfValue[valueOfDay[day]!, default: []].append(day) }
        for (value, days) in daysOfValue.sorted(by: { $0.value[0] < $1.value[0] }) {
            let keys = days.compactMap(text).map { "ds.\($0)=" }
            if !keys.isEmpty { parts.append(keys.joined() + value) }
        }
        return parts
    }

    /// Returns the dates of a list, or `nil` for an empty list. If the list's coverage ends on a date that the list
    /// does not contain, the text adds and then removes that date, so that the coverage is retained.
    private static func text(_ list: DayList) -> String? {
        var dates = list.days.compactMap(text)
        if let last = list.lastMentioned, last != list.days.last, let date = text(last) { dates += [date, "-" + date] }
        return dates.isEmpty ? nil : dates.joined(separator: ",")
    }

    /// Returns a date as `YYYYMMDD`; `nil` if its year does not fit four digits.
    private static func text(_ day: Int32) -> String? {
        let date = CalendarDate(dayNumber: Int(day))
        return 0...9999 ~= date.year ? date.compactDescription : nil
    }
}
