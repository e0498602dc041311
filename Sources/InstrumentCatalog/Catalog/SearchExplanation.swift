/// The criteria that ordered a search result, in the order in which they are compared.
package struct SearchExplanation: Equatable {
    package let order: SearchOrder
    /// AUTOCOMPLETE_WEIGHT; 0 if it is not set.
    package let weight: Int
    /// The listing of a stock or fund; `nil` for other types, and if the file was written by a version that did not
    /// rank listings.
    package let listing: RankStanding.Listing?
    /// The popularity (`RankStanding`); `nil` if the file was written by a version that did not rank listings.
    package let popularity: Int?
    /// The place of the instrument among all instruments, from 1.
    package let rank: Int
}

extension Catalog {
    /// Explains the order of search results.
    package func explain(_ hits: [SearchHit]) -> [SearchExplanation] {
        let ranks = RankReader(file)
        let ranksListings = file.rankRules == .listings
        return hits.map { hit in
            let place = index?.place(of: hit.row)
            let key = place.map { index!.ranked($0.part, $0.row).key } ?? ranks.key(hit.row.number)
            let isListed = ranksListings && RankStanding.isListed(kind: key.standing.kind)
            return SearchExplanation(
                order: hit.order, weight: key.weight, listing: isListed ? key.standing.listing : nil,
                popularity: ranksListings ? Int(key.standing.popularity) : nil,
                rank: 1 + (place.map { index!.rankPosition($0.part, $0.row) } ?? hit.row.number))
        }
    }
}
