extension BuilderParts {
    /// Throws where a profile that a program made has a value that the format can't hold.
    ///
    /// - Throws: `CatalogError` of kind `invalidValue` where a number is infinite, or a date is beyond the years 0000–9999.
    package static func check(_ profile: InstrumentProfile) throws(CatalogError) {
        let isFine = profile.allSatisfy(number: { !$0.isInfinite }, date: { (0...9999).contains($0.year) })
        if isFine { return }
        for field in ProfileField.numbers where profile.number(field).isInfinite {
            throw CatalogError(
                .invalidValue,
                "\(profile.symbol): found \(profile.number(field)) as \(field.name), expected a finite number")
        }
        for field in ProfileField.dates {
            guard let date = profile.date(field), !(0...9999).contains(date.year) else { continue }
            throw CatalogError(
                .invalidValue, "\(profile.symbol): found \(date) as \(field.name), expected a year from 0000 to 9999")
        }
    }
}
