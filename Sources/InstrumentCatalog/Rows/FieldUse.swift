internal import Scanning

/// The fields that instruments of each type have, determined from the columns. A block of 1,024 rows with the same
/// value takes one step. A field that is already known to occur in a type is skipped.
struct FieldUse {
    /// The names of the types in all parts, each once.
    private(set) var types: [String] = []
    /// The index in `types` of each value id of TYPE, by part. Id 0 is for rows without a type.
    private(set) var typesOfIDs: [[Int]] = []
    private let fieldCount: Int
    /// The flags that indicate which fields each type has, by type, then by field.
    private var isUsed: [Bool] = []

    /// Determines which of `fields` the rows of each part have.
    ///
    /// - Complexity: At most O(rows × fields); far less if neighboring rows have equal values.
    init(_ fields: RowFields, _ rows: [RowSet]) {
        fieldCount = fields.all.count
        var numbers: [String: Int] = [:]
        for part in fields.parts {
            let column = part.column(.type)
            typesOfIDs.append(
                (0...(column?.valueCount ?? 0)).map { id in
                    let name = id == 0 ? "" : column!.string(ofValue: UInt32(id))
                    if let known = numbers[name] { return known }
                    numbers[name] = types.count
                    types.append(name)
                    return types.count - 1
                })
        }
        isUsed = [Bool](repeating: false, count: types.count * fieldCount)
        for (number, part) in fields.parts.enumerated() {
            note(fields.all.map { $0.columns[number] }, part, typesOfIDs[number], rows[number])
        }
    }

    /// Returns the fields that some instrument of a type has, ascending.
    func fields(ofType type: Int) -> [Int] { (0..<fieldCount).filter { isUsed[type * fieldCount + $0] } }

    // MARK: Finding out

    private mutating func note(_ columns: [CatalogColumn?], _ part: CatalogRows, _ types: [Int], _ rows: RowSet) {
        var reader = TypeReader(part, types)
        let owner = PlaceOwner<ColumnScan>()
        var dense: [(field: Int, scan: StableBox<ColumnScan>)] = []
        for (field, column) in columns.enumerated() {
            guard let column else { continue }
            guard column.rowTexts == nil, case .sparse(let numbers) = column.ids else {
                dense.append((field, owner.make(ColumnScan(column))))
                continue
            }
            for position in 0..<numbers.count where numbers.number(at: position) != 0 {
                let row = numbers.row(at: position)
                if rows.contains(row) { isUsed[reader.type(of: row) * fieldCount + field] = true }
            }
        }
        for block in 0..<rows.blockCount {
            let mask = rows.block(block)
            if mask.isEmpty { continue }
            reader.read(block: block, mask)
            for (field, scan) in dense where !reader.present.allSatisfy({ isUsed[$0 * fieldCount + field] }) {
                note(field, &scan.value, block, mask, reader)
            }
        }
    }

    private mutating func note(
        _ field: Int, _ scan: inout ColumnScan, _ block: Int, _ mask: borrowing RowBlock, _ reader: borrowing TypeReader
    ) {
        if let isSet = scan.isSet(inAllOf: block) {
            if isSet { for type in reader.present { isUsed[type * fieldCount + field] = true } }
            return
        }
        scan.read(block: block)
        mask.forEach { position in
            let place = reader.type(at: position) * fieldCount + field
            if !isUsed[place], scan.isSet(at: position) { isUsed[place] = true }
        }
    }
}

/// The types of the rows of a block.
private struct TypeReader: ~Copyable {
    private let column: CatalogColumn?
    private let types: [Int]
    private var read = TrivialArray<Int>()
    private var first = 0
    /// The types of the selected rows, each once.
    private(set) var present: [Int] = []
    /// The last block in which each type occurred.
    private var seen: [Int]

    init(_ rows: CatalogRows, _ types: [Int]) {
        column = rows.column(.type)
        self.types = types
        seen = [Int](repeating: -1, count: (types.max() ?? 0) + 1)
        read = TrivialArray(repeating: 0, count: PackedNumbers.blockRows)
    }

    func type(of row: Int) -> Int {
        let id = Int(column?.id(at: row) ?? 0)
        return id < types.count ? types[id] : types[0]
    }

    mutating func read(block: Int, _ mask: borrowing RowBlock) {
        first = block * PackedNumbers.blockRows
        present.removeAll(keepingCapacity: true)
        for word in 0..<RowBlock.wordCount {
            var bits = mask.words[word]
            while bits != 0 {
                let position = word * 64 + bits.trailingZeroBitCount
                bits &= bits &- 1
                let type = type(of: first + position)
                read[position] = type
                if seen[type] == block { continue }
                seen[type] = block
                present.append(type)
            }
        }
    }

    /// Returns the type of a selected row.
    @inline(__always)
    func type(at position: Int) -> Int { read[position] }
}

/// Determines whether the rows of a block have a field.
private struct ColumnScan: ~Copyable {
    private let column: CatalogColumn
    private var ids = TrivialArray<UInt32>()
    private var texts: FrontCodedWalk
    private var first = 0

    init(_ column: CatalogColumn) {
        self.column = column
        texts = FrontCodedWalk(column.rowTexts ?? FrontCodedText(.empty))
    }

    /// Returns true if all rows of a block have the field, false if none has it, and `nil` if rows may differ.
    func isSet(inAllOf block: Int) -> Bool? {
        guard column.rowTexts == nil, case .packed(let numbers) = column.ids else { return nil }
        guard block < numbers.blockCount else { return false }
        return numbers.constant(ofBlock: block).map { $0 != 0 }
    }

    mutating func read(block: Int) {
        first = block * PackedNumbers.blockRows
        guard column.rowTexts == nil, case .packed(let numbers) = column.ids else { return }
        if ids.isEmpty { ids.append(repeating: 0, count: PackedNumbers.blockRows) }
        var target = ids.mutableSpan
        numbers.read(block: block, into: &target)
    }

    mutating func isSet(at position: Int) -> Bool {
        if column.rowTexts == nil { return ids[position] != 0 }
        texts.read(first + position)
        return !texts.span.isEmpty
    }
}
