import Packing
import Scanning

/// What this program is: what `ipf --version` prints.
enum Version {
    static let program = "ipf \(PackageVersion.number)"

    /// With what is in the program from its start. Libraries that are loaded later are told by `ipf doctor`: loading libcurl and the thirty
    /// libraries behind it is longer work than a look-up.
    static let text = """
        \(program)
        commit \(SourceCommit.commit)
        Swift \(SourceCommit.compiler), \(InflateLibrary.zlib.version)
        """
}
