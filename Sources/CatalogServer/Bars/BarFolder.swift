internal import Charting
internal import InstrumentCatalog
internal import Scanning
internal import SystemFiles

/// A folder with the bars of the service's owner: `AAPL-D.csv` has daily bars of AAPL, `AAPL-5.csv` those of five minutes. `AAPL.csv` is
/// another name for `AAPL-D.csv`.
///
/// Of a symbol, letters, digits, `.`, `_` and `~` stand in the name as they are, every other byte as `%2F`, and so does a dot at its
/// beginning. So every file is one of the folder itself.
struct BarFolder: Sendable {
    let path: String

    /// The names that a file may have.
    static func names(_ symbol: String, _ resolution: BarResolution) -> [String] {
        var name = PercentCoding.encodeAll(symbol[...]).replacing("-", with: "%2D")
        if name.hasPrefix(".") { name = "%2E" + name.dropFirst() }
        let own = "\(name)-\(resolution.fileName).csv"
        // No file system has longer ones.
        return (resolution == .day ? [own, "\(name).csv"] : [own]).filter { $0.utf8.count <= 255 }
    }

    /// The resolutions that there are files of, the finest first.
    ///
    /// - Parameter names: of all files of the folder; `nil` where they aren't known.
    func resolutions(of symbol: String, among names: Set<String>? = nil) -> [BarResolution] {
        BarResolution.all.filter { resolution in
            Self.names(symbol, resolution).contains { name in
                names?.contains(name) ?? ((try? FileStatus.of("\(path)/\(name)"))?.kind == .file)
            }
        }
    }

    /// The names of all its files; empty where it can't be listed.
    var names: Set<String> { Set((try? Folder.names(in: path)) ?? []) }

    /// The file whose bars make those of a resolution: its own, else the one of the longest bars that do; `nil` where there is none.
    ///
    /// - Throws: `BarFault` where it can't be read.
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

/// The bars of a file, or those that its bars make.
struct FolderBars: BarSource {
    let file: BarFile
    let resolution: BarResolution
    let calendar: BarCalendar
    /// Sessions of bars of minutes.
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
                // Bars of no session are passed over together.
                let session = try? calendar.schedule.previousSession(before: candle.time, sessions)
                end = min(candle.time, session?.end ?? candle.time)
            }
        }
        return nil
    }

    /// The place of a bar of the file; `nil` outside of the sessions.
    private func slot(of candle: Candle) -> BarCalendar.Slot? {
        guard let length = file.resolution.length else {
            return calendar.slot(ofDay: BarCalendar.number(candle.time), resolution)
        }
        if case .minutes(let minutes) = resolution {
            let slot = calendar.slot(of: candle.time, lasting: length, minutes: minutes, sessions)
            // Bars that need no other keep their times.
            return file.resolution == resolution && slot != nil
                ? BarCalendar.Slot(time: candle.time, start: candle.time) : slot
        }
        return calendar.session(at: candle.time, lasting: length, calendar.mainSessions)
            .map { calendar.slot(ofDay: $0.dayNumber, resolution) }
    }
}
