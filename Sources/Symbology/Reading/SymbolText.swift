import Scanning

/// A text to read: its bytes, its shape, and the reader's settings.
///
/// Each rule of the grammar is a function of a part of the text. It appends the readings of the part, or returns `nil`
/// if the part does not match the rule.
struct SymbolText: ~Escapable {
    /// The text in capitals.
    let upper: Span<UInt8>
    /// The text in its original case, with the same positions as `upper`.
    let written: Span<UInt8>
    let shape: TextShape
    let table: PlaceTable
    let clock: ReadingClock

    @_lifetime(copy upper, copy written)
    init(upper: Span<UInt8>, written: Span<UInt8>, shape: TextShape, table: PlaceTable, clock: ReadingClock) {
        self.upper = upper
        self.written = written
        self.shape = shape
        self.table = table
        self.clock = clock
    }

    /// The range of the whole text.
    var whole: Range<Int> { 0..<shape.count }

    var alphanumerics: UInt64 { shape.letters | shape.digits }

    /// Returns a part in capitals.
    func string(_ range: Range<Int>) -> String { String(decoding: upper.extracting(range)) }

    /// Returns the value of a part that consists of at most 9 digits; `nil` for other parts.
    func number(_ range: Range<Int>) -> Int? {
        guard shape.all(range, shape.digits), range.count <= 9 else { return nil }
        var value = 0
        for index in range { value = value * 10 + upper[index].digitValue }
        return value
    }

    /// Returns whether a part equals a word, which is given in capitals.
    func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        // SAFETY: A static string's bytes are constant data, and the index is below their count.
        let bytes = unsafe word.utf8Start
        for index in 0..<range.count {
            guard unsafe upper[range.lowerBound + index] == bytes[index] else { return false }
        }
        return true
    }

    /// Returns the place of a kind with a code; `nil` if the table has no such place.
    func place(_ kind: CodeKind, _ range: Range<Int>) -> SymbolPlace? { table.place(kind, upper.extracting(range)) }

    /// Returns whether a part is a code of a kind.
    func has(_ kind: CodeKind, _ range: Range<Int>) -> Bool { table.has(kind, upper.extracting(range)) }

    /// Returns the range from `start` to the next space.
    func token(at start: Int) -> Range<Int> { start..<(shape.first(start..<shape.count, shape.spaces) ?? shape.count) }
}

/// Resolves ambiguities by the day of reading and by a country's order of day and month.
struct ReadingClock: Sendable {
    let year: Int
    let month: Int
    let day: Int
    /// Whether the month comes first in dates: `1/2` is 2 January.
    let isMonthFirst: Bool

    init(_ date: CalendarDate, country: String) {
        year = date.year
        month = date.month
        day = date.day
        isMonthFirst = country == "US"
    }

    /// Returns the year with these last two digits that is nearest: up to 50 years back or 49 ahead.
    func year(ofTwoDigits digits: Int) -> Int {
        let century = year - year % 100
        let candidate = century + digits
        return candidate >= year + 50 ? candidate - 100 : candidate < year - 50 ? candidate + 100 : candidate
    }

    /// Returns the first year with this last digit in which the month has not passed.
    func year(ofLastDigit digit: Int, _ month: DeliveryMonth) -> Int {
        var candidate = year - year % 10 + digit
        if candidate < year || candidate == year && month.month < self.month { candidate += 10 }
        return candidate
    }

    /// Returns the month ten years before `month` if that month was within the last 12 months; otherwise `nil`. For
    /// example, in November 2026, `ESU6` means September 2036, but may also mean September 2026.
    func justPassed(_ month: ContractMonth) -> ContractMonth? {
        let monthsAgo = (year - month.year + 10) * 12 + self.month - month.month.month
        return (1...12).contains(monthsAgo) ? ContractMonth(month.month, month.year - 10) : nil
    }

    /// Returns the next occurrence of a month, which may be the current month.
    func next(_ month: DeliveryMonth) -> ContractMonth {
        ContractMonth(month, month.month >= self.month ? year : year + 1)
    }

    /// Returns the next occurrence of a day, which may be today; `nil` if no year has the day.
    func next(month: Int, day: Int) -> CalendarDate? {
        let isPast = (month, day) < (self.month, self.day)
        // The next 29 February may be up to eight years ahead.
        for candidate in (isPast ? year + 1 : year)...(year + 9) {
            if let date = CalendarDate(year: candidate, month: month, day: day) { return date }
        }
        return nil
    }
}
