/// The fields of a catalog and their encodings. The directory defines the meaning of the other sections.
///
/// ```
/// u32  fields
/// per field, 16 bytes:
///   u8   standard field, in the standard's order from 0; 255 for a custom field
///   u8   encoding
///   u16  0
///   u32  values                   distinct ones; 0 where each row has its own text
///   u32  name length              in bytes
///   u32  0
/// the names, one after the other
/// ```
package struct FieldDirectory: Sendable {
    /// The encoding of a field's values.
    package enum Encoding: UInt8, Sendable {
        /// `SectionKind.values`, and `valueIDs` as `PackedNumbers` for all rows.
        case packed = 0
        /// `SectionKind.values`, and `valueIDs` as `SparseNumbers` for the rows with a value.
        case sparse = 1
        /// `SectionKind.rowTexts`.
        case rowTexts = 2
    }

    package struct Entry: Sendable {
        var name: String
        /// The standard field; `nil` for a custom field.
        var standard: ProfileField?
        var encoding: Encoding
        var valueCount: Int

        package init(name: String, standard: ProfileField? = nil, encoding: Encoding, valueCount: Int) {
            self.name = name
            self.standard = standard
            self.encoding = encoding
            self.valueCount = valueCount
        }
    }

    /// The fields that some row has: standard fields in standard order, then custom fields by name.
    package var entries: [Entry] = []

    package init(_ entries: [Entry] = []) { self.entries = entries }

    /// Parses the section; `nil` if it is malformed.
    init?(_ section: MappedSection) {
        let count = Int(section.u32(at: 0))
        var nameOffset = 4 + 16 * count
        guard nameOffset <= section.count else { return nil }
        entries.reserveCapacity(count)
        for index in 0..<count {
            let offset = 4 + 16 * index
            let standard = section.byte(at: offset)
            let nameLength = Int(section.u32(at: offset + 8))
            guard let encoding = Encoding(rawValue: section.byte(at: offset + 1)),
                nameLength <= section.count - nameOffset
            else { return nil }
            let field = ProfileField(rawValue: standard)
            if standard != ProfileField.customNumber, field == nil { return nil }
            entries.append(
                Entry(
                    name: String(decoding: section.span(nameOffset, nameLength)), standard: field, encoding: encoding,
                    valueCount: Int(section.u32(at: offset + 4))))
            nameOffset += nameLength
        }
    }

    /// Returns the bytes of the section.
    package func section() -> ByteSink {
        var section = ByteSink()
        section.append(u32: UInt32(entries.count))
        for entry in entries {
            section.append(entry.standard?.rawValue ?? ProfileField.customNumber)
            section.append(entry.encoding.rawValue)
            section.append(0)
            section.append(0)
            section.append(u32: UInt32(entry.valueCount))
            section.append(u32: UInt32(entry.name.utf8.count))
            section.append(u32: 0)
        }
        for entry in entries { section.append(entry.name) }
        return section
    }
}
