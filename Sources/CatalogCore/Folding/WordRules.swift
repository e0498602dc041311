internal import Scanning

/// The rules that split folded texts into words. A file stores the rules by which its texts were split
/// (`SectionKind.searchWordRules`), and queries to the file are split by the same rules.
///
/// All files are now written with the rules `scripts`:
///
/// - Words are runs of letters and digits. They end where characters of scripts without spaces (Han, kana, Hangul,
///   Bopomofo) meet other characters: `三菱UFJ` is two words.
/// - In these scripts, variants of a character are unified: Han characters by `HanVariants`, katakana with hiragana,
///   and small with large kana (`キャノン` and `キヤノン`). Voiced kana become the unvoiced kana and a mark, as in half-width
///   kana (`ｸﾞ`).
/// - A name in such a script has no spaces, so a word starts at each of its characters: both `贵州` and `茅台` find
///   `贵州茅台`. Such words, called *endings*, have up to 12 characters. A longer word in a query is split into words of
///   12 characters.
package enum WordRules: UInt32 {
    /// Words are only runs of letters and digits: the rules of earlier versions.
    case runs = 0
    case scripts = 1

    /// The maximum length of a word in a script without spaces, in characters.
    static let longestEnding = 12

    /// Calls `body` with the words of a query or of a text to highlight, in order. The text must be `unified` by these
    /// rules.
    func forEachWord(in text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
        forEachWord(in: text, isAtEachCharacter: false, body)
    }

    /// Calls `body` with the words under which a text is indexed, ordered by their starts.
    package func forEachIndexedWord(in text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
        forEachWord(in: text, isAtEachCharacter: true, body)
    }

    /// - Parameter isAtEachCharacter: Whether, in scripts without spaces, a word starts at each character instead of
    ///   only after the previous word.
    private func forEachWord(in text: Span<UInt8>, isAtEachCharacter: Bool, _ body: (Range<Int>) -> Void) {
        switch self {
        case .runs: TextFolding.forEachWord(in: text, body)
        case .scripts:
            Self.forEachRun(in: text) { run, isSpaced in
                if isSpaced { return body(run) }
                var start = run.lowerBound
                while start < run.upperBound {
                    let end = Self.end(ofEndingAt: start, in: text, run)
                    body(start..<end)
                    if isAtEachCharacter { _ = text.character(at: &start) } else { start = end }
                }
            }
        }
    }

    /// Returns whether a query word matches as a prefix even if another word follows it: in scripts without spaces,
    /// nothing marks the end of a word.
    package func isAlwaysBeginning(_ word: Span<UInt8>) -> Bool {
        guard self == .scripts, let first = word.isEmpty ? nil : word[0], first >= Self.firstLead else { return false }
        var position = 0
        return Self.isUnspaced(word.character(at: &position))
    }

    // MARK: Characters

    /// Appends the unified form of a folded text, in which words are compared. Each character is unified by itself.
    package func appendUnified(_ folded: Span<UInt8>, to target: inout TrivialArray<UInt8>) {
        if isUnified(folded) { return target.append(folded) }
        var position = 0
        while position < folded.count {
            let start = position
            let character = folded.character(at: &position)
            let (unified, mark) = Self.unvoiced(Self.unified(character))
            if unified == character {
                target.append(folded.extracting(start..<position))
                continue
            }
            for part in [unified, mark] where part != 0 {
                guard let scalar = Unicode.Scalar(part), let bytes = UTF8.encode(scalar) else { continue }
                for byte in bytes { target.append(byte) }
            }
        }
    }

    /// Returns whether `folded` is its own unified form.
    func isUnified(_ folded: Span<UInt8>) -> Bool {
        if self == .runs { return true }
        for index in 0..<folded.count where folded[index] >= Self.firstLead { return false }
        return true
    }

    /// The first byte of U+3000 in UTF-8: characters with a lower first byte belong to scripts with spaces.
    private static let firstLead: UInt8 = 0xE3

    private static func unified(_ character: UInt32) -> UInt32 {
        switch character {
        case 0x3041...0x3096: large(character)
        case 0x30A1...0x30F6: large(character - 0x60)
        // The iteration marks.
        case 0x30FD, 0x30FE: character - 0x60
        default: HanVariants.shared.variant(of: character)
        }
    }

    /// Returns the large form of a small kana.
    private static func large(_ hiragana: UInt32) -> UInt32 {
        switch hiragana {
        case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E: hiragana + 1
        case 0x3095: 0x304B
        case 0x3096: 0x3051
        default: hiragana
        }
    }

    /// Splits voiced hiragana into the unvoiced character and the mark, which is a separate character in half-width
    /// kana. The mark is 0 for other characters.
    private static func unvoiced(_ hiragana: UInt32) -> (UInt32, mark: UInt32) {
        let voiced: UInt32 = 0x3099
        switch hiragana {
        case 0x304B...0x3062: return hiragana % 2 == 0 ? (hiragana - 1, voiced) : (hiragana, 0)
        case 0x3065, 0x3067, 0x3069, 0x309E: return (hiragana - 1, voiced)
        case 0x306F...0x307D:
            let place = (hiragana - 0x306F) % 3
            return (hiragana - place, [0, voiced, 0x309A][Int(place)])
        case 0x3094: return (0x3046, voiced)
        default: return (hiragana, 0)
        }
    }

    /// Returns whether the character belongs to a script without spaces.
    private static func isUnspaced(_ character: UInt32) -> Bool {
        switch character {
        case 0x3005...0x3007, 0x3041...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF:
            true
        default: false
        }
    }

    // MARK: Runs

    /// Calls `body` with the runs of letters and digits, split where scripts with and without spaces meet.
    private static func forEachRun(in text: Span<UInt8>, _ body: (Range<Int>, _ isSpaced: Bool) -> Void) {
        TextFolding.forEachWord(in: text) { run in
            var start = run.lowerBound
            var position = start
            var isSpaced: Bool?
            while position < run.upperBound {
                let before = position
                let isUnspaced = text[position] >= firstLead && isUnspaced(text.character(at: &position))
                if position == before { position += 1 }
                if let spaced = isSpaced, spaced == isUnspaced {
                    body(start..<before, spaced)
                    start = before
                }
                isSpaced = !isUnspaced
            }
            body(start..<run.upperBound, isSpaced ?? true)
        }
    }

    /// Returns where the ending that starts at `start` ends: after `longestEnding` characters, or where the run ends.
    private static func end(ofEndingAt start: Int, in text: Span<UInt8>, _ run: Range<Int>) -> Int {
        var end = start
        var count = 0
        while end < run.upperBound, count < longestEnding {
            _ = text.character(at: &end)
            count += 1
        }
        return end
    }
}
