internal import Scanning
internal import SystemFiles

/// The files beside a live catalog's: `NAME.lock`, the journals `NAME.journal-1`, `NAME.journal-2`, …, and what of them
/// couldn't be read, `NAME.journal-1.damaged-1240`. They stand beside the file itself where the path is a symbolic link to it.
struct LiveFolder: Sendable {
    /// The catalog's file; where a symbolic link leads to it, that: whoever changes it finds the same journals and lock.
    let path: String

    init(path: String) { self.path = FileTarget.following(path) }

    var lock: String { path + ".lock" }

    func journal(_ number: Int) -> String { "\(path).journal-\(number)" }

    /// The numbers of the journals that there are, ascending.
    func journals() throws(CatalogError) -> [Int] {
        try journalNames().compactMap { $0.wholeNumber }.sorted()
    }

    /// What was kept aside of journals, by journal and place.
    func keptAside() throws(CatalogError) -> [JournalDamage] {
        var found: [(number: Int, damage: JournalDamage)] = []
        for name in try journalNames() {
            // NUMBER.damaged-OFFSET or NUMBER.damaged-OFFSET-NUMBER
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

    /// What follows `NAME.journal-` in the names of the folder's files.
    private func journalNames() throws(CatalogError) -> [Substring] {
        let names = try CatalogError.io(path) { () throws(FileFault) in
            try Folder.names(in: PathNames.folder(of: path))
        }
        let prefix = "\(PathNames.lastComponent(of: path)).journal-"
        return names.compactMap { $0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : nil }
    }

    /// Deletes journals; what can't be deleted is found again at the next start.
    func delete(_ journals: [Int]) {
        for number in journals { Folder.removeFile(journal(number)) }
    }
}

extension Substring {
    /// The text as a number of digits only, 1 or more; `nil` for any other.
    fileprivate var wholeNumber: Int? {
        guard utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(self), number > 0 else { return nil }
        return number
    }
}

extension LiveFolder {
    /// Tells cursors of the live catalog from those of any other: by its path, or by following a master, so that every node goes on
    /// where another one ended a page.
    func cursorIdentity(_ notes: [String: String]) -> UInt64 {
        let name = SnapshotIdentity(notes: notes) == nil ? path : SnapshotIdentity.epochNote
        return ByteHash.hash(name.utf8Span.span) | 1
    }
}
