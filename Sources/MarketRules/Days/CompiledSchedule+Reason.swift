extension CompiledSchedule {
    func reason(ofDay day: Int) -> Trading.DayReason? {
        if let own = ownReason(ofDay: day) { return own }
        // A day is joined only to closed days shortly before it, so report the reason of the first such day.
        let joinDays = (rules.period(onDay: day)?.rules ?? rules).joinDays
        guard joinDays > 0, (1...joinDays).contains(where: { ownReason(ofDay: day - $0) != nil }) else { return nil }
        var maker = DayBuilder(day: day, rules)
        return maker.joinedSpan(day)?.lazy.compactMap { self.ownReason(ofDay: $0) }.first
    }

    /// Returns the reason of a date by the rules of its own period, without joins.
    private func ownReason(ofDay day: Int) -> Trading.DayReason? {
        let period = rules.period(onDay: day)
        let rules = period?.rules ?? rules
        for list in [rules.holidays, rules.shortDays] where list.contains(day: day) {
            if let found = source.names.reason(ofDay: day, in: list) { return found }
            // A definition that lists dates itself has no names for them, but the lists of the venue may contain the
            // same dates.
            for list in venueLists(list.kind) where list.contains(day: day) {
                if let found = source.names.reason(ofDay: day, in: list) { return found }
            }
        }
        guard let place = rules.override(onDay: day) else { return nil }
        let property = rules.overrides[place].property
        guard case .strategyList(let kind, let name) = property.kind else { return nil }
        let bytes = period?.bytes ?? bytes
        return source.list(kind, bytes.span.text(name)).flatMap { source.names.reason(ofDay: day, in: $0) }
    }

    /// Returns the lists of a kind that the default properties of the venue name.
    private func venueLists(_ kind: DayListKind) -> [DayList] {
        guard let properties = source.venues[venue] else { return [] }
        let bytes = properties.bytes
        var lists: [DayList] = []
        for property in properties.list.properties where property.kind.lists == kind {
            let names = bytes.span.text(property.value)
            lists += names.split(separator: ",").compactMap { source.list(kind, String($0)) }
        }
        return lists
    }
}

extension PropertyKey {
    /// The kind of list that the property's value names; `nil` for other properties.
    fileprivate var lists: DayListKind? {
        switch self {
        case .holidays: .holidays
        case .shortDays: .shortDays
        default: nil
        }
    }
}
