import Scanning

/// Values by texts. Lists repeat few types, places and currencies, so each is found once.
struct TextCache<Value> {
    /// The value of texts that are too long to have a meaning.
    private let none: Value
    private var values: [UInt64: (text: [UInt8], value: Value)] = [:]
    private var last: (text: [UInt8], value: Value)?

    /// The largest number of texts. Others are found each time, so that a column of different texts needs no memory.
    private static var capacity: Int { 10_000 }

    /// The length of the longest text that is looked for, in bytes. Names of exchanges and types are shorter.
    private static var longest: Int { 256 }

    init(none: Value) { self.none = none }

    /// Returns the value of a text. If the text is new, calls `find` for its value.
    mutating func value(of text: Span<UInt8>, _ find: (Span<UInt8>) -> Value) -> Value {
        if text.count > Self.longest { return none }
        if let last, text.elementsEqual(last.text) { return last.value }
        let hash = ByteHash.hash(text)
        if let known = values[hash], text.elementsEqual(known.text) {
            last = known
            return known.value
        }
        let found = (text: Array(copying: text), value: find(text))
        if values.count < Self.capacity, values[hash] == nil { values[hash] = found }
        last = found
        return found.value
    }
}
