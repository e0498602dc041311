import ProfileFormat
import Scanning

/// The character encoding of a list.
package enum ListEncoding: String, CaseIterable, Sendable {
    /// UTF-8, or UTF-16 if the text begins with the byte order mark of UTF-16 or with an ASCII character in UTF-16. In
    /// XML without a byte order mark, the declaration may also name Latin-1.
    case automatic = "auto"
    /// ISO 8859-1, but with the characters that Windows has in the place of control characters (code page 1252).
    case latin1 = "latin-1"
}

extension ListEncoding {
    /// Finds the encoding that the declaration of an XML text names: `<?xml version="1.0" encoding="UTF-8"?>`.
    ///
    /// - Parameter head: The beginning of a text that is not UTF-16. If its declaration names UTF-16, the text was
    ///   converted to UTF-8 without changing the declaration.
    /// - Throws: `ProfileFormatError` if the encoding is unknown.
    init(ofXML head: Span<UInt8>) throws(ProfileFormatError) {
        self = .automatic
        let end = head.indices.first { head[$0] == UInt8(ascii: ">") } ?? 0
        let parts = String(decoding: head.extracting(first: end)).split(omittingEmptySubsequences: false) {
            $0 == "\"" || $0 == "'"
        }
        guard parts[0].hasPrefix("<?xml"), parts[0].dropFirst(5).first?.isWhitespace == true,
            let index = parts.firstIndex(where: { $0.filter { !$0.isWhitespace } == "encoding=" }),
            index + 1 < parts.count
        else { return }
        // Programs write the names with and without hyphens.
        switch parts[index + 1].uppercased().filter({ $0 != "-" && $0 != "_" }) {
        case "UTF8", "USASCII", "ASCII", "UTF16", "UTF16LE", "UTF16BE": break
        case "ISO88591", "LATIN1", "WINDOWS1252", "CP1252": self = .latin1
        default:
            let name = GrammarError.excerpt(String(parts[index + 1]))
            let offset = parts[...index].map { $0.utf8.count + 1 }.reduce(0, +)
            var counter = LineCounter()
            throw ProfileFormatError(
                kind: .undefinedFormat,
                reason: "XML: found the encoding “\(name)”, expected UTF-8, UTF-16, ISO-8859-1 or windows-1252; "
                    + "convert the text to UTF-8 and remove the encoding from its declaration, or give "
                    + "--encoding latin-1 if the text is Latin-1",
                position: counter.position(of: offset, in: head, from: 0))
        }
    }
}

/// Converts the text of a list to UTF-8.
struct ListDecoder: ~Copyable {
    private enum Form {
        case utf8, latin1
        case utf16(isBigEndian: Bool)
    }

    /// The reason for which text that is not UTF-8 is rejected.
    static let notUTF8 = """
        found bytes that are not UTF-8; give --encoding latin-1, or convert other encodings first, as in \
        iconv -f SHIFT_JIS -t UTF-8
        """

    private let form: Form
    /// The number of bytes of the byte order mark that are still to be skipped.
    private var mark: Int
    /// The first byte of a code unit that straddles two chunks; `nil` if no code unit does.
    private var half: UInt8?
    /// The first code unit of a surrogate pair; `nil` between characters.
    private var high: UInt16?
    private var text: [UInt8] = []

    /// Creates a decoder for a text that begins with `head`.
    init(_ encoding: ListEncoding, head: Span<UInt8>) {
        func begins(_ bytes: UInt8...) -> Bool {
            head.count >= bytes.count && bytes.indices.allSatisfy { head[$0] == bytes[$0] }
        }
        if encoding == .latin1 {
            (form, mark) = (.latin1, 0)
        } else if begins(0xFF, 0xFE) {
            (form, mark) = (.utf16(isBigEndian: false), 2)
        } else if begins(0xFE, 0xFF) {
            (form, mark) = (.utf16(isBigEndian: true), 2)
        } else if head.count > 1, (head[0] == 0) != (head[1] == 0) {
            // Without a byte order mark, one of the two bytes of each ASCII character is zero.
            (form, mark) = (.utf16(isBigEndian: head[0] == 0), 0)
        } else {
            (form, mark) = (.utf8, begins(0xEF, 0xBB, 0xBF) ? 3 : 0)
        }
    }

    /// Returns a chunk without those of its bytes that belong to the byte order mark.
    @_lifetime(copy chunk)
    mutating func withoutMark(_ chunk: Span<UInt8>) -> Span<UInt8> {
        let skipped = min(mark, chunk.count)
        mark -= skipped
        return chunk.extracting(skipped...)
    }

    /// Whether the text begins with a byte order mark that is still to be skipped.
    var hasMark: Bool { mark > 0 }

    /// Whether the text is UTF-8.
    var isUTF8: Bool { if case .utf8 = form { true } else { false } }

    /// Returns the text of a chunk in UTF-8.
    mutating func decode(_ chunk: Span<UInt8>) -> [UInt8] {
        text.removeAll(keepingCapacity: true)
        for index in chunk.indices {
            let byte = chunk[index]
            switch form {
            case .utf8: text.append(byte)
            case .latin1: append(UInt32(byte < 0x80 || byte > 0x9F ? UInt16(byte) : Self.windows(byte)))
            case .utf16(let isBigEndian):
                guard let first = half else {
                    half = byte
                    continue
                }
                half = nil
                append(unit: isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first))
            }
        }
        return text
    }

    /// Appends a UTF-16 code unit. A surrogate without its partner becomes U+FFFD.
    private mutating func append(unit: UInt16) {
        if let first = high {
            high = nil
            if unit & 0xFC00 == 0xDC00 {
                return append(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(unit & 0x3FF)))
            }
            append(0xFFFD)
        }
        switch unit & 0xFC00 {
        case 0xD800: high = unit
        case 0xDC00: append(0xFFFD)
        default: append(UInt32(unit))
        }
    }

    private mutating func append(_ scalar: UInt32) {
        switch scalar {
        case ..<0x80: text.append(UInt8(scalar))
        case ..<0x800: text += [UInt8(0xC0 | scalar >> 6), UInt8(0x80 | scalar & 63)]
        case ..<0x10000:
            text += [UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 63), UInt8(0x80 | scalar & 63)]
        default:
            text += [
                UInt8(0xF0 | scalar >> 18), UInt8(0x80 | scalar >> 12 & 63), UInt8(0x80 | scalar >> 6 & 63),
                UInt8(0x80 | scalar & 63),
            ]
        }
    }

    /// Returns the character of a byte 0x80…0x9F in code page 1252, or the byte itself if it has no character (WHATWG,
    /// Encoding).
    private static func windows(_ byte: UInt8) -> UInt16 {
        let characters: InlineArray<32, UInt16> = [
            0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
            0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
            0x0153, 0x9D, 0x017E, 0x0178,
        ]
        return characters[Int(byte - 0x80)]
    }
}
