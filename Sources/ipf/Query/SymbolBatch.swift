import CatalogAnswers
import Dispatch
import Ingest
import InstrumentCatalog
import Scanning

/// Answers the lines of standard input. Two threads each process half of a piece of input; the answers are written in
/// order.
struct SymbolBatch {
    private let workers: [SymbolWorker]
    private static let pieceBytes = 1 << 20

    init(_ finder: SymbolFinder, isJSON: Bool) {
        workers = (0..<2).map { _ in SymbolWorker(finder, isJSON: isJSON) }
    }

    /// Answers all lines. Returns `true` if each line had an answer.
    func run() throws -> Bool {
        let output = OutputFile.standard
        var pending: [UInt8] = []
        var isComplete = true
        try readChunks(from: .standardInput) { chunk in
            // SAFETY: the buffer is the span's own.
            unsafe chunk.withUnsafeBufferPointer { unsafe pending.append(contentsOf: $0) }
            guard pending.count >= Self.pieceBytes, let end = pending.lastIndex(of: ASCII.lineFeed) else { return }
            isComplete = try answer(pending[...end], output) && isComplete
            pending.removeSubrange(...end)
        }
        if !pending.isEmpty { isComplete = try answer(pending[...], output) && isComplete }
        try output.flush()
        return isComplete
    }

    /// Answers whole lines, one half on each thread. Returns `true` if all lines so far had an answer.
    private func answer(_ lines: ArraySlice<UInt8>, _ output: OutputFile) throws -> Bool {
        let middle = lines[(lines.startIndex + lines.count / 2)...].firstIndex(of: ASCII.lineFeed).map { $0 + 1 }
        let halves = [lines[..<(middle ?? lines.endIndex)], lines[(middle ?? lines.endIndex)...]]
        DispatchQueue.concurrentPerform(iterations: halves.count) { workers[$0].answer(halves[$0]) }
        for worker in workers { try output.write(worker.output.span) }
        return workers.allSatisfy { $0.misses == 0 }
    }
}

/// Answers lines on one thread.
private final class SymbolWorker: @unchecked Sendable {  // used by one thread at a time
    private var finder: SymbolFinder
    private let isJSON: Bool
    /// The answers to the lines of the last call.
    private(set) var output: [UInt8] = []
    /// The number of lines without an answer so far.
    private(set) var misses = 0

    init(_ finder: SymbolFinder, isJSON: Bool) {
        self.finder = finder
        self.isJSON = isJSON
    }

    func answer(_ lines: ArraySlice<UInt8>) {
        output.removeAll(keepingCapacity: true)
        let bytes = lines.span
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != ASCII.lineFeed { end += 1 }
            let next = end + 1
            if end > start, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
            if end > start { answer(bytes.extracting(start..<end)) }
            start = next
        }
    }

    private func answer(_ line: Span<UInt8>) {
        if isJSON {
            let answer = finder.answer(to: line)
            if answer.candidates.isEmpty { misses += 1 }
            output += SymbolTable.json(line, answer)
        } else if !finder.appendLine(line, to: &output) {
            misses += 1
        }
        output.append(ASCII.lineFeed)
    }
}
