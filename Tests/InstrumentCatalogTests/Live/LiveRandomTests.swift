import InstrumentCatalog
import TestSupport
import Testing

/// A live catalog with random changes, snapshots, compactions and restarts, compared with one made from scratch.
@Suite struct LiveRandomTests {
    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func aLiveCatalogEqualsOneBuiltFromScratch(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var universe = try LiveUniverse(seed: seed, count: 240)
        var model = LiveModel()
        var options = LiveCatalogOptions()
        options.compactAfter = seed % 2 == 0 ? 100 : nil
        let path = folder.path("live")
        var live = try LiveCatalog.open(path: path, options: options)
        var earlier: (view: Catalog, truth: Catalog)?
        for step in 0..<30 {
            let comment: Comment = "seed \(seed), step \(step)"
            switch universe.number(below: 12) {
            case 0:
                live.beginSnapshot()
                model.beginSnapshot()
            case 1: #expect(try live.completeSnapshot().count == model.completeSnapshot(), comment)
            case 2: try live.compact()
            case 3:
                try live.close()
                live = try LiveCatalog.open(path: path, options: options)
                model.restart()
            case 4:
                model.notes = ["ETag": "\(step)"]
                try live.setNotes(model.notes)
            default:
                let batch = universe.batch()
                #expect(try live.apply(batch).count == model.apply(batch), comment)
            }
            if step % 5 != 4 { continue }
            let truth = try model.catalog(at: folder.path("truth-\(step)"), like: live.view)
            try ViewComparison(view: live.view, truth: truth, comment: comment).expectSame(&universe)
            try expectSameFile(builtUpon: live.view, truth, folder, comment)
            // An earlier view is unchanged.
            if let earlier {
                #expect(
                    Self.changes(from: earlier.view, to: live.view) == Self.changes(from: earlier.truth, to: truth),
                    comment)
                try ViewComparison(view: earlier.view, truth: earlier.truth, comment: "then \(comment)")
                    .expectSame(&universe)
            }
            earlier = universe.number(below: 2) == 0 ? (live.view, truth) : nil
        }
        try live.compact()
        try live.close()
        let truth = try model.catalog(at: folder.path("truth"))
        let compacted = try Catalog.open(path)
        try ViewComparison(view: compacted, truth: truth, comment: "seed \(seed), compacted").expectSame(&universe)
    }

    /// Builds a file from a catalog with changes. Expects the same instruments as in a catalog made from scratch, and
    /// that the catalog itself does not change.
    private func expectSameFile(
        builtUpon view: Catalog, _ truth: Catalog, _ folder: TemporaryFolder, _ comment: Comment
    ) throws {
        var builder = CatalogBuilder()
        try builder.append(contentsOf: view)
        builder.previous = view
        let summary = try builder.write(to: folder.path("copy"))
        #expect(summary.instruments == truth.count && summary.removedSymbols == 0, comment)
        let copy = try Catalog.open(folder.path("copy"))
        for other in [view, truth] { #expect(Self.changes(from: copy, to: other).isEmpty, comment) }
        // An empty builder over the old view removes every instrument, in the view's file as well as in its overlay.
        var empty = CatalogBuilder()
        empty.previous = view
        #expect(try empty.write(to: folder.path("empty")).removedSymbols == truth.count, comment)
        let symbols = truth.rows(in: .symbol, limit: .max).map { truth.symbol(at: $0) }
        #expect(try Catalog.open(folder.path("empty")).removedSymbols == symbols, comment)
    }

    /// Returns the difference between two catalogs, found by comparing all symbols.
    private static func changes(from old: Catalog, to new: Catalog) -> [String] {
        var changes: [String] = []
        CatalogDifference(from: old, to: new).forEachChange { change in
            switch change {
            case .added(let row): changes.append("+ \(new.profile(at: row))")
            case .removed(let row): changes.append("- \(old.symbol(at: row))")
            case .changed(let before, let row, let fields):
                changes.append("\(old.symbol(at: before)) \(fields) \(new.profile(at: row))")
            }
        }
        return changes
    }
}
