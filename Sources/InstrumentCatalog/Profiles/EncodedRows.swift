internal import Scanning

/// Appends encoded profiles (`EncodedProfile`) to a builder's tables without decoding them.
///
/// All profiles share one table. Its columns are the standard fields and the custom fields found so far; a new custom
/// field starts a new table. Fields that a profile does not have are empty.
struct EncodedRows: ~Copyable {
    private let parts: BuilderStorage
    /// The custom fields of the table, in the order of encoded profiles.
    private var custom: [[UInt8]] = []
    private var table: StableBox<BuilderTable>?
    /// The range of each column's text in the bytes of the profile.
    private var texts: [Range<Int>] = []

    init(_ parts: BuilderStorage) { self.parts = parts }

    private static let standardCount = ProfileField.allCases.count

    /// Appends a profile as a row. Returns false and appends nothing if the bytes are not a profile with a symbol and a
    /// type.
    mutating func append(_ profile: Span<UInt8>) throws(CatalogError) -> Bool {
        while true {
            guard let reading = read(profile) else { return false }
            guard case .unknown(let name) = reading else { break }
            let place = custom.firstIndex { name.lexicographicallyPrecedes($0) } ?? custom.count
            custom.insert(name, at: place)
            table = nil
        }
        let table = table ?? makeTable()
        let symbol = texts[Int(ProfileField.symbol.rawValue)]
        if symbol.isEmpty || texts[Int(ProfileField.type.rawValue)].isEmpty { return false }
        let number = try parts.appendSymbol(profile.extracting(symbol))
        try table.value.append(profile, texts, number: number)
        return true
    }

    private enum Reading {
        case whole
        /// The profile has a custom field that the table lacks.
        case unknown([UInt8])
    }

    /// Finds the text of each column in a profile; `nil` if the bytes are not an encoded profile.
    private mutating func read(_ profile: Span<UInt8>) -> Reading? {
        let count = Self.standardCount + custom.count
        if texts.count != count { texts = [Range<Int>](repeating: 0..<0, count: count) }
        for column in 0..<count { texts[column] = 0..<0 }
        var cursor = PayloadCursor(profile)
        var nextCustom = 0
        while let field = cursor.byte() {
            guard field == ProfileField.customNumber else {
                guard Int(field) < Self.standardCount, let text = cursor.text() else { return nil }
                texts[Int(field)] = text
                continue
            }
            guard let name = cursor.text(), let text = cursor.text() else { return nil }
            let bytes = profile.extracting(name)
            // Both the profile's fields and the columns are sorted, so they can be merged.
            var order = -1
            while nextCustom < custom.count {
                let known = custom[nextCustom]
                order = FrontCodedText.compare(known.span, bytes)
                if order >= 0 { break }
                nextCustom += 1
            }
            guard nextCustom < custom.count, order == 0 else { return .unknown(Array(copying: bytes)) }
            texts[Self.standardCount + nextCustom] = text
        }
        return .whole
    }

    private mutating func makeTable() -> StableBox<BuilderTable> {
        let names = ProfileField.allNames + custom.map { String(decoding: $0.span) }
        let made = parts.table(columnNames: names)
        table = made
        return made
    }
}

extension BuilderTable {
    /// Appends a row from ranges of `bytes`, one per column, in the order of the names with which the table was
    /// created.
    fileprivate mutating func append(
        _ bytes: Span<UInt8>, _ texts: [Range<Int>], number: UInt32
    ) throws(CatalogError) {
        for column in columns {
            try column.value.take(bytes.extracting(texts[column.value.source]), row: numbers.count)
        }
        take(number: number)
    }
}
