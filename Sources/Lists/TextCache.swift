import Scanning

/// Values by texts. Lists repeat few types, places and currencies, so each is found once.
struct TextCache<Value> {
    private var values: [UInt64: (text: [UInt8], value: Value)] = [:]
    private var last: (text: [UInt8], value: Value)?

    /// The largest number of texts. Others are found each time, so that a column of different texts needs no memory.
    private static var capacity: Int { 10_000 }

    /// Returns the value of a text, which `find` returns if it is new.
    mutating func value(of text: Span<UInt8>, _ find: (Span<UInt8>) -> Value) -> Value {
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
