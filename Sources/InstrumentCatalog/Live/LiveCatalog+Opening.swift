internal import Synchronization
internal import SystemFiles

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension LiveCatalog {
    /// Opens the catalog file at `path` with the changes that were kept beside it, or begins an empty one there. A symbolic link
    /// is followed.
    ///
    /// - Throws: `CatalogError`: as `Catalog.open`; `io` where something else than a file is there; `inUse` where another has it open for changes; `damaged` where a journal isn't
    ///   what was written, other than by an end that was cut off; `foreign` where a journal is of another catalog file.
    /// - Complexity: O(kept changes), some microseconds each.
    public static func open(
        path: String, options: LiveCatalogOptions = .init()
    ) throws(CatalogError) -> LiveCatalog {
        try CatalogError.io(path) { () throws(FileFault) in try FileTarget(path).requireReplaceable() }
        let folder = LiveFolder(path: path)
        let lock = try LiveLock(folder)
        let journals = try folder.journals()
        let base = try openBase(path, journals)
        let numbers = try discardFolded(journals, base, folder)
        var overlay = Overlay(
            base, identity: ByteHash.hash(path.utf8Span.span) | 1, version: base.fingerprint)
        var status = LiveCatalogStatus()
        var last: JournalFile.Contents?
        for number in numbers {
            let file = folder.journal(number)
            let contents = try replay(file, onto: &overlay)
            guard contents.torn == 0 || number == numbers.last else {
                throw .damaged(
                    "record \(contents.records + 1)", path: file,
                    "its end was cut off, and there are later journals: changes are missing")
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
        live.state.withLock { live.workInBackground(&$0) }
        return live
    }

    private static func openBase(_ path: String, _ journals: [Int]) throws(CatalogError) -> Catalog {
        do {
            return try Catalog.open(path)
        } catch  where error.kind == .io && error.systemError == ENOENT && journals.isEmpty {
            _ = try CatalogBuilder().write(to: path)
            return try Catalog.open(path)
        }
    }

    /// Deletes the journals whose changes are in the file, and looks whose the others are; the numbers that are left.
    private static func discardFolded(
        _ journals: [Int], _ base: Catalog, _ folder: LiveFolder
    ) throws(CatalogError) -> [Int] {
        let notes = base.notes
        let folded = Int(notes[LiveNotes.journal] ?? "") ?? 0
        let bases = [base.fingerprint, UInt64(notes[LiveNotes.base] ?? "", radix: 16) ?? base.fingerprint]
        var left: [Int] = []
        var done: [Int] = []
        for number in journals {
            let found = try JournalFile.base(of: folder.journal(number))
            if number <= folded, found == nil || found != base.fingerprint {
                done.append(number)
                continue
            }
            guard found == nil || bases.contains(found!) else {
                throw CatalogError(
                    .foreign, path: folder.journal(number),
                    "holds changes to another state of the catalog than the file is in; restore that file, or, where "
                        + "the catalog was imported anew, delete the journal")
            }
            left.append(number)
        }
        folder.delete(done)
        return left
    }

    private static func replay(
        _ file: String, onto overlay: inout Overlay
    ) throws(CatalogError) -> JournalFile.Contents {
        var record = 0
        return try JournalFile.read(file) { payload throws(CatalogError) in
            record += 1
            guard JournalPayload.replay(payload, onto: &overlay) else {
                throw .damaged("record \(record)", path: file, "it is whole, but says nothing that is known")
            }
        }
    }
}
