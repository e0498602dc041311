/// The role of a stock venue in its country.
package enum VenueClass: String, Sendable {
    /// An exchange where companies of the country are listed, or a segment of one.
    case main
    /// A venue that mostly trades stocks listed elsewhere, a further exchange in addition to the main one, or
    /// an OTC market.
    case secondary
    /// A regional exchange, which trades stocks listed at the main exchange.
    case regional
}

extension SymbolPlaces {
    /// Returns the class of a venue; `nil` if the table does not have its MIC. Markets that are not classified, such as
    /// futures exchanges, are main ones.
    ///
    /// - Parameter mic: An operating MIC or a segment MIC in capitals.
    /// - Complexity: O(1), without allocation.
    package func venueClass(ofMIC mic: Span<UInt8>) -> VenueClass? {
        table.venue(mic)?.venueClass ?? (table.has(.mic, mic) ? .main : nil)
    }

    /// Returns the country of a venue, ISO 3166-1 alpha-2; `nil` if the table does not have its MIC.
    ///
    /// - Parameter mic: An operating MIC or a segment MIC in capitals.
    /// - Complexity: O(1), without allocation.
    package func venueCountry(ofMIC mic: Span<UInt8>) -> String? {
        table.venue(mic)?.country ?? table.place(.mic, mic)?.countries.first
    }
}
