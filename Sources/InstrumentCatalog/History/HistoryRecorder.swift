internal import Scanning
internal import SystemFiles

/// Adds the undo records of a new import to the history of the file that the new file replaces.
struct HistoryRecorder: PastSections {
    /// The history of the previous file; `nil` if history starts with the new file.
    private let kept: HistorySections?
    /// The effective date of the new file, in milliseconds since 1970 UTC.
    private let time: Int64
    /// The source of the import.
    private let source: String
    /// Whether the new import and the last one of the previous file are recorded as one import, because both are within
    /// the history's precision.
    private let joinsLast: Bool

    /// The uncompressed size in bytes at which a block ends.
    static let blockBytes = 32 << 10
    /// The maximum number of changes of an import that may be recorded as one with the next import.
    private static let mostJoined = 65_536

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - old: The previous file; `nil` if history starts with the new file.
    ///   - time: The effective date of the new file; `nil` for now, or for just after the last import if the clock went
    ///     back.
    ///   - source: The source of the import; empty if unknown.
    ///   - precision: An interval in milliseconds within which only the last of several imports is recorded.
    /// - Throws: `CatalogError` of kind `damaged` if the previous file is damaged; `invalidValue` if `time` is not
    ///   after the last import.
    init(after old: CatalogFile?, time: Int64?, source: String, precision: Int64?) throws(CatalogError) {
        var kept: HistorySections?
        if let old {
            do throws(CatalogError) {
                try old.verifyOnce()
                kept = try HistorySections(old)
            } catch {
                var error = error
                if error.kind == .damaged {
                    error.reason +=
                        "; it contains history that can't be continued; restore it, or move it away to "
                        + "start from scratch"
                }
                throw error
            }
        }
        self.kept = kept
        self.source = source
        if let time, !HistorySections.times.contains(time) {
            throw CatalogError(
                .invalidValue,
                "found \(Instant(milliseconds: time)) as the time of an import, expected a year from 0000 to 9999")
        }
        let now = Int64(WallClock.seconds) * 1000
        // A date as `time` means the end of that day, which is up to one day ahead. Reject later times, because all
        // further imports would have to be later still.
        if let time, time > now + 86_400_000 {
            throw CatalogError(
                .invalidValue,
                "\(Instant(milliseconds: time)) is in the future, and later imports could not precede it; give the "
                    + "effective time of the new catalog"
            )
        }
        guard let kept else {
            self.time = time ?? now
            joinsLast = false
            return
        }
        let last = kept.batches.last?.time ?? kept.since
        if let time, time <= last {
            throw CatalogError(
                .invalidValue, path: kept.file.path,
                "\(Instant(milliseconds: time)) is not after \(Instant(milliseconds: last)), the last time in its "
                    + "history; give a later time")
        }
        let moment = time ?? max(now, last + 1)
        self.time = moment
        if let precision, let last = kept.batches.last, last.changes <= Self.mostJoined {
            joinsLast = last.time / precision == moment / precision
        } else {
            joinsLast = false
        }
    }

    /// Returns the history sections of the new file.
    ///
    /// - Throws: `CatalogError` of kind `damaged` if the previous file is damaged; `tooLarge`.
    /// - Complexity: O(instruments of both files).
    func sections(of new: CatalogFile) throws(CatalogError) -> [NewSection] {
        var sections = NewHistory(time)
        guard let kept else { return try sections.finish() }
        let count = kept.batches.count - (joinsLast ? 1 : 0)
        try sections.append(kept, batches: count)
        let old = try kept.catalog(before: count)
        let news = Catalog(new)
        var finder = RenameFinder(keyField: nil)
        var changes = ChangedBlocks()
        try CatalogDifference(from: old, to: news).forEachChange { change throws(CatalogError) in
            switch change {
            case .added(let row):
                let profile = EncodedProfile.bytes(of: row.number, in: new.rows)
                let symbol = Array(news.symbol(at: row).utf8)
                finder.add(news.symbol(at: row), before: nil, after: profile)
                changes.append(symbol, .added)
            case .removed(let row):
                let profile = old.encodedProfile(at: row)
                finder.add(old.symbol(at: row), before: profile, after: nil)
                changes.append(Array(old.symbol(at: row).utf8), .removed(profile))
            case .changed(let oldRow, let newRow, let fields):
                // Most changed symbols still represent the same instrument. An unchanged description is sufficient
                // evidence and cheap to check.
                if fields.contains(ProfileField.description.name) {
                    finder.add(
                        news.symbol(at: newRow), before: old.encodedProfile(at: oldRow),
                        after: EncodedProfile.bytes(of: newRow.number, in: new.rows))
                }
                let before = fields.map { name in
                    (
                        name: ProfileFields.Name(name),
                        old: old.withField(named: name, at: oldRow) { Array(copying: $0) }
                    )
                }
                changes.append(Array(news.symbol(at: newRow).utf8), .changed(before))
            }
        }
        sections.append(changes, time: time, source: source, finder.renames())
        return try sections.finish()
    }
}

extension HistorySections {
    /// Returns the catalog as it was before import number `count`: the file with an overlay of reverse changes.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    /// - Complexity: O(changes by this and later imports).
    func catalog(before count: Int) throws(CatalogError) -> Catalog {
        if count == batches.count { return Catalog(file) }
        let identity = identity(before: count)
        var overlay = Overlay(file, identity: identity, version: identity)
        overlay.notes = [:]
        overlay.isPast = true
        try forEachSymbol(touchedFrom: count) { symbol, profile throws(CatalogError) in
            if let profile {
                guard !EncodedProfile.range(of: .type, in: profile).isEmpty else { throw contradiction(symbol) }
                overlay.append(profile, isRemoval: false)
            } else if overlay.bytes(of: symbol.span) != nil {
                overlay.append(JournalPayload.removal(symbol.span), isRemoval: true)
            }
        }
        overlay.listRemovals(try removedSymbols(before: count))
        return Catalog(overlay)
    }

    /// Returns a number that identifies the state before import number `count`, for cursors and entity tags.
    func identity(before count: Int) -> UInt64 {
        let time = count > 0 ? batches[count - 1].time : since
        return file.fingerprint ^ UInt64(bitPattern: time) &* 0x9E37_79B9_7F4A_7C15
    }

    /// Returns the sorted symbols that the import before number `count` removed; empty if that import is not in the
    /// history.
    func removedSymbols(before count: Int) throws(CatalogError) -> [[UInt8]] {
        var symbols: [[UInt8]] = []
        if count == 0 { return symbols }
        try forEachChange(inBatch: count - 1) { symbol, change in
            if case .removed = change { symbols.append(symbol) }
            return true
        }
        return symbols
    }
}
