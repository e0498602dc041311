/// Writes instruments of a catalog as text, straight from its columns: no profile is made on the way, and no string for a field. It
/// holds some kilobytes and what distinct values look like, whatever the number of instruments, and can stop after any piece.
///
/// ```swift
/// var writer = catalog.rowWriter(.ipf(), of: filter, in: .type)
/// while writer.write({ piece in send(piece) }) {}
/// ```
///
/// One thread at a time may use it. IPF needs to know beforehand which fields each type uses, so making a writer of it looks at
/// the columns of all rows that it will write.
public struct RowWriter: ~Copyable {
    private var stretch: RowStretch
    /// Those of other catalogs, which come after it.
    private var rest: ArraySlice<RowStretch>
    private var hasRows = false
    private var places = TrivialArray<RowPlace>()
    /// The next of the places.
    private var next = 0
    private var output = TrivialArray<UInt8>()
    private var stage = Stage.start

    private enum Stage { case start, rows, ended }

    /// A writer of the rows of some catalogs, at least one, in one form.
    package init(_ stretches: [RowStretch]) {
        stretch = stretches[0]
        rest = stretches[1...]
    }

    /// Writes the next piece: whole rows, until they are `bytes` or more.
    ///
    /// - Returns: false where this was the last piece. Nothing comes after it.
    /// - Throws: what `body` throws. The piece counts as written.
    /// - Complexity: O(bytes written), about a nanosecond each.
    public mutating func write(
        atLeast bytes: Int = 1 << 16, _ body: (Span<UInt8>) throws -> Void
    ) rethrows -> Bool {
        output.truncate(to: 0)
        if stage == .start {
            stretch.layout.begin(&output)
            stage = .rows
        }
        while stage == .rows, output.count < bytes {
            if next == places.count {
                places.truncate(to: 0)
                next = 0
                stretch.walk.next(&places)
                if places.isEmpty { endStretch() }
            }
            while next < places.count, output.count < bytes {
                if stretch.isLeftOut?(places[next]) != true {
                    stretch.layout.append(places[next], to: &output)
                    hasRows = true
                }
                next += 1
            }
        }
        if !output.isEmpty { try body(output.span) }
        return stage != .ended
    }

    private mutating func endStretch() {
        guard let following = rest.popFirst() else {
            stretch.layout.end(&output)
            stage = .ended
            return
        }
        stretch = following
        if hasRows { stretch.layout.goOn() }
    }
}

/// Instruments of one catalog that a writer writes.
package struct RowStretch {
    fileprivate(set) var walk: RowWalk
    fileprivate let layout: any RowLayout
    /// Those of the walk that are not written; `nil` where all are.
    package var isLeftOut: ((RowPlace) -> Bool)?
}

extension Catalog {
    /// A writer of the instruments that `filter` means, in an order: from the one at `offset` on, `limit` at most.
    ///
    /// - Complexity: as `select(_:)`; for IPF O(`count`) further, some milliseconds for a million.
    public func rowWriter(
        _ form: RowForm, of filter: CatalogFilter = CatalogFilter(), in order: CatalogOrder = .rank, offset: Int = 0,
        limit: Int = .max
    ) -> RowWriter {
        RowWriter([stretch(form, select(filter), in: order, offset: offset, limit: limit)])
    }

    /// The same of what was selected, to be written with others.
    package func stretch(
        _ form: RowForm, _ selection: CatalogSelection, in order: CatalogOrder, offset: Int, limit: Int
    ) -> RowStretch {
        let walk = RowWalk(selection, in: order, offset: offset, limit: limit)
        return RowStretch(
            walk: walk,
            layout: layout(form) {
                if offset <= 0 && limit >= selection.count { return selection.parts.map(\.set) }
                var sets = selection.parts.map { RowSet(rowCount: $0.rows.count) }
                walk.forEach { sets[Int($0.part)].insert(Int($0.row)) }
                return sets
            })
    }

    /// A writer of the instruments at `rows`, in their order.
    ///
    /// - Precondition: the rows came from this catalog.
    public func rowWriter(_ form: RowForm, rows: [Row]) -> RowWriter { RowWriter([stretch(form, rows: rows)]) }

    /// The same, to be written with others.
    package func stretch(_ form: RowForm, rows: [Row]) -> RowStretch {
        let walk = RowWalk(self, rows: rows)
        return RowStretch(
            walk: walk,
            layout: layout(form) {
                var sets = parts.map { RowSet(rowCount: $0.file.count) }
                walk.forEach { sets[Int($0.part)].insert(Int($0.row)) }
                return sets
            })
    }

    /// - Parameter sets: for each part of the catalog the rows that are written.
    private func layout(_ form: RowForm, _ sets: () -> [RowSet]) -> any RowLayout {
        let fields = RowFields(self)
        switch form {
        case .ipf(let names, let definitions, let ending):
            return IPFLayout(fields, FieldUse(fields, sets()), names, definitions, ending)
        case .csv(let columns, let endsLinesWithCRLF):
            return CSVLayout(fields, columns, endsLinesWithCRLF: endsLinesWithCRLF)
        case .json(let names, let style, let separator):
            if style != .instrument { return JSONLayout(fields, names, style, separator) }
            let ends = parts.count == 1 && fields.index(of: RemovedInstrument.field) != nil
            return JSONLayout(
                fields, names.map { $0 + furtherIdentifierFields }, style, separator,
                removal: ends ? { removal(at: Row(Int($0.row))) } : nil)
        }
    }
}
