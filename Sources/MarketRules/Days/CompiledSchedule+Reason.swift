extension CompiledSchedule {
    func reason(ofDay day: Int) -> Trading.DayReason? {
        let rules = rules.period(onDay: day)?.rules ?? rules
        if let own = reason(day, rules) { return own }
        // Days are joined where a closed one is near, and that has a reason.
        guard rules.joinDays > 0, (1...rules.joinDays).contains(where: { reason(day - $0, rules) != nil }) else {
            return nil
        }
        var maker = DayMaker(day: day, self.rules)
        return maker.joinedSpan(day)?.lazy.compactMap { self.reason($0, rules) }.first
    }

    private func reason(_ day: Int, _ rules: ScheduleRules) -> Trading.DayReason? {
        for list in [rules.holidays, rules.shortDays] where list.contains(day: day) {
            if let found = source.names.reason(ofDay: day, in: list) { return found }
        }
        guard let place = rules.override(onDay: day) else { return nil }
        let property = rules.overrides[place].property
        guard case .strategyList(let kind, let name) = property.kind else { return nil }
        let bytes = self.rules.period(onDay: day)?.bytes ?? bytes
        return source.list(kind, bytes.span.text(name)).flatMap { source.names.reason(ofDay: day, in: $0) }
    }
}
