/// Checks the records of one source: syntax, mandatory fields, check digits, contradictory fields, duplicate symbols
/// and completeness.
///
/// Trading hours that cannot be parsed are only counted, because parsing also depends on the schedule defaults. Call
/// `finish` after the last record to report the findings about the whole source.
package struct ProfileVerifier: RecordConsumer {
    /// A problem in the source.
    package struct Finding: Hashable, Sendable {
        /// The kinds of findings.
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            case syntax, missingField = "missing field", checkDigit = "check digit"
            /// An expiration on a day without trading by the record's own trading hours.
            case closedDay = "closed day"
            /// A last trading day after the expiration.
            case lastTrade = "last trade"
            /// A date of a future that contradicts the rule of its product.
            case contractRule = "contract rule"
            /// A strike, date or right that contradicts the symbol.
            case symbol
            /// A CFI that contradicts OPTION_TYPE.
            case cfi = "CFI"
            case duplicate, leftOut = "left out", incomplete
        }

        package let kind: Kind
        /// The file of an archive; `nil` if the source is a single text, or if the finding is about the whole source.
        package let file: String?
        /// The line of the record, from 1; `nil` for findings about the whole source.
        package let line: Int?
        /// A message in one line with the found and the expected text.
        package let reason: String
    }

    /// A line of the source.
    private struct Place {
        /// The index of the line's file in `files`; -1 if the source is a single text.
        var file: Int32
        var line: UInt32
    }

    /// The profiles whose trading hours cannot be parsed.
    package struct UnreadableHours: Hashable, Sendable {
        package var count: Int
        /// A description of the first such profile: its line, its symbol and the error; `nil` if there is no such
        /// profile.
        package var first: String?

        package init(count: Int = 0, first: String? = nil) {
            self.count = count
            self.first = first
        }
    }

    /// The kind and reason of a finding about a record.
    package typealias Contradiction = (kind: Finding.Kind, reason: String)

    private let report: (Finding) throws -> Void
    private let hoursFault: (String) -> GrammarError?
    private let contradictions: (InstrumentProfile) -> [Contradiction]
    private var missing = MissingFields()
    package private(set) var unreadableHours = UnreadableHours()
    /// The number of records so far, including malformed ones.
    package private(set) var records = 0
    private var isComplete = false
    /// The files of the archive that were begun so far.
    private var files: [String] = []
    /// The last line on which each symbol occurred.
    private var places: [String: Place] = [:]

    /// Creates a verifier of one source.
    ///
    /// - Parameters:
    ///   - hoursFault: A closure that returns the reason why a TRADING_HOURS text cannot be parsed; `nil` if it can be.
    ///   - contradictions: A closure that returns the findings of other modules about a profile: dates that contradict
    ///     the trading hours, and fields that contradict the symbol.
    ///   - report: A closure that is called for each finding in source order. Missing fields are reported later, when
    ///     it is known whether to report each one or a summary (`MissingFields`). If the closure throws, the reader
    ///     stops.
    package init(
        hoursFault: @escaping (String) -> GrammarError?,
        contradictions: @escaping (InstrumentProfile) -> [Contradiction] = { _ in [] },
        report: @escaping (Finding) throws -> Void
    ) {
        self.hoursFault = hoursFault
        self.contradictions = contradictions
        self.report = report
    }

    package mutating func consume(_ record: borrowing ProfileRecord) throws {
        records += 1
        let profile = InstrumentProfile(record)
        let line = record.line
        let name = profile.symbol.isEmpty ? "a profile without symbol" : profile.symbol
        try checkMandatoryFields(profile, name, line)
        for field in ProfileField.identifiers { try check(profile, field, line) }
        for (kind, reason) in RecordContradictions.find(profile) + contradictions(profile) {
            try find(kind, line, "\(name): \(reason)")
        }
        if !profile.tradingHours.isEmpty, let fault = hoursFault(profile.tradingHours) {
            unreadableHours.count += 1
            let file = files.last.map { " of \($0)" } ?? ""
            unreadableHours.first = unreadableHours.first ?? "on line \(line)\(file), \(name): \(fault.reason)"
        }
        let place = Place(file: Int32(files.count - 1), line: UInt32(clamping: line))
        if !profile.symbol.isEmpty, let earlier = places.updateValue(place, forKey: profile.symbol) {
            let file = earlier.file == place.file ? "" : " of \(files[Int(earlier.file)])"
            try find(.duplicate, line, "\(name): already on line \(earlier.line)\(file); the last record wins")
        }
    }

    package mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws {
        records += 1
        try find(.syntax, error.position.line, "column \(error.position.column): \(error.reason)")
    }

    package mutating func begin(file name: String) { files.append(name) }

    package mutating func flush() {}

    package mutating func complete() { isComplete = true }

    /// Reports the buffered missing fields and the findings about the whole source: records that were skipped according
    /// to the reader's `warnings`, and a missing `##COMPLETE`.
    ///
    /// - Throws: The errors of `report`.
    package mutating func finish(_ warnings: [ProfileWarning]) throws {
        let report = report
        try missing.finish(report: { try Self.report($0, report) }) { reason in
            try report(Finding(kind: .missingField, file: nil, line: nil, reason: reason))
        }
        for warning in warnings where !warning.kind.isOfLenientReading {
            try report(Finding(kind: .leftOut, file: nil, line: nil, reason: "\(warning)"))
        }
        if !isComplete {
            let reason = "no ##COMPLETE was found, so the source may be truncated"
            try report(Finding(kind: .incomplete, file: nil, line: nil, reason: reason))
        }
    }

    private mutating func checkMandatoryFields(_ profile: InstrumentProfile, _ name: String, _ line: Int) throws {
        let report = report
        for field in InstrumentType.mandatoryFields(of: profile.type) where profile[field].isEmpty {
            let lack = MissingFields.Lack(
                record: records, file: files.last, line: line, name: name, type: profile.type, field: field)
            try missing.add(lack) { try Self.report($0, report) }
        }
        try missing.count(profile.type) { try Self.report($0, report) }
    }

    private static func report(_ lack: MissingFields.Lack, _ report: (Finding) throws -> Void) throws {
        let subject = lack.type.isEmpty ? "every profile" : "every \(lack.type)"
        let reason = "\(lack.name): \(lack.field.name) is not set, and \(subject) must have it"
        try report(Finding(kind: .missingField, file: lack.file, line: lack.line, reason: reason))
    }

    private func check(_ profile: InstrumentProfile, _ field: ProfileField, _ line: Int) throws {
        let text = profile[field]
        if text.isEmpty { return }
        switch field.check(text.utf8Span.span) {
        case .valid, nil: break
        case .wrongCheckDigit(_, let expected):
            try find(
                .checkDigit, line,
                "\(profile.symbol): \(field.name) \(text) ends with the wrong check digit, expected \(expected)")
        case .malformed(let reason):
            try find(.checkDigit, line, "\(profile.symbol): \(field.name) \(text) \(reason)")
        }
    }

    private func find(_ kind: Finding.Kind, _ line: Int, _ reason: String) throws {
        try report(Finding(kind: kind, file: files.last, line: line, reason: reason))
    }
}

