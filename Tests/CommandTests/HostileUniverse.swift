import Foundation
import InstrumentCatalog
import TestSupport

/// Instruments with control sequences in every text, in files with control sequences in their names.
struct HostileUniverse {
    /// Sequences that set the window's title, clear the screen, go back, begin a line and change the text's direction.
    static let evil = "\u{1B}]0;t\u{7}\u{1B}[2J\u{8}\r\nipf: no \t\u{7F}\u{9B}31m\u{85}\u{202E}rtl\u{2066}i\u{2069}"
    /// The text `evil` as a command must print it.
    static let shown =
        #"\u001b]0;t\u0007\u001b[2J\u0008\r\nipf: no \t\u007f\u009b31m\u0085\u202ertl\u2066i\u2069"#

    let folder: TemporaryFolder
    let source = "source\(evil).ipf"
    let old = "old\(evil).catalog"
    let new = "new\(evil).catalog"
    /// A source with findings of every kind, the first one in its first record.
    let damaged = "damaged\(evil).ipf"
    let defaults = "defaults\(evil)"
    let batch = "batch\(evil)"

    init() throws {
        folder = try TemporaryFolder()
        let profiles = Self.profiles
        try write(ProfileWriter.snapshot(profiles), source)
        var changed = profiles
        changed[0].description += Self.evil
        changed[1].type = "X\(Self.evil)"
        changed.removeLast()
        try write(ProfileWriter.snapshot(changed), "changed.ipf")
        let text = String(decoding: ProfileWriter.snapshot(profiles + profiles), as: UTF8.self)
        try write("T\(Self.evil)\",\n#S::=TYPE,SYMBOL,STRIKE\nS,A,\u{1B}[2J\u{202E}\n\u{1B}[2J,A\n\(text)", damaged)
        try write("date=\u{1B}[2J\u{9B}\ntv.A\u{1B}[2J=tz=\u{1B}[2J\u{202E};0=\nno\u{1B}[2J", defaults)
        try write("0.01\tincrement\u{1B}[2J\u{9B}\t1\t1\n", batch)
        for (source, catalog) in [(source, old), ("changed.ipf", new)] {
            let result = try Command.run(["import", source, "-o", catalog], in: folder.url)
            guard result.status == 0 else { throw CocoaError(.fileWriteUnknown) }
        }
    }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(filePath: folder.path(name)))
    }

    private func write(_ text: String, _ name: String) throws { try write(Array(text.utf8), name) }

    static let symbol = "A\(evil)"

    static var profiles: [InstrumentProfile] {
        var stock = InstrumentProfile()
        (stock.type, stock.symbol, stock.description) = ("STOCK\(evil)", symbol, "Stock \(evil)")
        (stock.opol, stock.currency, stock.isin) = ("X\(evil)", "C\(evil)", "I\(evil)")
        stock.tradingHours = "V(name=N\u{1B}[2J\u{202E};tz=UTC;0=\u{1B}[2J10001800)"
        stock.priceIncrements = "0.01\u{1B}[2J\u{9B}"
        stock.setCustomField("CUSTOM\(evil)", evil)
        var plain = InstrumentProfile()
        (plain.type, plain.symbol) = ("STOCK", "PLAIN")
        plain.tradingHours = "V(name=N\u{1B}[2J\u{202E};tz=UTC;0=10001800)"
        var call = InstrumentProfile()
        (call.type, call.symbol, call.underlying, call.cfi) = ("OPTION", ".C\(evil)", symbol, "OCASPS")
        (call.multiplier, call.spc, call.strike, call.mmy) = (100, 100, 5, "M\(evil)")
        call.expiration = CalendarDate(year: 2027, month: 1, day: 15)
        var future = InstrumentProfile()
        (future.type, future.symbol, future.product) = ("FUTURE", "/F\(evil)", symbol)
        future.expiration = CalendarDate(year: 2027, month: 1, day: 15)
        return [stock, plain, call, future]
    }
}
