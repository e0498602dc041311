import Ingest
import SystemFiles

/// The files that a command reads and writes, held against each other before any work: one that is read or written is not
/// written over, whatever names, links and hard links lead to it.
struct FileUses {
    private var uses: [(identity: FileIdentity, name: String)] = []

    init(reading addresses: [SourceAddress] = []) {
        for address in addresses {
            guard let identity = address.identity else { continue }
            uses.append((identity, address.kind == .standardInput ? "standard input" : "the source \(address)"))
        }
    }

    /// The catalog at `path` will be replaced, as `option` says.
    ///
    /// - Throws: `Failure` where that would replace what is read or written, or something else than a file.
    mutating func replaceCatalog(at path: String, as option: String) throws {
        if path == "-" {
            throw Failure(
                .usage, "\(option) -: a catalog can't be written to standard output; name a file (./- for one named so)"
            )
        }
        do throws(FileFault) { try FileTarget(path).requireReplaceable() } catch { throw Failure(path, error) }
        try write(FileIdentity(path: path), path, option)
    }

    /// Text will be written to `path`, as `option` says.
    ///
    /// - Throws: `Failure` where that would write over what is read or written.
    mutating func writeText(to path: String, as option: String) throws {
        try write(path == "-" ? .standardOutput : FileIdentity(path: path), path, option)
    }

    private mutating func write(_ identity: FileIdentity?, _ path: String, _ option: String) throws {
        guard let identity else { return }
        if let use = uses.first(where: { $0.identity == identity }) {
            let place = path == "-" ? "standard output" : "\(option) \(path)"
            throw Failure(.usage, "\(place) is \(use.name), which it would destroy; name another file")
        }
        uses.append((identity, "the file of \(option)"))
    }
}

extension FileIdentity {
    /// What standard output leads to; `nil` where that is a terminal.
    fileprivate static var standardOutput: FileIdentity? { FileIdentity(descriptor: 1) }
}
