internal import HTTPTypes

extension Substring {
    /// Without spaces and tabs at both ends.
    func trimmed() -> Substring {
        var text = self
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}

extension String {
    func trimmed() -> Substring { self[...].trimmed() }
}

extension HTTPField.Name {
    static let host = HTTPField.Name("Host")!
    static let requestID = HTTPField.Name("X-Request-Id")!
}
