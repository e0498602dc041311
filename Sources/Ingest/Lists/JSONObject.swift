import Scanning

/// A JSON object whose commas, colons and brackets were checked, also those of the values in it.
package struct JSONObject: ~Escapable {
    private let bytes: Span<UInt8>

    /// Checks a text; `nil` if it is not exactly one object.
    @_lifetime(copy bytes)
    package init?(_ bytes: Span<UInt8>) {
        let bytes = bytes.trimmed { $0 <= ASCII.space }
        var cursor = JSONCursor(bytes)
        var grammar = JSONGrammar()
        guard cursor.peek == UInt8(ascii: "{"), case .whole = cursor.readValue(&grammar),
            cursor.position == bytes.count
        else { return nil }
        self.bytes = bytes
    }

    /// Calls `body` with the name and the JSON text of each member.
    package func forEachMember(_ body: (String, Span<UInt8>) -> Void) {
        var cursor = JSONCursor(bytes)
        cursor.forEachMember(body)
    }

    /// Returns a value as text: for a string, its content, with spaces for `\b` and `\f`; for `null`, an empty text;
    /// for an array, its values joined by semicolons; and for other values, their JSON.
    package static func text(_ value: Span<UInt8>) -> String {
        var text: [UInt8] = []
        JSONCursor.append(value, to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
