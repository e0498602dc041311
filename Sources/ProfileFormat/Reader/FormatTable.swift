/// The formats in force, found by the bytes of a record's first field.
struct FormatTable {
    /// A format and what the reader prepares for it.
    struct Entry {
        let format: RecordFormat
        /// Number of columns, which every record must have fields for.
        let columnCount: Int
        /// Which columns are checked, and what passed last.
        let forms: CommonForms

        init(_ type: [UInt8], _ format: RecordFormat) {
            self.format = format
            columnCount = format.columns.count
            forms = CommonForms(
                type: type, columnCount: columnCount,
                columns: format.checkedColumns.map { ($0.index, $0.kind == .date) })
        }
    }

    /// The format of the last record, to try the next one with, without a count of references.
    ///
    /// SAFETY: good until the next definition, which may let the format go.
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
            // SAFETY: the table keeps the entry, and that its forms.
            unsafe forms._withUnsafeGuaranteedRef { $0.isPlain(text, record, special, fields) }
        }

        /// See `CommonForms.plainRun`.
        @inline(__always)
        func plainRun(
            _ text: Span<UInt8>, from start: Int, _ special: borrowing SpecialBytes, first: Int, hard: Int,
            recordBytes: Int, fetchingAhead ahead: Int
        ) -> Int {
            // SAFETY: the table keeps the entry, and that its forms.
            unsafe forms._withUnsafeGuaranteedRef {
                $0.plainRun(
                    text, from: start, special, first: first, hard: hard, recordBytes: recordBytes,
                    fetchingAhead: ahead)
            }
        }
    }

    /// The format looked up last; `nil` before the first.
    var recent: Recent? { recentCount == 0 ? nil : Recent(entries[recentPlace]) }

    /// One for each type, in the order in which they were first defined.
    var entries: [Entry] = []
    private var byType: [[UInt8]: Int] = [:]
    private var nextID = 0
    /// The type looked up last, if it has 1…8 bytes, as a word with its place: neighbours in a file mostly share their
    /// type.
    private var recentWord: UInt64 = 0
    private var recentCount = 0
    private var recentPlace = 0

    /// Types with a format.
    var count: Int { entries.count }

    /// The place in `entries` of the format of the type that the first `count` bytes of a record name, `nil` where none
    /// is defined.
    mutating func place(of record: Span<UInt8>, count: Int) -> Int? {
        guard count >= 1, count <= 8, record.count >= 8 else {
            return byType[Array(copying: record.extracting(0..<count))]
        }
        // SAFETY: the load is checked against the span's bounds, and any eight bytes are a UInt64.
        let bytes = unsafe record.bytes.unsafeLoadUnaligned(as: UInt64.self)
        let word = UInt64(littleEndian: bytes) & (UInt64.max >> UInt64(64 - 8 * count))
        if word == recentWord, count == recentCount { return recentPlace }
        guard let place = byType[Array(copying: record.extracting(0..<count))] else { return nil }
        recentWord = word
        recentCount = count
        recentPlace = place
        return place
    }

    /// Whether a format of this name is defined.
    func isDefined(_ type: [UInt8]) -> Bool { byType[type] != nil }

    /// Some type is defined whose name begins with `#`, so that its records read as comments.
    private(set) var hasTypesLikeComments = false

    /// Forgets all definitions. Numbers of formats go on, so that none is given twice.
    mutating func removeAll() {
        let next = nextID
        self = FormatTable()
        nextID = next
    }

    /// How many definitions there were, those that were replaced or forgotten too.
    var definitions: Int { nextID }

    /// All that a reader on another thread needs to know of a table.
    struct Definitions: Sendable {
        /// How many there were until then.
        let count: Int
        fileprivate let formats: [(type: [UInt8], format: RecordFormat)]
    }

    var all: Definitions {
        Definitions(count: nextID, formats: byType.map { ($0.key, entries[$0.value].format) })
    }

    init() {}

    /// A table with the same formats and state of its own.
    init(_ definitions: Definitions) {
        nextID = definitions.count
        for (type, format) in definitions.formats { add(type, format) }
    }

    /// Defines a type from here on.
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
