public import CIPF
internal import CatalogAnswers
internal import Dispatch
internal import InstrumentCatalog
internal import Scanning
internal import Symbology
internal import Synchronization

/// SAFETY: see `Handle` and `CText`; `out` is NULL or can be written.
@c @implementation
public func ipf_catalog_symbols(
    _ catalog: OpaquePointer?, _ texts: UnsafePointer<ipf_text>?, _ count: Int, _ notation: UnsafePointer<CChar>?,
    _ notationSize: Int, _ day: Int32, _ out: UnsafeMutablePointer<ArrowArrayStream>?, _ error: HandlePlace?
) -> ipf_status {
    unsafe answer(out, error) {
        let catalog = try unsafe CatalogObject.catalog(catalog)
        let name = try unsafe CText.string(notation, notationSize, "notation")
        guard let notation = Notation(rawValue: name), Notation.writable.contains(notation) else {
            let known = Notation.writable.map(\.rawValue).joined(separator: ", ")
            throw CFailure(IPF_INVALID_ARGUMENT, "notation \"\(name)\": expected one of \(known)")
        }
        let reader = SymbolReader(places: .bundled, on: day == .min ? .today : try CalendarDate(checking: day))
        return try unsafe Numbers.span(texts, count, "texts") { texts in
            for index in texts.indices where unsafe texts[index].data == nil && texts[index].size != 0 {
                throw CFailure.missing("text \(index)")
            }
            // SAFETY: the texts neither change nor move until this function returns.
            nonisolated(unsafe) let texts = unsafe texts
            let starts = Array(stride(from: 0, to: count, by: SymbolBatches.rows))
            let batches = SymbolBatches(starts.count)
            let finder = SymbolFinder(catalog, reader, notations: [notation])
            DispatchQueue.concurrentPerform(iterations: starts.count) { number in
                var finder = finder
                let part = starts[number]..<min(starts[number] + SymbolBatches.rows, count)
                let found = part.map { index in
                    if index + 1 < part.upperBound {
                        let next = unsafe texts[index + 1]
                        _ = unsafe CText.withBytes(next.data, Int(next.size)) { finder.prefetch($0) }
                    }
                    return unsafe CText.withBytes(texts[index].data, Int(texts[index].size)) {
                        finder.translation(of: $0)
                    }!
                }
                batches.set(
                    number,
                    ArrowBatch(
                        count: found.count,
                        columns: [
                            .texts(found.map(\.symbol)), .texts(found.map(\.text)), .texts(found.map(\.reason)),
                        ]))
            }
            return ArrowTable(["symbol", "text", "reason"].map { ArrowField($0, "u") }, batches.next)
        }
    }
}

/// The batches of a table. Threads set them in any order.
private final class SymbolBatches: Sendable {
    /// The number of rows in a batch. Batches share no cache of products, so small batches would repeat look-ups.
    static let rows = 16_384

    private struct State: @unchecked Sendable {  // the batches own the memory to which their addresses point
        var batches: [ArrowBatch?]
        var position = 0
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(batches: Array(repeating: nil, count: count))) }

    func set(_ number: Int, _ batch: sending ArrowBatch) {
        state.withLock { $0.batches[number] = batch }
    }

    /// Returns the next batch; `nil` after the last one.
    func next() -> ArrowBatch? {
        state.withLock { state in
            if state.position == state.batches.count { return nil }
            defer { state.position += 1 }
            return state.batches[state.position]
        }
    }
}
