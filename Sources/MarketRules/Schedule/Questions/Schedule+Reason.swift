extension Trading.Schedule {
    /// What a day is called: a holiday by its holiday list, else a short day, else a special day by the list whose rule makes it so. The
    /// last day of joined ones has the reason of those that it joins.
    ///
    /// - Returns: `nil` for ordinary days, and where the defaults have no name for the date. A definition that writes
    ///   its dates out has those of its venue's lists.
    /// - Complexity: O(log *n*) in the dates of each list that the venue's lists name.
    public func reason(of day: Trading.Day) -> Trading.DayReason? { compiled.reason(ofDay: day.number) }
}
