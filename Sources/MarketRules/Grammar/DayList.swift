/// The kind of a day list.
package enum DayListKind: String, Sendable, Hashable, CaseIterable {
    /// Holidays, short days, and other special days.
    case holidays = "hd", shortDays = "sd", specialDays = "xd"

    /// The prefix of keys in the defaults and in `ds.` rules: `hd.`, `sd.`, `xd.`.
    var prefix: StaticString {
        switch self {
        case .holidays: "hd."
        case .shortDays: "sd."
        case .specialDays: "xd."
        }
    }
}

/// A list of days, from the defaults or from the `hd` or `sd` of a schedule: its entries in order, and the resulting
/// days.
package final class DayList: Sendable {
    /// The effect of an entry on the days that result from the entries before it.
    package enum Operation: Sendable, Hashable {
        /// Adds the days of the entry.
        case add
        /// Removes the days of the entry.
        case remove
        /// Retains only the days that the entry also contains (an intersection).
        case keep
    }

    /// One entry of the text.
    package struct Entry: Sendable {
        /// The days that an entry stands for.
        package enum Days: Sendable {
            /// A date, in days since 1970-01-01.
            case date(Int32)
            /// Eight digits that form no valid date, as a number: 20240230. The entry has no days.
            case impossibleDate(Int32)
            /// The days of another list.
            case list(DayList)
        }

        /// The effect of the entry.
        package let operation: Operation
        /// The days of the entry.
        package let days: Days
        /// The line of the defaults file, from 1; `nil` if the list is not from a file.
        package let line: Int?

        /// The date of the entry; `nil` for a list and for an invalid date.
        package var date: CalendarDate? {
            if case .date(let day) = days { CalendarDate(dayNumber: Int(day)) } else { nil }
        }

        /// The list that the entry names; `nil` for a date.
        package var list: DayList? {
            if case .list(let list) = days { list } else { nil }
        }
    }

    /// The kind of the list.
    package let kind: DayListKind
    /// The NAME in `hd.NAME=…`; empty for a list that a schedule contains.
    package let name: String
    /// The line of the defaults file on which the list begins, from 1; `nil` if the list is not from a file.
    package let line: Int?
    /// The entries in order.
    package let entries: [Entry]
    /// Days since 1970-01-01, ascending and without duplicates.
    let days: [Int32]
    /// The last day that the entries mention, directly or through other lists, even if they remove it.
    let lastMentioned: Int32?
    /// The years for which the list appears to be complete, from January 1 of the first to December 31 of the last;
    /// `nil` if the list mentions no date.
    let coverage: ClosedRange<Int32>?

    init(kind: DayListKind, name: String = "", line: Int? = nil, entries: [Entry]) {
        self.kind = kind
        self.name = name
        self.line = line
        self.entries = entries
        days = Self.evaluate(entries)
        lastMentioned = entries.compactMap(\.lastMentioned).max()
        coverage = Self.coverage(of: days, lastMentioned: lastMentioned)
    }

    /// A list without days.
    static let empty = DayList(kind: .holidays, entries: [])

    /// The days of the list, ascending.
    package var dates: [CalendarDate] { days.map { CalendarDate(dayNumber: Int($0)) } }

    /// Returns whether the list contains a date.
    ///
    /// - Complexity: O(log *n*).
    package func contains(_ date: CalendarDate) -> Bool { contains(day: date.dayNumber) }

    func contains(day: Int) -> Bool {
        let place = days.firstPlace(notBefore: day)
        return place < days.count && Int(days[place]) == day
    }

    /// Returns the lists that add a day: first the lists that this list names, in reverse order, then this list. A list
    /// is innermost if none of the lists that it names adds the day.
    func holders(ofDay day: Int) -> [(list: DayList, isInnermost: Bool)] {
        let named = entries.reversed().filter { $0.operation == .add }.compactMap(\.list)
            .filter { $0.contains(day: day) }.flatMap { $0.holders(ofDay: day) }
        return named + [(self, named.isEmpty)]
    }

    /// Returns the range of the mentioned years, without incomplete years at either end. A year is incomplete if it has
    /// less than 70 % of the mean number of days of the three years next to it.
    private static func coverage(of days: [Int32], lastMentioned: Int32?) -> ClosedRange<Int32>? {
        guard let lastMentioned else { return nil }
        func start(_ year: Int) -> Int { CalendarDate.dayNumber(year: year, month: 1, day: 1) }
        var first = CalendarDate(dayNumber: Int(days.first ?? lastMentioned)).year
        var last = CalendarDate(dayNumber: Int(lastMentioned)).year
        // The number of days in each year from `base` on. Days ascend, so only the start of each year is computed.
        let base = first
        var counts = [0]
        var nextStart = start(base + 1)
        for day in days {
            while Int(day) >= nextStart {
                counts.append(0)
                nextStart = start(base + counts.count)
            }
            counts[counts.count - 1] += 1
        }
        func count(_ year: Int) -> Int { counts.indices.contains(year - base) ? counts[year - base] : 0 }
        func isPartial(_ year: Int, besides three: ClosedRange<Int>) -> Bool {
            count(year) * 30 < three.reduce(0) { $0 + count($1) } * 7
        }
        while last - first >= 3, isPartial(last, besides: last - 3...last - 1) { last -= 1 }
        while last - first >= 3, isPartial(first, besides: first + 1...first + 3) { first += 1 }
        return Int32(start(first))...Int32(start(last + 1) - 1)
    }

    private static func evaluate(_ entries: [Entry]) -> [Int32] {
        if entries.count == 1, entries[0].operation == .add, case .list(let list) = entries[0].days { return list.days }
        var days: [Int32] = []
        var isSorted = true
        for entry in entries {
            if entry.operation != .add, !isSorted {
                days.sortAndDropDuplicates()
                isSorted = true
            }
            switch (entry.operation, entry.days) {
            case (.add, .date(let day)):
                if let last = days.last, last >= day { isSorted = false }
                days.append(day)
            case (.add, .list(let list)):
                if !days.isEmpty { isSorted = false }
                days += list.days
            case (.remove, .date(let day)): days.removeAll { $0 == day }
            case (.remove, .list(let list)): days.removeAll { list.contains(day: Int($0)) }
            case (.add, .impossibleDate), (.remove, .impossibleDate): break
            case (.keep, .date(let day)): days.removeAll { $0 != day }
            case (.keep, .impossibleDate): days = []
            case (.keep, .list(let list)): days.removeAll { !list.contains(day: Int($0)) }
            }
        }
        if !isSorted { days.sortAndDropDuplicates() }
        return days
    }
}

extension DayList.Entry {
    var lastMentioned: Int32? {
        switch days {
        case .date(let day): day
        case .impossibleDate: nil
        case .list(let list): list.lastMentioned
        }
    }
}

extension [Int32] {
    /// Returns the index of the first element that is not before `day`. The elements must ascend.
    func firstPlace(notBefore day: Int) -> Int { indices.partitioningIndex { Int(self[$0]) >= day } }

    mutating func sortAndDropDuplicates() {
        sort()
        var kept = 0
        for place in indices where place == 0 || self[place] != self[place - 1] {
            self[kept] = self[place]
            kept += 1
        }
        removeLast(count - kept)
    }
}
