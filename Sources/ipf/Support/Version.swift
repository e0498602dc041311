import Ingest
import Scanning

/// What this program is: what `ipf --version` prints.
enum Version {
    static let text = """
        ipf \(PackageVersion.number)
        commit \(SourceCommit.commit)
        Swift \(SourceCommit.compiler), \(IngestLibraries.versions.joined(separator: ", "))
        """
}
