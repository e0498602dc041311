import Scanning

/// A cache of values by text. Lists repeat few types, places and currencies, so each of these is looked up once.
struct TextCache<Value> {
    /// The value for texts that are too long to have a meaning.
    private let none: Value
    private var values: [UInt64: (text: [UInt8], value: Value)] = [:]
    /// The text that was looked up last, and its value; `nil` before the first look-up.
    private var lastText: [UInt8] = []
    private var lastValue: Value?

    /// The maximum number of cached texts. Further texts are looked up each time, so a column of distinct texts does
    /// not fill the memory.
    private static var capacity: Int { 10_000 }

    /// The maximum length in bytes of a text that is looked up. Names of exchanges and types are shorter.
    private static var longest: Int { 256 }

    init(none: Value) { self.none = none }

    /// Returns the value of a text. If the text is not cached, calls `find` to determine its value.
    mutating func value(of text: Span<UInt8>, _ find: (Span<UInt8>) -> Value) -> Value {
        if text.count > Self.longest { return none }
        if let lastValue, text.elementsEqual(lastText.span) { return lastValue }
        let hash = ByteHash.hash(text)
        if let known = values[hash], text.elementsEqual(known.text.span) {
            (lastText, lastValue) = known
            return known.value
        }
        let found = (text: Array(copying: text), value: find(text))
        if values.count < Self.capacity, values[hash] == nil { values[hash] = found }
        (lastText, lastValue) = found
        return found.value
    }
}
