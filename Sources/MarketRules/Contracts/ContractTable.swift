import Scanning

/// The products of the table of contract rules, `bundled-contracts.txt`.
struct ContractTable: Sendable {
    /// The products, in the order of the table.
    private(set) var products: [ContractProduct] = []
    private var indexes: [ContractProduct.Key: Int] = [:]

    static let bundled: ContractTable = {
        do throws(GrammarError) {
            return try ContractTable(parsing: BundledText.contracts.string)
        } catch {
            preconditionFailure("the bundled contract rules are invalid: \(error)")
        }
    }()

    /// Returns the product of a root; `nil` if the table has none.
    subscript(kind: ContractProduct.Kind, root: String) -> ContractProduct? {
        indexes[.init(kind: kind, root: root)].map { products[$0] }
    }

    /// Parses a table.
    ///
    /// - Throws: `GrammarError` with the line and the position of the first word that is not understood.
    init(parsing text: String) throws(GrammarError) {
        var parser = Parser()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            try add(parser.parse(String(line), number: index + 1))
        }
    }

    /// Adds a product. If the table already contains it, adds only its listings.
    private mutating func add(_ product: ContractProduct?) {
        guard let product else { return }
        if let index = indexes[product.key] {
            products[index].listings += product.listings
        } else {
            indexes[product.key] = products.count
            products.append(product)
        }
    }
}

extension ContractTable {
    /// Parses lines, and remembers the sources and rules that they name.
    private struct Parser {
        private var sources: [String: String] = [:]
        private var rules: [String: ContractProduct.NamedRule] = [:]
        private var line = ""
        private var words: [Substring] = []
        private var grammar = ""

        /// Returns the product of a line; `nil` if the line only names a source or a rule.
        mutating func parse(_ line: String, number: Int) throws(GrammarError) -> ContractProduct? {
            self.line = line
            grammar = "contracts, line \(number)"
            words = line.split(separator: " ")
            switch words[0] {
            case "source":
                sources[String(try word(1, "a name"))] = String(try word(2, "an address"))
            case "rule":
                let text = try rest(2, "steps")
                let rule = try DayRule(parsing: text, grammar: grammar)
                rules[String(try word(1, "a name"))] = .init(text: text, rule: rule)
            case "future": return try product(.future)
            case "option": return try product(.option)
            default: throw fault(0, "expected source, rule, future or option")
            }
            return nil
        }

        private func product(_ kind: ContractProduct.Kind) throws(GrammarError) -> ContractProduct {
            guard let lastTradingDay = try rule(5) else { throw fault(5, "expected the rule of the last trading day") }
            guard let style = ContractProduct.SettlementStyle(rawValue: String(try word(9, "a style"))) else {
                throw fault(9, "expected physical, cash, am or pm")
            }
            let (months, weekdays, period) = try months(4)
            let thin = words[4].prefix { $0 != "@" }.utf8.filter { $0 >= UInt8(ascii: "a") }
            let listing = ContractProduct.Listing(
                monthsText: String(words[4]), calendar: String(try word(3, "a calendar")), months: months,
                thinMonths: months.filter { thin.contains(ContractProduct.letters[$0 - 1] | 0x20) },
                weekdays: weekdays, period: period,
                lastTradingDay: lastTradingDay, expiration: try rule(6), settlement: try rule(7),
                firstNotice: try rule(8))
            return ContractProduct(
                kind: kind, root: String(try word(1, "a root")), market: String(try word(2, "a market")),
                title: try rest(11, "a title"), style: style, source: try source(10), listings: [listing])
        }

        private func months(_ index: Int) throws(GrammarError) -> ([Int], [Int], ClosedRange<Int>) {
            let parts = try word(index, "months").split(separator: "@")
            var period = Int.min...Int.max
            if parts.count == 2 {
                let bounds = parts[1].split(separator: "-", omittingEmptySubsequences: false)
                guard bounds.count == 2, let first = bounds[0].isEmpty ? .min : Int(bounds[0]),
                    let last = bounds[1].isEmpty ? .max : Int(bounds[1]), first <= last
                else { throw fault(index, "expected a period such as 202501-202508") }
                period = first...last
            }
            let weekdays = parts[0].split(separator: ",").compactMap(DayRule.weekday(abbreviation:))
            if !weekdays.isEmpty { return ([], weekdays, period) }
            let months = parts[0].utf8.compactMap { ContractProduct.letters.firstIndex(of: $0 & 0xDF).map { $0 + 1 } }
            guard months.count == parts[0].utf8.count else { throw fault(index, "expected letters of months, or days") }
            return (months, [], period)
        }

        private func rule(_ index: Int) throws(GrammarError) -> ContractProduct.NamedRule? {
            let name = try word(index, "a rule")
            if name == "-" { return nil }
            guard let rule = rules[String(name)] else { throw fault(index, "expected the name of a rule above") }
            return rule
        }

        private func source(_ index: Int) throws(GrammarError) -> String {
            let parts = try word(index, "a source").split(separator: ":")
            guard let address = sources[String(parts[0])] else {
                throw fault(index, "expected the name of a source above")
            }
            return parts.count == 1 ? address : "\(address) chapter \(parts[1])"
        }

        private func word(_ index: Int, _ what: String) throws(GrammarError) -> Substring {
            guard index < words.count else { throw fault(index, "expected \(what), found the end of the line") }
            return words[index]
        }

        private func rest(_ index: Int, _ what: String) throws(GrammarError) -> String {
            String(line[try word(index, what).startIndex...])
        }

        private func fault(_ index: Int, _ reason: String) -> GrammarError {
            let position = index < words.count ? words[index].startIndex : line.endIndex
            return GrammarError(
                grammar: grammar, reason: reason, text: line,
                byteOffset: line.utf8.distance(from: line.startIndex, to: position))
        }
    }
}
