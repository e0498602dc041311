internal import Synchronization
internal import SystemFiles

extension LiveCatalog {
    /// Opens the catalog file at `path` with the changes that were kept beside it, or begins an empty one there. A symbolic link
    /// is followed.
    ///
    /// Bytes at the end of the last journal that can't be read, and aren't of a call that was cut off, are kept in a file beside it
    /// and told by `LiveCatalogStatus.damage`.
    ///
    /// A catalog that has no index of one of the options' `identifierFields`, or other aliases than the options', is compacted with
    /// them before this returns.
    ///
    /// - Throws: `CatalogError`: as `Catalog.open` and `Catalog.verify`; `io` where something else than a file is there; `inUse` where
    ///   another has it open for changes or writes it; `damaged` where a journal isn't what was written and whole records follow;
    ///   `foreign` where a journal is of another catalog file.
    /// - Complexity: O(kept changes), some microseconds each, and O(file) for its checksums, about 0.1 ms a MB.
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

    /// What is wrong with the journals beside an opened catalog file. Nothing is changed, and a `LiveCatalog` may have it open.
    ///
    /// - Complexity: as `open(path:options:)`.
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
            // A journal that is gone was compacted meanwhile.
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

    /// What a journal is to a catalog file.
    private enum Standing {
        /// Its changes are in the file, or it has none.
        case compacted
        /// Its changes come on top of the file.
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
        // What was ended in good order leaves a journal without changes; the catalog may be imported anew then.
        if found.isEmpty { return .compacted }
        throw CatalogError(
            .foreign, path: folder.journal(number),
            "holds changes to another state of the catalog than the file is in; restore that file, or, where "
                + "the catalog was imported anew, delete the journal")
    }

    /// Deletes the journals whose changes are in the file, and looks whose the others are; the numbers that are left.
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

    /// Why a catalog can't be opened with a journal of such contents; `nil` where it can.
    private static func refusal(of contents: JournalFile.Contents, _ file: String, isLast: Bool) -> CatalogError? {
        if contents.rest == 0 { return nil }
        let place = "\(contents.rest) bytes from byte \(contents.length) on"
        if contents.isFollowed {
            return .damaged(
                "record \(contents.records + 1)", path: file,
                "of \(place), its own are not those that were written, and whole records follow")
        }
        if isLast { return nil }
        return .damaged(
            "record \(contents.records + 1)", path: file,
            "\(place) can't be read, and there are later journals: changes are missing")
    }

    private static func replay(
        _ file: String, number: Int, onto overlay: inout Overlay
    ) throws(CatalogError) -> JournalFile.Contents {
        var record = 0
        return try JournalFile.read(file, number: number) { payload throws(CatalogError) in
            record += 1
            guard JournalPayload.replay(payload, onto: &overlay) else {
                throw .damaged("record \(record)", path: file, "it is whole, but says nothing that is known")
            }
        }
    }
}
