internal import Scanning

/// The renames of instruments by imports, in the section `SectionKind.historyRenames` (`RenameFinder`).
///
/// ```
/// per rename, by import, then by its new symbol:
///   varint               the import, from 0
///   varint, bytes × 4    the old symbol, the new symbol, the name of the unchanged field, the text of that field
/// ```
package enum HistoryRenames {
    /// A rename, and the number of its import.
    package typealias Entry = (batch: Int, rename: SymbolRename)

    /// Encodes the section.
    static func bytes(_ entries: [Entry]) -> ByteSink {
        var sink = ByteSink()
        for (batch, rename) in entries {
            sink.append(varint: batch)
            for text in [rename.old, rename.new, rename.field, rename.text] {
                sink.append(varint: text.utf8.count)
                sink.append(text)
            }
        }
        return sink
    }

    /// Decodes the renames of a section; `nil` if the bytes are invalid.
    ///
    /// - Complexity: O(renames).
    static func entries(_ section: MappedSection) -> [Entry]? {
        var entries: [Entry] = []
        var cursor = PayloadCursor(section.span)
        while !cursor.isAtEnd {
            guard let batch = cursor.number() else { return nil }
            var texts: [String] = []
            for _ in 0..<4 {
                guard let text = cursor.text() else { return nil }
                texts.append(String(decoding: section.span.extracting(text)))
            }
            entries.append((batch, SymbolRename(old: texts[0], new: texts[1], field: texts[2], text: texts[3])))
        }
        return entries
    }
}
