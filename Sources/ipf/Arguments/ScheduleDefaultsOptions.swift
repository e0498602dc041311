import ArgumentParser
import Ingest
import MarketRules
import SystemFiles

/// The options `--defaults` and `--overlay`, for commands that compile schedules.
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

    /// Returns the defaults with the overlay.
    ///
    /// - Parameter report: Called with the omitted parts and the warnings of each file.
    /// - Throws: `IngestError`, or a `Failure` that names the invalid lines.
    func load(_ report: (DefaultsReport) -> Void = DefaultsReport.warn) throws -> ScheduleDefaults {
        try laidOver(try base(report), report)
    }

    /// Returns the defaults without the overlay.
    ///
    /// - Throws: the errors of `load`.
    func base(_ report: (DefaultsReport) -> Void = DefaultsReport.warn) throws -> ScheduleDefaults {
        try ScheduleDefaultsFile.load(
            defaults ?? Environment.value("IPF_DEFAULTS") ?? ScheduleDefaultsFile.bundledName, report)
    }

    /// Returns the defaults `base` with the overlay.
    ///
    /// - Throws: the errors of `load`.
    func laidOver(
        _ base: ScheduleDefaults, _ report: (DefaultsReport) -> Void = DefaultsReport.warn
    ) throws -> ScheduleDefaults {
        guard let overlay = overlay ?? Environment.value("IPF_OVERLAY") else { return base }
        return try ScheduleDefaultsFile.load(overlay, over: base, report)
    }

    /// The files of the defaults, to watch for changes. Bundled defaults and addresses are not watched. The array is
    /// empty if one of the files is a pipe, because a pipe can't be read again.
    var files: [String] {
        let names = [defaults ?? Environment.value("IPF_DEFAULTS"), overlay ?? Environment.value("IPF_OVERLAY")]
        let paths = names.compactMap { name -> String? in
            guard let name, name != ScheduleDefaultsFile.bundledName else { return nil }
            return (try? SourceAddress(parsing: name))?.path
        }
        return paths.allSatisfy(CatalogPath.isRegular) ? paths : []
    }
}
