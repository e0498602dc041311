/// The encoding of periods in a self-contained definition. Each period is a property: the key contains its dates, and
/// the value contains its properties, with other separators. Readers that do not support such keys ignore them.
///
/// ```
/// XTKS(;tz=Asia/Tokyo;0=09001130r12301530;@-20241104=tz~Asia/Tokyo|0~09001130r12301500)
/// ```
/// The rules of a night venue have the key `@night`, and the periods of that venue have keys `@night@FROM-TO`.
enum SelfContained {
    /// The venue whose periods a key defines.
    enum Owner: String {
        case venue = "@"
        case night = "@night@"
    }

    static let nightKey = "@night"

    private static let mark = UInt8(ascii: "@")
    private static let separators = [(ASCII.semicolon, UInt8(ascii: "|")), (ASCII.equals, UInt8(ascii: "~"))]

    static func key(_ dates: PeriodDates, of owner: Owner = .venue) -> String { owner.rawValue + dates.text }

    static func value(_ properties: [String]) -> String {
        let text = properties.joined(separator: ";").utf8
        return String(decoding: text.map { byte in separators.first { $0.0 == byte }?.1 ?? byte }, as: UTF8.self)
    }

    /// Returns whether a definition's own properties begin with the mark of self-contained texts.
    static func isBegun(_ own: Span<UInt8>) -> Bool { !own.isEmpty && own[0] == ASCII.semicolon }

    /// Returns whether a key defines a period or the night venue.
    static func isPart(_ bytes: Span<UInt8>, _ key: Range<Int>) -> Bool {
        !key.isEmpty && bytes[key.lowerBound] == mark
    }

    /// Finds the night venue in a definition's own properties. Returns the range and the decoded bytes of the night
    /// venue's properties; `nil` if the definition has no night venue.
    static func night(_ own: Span<UInt8>) -> (place: Range<Int>, bytes: [UInt8])? {
        guard isBegun(own) else { return nil }
        return parts(own).last { own.text($0.key) == nightKey }.map { ($0.value, properties(own, $0.value)) }
    }

    private static func parts(_ own: Span<UInt8>) -> [Property] {
        var list = PropertyList()
        var notes = RuleNotes()
        var cursor = ByteCursor(own)
        list.read(&cursor, &notes)
        return list.properties.filter { isPart(own, $0.key) }
    }

    /// Returns the bytes of a property's value, with the usual separators restored.
    private static func properties(_ own: Span<UInt8>, _ value: Range<Int>) -> [UInt8] {
        value.map { place in separators.first { $0.1 == own[place] }?.0 ?? own[place] }
    }

    /// Returns the periods in a definition's own properties.
    ///
    /// - Parameter start: The offset of those properties, for errors.
    static func periods(
        _ own: Span<UInt8>, from start: Int, of owner: Owner = .venue, name: String, _ source: RuleSource
    ) throws(RuleFault) -> [ScheduleRules.Period] {
        guard isBegun(own) else { return [] }
        var periods: [ScheduleRules.Period] = []
        for property in parts(own) {
            let key = own.text(property.key)
            guard key.hasPrefix(Owner.night.rawValue) == (owner == .night), key != nightKey else { continue }
            let place = property.key.lowerBound + owner.rawValue.utf8.count
            guard let dates = PeriodDates(own, place..<property.key.upperBound),
                periods.allSatisfy({ !$0.dates.overlaps(dates) })
            else { throw RuleFault(at: start + property.key.lowerBound, "expected @FROM-TO, dates of a period") }
            let bytes = properties(own, property.value)
            do throws(RuleFault) {
                var compiler = ScheduleCompiler(source: source)
                var meaning = try compiler.compile(bytes.span, nil, venue: "", ownStart: 0)
                let own = meaning.properties.properties.last(where: \.isName).map { bytes.span.text($0.value) }
                meaning.rules.name = name
                periods.append(
                    ScheduleRules.Period(
                        dates: dates, name: own, rules: meaning.rules, bytes: bytes, properties: meaning.properties))
            } catch {
                throw RuleFault(at: start + property.value.lowerBound + error.offset, error.reason)
            }
        }
        return periods.sorted { PeriodDates.isBefore($0.dates, $1.dates) }
    }
}
