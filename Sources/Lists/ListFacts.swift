import Scanning

/// The names of columns in public lists, and facts about values (`bundled-lists.txt`, which describes its lines).
struct ListFacts: Sendable {
    /// A name of a column.
    struct Header: Sendable {
        let field: String
        let form: ListMap.Form?
        /// The place of the name in its line: earlier names are more specific.
        let place: Int
    }

    private(set) var headers: [String: Header] = [:]
    private(set) var currencies: [String: String] = [:]
    private(set) var minorUnits: [String: String] = [:]
    private(set) var segments: [String: String] = [:]
    private(set) var numbers: [String: [(first: UInt8, mic: String)]] = [:]

    /// The bundled facts.
    static let bundled = ListFacts(parsing: BundledText.lists.string)

    private init(parsing text: String) {
        var places: [String: Int] = [:]
        for line in text.split(separator: "\n") where line.first != "#" {
            let words = line.split(separator: " ").map(String.init)
            guard words.count > 2 else { continue }
            switch words[0] {
            case "header":
                var rest = words[2...]
                let form = rest.first.flatMap { $0.last == ":" ? ListMap.Form(rawValue: String($0.dropLast())) : nil }
                if form != nil { rest.removeFirst() }
                for name in rest.joined(separator: " ").split(separator: ";") {
                    let place = places[words[1], default: 0]
                    places[words[1]] = place + 1
                    let key = String(name).columnKey
                    if headers[key] == nil { headers[key] = Header(field: words[1], form: form, place: place) }
                }
            case "currency": for country in words[2...] { currencies[country] = words[1] }
            case "minor": for spelling in words[2...] { minorUnits[spelling] = words[1] }
            case "segment": segments[words[1]] = words[2]
            case "numbers": if words.count > 3, let first = words[2].utf8.first { numbers[words[1], default: []].append((first, words[3])) }
            default: break
            }
        }
    }
}
