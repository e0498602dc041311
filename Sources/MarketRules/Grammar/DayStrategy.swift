/// The strategy that a `ds.` rule specifies for its dates.
///
/// ```
/// strategy ::= part *( "," part )
/// part     ::= "closed" | "normal" | "def:" day | "ec:" HHMM
/// ```
struct DayStrategy {
    var isClosed = false
    var isNormal = false
    /// The index of the day's definition in the schedule's definitions; `nil` for the definition of the weekday.
    var definition: Int?
    /// How many seconds earlier the day closes; `nil` without `ec:`. 0 also counts as an early close.
    var earlyClose: Int32?

    /// Parses `strategy`. Later parts take precedence; contradictory and unknown parts cause warnings. The cursor must
    /// be at the first byte; afterwards it is at the end of its range. `define` stores a day definition and returns its
    /// index.
    mutating func read(
        _ cursor: inout ByteCursor, _ notes: inout RuleNotes,
        define: (inout ByteCursor, inout RuleNotes) throws(RuleFault) -> Int
    ) throws(RuleFault) {
        while !cursor.isAtEnd {
            let part = cursor.take { $0 != ASCII.comma }
            _ = cursor.skip(ASCII.comma)
            try readPart(part, cursor.bytes, &notes, define: define)
        }
    }

    private mutating func readPart(
        _ part: Range<Int>, _ bytes: Span<UInt8>, _ notes: inout RuleNotes,
        define: (inout ByteCursor, inout RuleNotes) throws(RuleFault) -> Int
    ) throws(RuleFault) {
        let start = part.lowerBound
        if part.count == 6, bytes.has("closed", at: start) {
            if definition != nil || earlyClose != nil || isNormal { contradiction("closed", start, &notes) }
            // `normal` is retained, because it applies again if a later `ec:` cancels `closed`.
            definition = nil
            earlyClose = nil
            isClosed = true
        } else if part.count == 6, bytes.has("normal", at: start) {
            if definition != nil || isClosed { contradiction("normal", start, &notes) }
            definition = nil
            isClosed = false
            isNormal = true
        } else if part.count >= 4, bytes.has("def:", at: start) {
            if isClosed || isNormal || definition != nil { contradiction("def:", start, &notes) }
            var day = ByteCursor(bytes, in: start + 4..<part.upperBound)
            definition = try define(&day, &notes)
            isClosed = false
            isNormal = false
        } else if part.count >= 3, bytes.has("ec:", at: start) {
            guard let seconds = TimeGrammar.duration(bytes, start + 3..<part.upperBound, &notes) else {
                throw RuleFault(at: start + 3, "expected HHMM, the time by which to close early")
            }
            if isClosed || earlyClose != nil { contradiction("ec:", start, &notes) }
            isClosed = false
            earlyClose = seconds
        } else if !part.isEmpty {
            notes.warn(at: start, "unknown part: ignored; expected closed, normal, def:DAY or ec:HHMM")
        }
    }

    private func contradiction(_ word: String, _ place: Int, _ notes: inout RuleNotes) {
        notes.warn(at: place, "\(word) replaces an earlier part of the same rule")
    }
}
