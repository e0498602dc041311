internal import Scanning

/// The meaning of a property's key.
enum PropertyKey {
    case name, zone, holidays, shortDays, shortDayStrategy, holidayStrategy, tradingDays, dayEnd, reset
    /// `cv`, in self-contained texts.
    case coverage
    /// `settle`.
    case settlement
    /// `night`.
    case night
    /// `with`.
    case with
    /// `0`…`8`: day definitions, such as that of a weekday.
    case day(Int)
    /// `YYYYMMDD`; the value is a day definition.
    case date(WrittenDate)
    /// `ds.YYYYMMDD`; the value is a day strategy, as for `strategyList`.
    case strategyDate(WrittenDate)
    /// `ds.hd.NAME` and so on, with the range of the name.
    case strategyList(DayListKind, name: Range<Int>)
    /// Any other `ds.` key: ignored with a warning.
    case unknownStrategy
    case unknown
}

/// A key and its value.
struct Property {
    var key: Range<Int>
    var value: Range<Int>
    var kind: PropertyKey
    /// A hash of the key's bytes, equal for equal keys.
    var fingerprint: UInt64

    var isName: Bool { if case .name = kind { true } else { false } }
}

/// ```
/// properties ::= [ property *( ";" property ) ]
/// property   ::= key "=" value  |  key "=" key "=" … "=" value
/// ```
struct PropertyList {
    /// The properties in effective order: a repeated key is at the place of its last occurrence.
    private(set) var properties: [Property] = []

    init() {}

    /// Parses `properties` and appends them. The cursor must be at the first byte of the first key; afterwards it is at
    /// the end.
    ///
    /// - Complexity: O(*n*²) in the number of keys; each pair of keys costs one comparison of words.
    mutating func read(_ cursor: inout ByteCursor, _ notes: inout RuleNotes) {
        let known = properties.count
        properties.reserveCapacity(known + 8)
        while !cursor.isAtEnd {
            Self.property(&cursor, into: &properties, &notes)
            _ = cursor.skip(ASCII.semicolon)
        }
        // The keys of the earlier properties are distinct, and new properties rarely repeat them.
        var replaced: [Int] = []
        for place in 0..<properties.count {
            for later in max(known, place + 1)..<max(known, properties.count)
            where properties[later].fingerprint == properties[place].fingerprint
                && cursor.bytes.hasEqualBytes(properties[later].key, properties[place].key)
            {
                replaced.append(place)
                break
            }
        }
        for place in replaced.reversed() { properties.remove(at: place) }
    }

    /// Appends a `name` property and removes the earlier one.
    mutating func replaceName(by property: Property) {
        properties.removeAll(where: \.isName)
        properties.append(property)
    }

    /// Parses `property`. The cursor must be at the first byte; afterwards it is at the `;` or at the end. Ignores a
    /// part without `=`.
    private static func property(_ cursor: inout ByteCursor, into list: inout [Property], _ notes: inout RuleNotes) {
        let first = list.count
        while true {
            let piece = cursor.take { $0 != ASCII.equals && $0 != ASCII.semicolon }
            if cursor.skip(ASCII.equals) {
                list.append(
                    Property(
                        key: piece, value: piece, kind: key(cursor.bytes, piece),
                        fingerprint: ByteHash.hash(cursor.bytes.extracting(piece))))
            } else {
                if list.count == first, !piece.isEmpty {
                    notes.warn(at: piece.lowerBound, "no = in \"\(cursor.text(piece))\": ignored")
                }
                for place in first..<list.count { list[place].value = piece }
                return
            }
        }
    }

    /// Returns the meaning of a key.
    private static func key(_ bytes: Span<UInt8>, _ range: Range<Int>) -> PropertyKey {
        let start = range.lowerBound
        switch range.count {
        case 1:
            let byte = bytes[start]
            if byte.isASCIIDigit, byte.digitValue <= 8 { return .day(byte.digitValue) }
        case 2:
            switch (bytes[start], bytes[start + 1]) {
            case (UInt8(ascii: "t"), UInt8(ascii: "z")): return .zone
            case (UInt8(ascii: "t"), UInt8(ascii: "d")): return .tradingDays
            case (UInt8(ascii: "h"), UInt8(ascii: "d")): return .holidays
            case (UInt8(ascii: "s"), UInt8(ascii: "d")): return .shortDays
            case (UInt8(ascii: "d"), UInt8(ascii: "e")): return .dayEnd
            case (UInt8(ascii: "r"), UInt8(ascii: "t")): return .reset
            case (UInt8(ascii: "c"), UInt8(ascii: "v")): return .coverage
            default: break
            }
        case 3:
            if bytes.has("sds", at: start) { return .shortDayStrategy }
            if bytes.has("hds", at: start) { return .holidayStrategy }
        case 4:
            if bytes.has("name", at: start) { return .name }
            if bytes.has("with", at: start) { return .with }
        case 5: if bytes.has("night", at: start) { return .night }
        case 6: if bytes.has("settle", at: start) { return .settlement }
        case 8: if let date = DayListGrammar.date(bytes, range) { return .date(date) }
        default: break
        }
        guard range.count >= 3, bytes.has("ds.", at: start) else { return .unknown }
        let rest = start + 3..<range.upperBound
        if let date = DayListGrammar.date(bytes, rest) { return .strategyDate(date) }
        for kind in DayListKind.allCases where rest.count >= 3 && bytes.has(kind.prefix, at: rest.lowerBound) {
            return .strategyList(kind, name: rest.lowerBound + 3..<rest.upperBound)
        }
        return .unknownStrategy
    }
}

extension Span where Element == UInt8 {
    /// Returns whether the bytes at `start` begin with `text`.
    func has(_ text: StaticString, at start: Int) -> Bool {
        guard count - start >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { expected in
            // SAFETY: The literal's buffer has `utf8CodeUnitCount` bytes and lives as long as the program.
            for place in expected.indices where unsafe self[start + place] != expected[place] { return false }
            return true
        }
    }

    func hasEqualBytes(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        guard a.count == b.count else { return false }
        for place in 0..<a.count where self[a.lowerBound + place] != self[b.lowerBound + place] { return false }
        return true
    }
}
