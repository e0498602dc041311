/// Writes instruments of a catalog as text, directly from its columns, without creating profiles or strings. Memory is
/// required only for a cache of distinct values, and does not depend on the number of instruments. Writing can stop
/// after any piece.
///
/// ```swift
/// var writer = catalog.rowWriter(.ipf(), of: filter, in: .type)
/// while writer.write({ piece in send(piece) }) {}
/// ```
///
/// Only one thread at a time may use a writer. IPF requires the fields of each type in advance, so creating an IPF
/// writer scans the columns of all rows to be written.
public struct RowWriter: ~Copyable {
    private var stretch: RowStretch
    /// The stretches that remain to be written after the current one.
    private var rest: ArraySlice<RowStretch>
    private var hasRows = false
    private var places = TrivialArray<RowPlace>()
    /// The next index in `places`.
    private var next = 0
    private var output = TrivialArray<UInt8>()
    private var stage = Stage.start

    private enum Stage { case start, rows, ended }

    /// Creates a writer of the rows of one or more catalogs in one form.
    package init(_ stretches: [RowStretch]) {
        stretch = stretches[0]
        rest = stretches[1...]
    }

    /// Writes the next piece: whole rows with a total of at least `bytes` bytes.
    ///
    /// - Parameters:
    ///   - bytes: The minimum size of a piece, except for the last one.
    ///   - body: A closure that receives the piece.
    /// - Returns: `false` if this was the last piece.
    /// - Throws: Errors of `body`. The piece counts as written in that case.
    /// - Complexity: O(bytes written).
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

/// Instruments of one catalog that are written consecutively.
package struct RowStretch {
    fileprivate(set) var walk: RowWalk
    fileprivate let layout: any RowLayout
    /// A closure that returns whether to skip an instrument; `nil` to write all instruments.
    package var isLeftOut: ((RowPlace) -> Bool)?
}

extension Catalog {
    /// Returns a writer of at most `limit` instruments that match `filter`, in an order, starting at `offset`.
    ///
    /// - Complexity: As `select(_:)`, plus O(`count`) for IPF.
    public func rowWriter(
        _ form: RowForm, of filter: CatalogFilter = CatalogFilter(), in order: CatalogOrder = .rank, offset: Int = 0,
        limit: Int = .max
    ) -> RowWriter {
        RowWriter([stretch(form, select(filter), in: order, offset: offset, limit: limit)])
    }

    /// Returns the instruments of a selection as a stretch, which can be written together with stretches of other
    /// catalogs.
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

    /// Returns a writer of the instruments at `rows`, in their order.
    ///
    /// - Precondition: The rows came from this catalog.
    public func rowWriter(_ form: RowForm, rows: [Row]) -> RowWriter { RowWriter([stretch(form, rows: rows)]) }

    /// Returns the instruments at `rows` as a stretch, which can be written together with stretches of other catalogs.
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

    /// Returns the layout of a form.
    ///
    /// - Parameter sets: A closure that returns the rows to be written in each part of the catalog.
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
