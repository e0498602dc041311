extension Decoder {
    /// A value that is coded as a single string, the text of a rule.
    ///
    /// - Parameter make: reads the text.
    /// - Throws: `DecodingError.dataCorrupted` whose description and underlying error are the `GrammarError`; what the decoder throws.
    func valueOfText<Value>(_ make: (String) throws(GrammarError) -> Value) throws -> Value {
        let text = try singleValueContainer().decode(String.self)
        do throws(GrammarError) {
            return try make(text)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: error.description, underlyingError: error))
        }
    }
}
