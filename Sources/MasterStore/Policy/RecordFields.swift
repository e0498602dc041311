internal import InstrumentCatalog
internal import ProfileFormat

/// The record of one source.
package struct SourceRecord: Hashable, Sendable {
    /// The source's number.
    package var source: Int
    /// The symbol under which the source has the instrument.
    package var symbol: String
    /// The profile (`EncodedProfile`).
    package var profile: [UInt8]
}

/// The fields of several records of one instrument. Each field lists the records that have it.
struct RecordFields {
    /// A field, with its text in each record that has it.
    struct Field {
        /// The standard field's number, or `ProfileField.customNumber`.
        var number: UInt8
        var name: String
        var texts: [Text] = []
    }

    /// The position of a field in a record.
    struct Text {
        /// The index of the record.
        var record: Int
        /// The range of the text alone.
        var text: Range<Int>
        /// The range of the field's number, name and text, which a merge copies.
        var whole: Range<Int>
    }

    /// The fields in the order of an encoded profile: standard fields in standard order, then custom fields by name.
    private(set) var fields: [Field]

    /// - Parameter names: Names of fields to list even if no record has them.
    /// - Complexity: O(bytes of the records).
    init(_ records: [SourceRecord], also names: some Collection<String> = []) {
        fields = ProfileField.allCases.map { Field(number: $0.rawValue, name: $0.name) }
        var custom: [String: Field] = [:]
        for (index, record) in records.enumerated() {
            var cursor = PayloadCursor(record.profile.span)
            var start = 0
            while let number = cursor.byte() {
                var name = 0..<0
                if number == ProfileField.customNumber {
                    guard let range = cursor.text() else { break }
                    name = range
                }
                guard let text = cursor.text() else { break }
                let found = Text(record: index, text: text, whole: start..<cursor.position)
                start = cursor.position
                if number == ProfileField.customNumber {
                    let name = String(decoding: record.profile[name], as: UTF8.self)
                    custom[name, default: Field(number: number, name: name)].texts.append(found)
                } else if Int(number) < ProfileField.allCases.count {
                    fields[Int(number)].texts.append(found)
                }
            }
        }
        for name in names where ProfileField(name: name) == nil {
            custom[name, default: Field(number: ProfileField.customNumber, name: name)].texts += []
        }
        fields.removeAll { $0.texts.isEmpty && !names.contains($0.name) }
        fields += custom.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
