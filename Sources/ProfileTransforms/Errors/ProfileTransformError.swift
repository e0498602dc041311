import Scanning

/// Why a transform's text can't be used, with a caret under the place.
///
/// ```
/// transform, line 3, column 12: there is no standard field SECTOR, and none is declared
///   if (a) SECTOR = 'x';
///          ^
/// ```
public struct ProfileTransformError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A place in a transform's text.
    public struct Position: Hashable, Sendable {
        /// From 1.
        public var line: Int
        /// UTF-16 units within the line, from 1.
        public var column: Int
    }

    /// The name of the transform's text: its file; `nil` if it has none.
    public var name: String? { contents.value.name }
    /// What was found, what was expected, how to go on: one line.
    public var reason: String { contents.value.reason }
    /// Where; `nil` if a file that the text names can't be read.
    public var position: Position? { contents.value.position }

    private struct Contents: Hashable, Sendable {
        var name: String?
        var reason: String
        var position: Position?
        /// With its line and a caret.
        var shown: GrammarError?
    }

    /// One reference: rules inside each other keep room on the stack for the error of each call.
    private final class Reference: Sendable {
        let value: Contents

        init(_ value: Contents) { self.value = value }
    }

    private let contents: Reference

    init(_ reason: String, name: String?) {
        contents = Reference(Contents(name: name, reason: reason))
    }

    /// - Parameter offset: of the place, in bytes.
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

    /// The name, the place and the reason; the line, and a caret under the place.
    public var description: String { contents.value.shown?.description ?? "\(name ?? "transform"): \(reason)" }
}

/// The line of a text that holds a place.
struct SourceLine {
    var number = 1
    /// Without its line end.
    var text = ""
    /// Of the place, in the line's bytes.
    var offset = 0
    /// Of the place, in UTF-16 units, from 1.
    var column = 1

    init(of text: String, at place: Int) {
        let bytes = Array(text.utf8)
        // A byte order mark is no part of the line.
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

/// Why a transform failed on a profile, which stops the whole run (`profile-transforms.md`, section 6).
public struct ProfileTransformFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the transform's text: its file; `nil` if it has none.
    public var name: String?
    /// The message: one line with what was found and what was expected.
    public var reason: String
    /// The line of the statement, from 1.
    public var line: Int
    /// The profile's TYPE as it came.
    public var type: String
    /// The profile's SYMBOL as it came.
    public var symbol: String

    /// `rules.txt, line 3, OPTION .IBM250117C190: …`
    public var description: String {
        "\(name ?? "transform"), line \(line), \(type.isEmpty ? "a profile without TYPE" : type) "
            + "\(symbol.isEmpty ? "without SYMBOL" : symbol): \(reason)"
    }
}

/// A failure before its place is known.
struct Fault: Error {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Credentials in a transform's text. An error shows stars instead of them.
enum Secrets {
    /// The text with stars for what follows `password=` or `user=` and for the user info of URLs, byte for byte.
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
