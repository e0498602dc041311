internal import HTTPTypes
internal import Scanning

/// Notes about a question, in its answer: in JSON as the member `notes`, elsewhere as header fields.
extension RouteResponse {
    /// A header field for each note; what isn't ASCII is percent-encoded.
    mutating func addNotes(_ notes: [String]) {
        for note in notes { headers.append((.note, PercentCoding.encodeForField(note))) }
    }
}

extension JSONWriter {
    /// The member `notes`, where there are some.
    mutating func notes(_ notes: [String]) {
        if !notes.isEmpty { member("notes", strings: notes) }
    }
}

extension HTTPField.Name {
    static let note = HTTPField.Name("X-Note")!
}
