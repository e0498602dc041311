internal import Scanning

/// Reads the changes of a block (`HistoryBlockBuilder`). It accepts arbitrary bytes.
struct HistoryBlockReader {
    private let bytes: [UInt8]
    private var symbol: [UInt8] = []
    private var removed = ProfileFields()

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Calls `body` for each change, in symbol order, until it returns false.
    ///
    /// - Returns: `false` if the bytes do not encode changes.
    mutating func forEachChange<Failure: Error>(
        _ body: (_ symbol: [UInt8], HistoryChange) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        let bytes = bytes
        var cursor = PayloadCursor(bytes.span)
        while !cursor.isAtEnd {
            guard let symbol = Self.text(after: symbol, &cursor, bytes.span), !symbol.isEmpty else { return false }
            self.symbol = symbol
            guard let change = nextChange(&cursor, bytes.span) else { return false }
            if !(try body(symbol, change)) { return true }
        }
        return true
    }

    private mutating func nextChange(_ cursor: inout PayloadCursor, _ bytes: Span<UInt8>) -> HistoryChange? {
        switch cursor.byte() {
        case 0: return .added
        case 1: return nextRemoved(&cursor, bytes).map { .removed($0) }
        case 2: return nextFields(&cursor, bytes).map { .changed($0) }
        default: return nil
        }
    }

    private mutating func nextRemoved(_ cursor: inout PayloadCursor, _ bytes: Span<UInt8>) -> [UInt8]? {
        while let number = cursor.byte() {
            if number == HistoryBlockBuilder.end {
                var fields = removed
                fields[.symbol] = symbol
                return fields.bytes
            }
            guard let name = Self.name(number, &cursor, bytes),
                let text = Self.text(after: removed[name], &cursor, bytes)
            else { return nil }
            removed[name] = text
        }
        return nil
    }

    private func nextFields(
        _ cursor: inout PayloadCursor, _ bytes: Span<UInt8>
    ) -> [(name: ProfileFields.Name, old: [UInt8])]? {
        var fields: [(name: ProfileFields.Name, old: [UInt8])] = []
        while let number = cursor.byte() {
            if number == HistoryBlockBuilder.end { return fields }
            guard let name = Self.name(number, &cursor, bytes), let text = cursor.text() else { return nil }
            fields.append((name, Array(copying: bytes.extracting(text))))
        }
        return nil
    }

    private static func name(
        _ number: UInt8, _ cursor: inout PayloadCursor, _ bytes: Span<UInt8>
    ) -> ProfileFields.Name? {
        if ProfileField(rawValue: number) != nil { return .init(number: number) }
        guard number == ProfileField.customNumber, let name = cursor.text(), !name.isEmpty else { return nil }
        return .init(number: number, custom: Array(copying: bytes.extracting(name)))
    }

    /// Decodes a text that is stored as its difference from `old`; `nil` if the bytes are invalid.
    private static func text(after old: [UInt8], _ cursor: inout PayloadCursor, _ bytes: Span<UInt8>) -> [UInt8]? {
        guard let shared = cursor.number(), shared <= old.count, let rest = cursor.text() else { return nil }
        return old[..<shared] + Array(copying: bytes.extracting(rest))
    }
}
