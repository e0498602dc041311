extension IngestOptions {
    /// What the server of an address is shown; `nil` for nothing.
    func credentials(for address: SourceAddress) -> Credentials? {
        let given = credentials.map { $0.completing(address.credentials) } ?? address.credentials
        guard let netrc, let host = address.host, given == nil || given?.userWithoutPassword != nil else {
            return given
        }
        return netrc.credentials(host: host, user: given?.userWithoutPassword) ?? given
    }

    /// - Throws: `IngestError` of kind `invalidAddress` for what can't be put into a request to `address`.
    func check(for address: SourceAddress) throws(IngestError) {
        if let fault = credentials(for: address)?.fault {
            throw IngestError(kind: .invalidAddress, reason: "credentials: \(fault)")
        }
        let validatorValues = [validators?.etag, validators?.lastModified].compactMap { $0 }
        for text in headers.flatMap({ [$0.name, $0.value] }) + validatorValues {
            guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { continue }
            throw IngestError(
                kind: .invalidAddress, reason: "headers: a control character in a header, which a request can't hold")
        }
    }
}
