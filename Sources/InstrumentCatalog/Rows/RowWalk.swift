internal import Scanning

/// A resumable iteration over the instruments of a selection in an order. It can stop after any instrument and continue
/// later, on another thread. It does not store a list of the instruments.
struct RowWalk {
    private let catalog: Catalog
    private let parts: [SelectedRows]
    private var source: Source
    private var toSkip: Int
    private var left: Int

    private enum Source {
        case list([Row], next: Int)
        case ranked(RankedWalk)
        /// The rows in the order by symbol, from a position on.
        case symbols(next: Int)
    }

    init(_ selection: CatalogSelection, in order: CatalogOrder, offset: Int, limit: Int) {
        catalog = selection.catalog
        parts = selection.parts
        toSkip = max(0, offset)
        left = max(0, limit)
        let items = selection.catalog.index?.rankOrder.items ?? []
        switch order {
        case .rank: source = .ranked(RankedWalk(parts, items, types: nil))
        case .type: source = .ranked(RankedWalk(parts, items, types: TypeGroups.of(selection)))
        case .symbol: source = .symbols(next: 0)
        }
    }

    /// Iterates over `rows` of `catalog` in the given order.
    init(_ catalog: Catalog, rows: [Row]) {
        self.catalog = catalog
        parts = []
        toSkip = 0
        left = rows.count
        source = .list(rows, next: 0)
    }

    /// Appends the next instruments, at most a few hundred. Appends none after the last instrument.
    mutating func next(_ places: inout TrivialArray<RowPlace>) {
        while left > 0 {
            let before = places.count
            let isSkipping = toSkip > 0
            let isLast = append(min(Self.step, isSkipping ? toSkip : left), to: &places)
            let found = places.count - before
            if isSkipping {
                toSkip -= found
                places.truncate(to: before)
            } else {
                left -= found
            }
            if isLast { left = 0 }
            if places.count > before { return }
        }
    }

    /// Calls `body` for each remaining instrument, without advancing the iteration.
    func forEach(_ body: (RowPlace) -> Void) {
        var rest = self
        var places = TrivialArray<RowPlace>()
        while true {
            rest.next(&places)
            if places.isEmpty { return }
            for index in 0..<places.count { body(places[index]) }
            places.truncate(to: 0)
        }
    }

    private static let step = 512

    /// Appends at most `wanted` instruments; returns true if none remain.
    private mutating func append(_ wanted: Int, to places: inout TrivialArray<RowPlace>) -> Bool {
        switch source {
        case .list(let rows, let next):
            let end = min(rows.count, next + wanted)
            for row in rows[next..<end] { places.append(place(of: row)) }
            source = .list(rows, next: end)
            return end == rows.count
        case .symbols(let next):
            let end = appendBySymbol(from: next, wanted, to: &places)
            source = .symbols(next: end ?? 0)
            return end == nil
        case .ranked(var walk):
            // Remove the value from the enum, so that it is uniquely referenced and can be changed in place.
            source = .symbols(next: 0)
            defer { source = .ranked(walk) }
            for _ in 0..<wanted {
                guard let place = walk.next() else { return true }
                places.append(place)
            }
            return false
        }
    }

    private func place(of row: Row) -> RowPlace {
        guard let index = catalog.index else { return RowPlace(0, row.number) }
        return index.place(of: row).map { RowPlace($0.part, $0.row) } ?? RowPlace(0, -1)
    }

    /// Appends instruments in symbol order, and returns the position after the last one; `nil` if none remain.
    private func appendBySymbol(from start: Int, _ wanted: Int, to places: inout TrivialArray<RowPlace>) -> Int? {
        let limit = places.count + wanted
        guard let index = catalog.index else {
            var position = start
            while position < catalog.count {
                let row = catalog.file.row(atSymbolPosition: position)
                position += 1
                if !parts[0].set.contains(row) { continue }
                places.append(RowPlace(0, row))
                if places.count == limit { return position }
            }
            return nil
        }
        var end: Int?
        index.symbolOrder.forEach(from: start) { position, place in
            let (part, row) = index.place(of: place)
            if parts[part].set.contains(row) { places.append(RowPlace(part, row)) }
            if places.count == limit { end = position + 1 }
            return places.count < limit
        }
        return end
    }
}
