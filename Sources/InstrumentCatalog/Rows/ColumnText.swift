internal import Scanning

/// One column's texts as an output has them. What a distinct value becomes there is worked out once, so that a row's field is
/// a number and a copy of some bytes, and no string.
///
/// It belongs to one writer, which asks for rows mostly in ascending order.
struct ColumnText: ~Copyable {
    private let column: CatalogColumn
    private let escaping: TextEscaping
    /// What stands around a text: nothing in CSV, the member's name and a comma in JSON.
    private let before: [UInt8]
    private let after: [UInt8]

    /// Where the rows' values are: each row has a text of its own, or an id.
    private let isByRow: Bool
    private var texts: FrontCodedWalk
    private let isSparse: Bool
    private let packed: PackedNumbers
    private var sparse: SparseWalk

    /// Where each value's bytes start in `known`; 0 where they aren't there yet. Empty for columns with many values.
    private var places = TrivialArray<UInt32>()
    /// Four bytes of length and the bytes of each value that came so far, from 4 on.
    private var known = TrivialArray<UInt8>()
    /// The bytes of the last value that isn't kept, and that value.
    private var last = TrivialArray<UInt8>()
    private var lastID: UInt32 = 0

    /// Values of which a place is kept, and bytes of them.
    private static let keptValues = 1 << 16
    private static let keptBytes = 1 << 20

    init(_ column: CatalogColumn, _ escaping: TextEscaping, before: [UInt8] = [], after: [UInt8] = []) {
        self.column = column
        self.escaping = escaping
        self.before = before
        self.after = after
        isByRow = column.rowTexts != nil
        texts = FrontCodedWalk(column.rowTexts ?? FrontCodedText(.empty))
        switch column.ids {
        case .packed(let numbers):
            isSparse = false
            packed = numbers
            sparse = SparseWalk(SparseNumbers(.empty, limit: 0))
        case .sparse(let numbers):
            isSparse = true
            packed = PackedNumbers(.empty, limit: 0)
            sparse = SparseWalk(numbers)
        }
    }

    /// The row has the field.
    mutating func isSet(at row: Int) -> Bool {
        if !isByRow { return id(of: row) != 0 }
        texts.read(row)
        return !texts.span.isEmpty
    }

    /// Appends the field of `row`; false, and nothing has changed, where it is not set.
    @discardableResult
    mutating func append(row: Int, to output: inout TrivialArray<UInt8>) -> Bool {
        if isByRow { return appendText(of: row, to: &output) }
        let id = id(of: row)
        if id == 0 { return false }
        if id == lastID { return Self.append(last.span, to: &output) }
        if places.isEmpty {
            guard column.valueCount < Self.keptValues else { return appendUnkept(id, to: &output) }
            places = TrivialArray(repeating: 0, count: column.valueCount + 1)
            known.append(repeating: 0, count: 4)
        }
        // An id beyond the values is damage: such a row hasn't the field.
        guard id < places.count else { return false }
        var place = Int(places[Int(id)])
        if place == 0 {
            guard known.count < Self.keptBytes else { return appendUnkept(id, to: &output) }
            place = known.count
            places[Int(id)] = UInt32(place)
            known.append(bytesOf: UInt32(0))
            Self.write(id, of: column, escaping, before, after, to: &known)
            known.set(UInt32(known.count - place - 4), at: place)
        }
        return Self.append(known.span.extracting((place + 4)..<(place + 4 + Int(known.u32(at: place)))), to: &output)
    }

    /// The value id of `row`; 0 where the field is not set there.
    @inline(__always)
    mutating func id(of row: Int) -> UInt32 { isSparse ? sparse.number(of: row) : packed[row] }

    @inline(__always)
    private static func append(_ bytes: Span<UInt8>, to output: inout TrivialArray<UInt8>) -> Bool {
        output.append(bytes)
        return !bytes.isEmpty
    }

    private mutating func appendUnkept(_ id: UInt32, to output: inout TrivialArray<UInt8>) -> Bool {
        last.truncate(to: 0)
        Self.write(id, of: column, escaping, before, after, to: &last)
        lastID = id
        return Self.append(last.span, to: &output)
    }

    private mutating func appendText(of row: Int, to output: inout TrivialArray<UInt8>) -> Bool {
        texts.read(row)
        if texts.span.isEmpty { return false }
        output.append(before)
        escaping.append(texts.span, to: &output)
        output.append(after)
        return true
    }

    /// Writes what a value becomes; nothing for a damaged one without text.
    private static func write(
        _ id: UInt32, of column: CatalogColumn, _ escaping: TextEscaping, _ before: [UInt8], _ after: [UInt8],
        to output: inout TrivialArray<UInt8>
    ) {
        column.withText(ofValue: id) { text in
            if text.isEmpty { return }
            output.append(before)
            escaping.append(text, to: &output)
            output.append(after)
        }
    }
}

extension TrivialArray<UInt8> {
    /// The number in the four bytes from `offset`, as they lie in memory.
    @inline(__always)
    fileprivate func u32(at offset: Int) -> UInt32 {
        precondition(offset >= 0 && offset <= count - 4)
        // SAFETY: the four bytes lie inside.
        return unsafe span.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }

    fileprivate mutating func set(_ number: UInt32, at offset: Int) {
        precondition(offset >= 0 && offset <= count - 4)
        var bytes = mutableSpan
        // SAFETY: the four bytes lie inside.
        unsafe bytes.withUnsafeMutableBytes { unsafe $0.storeBytes(of: number, toByteOffset: offset, as: UInt32.self) }
    }
}
