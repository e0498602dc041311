internal import Dispatch
internal import Synchronization

/// Compaction: the file and the changes are written to a new file, while readers and writers continue.
///
/// 1. A new journal is started, which receives all further changes.
/// 2. The new file is written under another name, synced and renamed into place. It records the number of the last
///    journal that it includes, and the fingerprint of the previous file.
/// 3. The changes since step 1 are applied over the new file in memory, and the result becomes the state.
/// 4. The old journals are deleted.
///
/// Compaction replaces the file only if the file is undamaged and no other program has replaced it. Otherwise, the file
/// remains.
///
/// After a crash before the rename, the state is read from the old file and both journals; after the rename, from the
/// new file and the new journal. The next start deletes the journals that the file includes.
extension LiveCatalog {
    /// A point during compaction, for tests.
    enum CompactionStep: CaseIterable {
        case journalBegun, fileReplaced, stateReplaced, journalsDeleted
    }

    /// Compacts the changes in memory into a new file and waits for completion. Readers and writers continue in the
    /// meantime.
    ///
    /// - Throws: `CatalogError` of kind `io` if the file cannot be written, `foreign` if another file has replaced it,
    ///   `damaged` if its content is damaged. In each case, the changes remain in the journals.
    /// - Complexity: O(instruments).
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

    /// Closes the catalog after background work has finished: syncs the journal and ends subscriptions.
    ///
    /// Later changes throw an error. Existing views remain valid.
    ///
    /// - Throws: `CatalogError` of kind `io` if the journal cannot be synced; the catalog is closed nevertheless.
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

    /// Schedules a background compaction if the overlay has grown too large. Also schedules the building of missing
    /// segments.
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

    /// Starts a new journal. Returns the state before the new journal, and the number of the previous journal; `nil` if
    /// there is nothing to compact.
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

    /// Returns whether the file has the indexes, aliases and history that the options require.
    func isAsWanted(_ base: CatalogFile) -> Bool {
        options.identifierFields.allSatisfy { base.rows.identifierFields.contains($0) }
            && (options.keepsHistory ?? base.keepsHistory) == base.keepsHistory
            && (options.aliases?.index.equals(base.aliases) ?? true)
            && (options.includesBundledAliases ?? (base.bundledAliases.count > 0)) == (base.bundledAliases.count > 0)
    }

    /// Throws if the file at `path` is not `base`, because a program without the lock replaced it.
    private static func checkReplaceable(_ base: CatalogFile, at path: String) throws(CatalogError) {
        do throws(CatalogError) {
            if try CatalogFile.open(path, checking: 0).fingerprint == base.fingerprint { return }
        } catch {
            if error.isMissingFile { return }
        }
        throw CatalogError(
            .foreign, path: path,
            "the file was replaced while the catalog was open for changes; the changes remain in the journal beside "
                + "it; restore the file, or delete the journal and open it again")
    }

    /// In the history, only the last compaction of each hour is recorded. Compactions may be seconds apart, and a
    /// record of each would make the history larger than the instruments.
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

    /// Applies the changes since `old` to the new file, and returns the journals that are no longer required.
    private func replaceBase(of old: Overlay, by base: CatalogFile) -> [Int] {
        var next = Overlay(base, identity: old.identity, version: old.version)
        var number = old.log.count
        while true {
            // While many changes remain, copy them without blocking writers. The last few are copied under the lock.
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
    /// Appends changes from the log of an overlay with another base.
    fileprivate mutating func append(_ other: OverlayLog, _ numbers: Range<Int>) {
        for number in numbers { append(other[number].bytes, isRemoval: other[number].isRemoval) }
    }
}
