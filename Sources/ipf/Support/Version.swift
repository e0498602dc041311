import Ingest

/// What this program is: what `ipf --version` prints.
enum Version {
    /// The only place where the version stands.
    static let number = "0.1.0"

    static let text = """
        ipf \(number)
        commit \(SourceCommit.commit)
        Swift \(SourceCommit.compiler), \(IngestLibraries.versions.joined(separator: ", "))
        """
}
