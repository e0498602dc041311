import Scanning

/// An error in the text of a transform. Its description shows the line with a caret.
///
/// ```
/// transform, line 3, column 12: SECTOR is neither a standard field nor declared
///   if (a) SECTOR = 'x';
///          ^
/// ```
public struct ProfileTransformError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A position in the text of a transform.
    public struct Position: Hashable, Sendable {
        /// The line, from 1.
        public var line: Int
        /// The column in UTF-16 code units, from 1.
        public var column: Int
    }

    /// The name of the text, such as its file; `nil` if it has no name.
    public var name: String? { contents.value.name }
    /// A message in one line: the found and the expected text, and the remedy.
    public var reason: String { contents.value.reason }
    /// The position; `nil` if the error is that a file named in the text cannot be read.
    public var position: Position? { contents.value.position }

    private struct Contents: Hashable, Sendable {
        var name: String?
        var reason: String
        var position: Position?
        /// The error as a text with the line and a caret; `nil` without a position.
        var shown: GrammarError?
    }

    /// The contents are in one object, which keeps the stack frames of nested rules small.
    private final class Reference: Sendable {
        let value: Contents

        init(_ value: Contents) { self.value = value }
    }

    private let contents: Reference

    init(_ reason: String, name: String?) {
        contents = Reference(Contents(name: name, reason: reason))
    }

    /// Creates an error at a position.
    ///
    /// - Parameter offset: The position in bytes.
    init(_ reason: String, name: String?, text: String, offset: Int) {
        let place = SourceLine(of: text, at: offset)
        let position = Position(line: place.number, column: place.column)
        let shown = GrammarError(
            grammar: "\(name ?? "transform"), line \(position.line), column \(position.column)", reason: reason,
            text: Secrets.masked(place.text), byteOffset: place.offset)
        contents = Reference(Contents(name: name, reason: reason, position: position, shown: shown))
    }

    public static func == (a: ProfileTransformError, b: ProfileTransformError) -> Bool {
        a.contents.value == b.contents.value
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(contents.value) }

    /// The name, position and reason, then the line with a caret.
    public var description: String { contents.value.shown?.description ?? "\(name ?? "transform"): \(reason)" }
}

/// The line that contains a position.
struct SourceLine {
    var number = 1
    /// The text of the line, without its line end.
    var text = ""
    /// The offset of the position within the line, in bytes.
    var offset = 0
    /// The column of the position in UTF-16 code units, from 1.
    var column = 1

    init(of text: String, at place: Int) {
        let bytes = Array(text.utf8)
        // A byte order mark does not belong to the line.
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for index in start..<min(max(place, start), bytes.count) {
            let isBreak =
                bytes[index] == ASCII.lineFeed
                || bytes[index] == ASCII.carriageReturn
                    && !(index + 1 < bytes.count && bytes[index + 1] == ASCII.lineFeed)
            if isBreak {
                number += 1
                start = index + 1
            }
        }
        let end = bytes[start...].firstIndex { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn } ?? bytes.count
        self.text = String(decoding: bytes[start..<end], as: UTF8.self)
        offset = place - start
        column = String(decoding: bytes[start..<max(start, min(place, bytes.count))], as: UTF8.self).utf16.count + 1
    }
}

/// A failure when a transform is applied to a profile. It ends the whole run (`profile-transforms.md`, section 6).
public struct ProfileTransformFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the transform's text, such as its file; `nil` if it has no name.
    public var name: String?
    /// A message in one line: the found and the expected value.
    public var reason: String
    /// The line of the statement, from 1.
    public var line: Int
    /// The TYPE of the profile before any changes.
    public var type: String
    /// The SYMBOL of the profile before any changes.
    public var symbol: String

    /// `rules.txt, line 3, OPTION .IBM250117C190: …`
    public var description: String {
        "\(name ?? "transform"), line \(line), \(type.isEmpty ? "a profile without TYPE" : type) "
            + "\(symbol.isEmpty ? "without SYMBOL" : symbol): \(reason)"
    }
}

/// A failure whose position is not known yet.
struct Fault: Error {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Credentials in the text of a transform, which are masked with asterisks in errors.
enum Secrets {
    /// Masks the values of `password=` and `user=`, and the user info of URLs. Each byte becomes one asterisk.
    static func masked(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for mark in ["password=", "user="] {
            var start = 0
            while let place = bytes[start...].firstRange(of: mark.utf8) {
                start = place.upperBound
                while start < bytes.count, !"\"',".utf8.contains(bytes[start]) {
                    bytes[start] = UInt8(ascii: "*")
                    start += 1
                }
            }
        }
        var start = 0
        while let place = bytes[start...].firstRange(of: "://".utf8) {
            start = place.upperBound
            let end = bytes[start...].firstIndex { "/\"' ".utf8.contains($0) } ?? bytes.count
            guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { continue }
            for index in start..<at { bytes[index] = UInt8(ascii: "*") }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
