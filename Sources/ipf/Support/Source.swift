import ArgumentParser
import Foundation
import Ingest

/// How sources are read: the options that every reading command has.
struct SourceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Longest record in bytes.", valueName: "bytes"))
    var maxRecord = ReaderLimits().recordBytes

    @Option(help: ArgumentHelp("Most bytes after decompression.", valueName: "bytes"))
    var maxSize = IngestLimits().inflatedBytes

    @Option(help: ArgumentHelp("Most decompressed bytes for each compressed one.", valueName: "ratio"))
    var maxRatio = IngestLimits().ratio

    @Flag(
        help: ArgumentHelp(
            "Take numbers and dates in forms that other readers take: 2024-1-5, NaN, spaces around them; warn of the first of "
                + "each kind, and say how many there were."))
    var lenient = false

    func validate() throws {
        for (name, value) in [("--max-record", maxRecord), ("--max-size", maxSize), ("--max-ratio", maxRatio)]
        where value < 1 {
            throw ValidationError("\(name) is \(value), expected 1 or more.")
        }
    }

    /// The library's options for a source, with a progress bar.
    func ingestOptions(_ bar: ProgressBar) -> IngestOptions {
        var options = ingestOptions
        options.progress = bar.callback
        return options
    }

    /// The library's options.
    var ingestOptions: IngestOptions {
        var options = IngestOptions()
        options.limits.records.recordBytes = maxRecord
        options.limits.inflatedBytes = maxSize
        options.limits.ratio = maxRatio
        options.strictness = lenient ? .lenient : .strict
        if let token = ProcessInfo.processInfo.environment["IPF_TOKEN"], !token.isEmpty {
            options.credentials = .bearer(token)
        }
        return options
    }

    /// Reads a whole source into `consumer`, with a progress bar where somebody sees it, and warns of what `warnsOf` says.
    func read<Consumer: RecordConsumer & ~Copyable>(
        _ address: SourceAddress, validators: Validators? = nil, into consumer: inout Consumer,
        startingOver: ((inout Consumer) throws -> Void)? = nil,
        warnsOf: (ProfileWarning.Kind) -> Bool = { _ in true }
    ) throws -> SnapshotReport {
        let bar = ProgressBar(address.description)
        var options = ingestOptions(bar)
        options.validators = validators
        defer { bar.clear() }
        do {
            let report = try readSnapshot(
                from: address, options: options, into: &consumer, startingOver: startingOver)
            bar.clear()
            for warning in report.warnings where warnsOf(warning.kind) { StandardError.warn("\(address): \(warning)") }
            return report
        } catch let error as ProfileFormatError {
            throw Failure(.badInput, "\(address): \(error)")
        }
    }

    /// What the help of a reading command says about addresses.
    static let help = """
        An ADDRESS is a path, "-" for standard input, a file:, http: or https: URL, or HOST:PORT, which means \
        http://HOST:PORT/ipf/all.ipf.gz. Gzip and zip are recognised by content; all files of a zip are read, in order. Credentials stand in the URL \
        (https://USER:PASSWORD@HOST/…), or as a bearer token in the environment variable IPF_TOKEN.
        """
}

extension SourceAddress {
    /// What a missing `##COMPLETE` means.
    var incompleteWarning: String { "\(self): no ##COMPLETE was seen: it may have been cut off" }
}