/// Contradictions between the fields of one record.
enum RecordContradictions {
    static func find(_ profile: InstrumentProfile) -> [ProfileVerifier.Contradiction] {
        var found: [ProfileVerifier.Contradiction] = []
        if let lastTrade = profile.lastTrade, let expiration = profile.expiration, lastTrade > expiration {
            found.append((.lastTrade, "LAST_TRADE is \(lastTrade), which is after EXPIRATION, \(expiration)"))
        }
        if let expected = cfi(profile.cfi, expectedFor: profile.optionType) {
            found.append(
                (
                    .cfi,
                    "CFI is \(profile.cfi), but OPTION_TYPE is \(profile.optionType); expected "
                        + "\(expected)"
                ))
        }
        return found
    }

    /// Returns the CFI that OPTION_TYPE requires; `nil` if `cfi` agrees, or if one of the two fields is not set.
    ///
    /// In ISO 10962, the first letter of options is `O`, and the sixth letter says whether the terms are standardized.
    private static func cfi(_ cfi: String, expectedFor optionType: String) -> String? {
        if cfi.isEmpty || optionType.isEmpty { return nil }
        guard cfi.utf8.first == UInt8(ascii: "O") else { return "a CFI that starts with O, for options" }
        let terms = cfi.utf8.count == 6 ? cfi.utf8.last : nil
        switch (optionType, terms) {
        case ("STAN", UInt8(ascii: "N")): return "S as its sixth letter, for standardized options"
        case ("FLEX", UInt8(ascii: "S")): return "N as its sixth letter, for options with nonstandard terms"
        default: return nil
        }
    }
}
