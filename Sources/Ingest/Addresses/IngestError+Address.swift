extension IngestError {
    /// The same error, naming its source unless it does already.
    func at(_ address: SourceAddress) -> IngestError { at(address.description) }

    /// The same for an address as it may be shown.
    func at(_ address: String) -> IngestError {
        var error = self
        error.address = error.address ?? address
        return error
    }
}
