import Ingest
import Scanning

/// What this program is: what `ipf --version` prints.
enum Version {
    static let program = "ipf \(PackageVersion.number)"

    /// With the versions of the libraries. Asking libcurl loads it and the thirty libraries behind it, longer work than a look-up.
    static let text = """
        \(program)
        commit \(SourceCommit.commit)
        Swift \(SourceCommit.compiler), \(IngestLibraries.versions.joined(separator: ", "))
        """
}
