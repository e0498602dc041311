package import SystemFiles

extension SourceAddress {
    /// The file that is read, to be compared with those that are written; `nil` for the network, terminals, and what can't be
    /// looked at.
    package var identity: FileIdentity? {
        switch place {
        case .standardInput: FileIdentity(descriptor: OpenFile.standardInput.descriptor)
        case .file(let path): FileIdentity(path: path)
        case .web, .object: nil
        }
    }

    /// What would be written at `path` is what is read here, whatever links lead to it.
    package func isFile(at path: String) -> Bool { identity.map { $0 == FileIdentity(path: path) } ?? false }
}
