internal import Charting
internal import InstrumentCatalog
internal import Scanning
internal import SystemFiles

/// A folder with the operator's own bars: `AAPL-D.csv` contains daily bars of AAPL, `AAPL-5.csv` bars of five minutes.
/// `AAPL.csv` is another name for `AAPL-D.csv`.
///
/// In file names, letters, digits, `.`, `_` and `~` of a symbol are unchanged. Other bytes and a leading dot are
/// percent-encoded (`%2F`). So no symbol can name a file outside of the folder.
struct BarFolder: Sendable {
    let path: String

    /// Returns the possible file names for a symbol and a resolution.
    static func names(_ symbol: String, _ resolution: BarResolution) -> [String] {
        var name = PercentCoding.encodeAll(symbol[...]).replacing("-", with: "%2D")
        if name.hasPrefix(".") { name = "%2E" + name.dropFirst() }
        let own = "\(name)-\(resolution.fileName).csv"
        // File systems allow at most 255 bytes in a name.
        return (resolution == .day ? [own, "\(name).csv"] : [own]).filter { $0.utf8.count <= 255 }
    }

    /// Returns the resolutions that have a file, finest first.
    ///
    /// - Parameter names: The names of all files in the folder; `nil` to ask the file system for each file.
    func resolutions(of symbol: String, among names: Set<String>? = nil) -> [BarResolution] {
        BarResolution.all.filter { resolution in
            Self.names(symbol, resolution).contains { name in
                names?.contains(name) ?? ((try? FileStatus.of("\(path)/\(name)"))?.kind == .file)
            }
        }
    }

    /// The names of all files in the folder; empty if the folder can't be listed.
    var names: Set<String> { Set((try? Folder.names(in: path)) ?? []) }

    /// Opens the file of a resolution. If it doesn't exist, opens the file with the longest bars that can be combined
    /// into bars of this resolution.
    ///
    /// - Returns: `nil` if there is no such file.
    /// - Throws: `BarFault` if the file can't be read.
    func file(
        _ symbol: String, for resolution: BarResolution, _ zone: TimeZoneRules
    ) throws(BarFault) -> BarFile? {
        let finer = BarResolution.all.reversed().filter { resolution.isMade(of: $0) }
        for base in [resolution] + finer {
            for name in Self.names(symbol, base) {
                if let file = try BarFile("\(path)/\(name)", name: name, base, zone) { return file }
            }
        }
        return nil
    }
}

/// The bars of a file, or longer bars combined from them.
struct FolderBars: BarSource {
    let file: BarFile
    let resolution: BarResolution
    let calendar: BarCalendar
    /// The sessions that minute bars may belong to.
    let sessions: Trading.SessionFilter

    func bars(in interval: Range<Instant>, limit: Int) throws(BarFault) -> [Candle] {
        var bars: [Candle] = []
        let extent = calendar.extent(of: interval, resolution, from: file.resolution)
        try file.forEach(in: extent) { candle in
            guard let time = slot(of: candle)?.time, interval.contains(time) else { return true }
            if let last = bars.last, time <= last.time {
                bars[bars.count - 1].extend(by: candle)
            } else {
                if bars.count > limit { return false }
                bars.append(candle)
                bars[bars.count - 1].time = time
            }
            return true
        }
        return bars
    }

    func lastTime(before instant: Instant) throws(BarFault) -> Instant? {
        var end = calendar.extent(of: instant..<instant, resolution, from: file.resolution).upperBound
        while let candle = try file.last(before: end) {
            if let slot = slot(of: candle) {
                if slot.time < instant { return slot.time }
                end = min(candle.time, slot.start)
            } else {
                // Skip all bars outside of the sessions in one step.
                let session = try? calendar.schedule.previousSession(before: candle.time, sessions)
                end = min(candle.time, session?.end ?? candle.time)
            }
        }
        return nil
    }

    /// Returns the slot that a bar of the file belongs to; `nil` if the bar is outside of the sessions.
    private func slot(of candle: Candle) -> BarCalendar.Slot? {
        guard let length = file.resolution.length else {
            return calendar.slot(ofDay: BarCalendar.number(candle.time), resolution)
        }
        if case .minutes(let minutes) = resolution {
            let slot = calendar.slot(of: candle.time, lasting: length, minutes: minutes, sessions)
            // Bars that aren't combined retain their times.
            return file.resolution == resolution && slot != nil
                ? BarCalendar.Slot(time: candle.time, start: candle.time) : slot
        }
        return calendar.session(at: candle.time, lasting: length, calendar.mainSessions)
            .map { calendar.slot(ofDay: $0.dayNumber, resolution) }
    }
}
