import Foundation
import TestSupport
import Testing

@testable import CatalogBuilding
@testable import CatalogCore
@testable import InstrumentCatalog

/// Profiles are assembled from values that neighbors share and from their own (`ProfileBlocks`). Here each is compared
/// with one assembled field by field from the columns, without blocks, and with the written profile.
struct ProfileBlocksTests {
    /// The fields of a universe.
    private struct Shape {
        var rows: Int
        /// The number of custom fields with a distinct value per row.
        var ownFields = 0
        /// The number of custom fields whose value is constant over long stretches of rows.
        var commonFields = 0
        /// Whether repeated texts are also stored per row (`CatalogBuilder.keepRowTexts`).
        var keepsRowTexts = false
    }

    private static let shapes = [
        // The rows of less than a block, of exact multiples of a block, and of one row more.
        Shape(rows: 1), Shape(rows: 700, ownFields: 2, commonFields: 2),
        Shape(rows: 1024, commonFields: 3), Shape(rows: 2048, ownFields: 1),
        Shape(rows: 2049, ownFields: 3, commonFields: 3),
        // More steps than fit into one group.
        Shape(rows: 1500, ownFields: 63), Shape(rows: 1500, ownFields: 70, commonFields: 5),
        Shape(rows: 1200, ownFields: 150, commonFields: 2),
        Shape(rows: 5000, ownFields: 2, commonFields: 2, keepsRowTexts: true),
    ]

    /// Profiles in the order of the rows. Symbols have equal lengths, so this is the order of their bytes.
    private static func profiles(_ shape: Shape, _ generator: inout SeededGenerator) -> [InstrumentProfile] {
        var profiles: [InstrumentProfile] = []
        let long = String(repeating: "long ", count: 40)
        for row in 0..<shape.rows {
            // Values are constant over stretches that are longer or shorter than a block.
            let stretch = row / 1400
            let part = row / 90
            var profile = InstrumentProfile()
            profile.type = "STOCK"
            profile.symbol = "S" + String(1_000_000 + row)
            profile.currency = ["USD", "EUR", "GBP"][stretch % 3]
            profile.country = part % 4 == 0 ? "" : ["US", "DE", "GB"][part % 3]
            profile.tradingHours = "VENUE\(stretch)(tz=UTC;0=09001700)"
            profile.cfi = Bool.random(using: &generator) ? "ESVUFR" : ""
            profile.description =
                ["", "Number \(row)", "Ünal \(row % 7)", long + "\(row)", "\(row)" + long]
                .randomElement(using: &generator)!
            // This field has more values than the cache can contain, others have fewer.
            profile.underlying = "U\(Int.random(in: 0..<3000, using: &generator))"
            profile.product = row % 3 == 0 ? "" : "/P\(Int.random(in: 0..<20, using: &generator))"
            profile.icb = stretch % 2 == 0 ? 9535 : Int.random(in: 0..<5, using: &generator)
            profile.multiplier = stretch % 2 == 0 ? 100 : Double.random(in: 0...1, using: &generator)
            profile.strike = row % 11 == 0 ? .nan : Double(row) / 4
            profile.expiration =
                row % 5 == 0 ? nil : CalendarDate(dayNumber: 20_000 + Int.random(in: 0..<40, using: &generator))
            profile.lastTrade = CalendarDate(dayNumber: 1 + Int.random(in: 0..<100_000, using: &generator))
            // Sparse: only distant rows have these values, so some blocks have none.
            if row % 997 == 3 { profile.additionalUnderlyings = "X\(row) 53" }
            if row == shape.rows / 2 { profile.settlementStyle = "Open" }
            for field in 0..<shape.commonFields {
                // Some blocks have one value throughout, some have none, and in some it changes midway.
                let value = (row + 300 * field) / 1300
                if value % 3 != 1 {
                    profile.customFields.append(.init(name: name(2 * field), value: "common \(value)"))
                }
            }
            for field in 0..<shape.ownFields where Int.random(in: 0..<4, using: &generator) > 0 {
                // Few values and many, short and long.
                let value = [
                    "\(Int.random(in: 0..<3, using: &generator))", "\(row) of \(field)",
                    "\(row % 5)" + long, "2026-12-18T16:00:00-05:00",
                ][field % 4]
                profile.customFields.append(.init(name: name(2 * field + 1), value: value))
            }
            profile.customFields.sort { $0.name < $1.name }
            profiles.append(profile)
        }
        return profiles
    }

    /// Returns a name. In the order of names, common fields and other fields alternate.
    private static func name(_ number: Int) -> String { "F\(1000 + number)" }

    /// The profile of a row, assembled column by column.
    private static func fromColumns(_ catalog: Catalog, _ row: Int) -> InstrumentProfile {
        var profile = InstrumentProfile()
        for column in catalog.file.rows.columns {
            let id = column.id(at: row)
            if let field = column.field {
                switch column.kind {
                case .text: profile.set(field, text: column.string(at: row))
                case .integer: profile.set(field, integer: column.integer(ofValue: id))
                case .number: profile.set(field, number: column.number(ofValue: id))
                case .date: profile.set(field, date: column.date(ofValue: id))
                }
            } else if !column.string(at: row).isEmpty {
                profile.customFields.append(.init(name: column.name, value: column.string(at: row)))
            }
        }
        return profile
    }

