/// Bytes of a journal that aren't the changes that were written, and that no call was cut off in: changes are lost with them.
///
/// A `LiveCatalog` that is opened goes on with what stands before them, and keeps the bytes in a file beside the journal.
public struct JournalDamage: Hashable, Sendable, CustomStringConvertible {
    /// The journal's file.
    package let journal: String
    /// Where the bytes begin in the journal.
    package let offset: Int
    /// How many bytes there are, up to the journal's end.
    package let count: Int
    /// What was found, and what was expected; empty where that was told when they were put aside.
    package let reason: String
    /// The file that has the bytes now; `nil` where they are in the journal still.
    package let keptIn: String?

    /// `journal all.catalog.journal-3: 57 bytes from byte 1240 on can't be read: record 4 is there, …`
    public var description: String {
        var text = "journal \(journal): \(count) \(count == 1 ? "byte" : "bytes") from byte \(offset) on can't be read"
        if !reason.isEmpty { text += ": \(reason)" }
        if let keptIn {
            return text
                + "; the changes in them are lost, and the bytes are kept in \(keptIn): delete that when it isn't needed"
        }
        return text + "; who opens the catalog for changes goes on without them, and keeps them in a file of their own"
    }
}

/// What `LiveCatalog.inspectJournals` found.
package struct JournalInspection: Hashable, Sendable {
    /// Bytes that can't be read, in journals and in files that were kept aside.
    package internal(set) var damage: [JournalDamage] = []
    /// Why the catalog can't be opened for changes; `nil` where it can.
    package internal(set) var refusal: CatalogError?
}
