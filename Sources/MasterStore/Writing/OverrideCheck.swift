internal import InstrumentCatalog
internal import MarketRules
internal import ProfileFormat

extension MasterConnection {
    /// Checks that an override is possible, and returns it with its value in normal form.
    ///
    /// - Throws: `MasterStoreError` of kind `invalidValue` if no source has the symbol, if no instrument has the field,
    ///   or if the field cannot have the value.
    /// - Complexity: O(n) in the number of instruments if the field is a custom field that the symbol's records do not
    ///   have.
    package func checked(_ request: OverrideRequest) throws -> OverrideRequest {
        var request = request
        if request.reason.allSatisfy(\.isWhitespace) { throw invalid("an override requires a reason") }
        if [request.symbol, request.field, request.value, request.reason].contains(where: { $0.utf8.contains(0) }) {
            throw invalid("an override can't contain the character NUL")
        }
        let records = try execute("SELECT profile FROM ipf.saying WHERE symbol = $1", [.text(request.symbol)])
        if records.count == 0 {
            throw invalid(
                "\(request.symbol): no source has this symbol now; `ipf master show \(request.symbol)` shows its past")
        }
        guard let field = ProfileField(name: request.field) else {
            let hasField = (0..<records.count).contains {
                !EncodedProfile.text(named: request.field, in: records.bytes($0, 0)).isEmpty
            }
            if try !hasField && !isCustomField(request.field) {
                throw invalid(
                    "\(request.field): no instrument of the store has this field, and it is not a standard one")
            }
            return request
        }
        request.value = try checked(request.value, field)
        return request
    }

    /// Returns the value of a standard field in normal form.
    private func checked(_ value: String, _ field: ProfileField) throws(MasterStoreError) -> String {
        func wrong(_ reason: String) -> MasterStoreError { invalid("\(field.name) is \"\(value)\", \(reason)") }
        var profile = InstrumentProfile()
        let isSet = profile.set(field, value.utf8Span.span)
        switch field.kind {
        case .date where !isSet: throw wrong("expected a date such as 2026-12-31")
        case .integer where !isSet: throw wrong("expected a whole number")
        case .number where !isSet || profile[field] == "NaN": throw wrong("expected a number")
        case .date, .integer, .number, .text: break
        }
        profile.takeCatalogForm()
        if field == .symbol { throw invalid("SYMBOL can't be overridden, because it identifies the instrument") }
        if field == .type, value.isEmpty || profile.isRemoval { throw wrong("expected a type such as STOCK") }
        if value.isEmpty { return "" }
        switch field.check(value.utf8Span.span) {
        case .valid, nil: break
        case .wrongCheckDigit(_, let digit): throw wrong("which ends with the wrong check digit; expected \(digit)")
        case .malformed(let reason): throw wrong("which \(reason)")
        }
        do throws(GrammarError) {
            switch field {
            case .tradingHours: _ = try Trading.Schedule(value)
            case .priceIncrements: _ = try PriceIncrements(value)
            case .additionalUnderlyings: _ = try AdditionalUnderlyings(value)
            default: break
            }
        } catch {
            throw wrong("which can't be read at character \(error.byteOffset + 1): \(error.reason)")
        }
        return profile[field]
    }

    /// Returns whether an instrument has a custom field.
    private func isCustomField(_ name: String) throws(MasterStoreError) -> Bool {
        // The fast search for the name's bytes may match within a value, so each match is verified by looking up the
        // field.
        let found = try execute(
            """
            SELECT 1 FROM ipf.instrument WHERE position($1 IN profile) > 0 AND ipf.field(profile, $2) IS NOT NULL LIMIT 1
            """, [.bytes(Array(name.utf8)), .text(name)])
        return found.count > 0
    }

    private func invalid(_ reason: String) -> MasterStoreError {
        MasterStoreError(.invalidValue, store: store, reason)
    }
}
