internal import Dispatch
internal import Synchronization

/// Compaction: the changes and the file become a new file, while readers and writers go on.
///
/// 1. A new journal is begun; from here on changes go there.
/// 2. The new file is written under another name, synced and renamed into place. It notes the number of the last journal that is
///    in it, and the fingerprint of the file before.
/// 3. The changes since 1 are put over the new file in memory, and that becomes the state.
/// 4. The old journals are deleted.
///
/// The file that is replaced must be the one that the changes are to, and be what was written: another one stays as it is.
///
/// Whenever it is cut off: before the renaming, the old file with both journals is the state; after it, the new file with the
/// new journal. Journals up to the noted one are deleted at the next start.
extension LiveCatalog {
    /// A moment of compacting, for tests.
    enum CompactionStep: CaseIterable {
        case journalBegun, fileReplaced, stateReplaced, journalsDeleted
    }

    /// Compacts the changes in memory into a new file, now, and waits for that. Readers and writers go on meanwhile.
    ///
    /// - Throws: `CatalogError`: `io` where the file can't be written, `foreign` where another one was put in its place, `damaged`
    ///   where it isn't what was written. The changes stay kept in the journals then.
    /// - Complexity: O(instruments), about a microsecond each.
    public func compact() throws(CatalogError) { try compact { _ in } }

    func compact(_ observe: (CompactionStep) -> Void) throws(CatalogError) {
        let result = background.sync { () -> Result<Void, CatalogError> in
            do throws(CatalogError) {
                return .success(try compactNow(observe))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Lets go of the file, after what is done in the background: the journal is synced, and subscriptions end. Changing anything
    /// afterwards throws; views go on.
    ///
    /// - Throws: `CatalogError` of kind `io` where the journal can't be synced; the catalog is closed all the same.
    public func close() throws(CatalogError) {
        background.sync {}
        state.withLock { $0.overlay.segments }.finish()
        try state.withLock { state throws(CatalogError) in
            let journal = state.journal
            state.journal = nil
            state.lock = nil
            for subscriber in state.subscribers { subscriber.finish() }
            state.subscribers = []
            try journal?.sync()
        }
    }

    /// Has compacted in the background what has become too much, and segments made of what has none.
    func workInBackground(_ state: inout State) {
        if !state.isCompactionDue, state.overlay.log.count >= state.compactAt {
            state.isCompactionDue = true
            background.async { [self] in _ = try? compactNow { _ in } }
        }
        state.overlay.segments.keepUp(with: state.overlay.log)
    }

    private func compactNow(_ observe: (CompactionStep) -> Void) throws(CatalogError) {
        defer { state.withLock { $0.isCompactionDue = false } }
        do throws(CatalogError) {
            guard let (overlay, journal) = try beginJournal() else { return }
            observe(.journalBegun)
            try Self.write(overlay, journal: journal, options, to: path)
            observe(.fileReplaced)
            let base = try CatalogFile.open(path)
            let done = replaceBase(of: overlay, by: base)
            observe(.stateReplaced)
            folder.delete(done)
            observe(.journalsDeleted)
        } catch {
            state.withLock { state in
                state.status.compactionError = error
                state.compactAt = state.overlay.log.count + Self.compactAt(state.overlay, options) / 2
            }
            throw error
        }
    }

    /// Begins a new journal; the state before it and the number of the last one before. `nil` where there is nothing to compact.
    private func beginJournal() throws(CatalogError) -> (Overlay, Int)? {
        try state.withLock { state throws(CatalogError) in
            guard let journal = state.journal else {
                throw CatalogError(.io, path: path, "the catalog was closed; open it again to compact it")
            }
            if journal.length == JournalFile.headerLength, state.olderJournals.isEmpty,
                isAsWanted(state.overlay.base)
            {
                return nil
            }
            try journal.sync()
            let number = journal.number + 1
            let next = try JournalFile.create(
                folder.journal(number), number: number, base: state.overlay.base.fingerprint)
            state.olderJournals.append(journal.number)
            state.journal = next
            return (state.overlay, journal.number)
        }
    }

    /// The file has the indexes, the aliases and the history that the options ask for.
    func isAsWanted(_ base: CatalogFile) -> Bool {
        options.identifierFields.allSatisfy { base.rows.identifierFields.contains($0) }
            && (options.keepsHistory ?? base.keepsHistory) == base.keepsHistory
            && (options.aliases?.index.equals(base.aliases) ?? true)
            && (options.includesBundledAliases ?? (base.bundledAliases.count > 0)) == (base.bundledAliases.count > 0)
    }

    /// Throws where another file than `base` stands at `path`: one that a program without a lock put there.
    private static func checkReplaceable(_ base: CatalogFile, at path: String) throws(CatalogError) {
        do throws(CatalogError) {
            if try CatalogFile.open(path, checking: 0).fingerprint == base.fingerprint { return }
        } catch {
            if error.isMissingFile { return }
        }
        throw CatalogError(
            .foreign, path: path,
            "another file was put in its place while it was open for changes; these stay in the journal beside it: "
                + "restore the file, or delete the journal and open it again")
    }

    /// Compactions may come every two seconds, and history would outgrow the instruments: it remembers the last one of each hour.
    private static let historyPrecision: Int64 = 3_600_000

    /// Writes a state as a catalog file.
    private static func write(
        _ overlay: Overlay, journal: Int, _ options: LiveCatalogOptions, to path: String
    ) throws(CatalogError) {
        try checkReplaceable(overlay.base, at: path)
        var builder = CatalogBuilder()
        try builder.append(contentsOf: Catalog(overlay))
        builder.isComplete = overlay.isComplete
        builder.notes = overlay.notes
        builder.identifierFields += options.identifierFields
        builder.aliases = options.aliases
        builder.includesBundledAliases = options.includesBundledAliases
        builder.keepsHistory = options.keepsHistory
        builder.historyPrecision = historyPrecision
        builder.notes[LiveNotes.journal] = String(journal)
        builder.notes[LiveNotes.base] = String(overlay.base.fingerprint, radix: 16)
        for symbol in overlay.removedSymbols {
            builder.parts.removedRows.append(try builder.parts.appendSymbol(symbol.span))
        }
        _ = try builder.write(to: path) { () throws(CatalogError) in try checkReplaceable(overlay.base, at: path) }
    }

    /// Puts what has changed since `old` over the new file; the journals that it makes needless.
    private func replaceBase(of old: Overlay, by base: CatalogFile) -> [Int] {
        var next = Overlay(base, identity: old.identity, version: old.version)
        var number = old.log.count
        while true {
            // While much is left, writers go on.
            let current = state.withLock { $0.overlay }
            if current.log.count - number < 256 { break }
            next.append(current.log, number..<current.log.count)
            number = current.log.count
        }
        return state.withLock { state in
            let current = state.overlay
            next.append(current.log, number..<current.log.count)
            next.version = current.version
            next.isComplete = current.isComplete
            next.notes = current.notes
            if current.hasOtherRemovals(than: old) { next.listRemovals(of: current, from: old.log.count) }
            if old.segments.isAsked { next.segments.noteAsked() }
            publish(next, [], &state)
            state.compactAt = Self.compactAt(next, options)
            state.status.compactions += 1
            state.status.compactionError = nil
            let done = state.olderJournals
            state.olderJournals = []
            return done
        }
    }
}

extension Overlay {
    /// Takes changes of another log, which stood over another base.
    fileprivate mutating func append(_ other: OverlayLog, _ numbers: Range<Int>) {
        for number in numbers { append(other[number].bytes, isRemoval: other[number].isRemoval) }
    }
}
