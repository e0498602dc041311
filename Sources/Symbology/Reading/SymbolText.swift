import Scanning

/// A text that is being read: its bytes, where it has what, and what the reader knows.
///
/// A rule of the grammar is a function that takes a part of the text. It appends the readings of that part, or gives `nil` if the part
/// isn't of its form.
struct SymbolText: ~Escapable {
    /// In capitals.
    let upper: Span<UInt8>
    /// As it was written, at the same places.
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

    /// The whole text.
    var whole: Range<Int> { 0..<shape.count }

    var alphanumerics: UInt64 { shape.letters | shape.digits }

    /// A part in capitals.
    func string(_ range: Range<Int>) -> String { String(decoding: upper.extracting(range)) }

    /// The number that a part of at most 9 digits is; `nil` of any other part.
    func number(_ range: Range<Int>) -> Int? {
        guard shape.all(range, shape.digits), range.count <= 9 else { return nil }
        var value = 0
        for index in range { value = value * 10 + upper[index].digitValue }
        return value
    }

    /// Whether a part is a word in capitals.
    func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        // SAFETY: a static string's bytes are constant data, and the index stays below their count.
        let bytes = unsafe word.utf8Start
        for index in 0..<range.count {
            guard unsafe upper[range.lowerBound + index] == bytes[index] else { return false }
        }
        return true
    }

    /// The place of a kind whose code a part is; `nil` if the table has none.
    func place(_ kind: CodeKind, _ range: Range<Int>) -> SymbolPlace? { table.place(kind, upper.extracting(range)) }

    /// Whether a part is a code of a kind.
    func has(_ kind: CodeKind, _ range: Range<Int>) -> Bool { table.has(kind, upper.extracting(range)) }

    /// The part between spaces that begins at `start`.
    func token(at start: Int) -> Range<Int> { start..<(shape.first(start..<shape.count, shape.spaces) ?? shape.count) }
}

/// What a text leaves open, decided by the day of reading and a country's habit.
struct ReadingClock: Sendable {
    let year: Int
    let month: Int
    let day: Int
    /// Whether `1/2` is 2 January.
    let isMonthFirst: Bool

    init(_ date: CalendarDate, country: String) {
        year = date.year
        month = date.month
        day = date.day
        isMonthFirst = country == "US"
    }

    /// The year of two digits that is nearest: 50 years back to 49 ahead.
    func year(ofTwoDigits digits: Int) -> Int {
        let century = year - year % 100
        let candidate = century + digits
        return candidate >= year + 50 ? candidate - 100 : candidate < year - 50 ? candidate + 100 : candidate
    }

    /// The first year with this last digit in which the month has not passed.
    func year(ofLastDigit digit: Int, _ month: DeliveryMonth) -> Int {
        var candidate = year - year % 10 + digit
        if candidate < year || candidate == year && month.month < self.month { candidate += 10 }
        // Nine years ahead is this decade's digit just passed: already the next one.
        return candidate
    }

    /// The next such month, this one included.
    func next(_ month: DeliveryMonth) -> ContractMonth {
        ContractMonth(month, month.month >= self.month ? year : year + 1)
    }

    /// The next such day, today included; `nil` if no year has it.
    func next(month: Int, day: Int) -> CalendarDate? {
        let isPast = (month, day) < (self.month, self.day)
        // 29 February may be up to eight years ahead.
        for candidate in (isPast ? year + 1 : year)...(year + 9) {
            if let date = CalendarDate(year: candidate, month: month, day: day) { return date }
        }
        return nil
    }
}
