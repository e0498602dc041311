internal import Scanning

/// Goes through the instruments of a selection in an order. It can stop after any of them and go on later, on another thread,
/// and holds no list of them.
struct RowWalk {
    private let catalog: Catalog
    private let parts: [SelectedRows]
    private var source: Source
    private var toSkip: Int
    private var left: Int

    private enum Source {
        case list([Row], next: Int)
        case ranked(RankedWalk)
        /// From a position of the order by symbol on.
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

    /// Goes through `rows` of `catalog` as they stand.
    init(_ catalog: Catalog, rows: [Row]) {
        self.catalog = catalog
        parts = []
        toSkip = 0
        left = rows.count
        source = .list(rows, next: 0)
    }

    /// Appends the next instruments, some hundred at most; none after the last one.
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

    /// Calls `body` for each instrument that is left. The walk itself stands where it stood.
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

    /// Appends at most `wanted` instruments; true where none are left.
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
            // Taken out, so that it is changed in place.
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

    /// The position after the last instrument that was appended; `nil` where none are left.
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
