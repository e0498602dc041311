/// The names of days by list: `dn.hd.US.THX=name=Thanksgiving Day;kind=public;certainty=rule`. An entry can be limited
/// to some dates of its list: `dn.hd.TR.EID_AL_FITR@20270309-=certainty=computed`.
struct DayNames: Sendable {
    /// The fields that one line specifies for the dates of a list.
    struct Entry: Sendable {
        /// The dates to which the entry applies; `nil` for all dates of the list.
        var dates: PeriodDates?
        var name: String?
        var localName: String?
        var language: String?
        var kind: Trading.DayReason.Kind?
        var certainty: Trading.DayReason.Certainty?
    }

    /// The entries by key, such as `hd.NAME`; entries for all dates come first.
    private(set) var entries: [String: [Entry]] = [:]

    /// Adds an entry. If several entries have dates that contain a day, the last one takes precedence.
    mutating func add(_ entry: Entry, to list: String) {
        let place = entry.dates == nil ? entries[list]?.firstIndex { $0.dates != nil } : nil
        entries[list, default: []].insert(entry, at: place ?? entries[list]?.count ?? 0)
    }

    /// Returns the reason of a day in a list. If the list names other lists that add the day, the last of them that has
    /// a name for the day takes precedence.
    func reason(ofDay day: Int, in list: DayList) -> Trading.DayReason? {
        list.holders(ofDay: day).lazy.compactMap { list, _ in
            list.name.isEmpty ? nil : reason(ofDay: day, "\(list.kind.prefix)\(list.name)")
        }.first
    }

    private func reason(ofDay day: Int, _ list: String) -> Trading.DayReason? {
        var all = Entry()
        for entry in entries[list] ?? [] where entry.dates?.contains(day) ?? true {
            // Entries for some dates follow those for all dates, so their fields take precedence.
            all.name = entry.name ?? all.name
            all.localName = entry.localName ?? all.localName
            all.language = entry.language ?? all.language
            all.kind = entry.kind ?? all.kind
            all.certainty = entry.certainty ?? all.certainty
        }
        return all.name.map {
            Trading.DayReason(
                name: $0, localName: all.localName, language: all.language, kind: all.kind ?? .other,
                certainty: all.certainty ?? .announced)
        }
    }

    /// Parses the fields of a line; `warn` receives a message for each unknown field.
    static func entry(_ text: String, dates: PeriodDates?, warn: (String) -> Void) -> Entry {
        var entry = Entry(dates: dates)
        for field in text.split(separator: ";") {
            let value = field.firstIndex(of: "=").map { String(field[field.index(after: $0)...]) } ?? ""
            switch field.prefix(while: { $0 != "=" }) {
            case "name" where !value.isEmpty: entry.name = value
            case "local" where !value.isEmpty: entry.localName = value
            case "lang" where !value.isEmpty: entry.language = value
            case "kind" where Trading.DayReason.Kind(rawValue: value) != nil: entry.kind = .init(rawValue: value)
            case "certainty" where Trading.DayReason.Certainty(rawValue: value) != nil:
                entry.certainty = .init(rawValue: value)
            default:
                warn(
                    "\"\(field)\": ignored; expected name=, local=, lang=, "
                        + "kind=public, exchange, election, mourning, weather, system, emergency, ceremony or other, "
                        + "certainty=rule, announced, computed or assumed")
            }
        }
        return entry
    }
}
