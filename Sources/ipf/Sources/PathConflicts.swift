import Ingest
import SystemFiles

/// The files and objects that a command reads and writes, held against each other before any work: one that is read or
/// written is not written over, whatever names, links and hard links lead to it.
struct PathConflicts {
    private enum Use: Equatable {
        case file(FileIdentity)
        case object(ObjectAddress)
    }

    private var uses: [(use: Use, name: String)] = []

    init(reading addresses: [SourceAddress] = []) {
        for address in addresses {
            guard let use = address.object.map(Use.object) ?? address.identity.map(Use.file) else { continue }
            uses.append((use, address.kind == .standardInput ? "standard input" : "the source \(address)"))
        }
    }

    /// The catalog at `path` will be replaced, as `option` says.
    ///
    /// - Parameter mayBeObject: it is written once, so that it may be an object.
    /// - Throws: `Failure` if that would replace what is read or written, or something else than a file.
    mutating func replaceCatalog(at path: String, as option: String, mayBeObject: Bool = false) throws {
        if path == "-" {
            throw Failure(
                .usage,
                "\(option) -: a catalog can't be written to standard output; name a file (./- for a file named -)"
            )
        }
        if let object = try ObjectOutput(path) {
            guard mayBeObject else {
                throw Failure(
                    .usage,
                    "\(option) \(path): a followed catalog must be a local file; name one"
                )
            }
            return try write(.object(object.address), path, option)
        }
        do throws(FileFault) { try FileTarget(path).requireReplaceable() } catch { throw Failure(path, error) }
        try write(FileIdentity(path: path).map(Use.file), path, option)
    }

    /// Text will be written to `path`, as `option` says.
    ///
    /// - Throws: `Failure` if that would write over what is read or written.
    mutating func writeText(to path: String, as option: String) throws {
        if let object = try ObjectOutput(path) { return try write(.object(object.address), path, option) }
        let identity = path == "-" ? .standardOutput : FileIdentity(path: path)
        try write(identity.map(Use.file), path, option)
    }

    private mutating func write(_ use: Use?, _ path: String, _ option: String) throws {
        guard let use else { return }
        if let known = uses.first(where: { $0.use == use }) {
            let place = path == "-" ? "standard output" : "\(option) \(path)"
            throw Failure(.usage, "\(place) is \(known.name), which it would destroy; name another file")
        }
        uses.append((use, "the file of \(option)"))
    }
}

extension FileIdentity {
    /// The file that standard output is connected to; `nil` if it is a terminal.
    fileprivate static var standardOutput: FileIdentity? { FileIdentity(descriptor: 1) }
}
