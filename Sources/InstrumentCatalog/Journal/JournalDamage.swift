/// Unreadable bytes of a journal that an interrupted call cannot explain, so changes are lost.
///
/// A `LiveCatalog` opens with the changes that precede these bytes, and saves the bytes in a file beside the journal.
public struct JournalDamage: Hashable, Sendable, CustomStringConvertible {
    /// The name of the journal file.
    package let journal: String
    /// The offset of the unreadable bytes in the journal.
    package let offset: Int
    /// The number of unreadable bytes, which extend to the journal's end.
    package let count: Int
    /// A description of the damage and of the expected content; empty for bytes that were saved earlier.
    package let reason: String
    /// The file in which the bytes were saved; `nil` if they are still in the journal.
    package let keptIn: String?

    /// A sentence such as `journal all.catalog.journal-3: 57 bytes from byte 1240 on can't be read: the checksum of
    /// record 4 does not match`.
    public var description: String {
        var text = "journal \(journal): \(count) \(count == 1 ? "byte" : "bytes") from byte \(offset) on can't be read"
        if !reason.isEmpty { text += ": \(reason)" }
        if let keptIn {
            return text
                + "; their changes are lost, and the bytes are saved in \(keptIn); delete that file when you don't "
                + "need it"
        }
        return text + "; opening the catalog for changes drops them, and saves them in a separate file"
    }
}

/// The result of `LiveCatalog.inspectJournals`.
package struct JournalInspection: Hashable, Sendable {
    /// The unreadable bytes that are still in journals, and those saved in files beside them.
    package internal(set) var damage: [JournalDamage] = []
    /// The reason why the catalog cannot be opened for changes; `nil` if it can.
    package internal(set) var refusal: CatalogError?
}
