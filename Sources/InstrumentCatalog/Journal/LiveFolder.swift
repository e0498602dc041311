internal import Scanning
internal import SystemFiles

/// The files beside a live catalog's file: the lock `NAME.lock`, the journals `NAME.journal-1`, `NAME.journal-2`, …,
/// and files with unreadable bytes of journals, `NAME.journal-1.damaged-1240`. If the path is a symbolic link, they are
/// beside the link's target.
struct LiveFolder: Sendable {
    /// The path of the catalog file. Symbolic links are resolved, so that all processes use the same journals and lock.
    let path: String

    init(path: String) { self.path = FileTarget.following(path) }

    var lock: String { path + ".lock" }

    func journal(_ number: Int) -> String { "\(path).journal-\(number)" }

    /// Returns the numbers of the existing journals, ascending.
    func journals() throws(CatalogError) -> [Int] {
        try journalNames().compactMap { $0.wholeNumber }.sorted()
    }

    /// Returns the unreadable bytes that were saved in files, by journal and offset.
    func keptAside() throws(CatalogError) -> [JournalDamage] {
        var found: [(number: Int, damage: JournalDamage)] = []
        for name in try journalNames() {
            // The name is NUMBER.damaged-OFFSET or NUMBER.damaged-OFFSET-NUMBER.
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let number = parts[0].wholeNumber, parts[1].hasPrefix("damaged-") else { continue }
            let places = parts[1].dropFirst(8).split(separator: "-", omittingEmptySubsequences: false)
            guard (1...2).contains(places.count), let offset = places[0].wholeNumber,
                places.count == 1 || places[1].wholeNumber != nil
            else { continue }
            let file = "\(path).journal-\(name)"
            guard let bytes = try? MappedSection(ofFile: file).count else { continue }
            let damage = JournalDamage(
                journal: journal(number), offset: offset, count: bytes, reason: "", keptIn: file)
            found.append((number, damage))
        }
        return found.sorted {
            ($0.number, $0.damage.offset, $0.damage.keptIn ?? "") < (
                $1.number, $1.damage.offset, $1.damage.keptIn ?? ""
            )
        }
        .map(\.damage)
    }

    /// Returns the part after `NAME.journal-` of each such file name in the folder.
    private func journalNames() throws(CatalogError) -> [Substring] {
        let names = try CatalogError.io(path) { () throws(FileFault) in
            try Folder.names(in: PathNames.folder(of: path))
        }
        let prefix = "\(PathNames.lastComponent(of: path)).journal-"
        return names.compactMap { $0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : nil }
    }

    /// Deletes journals. A journal that cannot be deleted is deleted at the next start.
    func delete(_ journals: [Int]) {
        for number in journals { Folder.removeFile(journal(number)) }
    }
}

extension Substring {
    /// The value of the text if it consists only of digits and is at least 1; otherwise `nil`.
    fileprivate var wholeNumber: Int? {
        guard utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(self), number > 0 else { return nil }
        return number
    }
}

extension LiveFolder {
    /// Returns a number that distinguishes the cursors of this live catalog from those of others. The number depends on
    /// the path, or on the master that the catalog follows. So a page of one node can be continued on another node of
    /// the master.
    func cursorIdentity(_ notes: [String: String]) -> UInt64 {
        let name = SnapshotIdentity(notes: notes) == nil ? path : SnapshotIdentity.epochNote
        return ByteHash.hash(name.utf8Span.span) | 1
    }
}
