internal import Scanning

/// The payload of a journal record. A new payload starts with space for the record's header, so that the record can be
/// written without copying (`JournalFile.append`).
///
/// ```
/// u8 1: changes    to the end: u8 0, varint, bytes     a symbol's new profile (`EncodedProfile`)
///                              u8 1, varint, bytes     a removed symbol
/// u8 2: a complete snapshot       varint; each: varint, bytes     the symbols that it removed
///                                 varint; each: varint, bytes     all symbols that now count as removed, sorted
/// u8 3: notes                     varint; each: varint, name, varint, value
/// ```
enum JournalPayload {
    private static let changes: UInt8 = 1
    private static let snapshot: UInt8 = 2
    private static let notes: UInt8 = 3

    /// Creates a payload of changes, initially empty.
    ///
    /// - Parameters:
    ///   - count: The number of changes to follow.
    ///   - length: The total length of their profiles and symbols in bytes.
    static func newChanges(_ count: Int, length: Int) -> ByteSink {
        var sink = ByteSink()
        // Reserve up to 6 bytes per change for the tag byte and the length.
        sink.reserve(JournalFile.recordLength(ofPayload: 1 + 6 * count + length))
        begin(&sink, changes)
        return sink
    }

    private static func begin(_ sink: inout ByteSink, _ kind: UInt8) {
        sink.append(zeros: JournalFile.recordHeaderLength)
        sink.append(kind)
    }

    static func append(profile bytes: [UInt8], to sink: inout ByteSink) {
        sink.append(0)
        append(bytes.span, to: &sink)
    }

    static func append(removed symbol: Span<UInt8>, to sink: inout ByteSink) {
        sink.append(1)
        append(symbol, to: &sink)
    }

    static func ofSnapshot(removed: [[UInt8]], listed: [[UInt8]]) -> ByteSink {
        var sink = ByteSink()
        begin(&sink, snapshot)
        for symbols in [removed, listed] {
            sink.append(varint: symbols.count)
            for symbol in symbols { append(symbol.span, to: &sink) }
        }
        return sink
    }

    static func ofNotes(_ notes: [String: String]) -> ByteSink {
        var sink = ByteSink()
        begin(&sink, Self.notes)
        sink.append(varint: notes.count)
        for (name, value) in notes.sorted(by: { $0.key < $1.key }) {
            append(name.utf8Span.span, to: &sink)
            append(value.utf8Span.span, to: &sink)
        }
        return sink
    }

    private static func append(_ text: Span<UInt8>, to sink: inout ByteSink) {
        sink.append(varint: text.count)
        sink.append(text)
    }

    /// Returns the encoded profile that represents the removal of a symbol.
    static func removal(_ symbol: Span<UInt8>) -> [UInt8] {
        var sink = ByteSink()
        for (field, text) in [
            (ProfileField.type, Array(InstrumentType.removed.rawValue.utf8)), (.symbol, Array(copying: symbol)),
        ] {
            sink.append(field.rawValue)
            append(text.span, to: &sink)
        }
        return Array(copying: sink.span)
    }

    /// Applies a payload to `overlay`; returns false if the payload is invalid.
    static func replay(_ payload: Span<UInt8>, onto overlay: inout Overlay) -> Bool {
        var cursor = PayloadCursor(payload)
        switch cursor.byte() {
        case changes:
            while let kind = cursor.byte() {
                guard let range = cursor.text() else { return false }
                let bytes = Array(copying: payload.extracting(range))
                if kind == 1 {
                    if overlay.bytes(of: bytes.span) != nil {
                        overlay.append(removal(bytes.span), isRemoval: true)
                    }
                } else {
                    guard kind == 0, EncodedProfile.forEachField(bytes, { _, _, _ in true }) else { return false }
                    overlay.append(bytes, isRemoval: false)
                }
            }
            return true
        case snapshot:
            guard let removed = texts(&cursor, payload), let listed = texts(&cursor, payload) else { return false }
            for symbol in removed where overlay.bytes(of: symbol.span) != nil {
                overlay.append(removal(symbol.span), isRemoval: true)
            }
            overlay.listRemovals(listed)
            overlay.isComplete = true
            return cursor.isAtEnd
        case notes:
            guard let count = cursor.number() else { return false }
            var notes: [String: String] = [:]
            for _ in 0..<count {
                guard let name = cursor.text(), let value = cursor.text() else { return false }
                notes[String(decoding: payload.extracting(name))] = String(decoding: payload.extracting(value))
            }
            overlay.notes = notes
            return cursor.isAtEnd
        default: return false
        }
    }

    private static func texts(_ cursor: inout PayloadCursor, _ payload: Span<UInt8>) -> [[UInt8]]? {
        guard let count = cursor.number() else { return nil }
        var texts: [[UInt8]] = []
        for _ in 0..<count {
            guard let range = cursor.text() else { return nil }
            texts.append(Array(copying: payload.extracting(range)))
        }
        return texts
    }
}
