import Scanning

extension SymbolText {
    /// Reads a full identifier, with or without spaces and hyphens. Returns true if its check digit is correct and no
    /// other reading is possible.
    func addIdentifier(_ range: Range<Int>, _ readings: inout [SymbolReading]) -> Bool {
        let separators = shape.spaces | shape.hyphens
        guard shape.all(range, alphanumerics | separators) else { return false }
        let count = (shape.bits(range) & alphanumerics).nonzeroBitCount
        guard count == 12 || count == 9 || count == 7 else { return false }
        var packed = InlineArray<12, UInt8>(repeating: 0)
        var bytes = packed.mutableSpan
        var next = 0
        for index in range where (alphanumerics >> UInt64(index)) & 1 == 1 {
            bytes[next] = upper[index]
            next += 1
        }
        let text = packed.span.extracting(0..<count)
        switch count {
        case 12:
            let isFIGI = CheckDigits.isFIGI(text)
            // Nearly all FIGIs begin with BBG. BB without G may be the country of an ISIN.
            let isMeant = text[0] == UInt8(ascii: "B") && text[1] == text[0] && text[2] == UInt8(ascii: "G")
            if isFIGI || isMeant && CheckDigits.hasFormOfFIGI(text) {
                readings.append(
                    .init(
                        .identifier(.init(kind: .figi, text: String(decoding: text), isCheckDigitValid: isFIGI)),
                        .identifier))
                return isFIGI
            }
            guard CheckDigits.hasFormOfISIN(text), table.has(.country, text.extracting(0..<2)) else { return false }
            let isValid = CheckDigits.isISIN(text)
            readings.append(
                .init(
                    .identifier(.init(kind: .isin, text: String(decoding: text), isCheckDigitValid: isValid)),
                    .identifier))
            return isValid
        case 9:
            guard CheckDigits.isCUSIP(text) else {
                // A CUSIP may begin with letters, even I and O: FDIC99425. Such a text may also be a word or a
                // contract, so other readings follow.
                let digits = (shape.bits(range) & shape.digits).nonzeroBitCount
                guard digits >= 4, shape.spaces == 0, CheckDigits.hasDigitOfCUSIP(text), contract(range) == nil else {
                    return false
                }
                readings.append(.init(.identifier(.init(kind: .cusip, text: String(decoding: text))), .identifier))
                return false
            }
            readings.append(.init(.identifier(.init(kind: .cusip, text: String(decoding: text))), .identifier))
            // If spaces separate the nine characters, the text may mean something else.
            return shape.spaces == 0
        default:
            guard CheckDigits.isSEDOL(text) else { return false }
            readings.append(.init(.identifier(.init(kind: .sedol, text: String(decoding: text))), .identifier))
            return false
        }
    }

    /// Reads the beginning of an ISIN: a country, then at least four characters, of which at least one is a digit.
    func addBeginning(_ readings: inout [SymbolReading]) {
        guard shape.count >= 6, shape.count <= 11, contract(whole) == nil, shape.digits != 0,
            shape.all(0..<2, shape.letters),
            table.has(.country, upper.extracting(0..<2))
        else { return }
        readings.append(.init(.identifier(.init(kind: .isinBeginning, text: string(whole))), .identifier))
    }
}

extension SymbolText {
    /// Reads an identifier next to its label: `ISIN: US0378331005`. Returns whether the text contains one.
    func addLabeledIdentifier(_ readings: inout [SymbolReading]) -> Bool {
        guard shape.digits != 0, hasLabel(), let number = IdentifierScanner(upper).labeled() else { return false }
        readings.append(.init(.identifier(number), .identifier))
        return true
    }

    /// Reads an identifier that is part of a longer text: `AAPL US0378331005`. The identifier replaces readings as
    /// tickers. Texts with a reading in another notation are skipped, because the numbers in them may look like
    /// identifiers.
    func addEmbeddedIdentifier(_ readings: inout [SymbolReading]) {
        guard shape.digits.nonzeroBitCount >= 2, shape.bits(whole) & ~alphanumerics != 0,
            readings.isEmpty || mayContainTwelve
        else { return }
        for reading in readings {
            switch reading.reference {
            case .share, .symbol: break
            default: return
            }
        }
        let scanner = IdentifierScanner(upper)
        guard let number = scanner.twelve(table) ?? (readings.isEmpty ? scanner.national() : nil) else { return }
        // In AT0000496898.VI, a fund or bond has its ISIN as the ticker at a place. In US0378331005 US Equity, a
        // terminal's text has an ISIN instead of the ticker.
        let ticker = readings.first {
            if case .share(let share) = $0.reference {
                share.place != nil && share.ticker == number.text
            } else {
                false
            }
        }
        if ticker == nil { readings.removeAll(keepingCapacity: true) }
        let identifier = SymbolReading(.identifier(number), .identifier)
        readings.insert(identifier, at: ticker == nil || ticker?.notation == .terminal ? 0 : readings.count)
    }

    /// A Boolean value that indicates whether the text has twelve consecutive characters that an ISIN may contain. Most
    /// texts do not, so the scanner can be skipped.
    private var mayContainTwelve: Bool {
        var runs = alphanumerics | shape.spaces | shape.hyphens
        runs &= runs >> 1
        runs &= runs >> 2
        runs &= runs >> 4
        return runs & runs >> 4 != 0
    }

    /// Returns whether the text has a word that labels an identifier. Most texts have none, so the scanner can be
    /// skipped.
    private func hasLabel() -> Bool {
        var starts = shape.letters & ~(alphanumerics << 1)
        guard starts != 0, shape.bits(whole) & ~alphanumerics != 0 else { return false }
        while starts != 0 {
            let start = starts.trailingZeroBitCount
            starts &= starts - 1
            let end = shape.first(start..<shape.count, ~alphanumerics) ?? shape.count
            if IdentifierScanner.isLabel(upper.extracting(start..<end)) { return true }
        }
        return false
    }

    /// Reads a WKN or a valor number without a label.
    func addUnlabeledNumber(_ readings: inout [SymbolReading]) {
        guard shape.digits != 0 else { return }
        if CheckDigits.hasFormOfWKN(upper) {
            readings.append(.init(.identifier(.init(kind: .wkn, text: string(whole))), .identifier))
        }
        if CheckDigits.hasFormOfValor(upper, from: 6) {
            readings.append(.init(.identifier(.init(kind: .valor, text: string(whole))), .identifier))
        }
    }
}
