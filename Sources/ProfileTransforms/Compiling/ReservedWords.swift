/// The words that cannot be names of fields: those of the grammar, functions and procedures.
enum ReservedWords {
    static let all: Set<String> = Set(
        [
            "boolean", "date", "number", "string", "if", "else", "switch", "case", "default", "break", "return", "true",
            "false",
            "in", "notin", "like", "notlike", "hasItem", "nothasItem", "sysdate",
        ] + Category.allCases.map(\.rawValue) + FunctionName.allCases.map(\.rawValue)
            + ProcedureName.allCases.map(\.rawValue))

    /// Returns whether a word is a name: it starts with a letter, `_` or currency sign, after which digits and
    /// combining marks are also allowed (`profile-transforms.md`, section 3).
    static func isName(_ word: String) -> Bool {
        if all.contains(word) { return false }
        for (index, scalar) in word.unicodeScalars.enumerated() {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .currencySymbol:
                continue
            case .decimalNumber, .nonspacingMark, .spacingMark: if index > 0 { continue }
            default: if scalar == "_" { continue }
            }
            return false
        }
        return true
    }
}

/// The functions of expressions, without the conversions.
enum FunctionName: String, CaseIterable {
    case isTrading, getDayOfWeek, getDayOfMonth, setDayOfWeek, setDayOfMonth, findTrading
    case addItem, removeItem, replaceAll, replaceFirst
}

/// The procedures, which are statements that consist of a name and arguments.
enum ProcedureName: String, CaseIterable {
    case delete, retainFields, primary, rename, osi, fixopol, cmeproduct
}
