internal import Synchronization
internal import SystemFiles

extension LiveCatalog {
    /// Opens the catalog file at `path` with the changes in the journals beside it, or creates an empty catalog. A
    /// symbolic link is followed.
    ///
    /// An interrupted call may leave an incomplete record at the end of the last journal, which is discarded. Other
    /// unreadable bytes are saved in a file beside the journal and reported by `LiveCatalogStatus.damage`.
    ///
    /// If the catalog lacks an index for one of the options' `identifierFields`, or its aliases differ from those of
    /// the options, this method compacts the catalog before it returns.
    ///
    /// - Parameters:
    ///   - path: The path of the catalog file.
    ///   - options: The options of the live catalog.
    /// - Throws: The errors of `Catalog.open` and `Catalog.verify`. Also `CatalogError` of these kinds:
    ///   - `io` if `path` is not a regular file
    ///   - `inUse` if the catalog is being written or is open for changes elsewhere
    ///   - `damaged` if complete records or later journals follow damaged bytes
    ///   - `foreign` if a journal belongs to another catalog file
    /// - Complexity: O(changes in journals), and O(bytes of the file) for its checksums.
    public static func open(
        path: String, options: LiveCatalogOptions = .init()
    ) throws(CatalogError) -> LiveCatalog {
        try CatalogError.io(path) { () throws(FileFault) in try FileTarget(path).requireReplaceable() }
        let folder = LiveFolder(path: path)
        let lock = try CatalogLock.alone(folder, program: options.program)
        let journals = try folder.journals()
        let base = try openBase(folder, journals)
        let numbers = try discardCompacted(journals, base, folder)
        var overlay = Overlay(
            base, identity: folder.cursorIdentity(base.notes), version: base.fingerprint)
        var status = LiveCatalogStatus()
        var last: JournalFile.Contents?
        for number in numbers {
            let file = folder.journal(number)
            let contents = try replay(file, number: number, onto: &overlay)
            if let refusal = refusal(of: contents, file, isLast: number == numbers.last) { throw refusal }
            if let fault = contents.fault {
                let keptIn = try JournalFile.keepRest(of: file, contents)
                status.damage.append(
                    JournalDamage(
                        journal: file, offset: contents.length, count: contents.rest, reason: fault, keptIn: keptIn))
            }
            status.tornBytes += contents.torn
            last = contents
        }
        status.recoveredChanges = overlay.log.count
        overlay.version &+= UInt64(overlay.log.count)
        let journal: JournalFile
        if let number = numbers.last, let last, last.base != nil {
            journal = try JournalFile.resume(folder.journal(number), number: number, last)
        } else {
            let number = numbers.last ?? (Int(base.notes[LiveNotes.journal] ?? "") ?? 0) + 1
            journal = try JournalFile.create(folder.journal(number), number: number, base: base.fingerprint)
        }
        let live = LiveCatalog(
            overlay, journal, olderJournals: Array(numbers.dropLast()), lock, folder: folder, options: options,
            status: status)
        if !live.isAsWanted(base) { try live.compact() }
        live.state.withLock { live.workInBackground(&$0) }
        return live
    }

    /// Checks the journals beside an opened catalog file without changing anything. The catalog may be open as a
    /// `LiveCatalog`.
    ///
    /// - Complexity: As `open(path:options:)`.
    package static func inspectJournals(of catalog: Catalog) -> JournalInspection {
        let folder = LiveFolder(path: catalog.path)
        var inspection = JournalInspection()
        var overlay = Overlay(catalog.file, identity: 1, version: 0)
        do throws(CatalogError) {
            inspection.damage = try folder.keptAside()
            let numbers = try folder.journals()
            for number in numbers where try standing(number, catalog.file, folder) == .pending {
                let file = folder.journal(number)
                let contents = try replay(file, number: number, onto: &overlay)
                if let fault = contents.fault {
                    inspection.damage.append(
                        JournalDamage(
                            journal: file, offset: contents.length, count: contents.rest, reason: fault, keptIn: nil))
                }
                inspection.refusal =
                    inspection.refusal ?? refusal(of: contents, file, isLast: number == numbers.last)
            }
        } catch {
            // The journal was deleted by a compaction in the meantime.
            if !error.isMissingFile { inspection.refusal = error }
        }
        return inspection
    }

    private static func openBase(_ folder: LiveFolder, _ journals: [Int]) throws(CatalogError) -> CatalogFile {
        let base: CatalogFile
        do {
            base = try CatalogFile.open(folder.path)
        } catch  where error.isMissingFile && journals.isEmpty {
            _ = try CatalogBuilder().write(to: folder.path) { () throws(CatalogError) in }
            base = try CatalogFile.open(folder.path)
        }
        try base.verifyOnce()
        return base
    }

    /// The relation of a journal to a catalog file.
    private enum Standing {
        /// The file contains the journal's changes, or the journal has no changes.
        case compacted
        /// The journal's changes apply to the file.
        case pending
    }

    private static func standing(
        _ number: Int, _ base: CatalogFile, _ folder: LiveFolder
    ) throws(CatalogError) -> Standing {
        let notes = base.notes
        let found = try JournalFile.head(of: folder.journal(number))
        if number <= Int(notes[LiveNotes.journal] ?? "") ?? 0, found.base == nil || found.base != base.fingerprint {
            return .compacted
        }
        guard let journalBase = found.base, journalBase != base.fingerprint,
            journalBase != UInt64(notes[LiveNotes.base] ?? "", radix: 16)
        else { return .pending }
        // A closed catalog may leave a journal without changes. If the catalog is then imported again, the journal does
        // not match, but nothing is lost.
        if found.isEmpty { return .compacted }
        throw CatalogError(
            .foreign, path: folder.journal(number),
            "contains changes to a different state of the catalog file; restore that file, or delete the journal if "
                + "the catalog was imported again")
    }

    /// Deletes the journals whose changes the file contains, checks that the others belong to the file, and returns the
    /// numbers of these others.
    private static func discardCompacted(
        _ journals: [Int], _ base: CatalogFile, _ folder: LiveFolder
    ) throws(CatalogError) -> [Int] {
        var left: [Int] = []
        var done: [Int] = []
        for number in journals {
            if try standing(number, base, folder) == .compacted { done.append(number) } else { left.append(number) }
        }
        folder.delete(done)
        return left
    }

    /// Returns the reason why a catalog with these journal contents cannot be opened; `nil` if it can.
    private static func refusal(of contents: JournalFile.Contents, _ file: String, isLast: Bool) -> CatalogError? {
        if contents.rest == 0 { return nil }
        let place = "\(contents.rest) bytes from byte \(contents.length) on"
        if contents.isFollowed {
            return .damaged(
                "record \(contents.records + 1)", path: file,
                "\(place) start with a damaged record, although intact records follow")
        }
        if isLast { return nil }
        return .damaged(
            "record \(contents.records + 1)", path: file,
            "\(place) can't be read, but later journals exist, so changes are missing")
    }

    private static func replay(
        _ file: String, number: Int, onto overlay: inout Overlay
    ) throws(CatalogError) -> JournalFile.Contents {
        var record = 0
        return try JournalFile.read(file, number: number) { payload throws(CatalogError) in
            record += 1
            guard JournalPayload.replay(payload, onto: &overlay) else {
                throw .damaged("record \(record)", path: file, "it is intact, but its content is unknown")
            }
        }
    }
}
