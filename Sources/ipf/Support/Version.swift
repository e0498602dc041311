import Packing
import Scanning

/// What this program is: what `ipf --version` prints.
enum Version {
    static let program = "ipf \(PackageVersion.number)"

    /// With what inflates. `ipf doctor` tells libcurl's version, too: loading it and the thirty libraries behind it is longer work than a
    /// look-up.
    static let text = """
        \(program)
        commit \(SourceCommit.commit)
        Swift \(SourceCommit.compiler), \(InflateLibrary.allCases.map(\.version).joined(separator: ", "))
        """
}
