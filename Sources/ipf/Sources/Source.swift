import ArgumentParser
import Ingest

/// The limits for reading a source: options that all commands that read a source have.
struct LimitOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The longest record, in bytes: 1 or more.", valueName: "bytes"))
    var maxRecord = ReaderLimits().recordBytes

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The largest decompressed size, in bytes: 1 or more.", valueName: "bytes"))
    var maxSize = IngestLimits().inflatedBytes

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The largest ratio of decompressed to compressed size: 1 or more.", valueName: "ratio"))
    var maxRatio = IngestLimits().ratio

    @Flag(
        help: ArgumentHelp(
            "Accept numbers and dates in forms that other readers accept: 2024-1-5, NaN, spaces around them. Warn of "
                + "the first of each kind, and count the others."))
    var lenient = false

    func validate() throws {
        for (name, value) in [("--max-record", maxRecord), ("--max-size", maxSize), ("--max-ratio", maxRatio)]
        where value < 1 {
            throw ValidationError("\(name) is \(value), expected 1 or more.")
        }
    }
}

/// The options of commands that read sources from any address.
struct SourceOptions: ParsableArguments {
    @OptionGroup(title: "Reading") var limits: LimitOptions
    @OptionGroup(title: "Lists") var list: ListOptions
    @OptionGroup(title: "Credentials") var login: LoginOptions
    @OptionGroup(title: "Credentials") var token: TokenOption

    func validate() throws {
        if token.tokenFile != nil, login.isSet {
            throw ValidationError("--token-file can't be combined with --password-file, --netrc or --netrc-file.")
        }
    }

    /// Whether to accept, with a warning, records in nonstandard forms that other readers accept.
    var lenient: Bool { limits.lenient }

    /// Returns options with default values.
    static func plain(_ limits: LimitOptions? = nil) throws -> SourceOptions {
        var options = try parse([])
        if let limits { options.limits = limits }
        return options
    }

    /// Returns the options of the library for a source, with a progress bar.
    func ingestOptions(_ bar: ProgressBar) throws -> IngestOptions {
        var options = try ingestOptions
        options.progress = bar.callback
        return options
    }

    /// The options of the library.
    ///
    /// - Throws: an error if a file of credentials can't be read.
    var ingestOptions: IngestOptions {
        get throws {
            var options = IngestOptions()
            options.limits.records.recordBytes = limits.maxRecord
            options.limits.inflatedBytes = limits.maxSize
            options.limits.ratio = limits.maxRatio
            options.strictness = lenient ? .lenient : .strict
            options.list = try list.mapper
            options.rewrite(with: try list.joiner)
            try login.apply(to: &options, tokenFile: token.tokenFile)
            return options
        }
    }

    /// Reads a whole source into `consumer`, with a progress bar on a terminal. Shows only the warnings that `warnsOf`
    /// selects.
    func read<Consumer: RecordConsumer & ~Copyable>(
        _ address: SourceAddress, validators: Validators? = nil, into consumer: inout Consumer,
        startingOver: ((inout Consumer) throws -> Void)? = nil,
        warnsOf: (ProfileWarning.Kind) -> Bool = { _ in true }
    ) throws -> SnapshotReport {
        try read(address, validators, warnsOf) { options in
            try readSnapshot(from: address, options: options, into: &consumer, startingOver: startingOver)
        }
    }

    /// Reads a whole source with several threads.
    func read<Consumer: MergingConsumer>(
        _ address: SourceAddress, merging consumer: inout Consumer,
        startingOver: ((inout Consumer) throws -> Void)? = nil
    ) throws -> SnapshotReport {
        try read(address, nil, { _ in true }) { options in
            try readSnapshot(from: address, options: options, merging: &consumer, startingOver: startingOver)
        }
    }

    private func read(
        _ address: SourceAddress, _ validators: Validators?, _ warnsOf: (ProfileWarning.Kind) -> Bool,
        _ read: (IngestOptions) throws -> SnapshotReport
    ) throws -> SnapshotReport {
        let bar = ProgressBar(address.description)
        var options = try ingestOptions(bar)
        options.validators = validators
        defer { bar.clear() }
        do {
            let report = try read(options)
            bar.clear()
            for warning in report.warnings where warnsOf(warning.kind) { StandardError.warn("\(address): \(warning)") }
            return report
        } catch let error as ProfileFormatError {
            throw Failure(.badInput, "\(address): \(error)")
        }
    }

    /// The help text about addresses of sources.
    static let help = """
        An ADDRESS is a path, "-" for standard input, a file:, http: or https: URL, s3://BUCKET/KEY for an object of \
        an S3-compatible store, or HOST:PORT, which means http://HOST:PORT/ipf/all.ipf.gz. Gzip and zip are recognized \
        by content. All files of a zip are read, in order.

        \(LoginOptions.help)
        """
}

extension SourceAddress {
    /// The warning about a missing `##COMPLETE`.
    var incompleteWarning: TerminalText { "\(self): no ##COMPLETE was found, so the source may be truncated" }
}
