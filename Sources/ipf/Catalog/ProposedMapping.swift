import Ingest
import Lists
import ProfileFormat
import ProfileTransforms

/// Shows the mapping that a command proposes for a list, with the first profiles that the mapping produces.
enum ProposedMapping {
    /// The number of profiles to show.
    private static let shownRows = 10

    /// If a source is a list, shows a mapping for the first such source, and throws.
    ///
    /// - Throws: `Failure` with the code `usage` if a source is a list.
    static func stopAtLists(_ addresses: [SourceAddress], _ source: SourceOptions) throws {
        for address in addresses where mayBeRead(address) {
            let options = try source.ingestOptions
            let encoding = source.list.listEncoding
            let proposal: ListProposal?
            do {
                proposal = try ListProposal.read(from: address, options: options, encoding: encoding)
            } catch let error as ProfileFormatError {
                throw Failure(.badInput, "\(address): \(error)")
            } catch {
                // Continue, because the import itself reports a source that cannot be read.
                continue
            }
            guard let proposal, proposal.map != nil && proposal.isKnown || hasNameOfList(address) else { continue }
            guard let map = proposal.map else {
                throw Failure(
                    .usage,
                    "\(address) is a list, and no column is known to be a symbol; give a mapping, as in --map SYMBOL=#1; "
                        + "the columns are \(proposal.columns.joined(separator: ", "))")
            }
            try show(map, proposal.unused, address, source, options)
            throw Failure(
                .usage,
                "\(address) is a list, and nothing was imported; check the mapping above, and run the command again with "
                    + "--map \(Self.quoted(map.description))")
        }
    }

    /// Returns an argument, quoted for the shell.
    private static func quoted(_ text: String) -> String {
        if text.contains("'"), !text.contains(where: { "\"$`\\!".contains($0) }) { return "\"\(text)\"" }
        return "'" + text.replacing("'", with: "'\\''") + "'"
    }

    /// Returns whether a source can be read twice, and is probably a list: a file, or a URL that ends in a name typical
    /// of lists.
    private static func mayBeRead(_ address: SourceAddress) -> Bool {
        address.path.map { CatalogPath.isRegular($0) } ?? hasNameOfList(address)
    }

    private static func hasNameOfList(_ address: SourceAddress) -> Bool {
        guard let name = address.path ?? address.url ?? address.object?.description else { return false }
        return [".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".txt", ".xml"].contains {
            name.hasSuffix($0) || name.hasSuffix($0 + ".gz")
        }
    }

    private static func show(
        _ map: ListMap, _ unused: [String], _ address: SourceAddress, _ source: SourceOptions, _ options: IngestOptions
    ) throws {
        var options = options
        options.list = MappedList(map, encoding: source.list.listEncoding, today: .localToday)
        var first = FirstProfiles(limit: shownRows)
        do { try readSnapshot(from: address, options: options, into: &first) } catch is FirstProfiles.Full {}
        try Answer.write("mapping: \(map.description)\n")
        if !unused.isEmpty { try Answer.write("columns without a field: \(unused.joined(separator: ", "))\n") }
        try Answer.write("first profiles:\n")
        var columns = ProfileColumns()
        for profile in first.profiles { columns.note(profile) }
        var writer = ProfileWriter(columns: columns)
        var text: [UInt8] = []
        for profile in first.profiles { writer.write(profile, to: &text) }
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            try Answer.write("  \(String(line))\n")
        }
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
