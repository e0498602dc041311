import Scanning

/// The names of columns in public lists, and facts about values. They come from `bundled-lists.txt`, which describes
/// the format of its lines.
struct ListFacts: Sendable {
    /// A name of a column.
    struct Header: Sendable {
        let field: String
        let form: ListMap.Form?
        /// The position of the name in its line. Earlier names are more specific.
        let place: Int
    }

    private var headers: [String: Header] = [:]
    /// The first known name for each set of words.
    private var words: [String: Header] = [:]
    /// The column names that look like the name of a field, but have no field.
    private var others: Set<String> = []
    private(set) var countries: [String: String] = [:]
    /// The codes of countries without an exchange, by the key of their names.
    private(set) var nations: [String: String] = [:]
    private(set) var currencies: [String: String] = [:]
    private(set) var currencySpellings: [String: String] = [:]
    private(set) var segments: [String: String] = [:]
    private(set) var numbers: [String: [(first: [UInt8], mic: String)]] = [:]
    private(set) var markets: [(text: String, mic: String)] = []
    /// The MIC of each exchange code that lists of a country use, by country. The key for all countries is `*`.
    private(set) var codes: [String: [String: String]] = [:]
    /// The type of each whole text, and the types of Chinese, Japanese and Korean texts that a value may contain.
    private(set) var exactTypes: [String: String] = [:]
    private(set) var types: [(text: String, type: String)] = []
    /// The type of all rows by a word in the name of their file.
    private var files: [String: String] = [:]

    /// The bundled facts.
    static let bundled = ListFacts(parsing: BundledText.lists.string)

    private init(parsing text: String) {
        var places: [String: Int] = [:]
        for line in text.split(separator: "\n") where line.first != "#" {
            let words = line.split(separator: " ").map(String.init)
            guard words.count > 2 else { continue }
            let names = words[2...].joined(separator: " ").split(separator: ";").map { String($0.trimmed()) }
            switch words[0] {
            case "header": addHeader(words[1], names, &places)
            case "other": for name in names { others.insert(name.columnKey) }
            case "country": for name in names { countries[name.columnKey] = words[1] }
            case "nation":
                for name in names { nations[name.columnKey] = words[1] }
                nations[words[1].columnKey] = words[1]
            case "currency": for country in words[2...] { currencies[country] = words[1] }
            case "spelling": for spelling in words[2...] { currencySpellings[spelling] = words[1] }
            case "segment": segments[words[1]] = words[2]
            case "market": markets += names.map { ($0.columnKey, words[1]) }
            case "code": for code in words[3...] { codes[words[1], default: [:]][code] = words[2] }
            case "type":
                for key in names.map(\.columnKey) {
                    if key.utf8.allSatisfy({ $0 < 0x80 }) {
                        exactTypes[key] = words[1]
                    } else {
                        types.append((key, words[1]))
                    }
                }
            case "file": for word in words[2...] { files[word] = words[1] }
            case "numbers":
                numbers[words[1], default: []].append((Array(words[2].utf8), words[3]))
            default: break
            }
        }
    }

    private mutating func addHeader(_ field: String, _ names: [String], _ places: inout [String: Int]) {
        var form: ListMap.Form?
        for (index, text) in names.enumerated() {
            var name = text
            if index == 0, let colon = name.firstIndex(of: ":"),
                let found = ListMap.Form(rawValue: String(name[..<colon]))
            {
                form = found
                name = String(name[name.index(after: colon)...].trimmed())
            }
            let header = Header(field: field, form: form, place: places[field, default: 0])
            places[field] = header.place + 1
            if headers[name.columnKey] == nil { headers[name.columnKey] = header }
            let key = Self.wordKey(name)
            if !key.isEmpty, words[key] == nil { words[key] = header }
        }
    }

    /// Returns the type of all rows of a file by its path, such as `etfs.csv`, or by the name of a column, such as `ETF
    /// Name`; `nil` if the name does not contain one. The members of a fund have other types than the fund.
    func type(ofFile path: String) -> String? {
        let name = path.split(separator: "/").last?.prefix { $0 != "." && $0 != "?" } ?? ""
        let words = Self.words(of: String(name))
        if !Self.members.isDisjoint(with: words) { return nil }
        let types = Set(words.compactMap { files[$0] })
        return types.count == 1 ? types.first : nil
    }

    private static let members: Set<String> = ["holdings", "holding", "constituents", "components", "members"]

    /// Returns the meaning of a column's name; `nil` if the table does not have the name.
    func header(_ name: String) -> Header? { headers[name.columnKey] }

