/// The role of a stock venue in its country.
package enum VenueClass: String, Sendable {
    /// An exchange where companies of the country are listed, or a segment of one.
    case main
    /// A venue that mostly trades stocks listed elsewhere, an exchange in addition to the main one, or an OTC market.
    case secondary
    /// A regional exchange, which trades stocks listed at the main exchange.
    case regional
}

extension SymbolPlaces {
    /// Returns the class of a venue; `nil` if the table does not have its MIC. A market without a class in the table,
    /// such as a futures exchange, counts as a main one.
    ///
    /// - Parameter mic: An operating MIC or a segment MIC in capitals.
    /// - Complexity: O(1), without allocation.
    package func venueClass(ofMIC mic: Span<UInt8>) -> VenueClass? {
        table.venue(mic)?.venueClass ?? (table.has(.mic, mic) ? .main : nil)
    }

    /// Returns the MIC of the main exchange of a country; `nil` if the table has none.
    ///
    /// - Parameter code: The ISO 3166-1 alpha-2 code of the country in capitals.
    package func mainExchange(ofCountry code: String) -> String? {
        let mics = places(code, in: .country).first?.mics ?? []
        return mics.first { venueClass(ofMIC: $0.utf8Span.span) == .main }
            ?? table.venues.first { $0.country == code && $0.venueClass == .main }?.mic
    }

    /// Returns the ISO 3166-1 alpha-2 code of a venue's country; `nil` if the table does not have the venue's MIC.
    ///
    /// - Parameter mic: An operating MIC or a segment MIC in capitals.
    /// - Complexity: O(1), without allocation.
    package func venueCountry(ofMIC mic: Span<UInt8>) -> String? {
        table.venue(mic)?.country ?? table.place(.mic, mic)?.countries.first
    }
}
