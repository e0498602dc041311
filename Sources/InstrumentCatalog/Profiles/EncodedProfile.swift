package import ProfileFormat
internal import Scanning

/// The binary encoding of a profile, used by the overlay, its journal, and the master.
///
/// ```
/// per field that is set, the standard ones in standard order, then the custom ones by name:
///   u8              the standard field's index in standard order, from 0; 255 for a custom field
///   varint, bytes   the name, only of a custom field
///   varint, bytes   the text in normal form
/// ```
///
/// Two profiles are equal if and only if their encodings are equal.
///
/// Worked example, TYPE `ETF`, SYMBOL `A`, STRIKE 1.5:
/// ```
/// 00 03 45 54 46   01 01 41   19 03 31 2E 35
/// ```
package enum EncodedProfile {
    /// Encodes a profile, which is first converted to the form in which a catalog returns it (`catalogForm`).
    package static func bytes(of profile: InstrumentProfile) -> [UInt8] {
        var sink = ByteSink()
        return bytes(of: profile, by: &sink)
    }

    /// Encodes a profile in a reusable sink. The resulting array is allocated once, with its exact size.
    package static func bytes(of profile: borrowing InstrumentProfile, by sink: inout ByteSink) -> [UInt8] {
        sink.truncate(to: 0)
        profile.forEachSetField { field, text in
            sink.append(field.rawValue)
            append(text.utf8Span.span, to: &sink)
        }
        for field in profile.customFields {
            sink.append(ProfileField.customNumber)
            append(field.name.utf8Span.span, to: &sink)
            append(field.value.utf8Span.span, to: &sink)
        }
        return Array(copying: sink.span)
    }

    /// Encodes the profile of a row of a file.
    package static func bytes(of row: Int, in rows: CatalogRows) -> [UInt8] {
        var sink = ByteSink()
        // The columns are in field order.
        for column in rows.columns {
            if column.rowTexts == nil, column.id(at: row) == 0 { continue }
            column.withText(at: row) { text in
                if text.isEmpty { return }
                sink.append(column.field?.rawValue ?? ProfileField.customNumber)
                if column.field == nil { append(column.name.utf8Span.span, to: &sink) }
                append(text, to: &sink)
            }
        }
        return Array(copying: sink.span)
    }

    /// Decodes a profile.
    package static func profile(_ bytes: [UInt8]) -> InstrumentProfile {
        var profile = InstrumentProfile()
        forEachField(bytes) { field, name, text in
            if let field = ProfileField(rawValue: field) {
                profile.set(field, text)
            } else {
                profile.customFields.append(.init(name: String(decoding: name), value: String(decoding: text)))
            }
            return true
        }
        return profile
    }

    /// Calls `body` for each field until `body` returns false. The name is empty for a standard field.
    ///
    /// `bytes` may be arbitrary; this function never reads beyond them. It returns `false` if they are not an encoded
    /// profile.
    @discardableResult
    package static func forEachField(_ bytes: [UInt8], _ body: (UInt8, Span<UInt8>, Span<UInt8>) -> Bool) -> Bool {
        var cursor = PayloadCursor(bytes.span)
        while !cursor.isAtEnd {
            guard let field = cursor.byte(), field == ProfileField.customNumber || ProfileField(rawValue: field) != nil
            else { return false }
            var name = 0..<0
            if field == ProfileField.customNumber {
                guard let range = cursor.text() else { return false }
                name = range
            }
            guard let text = cursor.text() else { return false }
            if !body(field, bytes.span.extracting(name), bytes.span.extracting(text)) { return true }
        }
        return true
    }

    /// Calls `body` with the text of a field, which is empty if the field is not set.
    static func withField<Result, Failure: Error>(
        _ wanted: ProfileField, in bytes: [UInt8], _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(bytes.span.extracting(range(of: wanted.rawValue, named: nil, in: bytes)))
    }

    /// Calls `body` with the text of a standard or custom field. The text is empty if the field is not set.
    static func withField<Result, Failure: Error>(
        named name: String, in bytes: [UInt8], _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if let field = ProfileField(name: name) { return try withField(field, in: bytes, body) }
        return try body(bytes.span.extracting(range(of: ProfileField.customNumber, named: name, in: bytes)))
    }

    /// Returns the text of a field; empty if the field is not set.
    package static func text(_ field: ProfileField, in bytes: [UInt8]) -> String {
        withField(field, in: bytes) { String(decoding: $0) }
    }

    /// Returns the text of a field, standard or custom; empty if the field is not set.
    package static func text(named name: String, in bytes: [UInt8]) -> String {
        withField(named: name, in: bytes) { String(decoding: $0) }
    }

    private static func range(of wanted: UInt8, named wantedName: String?, in bytes: [UInt8]) -> Range<Int> {
        var cursor = PayloadCursor(bytes.span)
        while let field = cursor.byte(), field <= wanted {
            let name = field == ProfileField.customNumber ? cursor.text() : 0..<0
            guard let name, let text = cursor.text() else { break }
            if field != wanted { continue }
            guard let wantedName else { return text }
            if FrontCodedText.compare(bytes.span.extracting(name), wantedName.utf8Span.span) == 0 { return text }
        }
        return 0..<0
    }

    /// Returns the range of a standard field's text; empty if the field is not set.
    static func range(of field: ProfileField, in bytes: [UInt8]) -> Range<Int> {
        range(of: field.rawValue, named: nil, in: bytes)
    }

    private static func append(_ text: Span<UInt8>, to sink: inout ByteSink) {
        sink.append(varint: text.count)
        sink.append(text)
    }
}