    /// Returns the meaning of a column's name by its words. The words can be in any order, and words without a meaning
    /// are ignored: `Name of the Security`, `Trading Currency (ISO)`. For Chinese, Japanese and Korean, the end of the
    /// name decides.
    func header(likeWords name: String) -> Header? {
        let plain = Self.withoutBrackets(name)
        if others.contains(plain.columnKey) || others.contains(name.columnKey) { return nil }
        if let found = headers[plain.columnKey] ?? words[Self.wordKey(plain)] { return found }
        var key = plain.columnKey[...]
        guard key.contains(where: { !$0.isASCII }) else { return nil }
        while key.count > 2 {
            key.removeFirst()
            if others.contains(String(key)) { return nil }
            if let found = headers[String(key)], key.contains(where: { !$0.isASCII }) { return found }
        }
        return nil
    }

    /// Returns the meaning of the last two or more words of a name: `First Listing Date`, `SM_EXPIRY_DATE`. Symbols,
    /// types and countries need a name of their own, because their columns decide about all others.
    func header(endingLike name: String) -> Header? {
        let words = Self.words(of: name)
        guard words.count > 2, Self.otherOwners.isDisjoint(with: words) else { return nil }
        for start in 1...(words.count - 2) {
            let key = words[start...].joined()
            if others.contains(key) { return nil }
            guard let found = headers[key] else { continue }
            return ["SYMBOL", "TYPE", "COUNTRY", "DOMICILE"].contains(found.field) ? nil : found
        }
        return nil
    }

    /// Words before a known name that make it the name of something else: `Underlying Security Name`.
    private static let otherOwners: Set<String> = [
        "underlying", "undrlyg", "issuer", "parent", "fund", "previous", "prev", "last", "next", "old", "new", "base",
    ]

    /// Words that do not change the meaning of a name.
    private static let fillers: Set<String> = [
        "the", "1", "of", "a", "an", "in", "for", "and", "or", "security", "securities", "instrument", "stock", "share",
        "listing",
        "listed", "main", "primary", "official", "current", "full", "text", "iso", "en", "eng", "english",
    ]
    /// Abbreviations of words, such as those of ISO 20022.
    private static let sameWords = [
        "id": "code", "cd": "code", "identifier": "code", "no": "number", "nr": "number", "num": "number", "nm": "name",
        "ccy": "currency", "crpn": "company", "ctgy": "category", "ctrct": "contract", "dt": "date", "exrc": "exercise",
        "inst": "instrument", "instrm": "instrument", "mltplr": "multiplier", "pric": "price", "scty": "security",
        "symb": "symbol", "sz": "size", "tckr": "ticker", "tradg": "trading", "undrlyg": "underlying",
        "xprtn": "expiration", "xpry": "expiry",
    ]

    /// Returns the meaningful words of a name in alphabetical order.
    private static func wordKey(_ name: String) -> String {
        words(of: name).map { sameWords[$0] ?? $0 }.filter { !fillers.contains($0) }.sorted().joined(separator: " ")
    }

    /// Returns the words of a name in lowercase. A capital letter after a small one starts a word.
    private static func words(of name: String) -> [String] {
        var words: [String] = [""]
        var previous: Character = " "
        for character in name {
            let isPart = character.isLetter || character.isNumber
            if !isPart || character.isUppercase && previous.isLowercase { words.append("") }
            if isPart { words[words.count - 1].append(contentsOf: character.lowercased()) }
            previous = character
        }
        return words.filter { !$0.isEmpty }
    }

    private static func withoutBrackets(_ name: String) -> String {
        guard let opening = name.firstIndex(where: { "([（【".contains($0) }), opening != name.startIndex else {
            return name
        }
        return String(name[..<opening].trimmed())
    }
}

extension String {
    /// The key of a column's name: its letters and digits, in lowercase and without accents.
    var columnKey: String {
        var key = ""
        for scalar in lowercased().unicodeScalars
        where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            if let plain = Self.plainLetters[scalar] { key += plain } else { key.unicodeScalars.append(scalar) }
        }
        return key
    }

    private static let plainLetters: [Unicode.Scalar: String] = {
        let letters = [
            "a": "àáâãäåāăą", "ae": "æ", "c": "çćč", "d": "ďđð", "e": "èéêëēėęě", "g": "ğģ", "i": "ìíîïīįı",
            "l": "łľĺļ",
            "n": "ñńňņ", "o": "òóôõöøőō", "oe": "œ", "r": "řŕ", "s": "śšşș", "ss": "ß", "t": "ťţț", "u": "ùúûüūůűų",
            "y": "ýÿ", "z": "źżž",
        ]
        var plain: [Unicode.Scalar: String] = [:]
        for (letter, others) in letters {
            for scalar in others.unicodeScalars { plain[scalar] = letter }
        }
        return plain
    }()
}
