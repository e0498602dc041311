internal import Scanning

/// How words are made of folded texts. A file says by which rules its words were made (`SectionKind.searchWordRules`), and a query of it
/// is taken apart by the same.
///
/// By the rules of `scripts`, which all files have that are written now:
///
/// - Words are runs of letters and digits, and end where characters of scripts without spaces (Han, kana, Hangul, Bopomofo) meet others:
///   `三菱UFJ` are two.
/// - Of these scripts, characters that are one to most who type are one: Han characters by `HanVariants`, katakana and hiragana, small kana
///   and large (`キャノン` and `キヤノン`). Voiced kana are the unvoiced
///   with a mark, as half-width kana are written (`ｸﾞ`).
/// - A name of such a script is written without spaces, so a new word begins at each of its characters: `贵州茅台` is found by `贵州` and by
///   `茅台`. Such words, *endings*, are up to 12 characters long; of a longer word in a query each 12 are a word.
package enum WordRules: UInt32 {
    /// Words are runs of letters and digits, and that is all: files of earlier versions.
    case runs = 0
    case scripts = 1

    /// The longest word of a script without spaces, in characters.
    static let longestEnding = 12

    /// Calls `body` with the words of a text for a query or a highlight, in order; the text is `unified` for these rules.
    func forEachWord(in text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
        forEachWord(in: text, isAtEachCharacter: false, body)
    }

    /// Calls `body` with the words by which a text is found, in the order of their beginnings.
    package func forEachIndexedWord(in text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
        forEachWord(in: text, isAtEachCharacter: true, body)
    }

    /// - Parameter isAtEachCharacter: of scripts without spaces a word begins at each character, not only after the word before.
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

    /// A word of a query is compared with beginnings of words, even where another word follows it: there are no spaces that would tell
    /// where its like ends.
    package func isAlwaysBeginning(_ word: Span<UInt8>) -> Bool {
        guard self == .scripts, let first = word.isEmpty ? nil : word[0], first >= Self.firstLead else { return false }
        var position = 0
        return Self.isUnspaced(word.character(at: &position))
    }

    // MARK: Characters

    /// Appends the form of a folded text in which words are compared. Each character has its form by itself.
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

    /// Nothing of `folded` has another form in words.
    func isUnified(_ folded: Span<UInt8>) -> Bool {
        if self == .runs { return true }
        for index in 0..<folded.count where folded[index] >= Self.firstLead { return false }
        return true
    }

    /// The first byte of U+3000 in UTF-8: characters that begin with a lower one are of scripts with spaces.
    private static let firstLead: UInt8 = 0xE3

    private static func unified(_ character: UInt32) -> UInt32 {
        switch character {
        case 0x3041...0x3096: large(character)
        case 0x30A1...0x30F6: large(character - 0x60)
        // The marks of repetition.
        case 0x30FD, 0x30FE: character - 0x60
        default: HanVariants.shared.variant(of: character)
        }
    }

    /// A small kana as a large one.
    private static func large(_ hiragana: UInt32) -> UInt32 {
        switch hiragana {
        case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E: hiragana + 1
        case 0x3095: 0x304B
        case 0x3096: 0x3051
        default: hiragana
        }
    }

    /// Voiced hiragana as the unvoiced one and the mark, which of half-width kana is a character of its own; the mark is 0 for others.
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

    /// Of a script that is written without spaces.
    private static func isUnspaced(_ character: UInt32) -> Bool {
        switch character {
        case 0x3005...0x3007, 0x3041...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF:
            true
        default: false
        }
    }

    // MARK: Runs

    /// Calls `body` with the runs of letters and digits, parted where scripts with spaces and without meet.
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

    /// After the last character of the ending that begins at `start`.
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
