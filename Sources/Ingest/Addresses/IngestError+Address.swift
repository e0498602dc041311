extension IngestError {
    /// The same error, naming its source unless it does already.
    func at(_ address: SourceAddress) -> IngestError {
        var error = self
        error.address = error.address ?? address.description
        return error
    }
}
