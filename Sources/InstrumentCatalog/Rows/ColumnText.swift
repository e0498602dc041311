internal import Scanning

/// The texts of one column in an output format. The output of each distinct value is computed once. Writing a field
/// then copies bytes and creates no strings.
///
/// It is used by one writer, which reads rows mostly in ascending order.
struct ColumnText: ~Copyable {
    private let column: CatalogColumn
    private let escaping: TextEscaping
    /// The bytes before a text: none in CSV; the member's name and a colon in JSON.
    private let before: [UInt8]
    private let after: [UInt8]

    /// Whether each row stores its own text, rather than an id.
    private let isByRow: Bool
    private var texts: FrontCodedWalk
    private let isSparse: Bool
    private let packed: PackedNumbers
    private var sparse: SparseWalk

    /// The offset in `known` of each value's output; 0 if the output is not computed yet. Empty for columns with many
    /// values.
    private var places = TrivialArray<UInt32>()
    /// The cached outputs, from offset 4 on: for each value, its length in four bytes, followed by its bytes.
    private var known = TrivialArray<UInt8>()
    /// The most recent output of a value that is not cached, and the value's id.
    private var last = TrivialArray<UInt8>()
    private var lastID: UInt32 = 0

    /// The limits of the cache: the number of values, and the number of bytes.
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

    /// Returns whether the row has the field.
    mutating func isSet(at row: Int) -> Bool {
        if !isByRow { return id(of: row) != 0 }
        texts.read(row)
        return !texts.span.isEmpty
    }

    /// Appends the field of `row`; returns false and appends nothing if it is not set.
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
        // An id above the number of values indicates damage and is treated as not set.
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

    /// Returns the value id of `row`; 0 if the field is not set.
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

    /// Writes the output of a value; writes nothing for an empty text, which occurs only in a damaged file.
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
    /// Returns the four bytes at `offset` as an integer in native byte order.
    @inline(__always)
    fileprivate func u32(at offset: Int) -> UInt32 {
        precondition(offset >= 0 && offset <= count - 4)
        // SAFETY: the four bytes lie within the span.
        return unsafe span.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }

    fileprivate mutating func set(_ number: UInt32, at offset: Int) {
        precondition(offset >= 0 && offset <= count - 4)
        var bytes = mutableSpan
        // SAFETY: the four bytes lie within the span.
        unsafe bytes.withUnsafeMutableBytes { unsafe $0.storeBytes(of: number, toByteOffset: offset, as: UInt32.self) }
    }
}