    private static func expectSame(_ found: InstrumentProfile?, _ expected: InstrumentProfile, _ comment: String) {
        guard let found else {
            Issue.record("\(comment): there is no profile")
            return
        }
        // Compares field by field, so that the message names the field that differs.
        for field in ProfileField.allCases where found[field] != expected[field] {
            Issue.record("\(comment): \(field.name) is \(found[field]), expected \(expected[field])")
        }
        #expect(found.customFields == expected.customFields, "\(comment)")
        #expect(found == expected, "\(comment)")
    }

    private static func write(
        _ profiles: [InstrumentProfile], _ shape: Shape, _ path: String
    ) throws -> Catalog {
        var builder = CatalogBuilder()
        builder.includesBundledAliases = false
        if shape.keepsRowTexts { builder.keepRowTexts(from: 100) }
        for profile in profiles { try builder.append(profile) }
        _ = try builder.write(to: path)
        return try Catalog.open(path)
    }

    @Test(arguments: shapes.indices)
    func profilesOfBlocksEqualThoseOfColumns(number: Int) throws {
        let folder = try TemporaryFolder()
        let shape = Self.shapes[number]
        var generator = SeededGenerator(seed: UInt64(number))
        let profiles = Self.profiles(shape, &generator)
        let catalog = try Self.write(profiles, shape, folder.path("catalog"))
        #expect(catalog.count == profiles.count)
        // Reads the rows in random order, so that results cannot depend on earlier reads.
        for row in Array(profiles.indices).shuffled(using: &generator) {
            let comment = "shape \(number), row \(row)"
            let symbol = profiles[row].symbol
            let found = try #require(catalog.row(forSymbol: symbol), "\(comment)")
            Self.expectSame(catalog[symbol], profiles[row], comment)
            Self.expectSame(catalog[symbol], Self.fromColumns(catalog, found.number), comment)
            Self.expectSame(catalog.profile(at: found), profiles[row], comment)
            #expect(catalog[symbol + "0"] == nil, "\(comment)")
        }
    }

    /// Some blocks have steps past the first group, some fields are sparse, and some have texts per row. Otherwise the
    /// tests would cover less than they claim.
    @Test func shapesCoverAllLayouts() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 1)
        var most = 0
        var sources: Set<ProfileValues.Source> = []
        for (number, shape) in Self.shapes.enumerated() {
            let profiles = Self.profiles(shape, &generator)
            let rows = try Self.write(profiles, shape, folder.path("\(number)")).file.rows
            let values = ProfileValues(rows)
            let blocks = ProfileBlocks(values, 0..<rows.count)
            for row in stride(from: 0, to: rows.count, by: PackedNumbers.blockRows) {
                most = max(most, blocks.steps(of: row).count)
            }
            for column in 0..<values.count { sources.insert(values.source(column)) }
        }
        #expect(most > 128)
        #expect(sources == [.numbers, .column, .rowTexts])
    }

    /// A returned profile never changes: its shared values are copied when it is modified, and it outlives the catalog.
    @Test func returnedProfilesNeverChange() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 3)
        let shape = Shape(rows: 1500, ownFields: 1, commonFields: 2)
        let profiles = Self.profiles(shape, &generator)
        var kept: [InstrumentProfile] = []
        do {
            let catalog = try Self.write(profiles, shape, folder.path("catalog"))
            for row in profiles.indices {
                var changed = try #require(catalog[profiles[row].symbol])
                changed.tradingHours += "changed"
                changed.setCustomField(Self.name(0), "changed")
                changed.setCustomField(Self.name(1), "")
                changed.setCustomField("NEW", "new")
            }
            kept = profiles.map { catalog[$0.symbol]! }
        }
        #expect(kept == profiles)
    }

    /// Damage leads to wrong profiles at worst. Some bytes of all sections are overwritten, and checksums aren't
    /// checked here.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func damageDoesNotCrash(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let shape = Shape(rows: 1100, ownFields: 66, commonFields: 2, keepsRowTexts: true)
        let profiles = Self.profiles(shape, &generator)
        let path = folder.path("catalog")
        let sections = try Self.write(profiles, shape, path).file.rows.sections.table.entries
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let symbols = [0, 1, 500, 1023, 1024, 1099].map { profiles[$0].symbol }
        for number in 0..<400 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...20, using: &generator) {
                let section = sections.randomElement(using: &generator)!
                if section.length == 0 { continue }
                // Often overwrites the beginning, where counts and offsets are stored.
                let limit = Bool.random(using: &generator) ? min(section.length, 24) : section.length
                let offset = section.offset + Int.random(in: 0..<limit, using: &generator)
                damaged[offset] = [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &generator)]
                    .randomElement(using: &generator)!
            }
            let name = folder.path("damaged \(number)")
            try Data(damaged).write(to: URL(filePath: name))
            guard let file = try? CatalogFile.open(name, checking: 0) else { continue }
            let catalog = Catalog(file)
            for symbol in symbols { _ = catalog[symbol] }
            for row in stride(from: 0, to: min(catalog.count, 5000), by: 97) { _ = catalog.profile(at: Row(row)) }
            try FileManager.default.removeItem(atPath: name)
        }
    }
}
