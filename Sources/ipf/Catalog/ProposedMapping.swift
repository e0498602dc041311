import Ingest
import Lists
import ProfileFormat
import ProfileTransforms

/// The mapping that a command proposes for a list, with the first profiles.
enum ProposedMapping {
    /// The number of profiles to show.
    private static let shownRows = 10

    /// Shows a mapping of the first source that is a list, and stops.
    ///
    /// - Throws: `Failure` with the code `usage` if a source is a list.
    static func stopAtLists(_ addresses: [SourceAddress], _ source: SourceOptions) throws {
        for address in addresses where mayBeRead(address) {
            let options = try source.ingestOptions
            guard
                let proposal = try? ListProposal.read(
                    from: address, options: options, encoding: source.list.listEncoding)
            else { continue }
            try show(proposal, address, source, options)
            throw Failure(
                .usage,
                "\(address) is a list, and nothing was imported; check the mapping above, and run the command again with --map '\(proposal.map.description)'")
        }
    }

    /// Returns whether a source can be read twice, and is worth it: a file, or a URL with the name of a list.
    private static func mayBeRead(_ address: SourceAddress) -> Bool {
        if let path = address.path { return CatalogPath.isRegular(path) }
        guard let url = address.url ?? address.object?.description else { return false }
        return [".csv", ".tsv", ".json", ".jsonl", ".txt"].contains { url.hasSuffix($0) || url.hasSuffix($0 + ".gz") }
    }

    private static func show(
        _ proposal: ListProposal, _ address: SourceAddress, _ source: SourceOptions, _ options: IngestOptions
    ) throws {
        var options = options
        options.list = MappedList(proposal.map, encoding: source.list.listEncoding, today: .localToday)
        var first = FirstProfiles(limit: shownRows)
        do { try readSnapshot(from: address, options: options, into: &first) } catch is FirstProfiles.Full {}
        try Answer.write("mapping: \(proposal.map.description)\n")
        if !proposal.unused.isEmpty { try Answer.write("columns without a field: \(proposal.unused.joined(separator: ", "))\n") }
        try Answer.write("first profiles:\n")
        var columns = ProfileColumns()
        for profile in first.profiles { columns.note(profile) }
        var writer = ProfileWriter(columns: columns)
        var text: [UInt8] = []
        for profile in first.profiles { writer.write(profile, to: &text) }
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") { try Answer.write("  \(String(line))\n") }
    }
}

/// The first profiles of a source.
private struct FirstProfiles: RecordConsumer {
    struct Full: Error {}

    let limit: Int
    var profiles: [InstrumentProfile] = []

    init(limit: Int) { self.limit = limit }

    mutating func consume(_ record: borrowing ProfileRecord) throws {
        profiles.append(InstrumentProfile(record))
        if profiles.count == limit { throw Full() }
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {}
    mutating func flush() {}
    mutating func complete() {}
}
