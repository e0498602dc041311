import Ingest

/// A progress bar: one line on standard error. It is shown only if standard error is a terminal.
struct ProgressBar: Sendable {
    private let title: String

    init(_ title: String) { self.title = title }

    /// The closure for `IngestOptions.progress`; `nil` if standard error is not a terminal.
    var callback: (@Sendable (IngestProgress) -> Void)? {
        guard Terminal.showsProgress else { return nil }
        return { StandardError.write("\r\(line($0, width: Terminal.errorWidth ?? 80))\u{1B}[K") }
    }

    /// Clears the line, so that other output can follow.
    func clear() {
        if Terminal.showsProgress { StandardError.write("\r\u{1B}[K") }
    }

    /// Returns a line such as `all.ipf.gz [#####.....]  52 %  206.1 MB  884,000 lines  312.0 MB/s  1 s left`.
    func line(_ progress: IngestProgress, width: Int) -> String {
        var parts: [String] = []
        if let fraction = progress.fraction {
            let done = min(20, Int(clamping: fraction * 20))
            let bar = String(repeating: "#", count: done) + String(repeating: ".", count: 20 - done)
            parts.append("[\(bar)] \(Int(clamping: fraction * 100)) %")
        }
        parts.append(Numbers.bytes(progress.bytesIn))
        if let lines = progress.lines { parts.append("\(Numbers.grouped(lines)) lines") }
        parts.append(Numbers.rate(progress.bytesIn, seconds: progress.seconds))
        if let left = progress.secondsLeft { parts.append("\(Int(clamping: left.rounded(.up))) s left") }
        let facts = parts.joined(separator: "  ")
        let room = width - facts.count - 2
        let title = ControlCharacters.escaped(title)
        let shown = TextTable.width(of: title) <= room ? title : room > 8 ? TextTable.tail(of: title, room) : ""
        return TextTable.cut(shown.isEmpty ? facts : "\(shown) \(facts)", to: width - 1)
    }
}
