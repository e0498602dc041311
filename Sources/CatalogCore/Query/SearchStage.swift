/// The steps of a search, in the order of their results. Each row belongs to the first stage that finds it.
///
/// A *short* query is a single word of three to five letters, or of one to five characters of other scripts. A few
/// letters are ambiguous, so all matches of a short query are in `beginnings`, except for the tickers of prominent
/// instruments (`RankStanding.isProminent(for:)`).
package enum SearchStage: Int, Comparable, Sendable {
    /// The symbol equals the text.
    case symbol
    /// An identifier equals the text.
    case identifier
    case notation
    case alias
    /// The ticker of the symbol equals the text (`TickerNames`), or the descriptions contain all words of the query
    /// as whole words. The grade is the class of `DescriptionSizes`, or 0 for tickers.
    case words
    /// A name starts with the text, or the descriptions contain all words, the last one as a prefix.
    case beginnings
    case aliasBeginning
    /// A name contains the text. Spreads with that leg have the first grade.
    case substring
    /// An alias matches except for a typo (`AliasIndex.similar(to:)`).
    case aliasTypo
    /// The names or descriptions match except for a missing space (the first grade) or typos (`TypoLevel`).
    case typo
    /// A name contains the text, which is a word (`SearchQuery.isWord`): `TELSA` probably is Tesla with a typo, and not
    /// a part of PATELSAI.
    case wordSubstring

    package static func < (left: SearchStage, right: SearchStage) -> Bool { left.rawValue < right.rawValue }

    /// Whether the stage finds instruments by a notation or an alias, not by the text of a field. Its results have
    /// their own order.
    package var isOfNames: Bool {
        self == .notation || self == .alias || self == .aliasBeginning || self == .aliasTypo
    }

    /// The last stage whose results match the text exactly. If there are any, typos are not searched.
    package static let lastExact = SearchStage.words

    /// The number of grades of the stage.
    var grades: Int {
        switch self {
        case .words: DescriptionSizes.classes
        case .substring: 2
        case .typo: TypoLevel.firstGrade(of: TypoLevel.all.count)
        default: 1
        }
    }
}

/// A group of matches with typos.
struct TypoLevel {
    /// The maximum number of typos in a word.
    let typos: Int
    /// Whether the last word of the query may be a prefix, and the first characters may differ.
    let isLoose: Bool

    /// The levels, best first.
    static let all = [1, 2].flatMap { typos in [false, true].map { TypoLevel(typos: typos, isLoose: $0) } }

    /// The grades of a level: one for each class of `DescriptionSizes`, then one for names.
    private static let grades = DescriptionSizes.classes + 1

    /// Returns the first grade of the level at `level` in `all`. Grade 0 has the matches with a missing space.
    static func firstGrade(of level: Int) -> Int { 1 + level * grades }

    /// Returns the index of a grade's level, and the number of the grade within the level. The grade must not be 0.
    static func place(ofGrade grade: Int) -> (level: Int, number: Int) {
        let (level, number) = (grade - 1).quotientAndRemainder(dividingBy: grades)
        return (level, number)
    }
}

/// The stage and the grade of a result, which precede rank in the order of the results.
package struct SearchOrder: Hashable, Sendable {
    package let stage: SearchStage
    package let grade: Int

    package init(stage: SearchStage, grade: Int) {
        self.stage = stage
        self.grade = grade
    }

    /// The class of the result in `DescriptionSizes`, by the number of words that the query lacks; `nil` if it has no
    /// class.
    package var wordClass: Int? {
        switch stage {
        case .words: return grade
        case .typo where grade > 0:
            let number = TypoLevel.place(ofGrade: grade).number
            return number < DescriptionSizes.classes ? number : nil
        default: return nil
        }
    }

    /// The largest number of typos in a word or a symbol. A missing space is no typo.
    package var typos: Int {
        switch stage {
        case .aliasTypo: 1
        case .typo where grade > 0: TypoLevel.all[TypoLevel.place(ofGrade: grade).level].typos
        default: 0
        }
    }
}
