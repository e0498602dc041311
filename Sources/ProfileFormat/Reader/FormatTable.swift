/// The current formats, which are found by the bytes of a record's first field.
struct FormatTable {
    /// A format, with data that the reader has derived from it.
    struct Entry {
        let format: RecordFormat
        /// The number of columns. Each record must have as many fields.
        let columnCount: Int
        /// The columns to check, and the forms that passed the check last.
        let forms: CommonForms

        init(_ type: [UInt8], _ format: RecordFormat) {
            self.format = format
            columnCount = format.columns.count
            forms = CommonForms(
                type: type, columnCount: columnCount,
                columns: format.checkedColumns.map { ($0.index, $0.kind == .date) })
        }
    }

    /// The format of the last record, which is tried first for the next record. It is used without reference counting.
    ///
    /// SAFETY: valid until the next definition, which may release the format.
    @safe
    struct Recent {
        let format: Unmanaged<RecordFormat>
        private let forms: Unmanaged<CommonForms>

        init(_ entry: Entry) {
            unsafe format = .passUnretained(entry.format)
            unsafe forms = .passUnretained(entry.forms)
        }

        /// See `CommonForms.isPlain`.
        @inline(__always)
        func isPlain(
            _ text: Span<UInt8>, _ record: Range<Int>, _ special: borrowing SpecialBytes, _ fields: Range<Int>
        ) -> Bool {
            // SAFETY: the table retains the entry, which retains its forms.
            unsafe forms._withUnsafeGuaranteedRef { $0.isPlain(text, record, special, fields) }
        }

        /// See `CommonForms.plainRun`.
        @inline(__always)
        func plainRun(
            _ text: Span<UInt8>, from start: Int, _ special: borrowing SpecialBytes, first: Int, hard: Int,
            recordBytes: Int, fetchingAhead ahead: Int
        ) -> Int {
            // SAFETY: the table retains the entry, which retains its forms.
            unsafe forms._withUnsafeGuaranteedRef {
                $0.plainRun(
                    text, from: start, special, first: first, hard: hard, recordBytes: recordBytes,
                    fetchingAhead: ahead)
            }
        }
    }

    /// The format of the last look-up; `nil` before the first one.
    var recent: Recent? { recentCount == 0 ? nil : Recent(entries[recentPlace]) }

    /// The entries by type, in the order of their first definitions.
    var entries: [Entry] = []
    private var byType: [[UInt8]: Int] = [:]
    private var nextID = 0
    /// The type of the last look-up, as a word if it has 1…8 bytes, and its index. Neighboring records mostly have the
    /// same type.
    private var recentWord: UInt64 = 0
    private var recentCount = 0
    private var recentPlace = 0

    /// The number of types with a format.
    var count: Int { entries.count }

    /// Returns the index in `entries` of the format for the type in the first `count` bytes of a record; `nil` if the
    /// type has no format.
    mutating func place(of record: Span<UInt8>, count: Int) -> Int? {
        guard count >= 1, count <= 8, record.count >= 8 else {
            return byType[Array(copying: record.extracting(0..<count))]
        }
        // SAFETY: the load is checked against the bounds of the span, and any eight bytes are a valid UInt64.
        let bytes = unsafe record.bytes.unsafeLoadUnaligned(as: UInt64.self)
        let word = UInt64(littleEndian: bytes) & (UInt64.max >> UInt64(64 - 8 * count))
        if word == recentWord, count == recentCount { return recentPlace }
        guard let place = byType[Array(copying: record.extracting(0..<count))] else { return nil }
        recentWord = word
        recentCount = count
        recentPlace = place
        return place
    }

    /// Returns whether a type has a format.
    func isDefined(_ type: [UInt8]) -> Bool { byType[type] != nil }

    /// Whether a type that starts with `#` is defined. Its records are read as comments.
    private(set) var hasTypesLikeComments = false

    /// Removes all definitions. Numbers of formats are not used again.
    mutating func removeAll() {
        let next = nextID
        self = FormatTable()
        nextID = next
    }

    /// The number of definitions so far, including replaced and removed ones.
    var definitions: Int { nextID }

    /// The content of a table that a reader on another thread needs.
    struct Definitions: Sendable {
        /// The number of definitions so far.
        let count: Int
        fileprivate let formats: [(type: [UInt8], format: RecordFormat)]
    }

    var all: Definitions {
        Definitions(count: nextID, formats: byType.map { ($0.key, entries[$0.value].format) })
    }

    init() {}

    /// Creates a table that starts with the given definitions and is independent of the original.
    init(_ definitions: Definitions) {
        nextID = definitions.count
        for (type, format) in definitions.formats { add(type, format) }
    }

    /// Defines a type for the following records.
    mutating func define(_ type: [UInt8], columnNames: [String]) {
        let format = RecordFormat(id: nextID, type: String(decoding: type, as: UTF8.self), columnNames: columnNames)
        nextID += 1
        add(type, format)
    }

    private mutating func add(_ type: [UInt8], _ format: RecordFormat) {
        if type.first == ASCII.hash { hasTypesLikeComments = true }
        if let place = byType[type] {
            entries[place] = Entry(type, format)
        } else {
            byType[type] = entries.count
            entries.append(Entry(type, format))
        }
    }
}
