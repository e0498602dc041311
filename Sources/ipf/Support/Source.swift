import ArgumentParser
import Ingest

/// What a source may cost: the options that every reading command has.
struct LimitOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Longest record in bytes: 1 or more.", valueName: "bytes"))
    var maxRecord = ReaderLimits().recordBytes

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Most bytes after decompression: 1 or more.", valueName: "bytes"))
    var maxSize = IngestLimits().inflatedBytes

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Most decompressed bytes for each compressed one: 1 or more.", valueName: "ratio"))
    var maxRatio = IngestLimits().ratio

    func validate() throws {
        for (name, value) in [("--max-record", maxRecord), ("--max-size", maxSize), ("--max-ratio", maxRatio)]
        where value < 1 {
            throw ValidationError("\(name) is \(value), expected 1 or more.")
        }
    }
}

/// How sources are read: the options of the commands that read from any address.
struct SourceOptions: ParsableArguments {
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Credentials") var login: LoginOptions
    @OptionGroup(title: "Credentials") var token: TokenOption

    func validate() throws {
        if token.tokenFile != nil, login.isSet {
            throw ValidationError("--token-file doesn't go with --password-file, --netrc or --netrc-file.")
        }
    }

    /// Options that no command line gave.
    static func plain(_ limits: LimitOptions? = nil) throws -> SourceOptions {
        var options = try parse([])
        if let limits { options.limits = limits }
        return options
    }

    /// The library's options for a source, with a progress bar.
    func ingestOptions(_ bar: ProgressBar) throws -> IngestOptions {
        var options = try ingestOptions
        options.progress = bar.callback
        return options
    }

    /// The library's options.
    ///
    /// - Throws: where a file of credentials can't be read.
    var ingestOptions: IngestOptions {
        get throws {
            var options = IngestOptions()
            options.limits.records.recordBytes = limits.maxRecord
            options.limits.inflatedBytes = limits.maxSize
            options.limits.ratio = limits.maxRatio
            try login.apply(to: &options, tokenFile: token.tokenFile)
            return options
        }
    }

    /// Reads a whole source into `consumer`, with a progress bar where somebody sees it.
    func read<Consumer: RecordConsumer & ~Copyable>(
        _ address: SourceAddress, validators: Validators? = nil, into consumer: inout Consumer,
        startingOver: ((inout Consumer) throws -> Void)? = nil
    ) throws -> SnapshotReport {
        let bar = ProgressBar(address.description)
        var options = try ingestOptions(bar)
        options.validators = validators
        defer { bar.clear() }
        do {
            return try readSnapshot(
                from: address, options: options, into: &consumer, startingOver: startingOver)
        } catch let error as ProfileFormatError {
            throw Failure(.badInput, "\(address): \(error)")
        }
    }

    /// What the help of a reading command says about addresses.
    static let help = """
        An ADDRESS is a path, "-" for standard input, a file:, http: or https: URL, or HOST:PORT, which means \
        http://HOST:PORT/ipf/all.ipf.gz. Gzip and zip are recognised by content.

        \(LoginOptions.help)
        """
}

extension SourceAddress {
    /// What a missing `##COMPLETE` means.
    var incompleteWarning: TerminalText { "\(self): no ##COMPLETE was seen: it may have been cut off" }
}
