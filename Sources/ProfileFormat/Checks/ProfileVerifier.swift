/// Checks the records of one source: syntax, the fields that a type must have, check digits, fields that contradict each other, symbols
/// that come twice, and completeness. Trading hours that can't be read are only counted: whether they can depends on the schedule defaults, too.
///
/// A consumer as any other; `finish`, called after the last record, reports what concerns the whole.
package struct ProfileVerifier: RecordConsumer {
    /// Something that is wrong.
    package struct Finding: Hashable, Sendable {
        /// What a finding is about.
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            case syntax, missingField = "missing field", checkDigit = "check digit"
            /// An expiration on a day that the record's own hours close.
            case closedDay = "closed day"
            /// A last trade after the expiration.
            case lastTrade = "last trade"
            /// A strike, a date or a right that the symbol contradicts.
            case symbol
            /// A CFI that OPTION_TYPE contradicts.
            case cfi = "CFI"
            case duplicate, leftOut = "left out", incomplete
        }

        package let kind: Kind
        /// The file of an archive; `nil` where the source is one text, and for findings about the whole source.
        package let file: String?
        /// The line of the record, from 1; `nil` for findings about the whole source.
        package let line: Int?
        /// What was found and what was expected, in one line.
        package let reason: String
    }

    /// A line of a text, or of a file of an archive.
    private struct Place {
        /// Place in `files`; -1 where the source is one text.
        var file: Int32
        var line: UInt32
    }

    /// Profiles whose trading hours can't be read.
    package struct UnreadableHours: Hashable, Sendable {
        package var count: Int
        /// The first of them: its line, its symbol and what is wrong; `nil` where there is none.
        package var first: String?

        package init(count: Int = 0, first: String? = nil) {
            self.count = count
            self.first = first
        }
    }

    /// A kind of finding and its reason, for a record whose place is known.
    package typealias Contradiction = (kind: Finding.Kind, reason: String)

    private let report: (Finding) throws -> Void
    private let hoursFault: (String) -> GrammarError?
    private let contradictions: (InstrumentProfile) -> [Contradiction]
    private var missing = MissingFields()
    package private(set) var unreadableHours = UnreadableHours()
    /// How many records there were, readable or not.
    package private(set) var records = 0
    private var isComplete = false
    /// The files of an archive that have begun.
    private var files: [String] = []
    /// Where each symbol came last.
    private var places: [String: Place] = [:]

    /// A verifier of one source.
    ///
    /// - Parameters:
    ///   - hoursFault: why a TRADING_HOURS text can't be read; `nil` where it can.
    ///   - contradictions: what other modules find in a record: in its dates by its hours, and in its symbol.
    ///   - report: called for each finding, in the order of the source but for missing fields, which follow when it is known whether
    ///     nearly all records lack them; what it throws stops the reading.
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
            try find(.duplicate, line, "\(name): came before, on line \(earlier.line)\(file); the last one counts")
        }
    }

    package mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws {
        records += 1
        try find(.syntax, error.position.line, "column \(error.position.column): \(error.reason)")
    }

    package mutating func begin(file name: String) { files.append(name) }

    package mutating func flush() {}

    package mutating func complete() { isComplete = true }

    /// Reports missing fields that are still held back, and what concerns the whole source: what the reader's `warnings` say was left out, and a missing `##COMPLETE`.
    ///
    /// - Throws: what the report throws.
    package mutating func finish(_ warnings: [ProfileWarning]) throws {
        let report = report
        try missing.finish(report: { try Self.report($0, report) }) { reason in
            try report(Finding(kind: .missingField, file: nil, line: nil, reason: reason))
        }
        for warning in warnings where !warning.kind.isOfLenientReading {
            try report(Finding(kind: .leftOut, file: nil, line: nil, reason: "\(warning)"))
        }
        if !isComplete {
            let reason = "no ##COMPLETE was seen: it may have been cut off"
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

/// Fields of one record that contradict each other, as far as the record alone says so.
enum RecordContradictions {
    static func find(_ profile: InstrumentProfile) -> [ProfileVerifier.Contradiction] {
        var found: [ProfileVerifier.Contradiction] = []
        if let lastTrade = profile.lastTrade, let expiration = profile.expiration, lastTrade > expiration {
            found.append((.lastTrade, "LAST_TRADE is \(lastTrade), after EXPIRATION, which is \(expiration)"))
        }
        if let expected = cfi(profile.cfi, expectedFor: profile.optionType) {
            found.append((.cfi, "CFI is \(profile.cfi), and OPTION_TYPE \(profile.optionType): expected \(expected)"))
        }
        return found
    }

    /// The CFI that an option type requires; `nil` if `cfi` fits it, or if one of the two isn't set. ISO 10962 has `O` for options, and says in
    /// the sixth letter whether their terms are standardized.
    private static func cfi(_ cfi: String, expectedFor optionType: String) -> String? {
        if cfi.isEmpty || optionType.isEmpty { return nil }
        guard cfi.utf8.first == UInt8(ascii: "O") else { return "one that begins with O, for options" }
        let terms = cfi.utf8.count == 6 ? cfi.utf8.last : nil
        switch (optionType, terms) {
        case ("STAN", UInt8(ascii: "N")): return "S as its sixth letter, for standardized options"
        case ("FLEX", UInt8(ascii: "S")): return "N as its sixth letter, for options with terms of their own"
        default: return nil
        }
    }
}
