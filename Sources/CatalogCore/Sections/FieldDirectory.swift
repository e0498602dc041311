/// Which fields a catalog has, and how each is stored: the section that gives the others their meaning.
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
    /// How a field's values are stored.
    package enum Encoding: UInt8, Sendable {
        /// `SectionKind.values` and, for every row, `valueIDs` as `PackedNumbers`.
        case packed = 0
        /// The same with `valueIDs` as `SparseNumbers`.
        case sparse = 1
        /// `SectionKind.rowTexts`.
        case rowTexts = 2
    }

    package struct Entry: Sendable {
        var name: String
        /// `nil` for a custom field.
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

    /// The fields that some row has: the standard ones in standard order, then the custom ones by name.
    package var entries: [Entry] = []

    package init(_ entries: [Entry] = []) { self.entries = entries }

    /// Reads the section; `nil` where it makes no sense.
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

    /// The section's bytes.
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
