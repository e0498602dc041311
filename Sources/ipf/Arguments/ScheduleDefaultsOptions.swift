import ArgumentParser
import Ingest
import MarketRules
import SystemFiles

/// `--defaults` and `--overlay`, for every command that makes schedules.
struct ScheduleDefaultsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Schedule defaults to use instead of the bundled ones: venues and holiday lists. A path or an address; "
                + "plain, gzip or zip. By default IPF_DEFAULTS, or else \"bundled\".",
            valueName: "address"))
    var defaults: String?

    @Option(
        help: ArgumentHelp(
            "A defaults file for sudden closures: its lists are added to lists with the same name, and its properties "
                + "to those of the same venue. By default IPF_OVERLAY, if set.",
            valueName: "address"))
    var overlay: String?

    /// The defaults with the overlay.
    ///
    /// - Parameter report: called with what was left out of each file, and its warnings.
    /// - Throws: `IngestError`, or a `Failure` that names the lines that are wrong.
    func load(_ report: (DefaultsReport) -> Void = DefaultsReport.warn) throws -> ScheduleDefaults {
        try laidOver(try base(report), report)
    }

    /// The defaults without the overlay.
    ///
    /// - Throws: as `load`.
    func base(_ report: (DefaultsReport) -> Void = DefaultsReport.warn) throws -> ScheduleDefaults {
        try ScheduleDefaultsFile.load(
            defaults ?? Environment.value("IPF_DEFAULTS") ?? ScheduleDefaultsFile.bundledName, report)
    }

    /// Defaults with the overlay.
    ///
    /// - Throws: as `load`.
    func laidOver(
        _ base: ScheduleDefaults, _ report: (DefaultsReport) -> Void = DefaultsReport.warn
    ) throws -> ScheduleDefaults {
        guard let overlay = overlay ?? Environment.value("IPF_OVERLAY") else { return base }
        return try ScheduleDefaultsFile.load(overlay, over: base, report)
    }

    /// The files that the defaults are read from, to be looked at for changes; bundled ones and those on the network
    /// never change. None where one of them is a pipe, which can't be read again.
    var files: [String] {
        let names = [defaults ?? Environment.value("IPF_DEFAULTS"), overlay ?? Environment.value("IPF_OVERLAY")]
        let paths = names.compactMap { name -> String? in
            guard let name, name != ScheduleDefaultsFile.bundledName else { return nil }
            return (try? SourceAddress(parsing: name))?.path
        }
        return paths.allSatisfy(CatalogPath.isRegular) ? paths : []
    }
}
