import Foundation
import TestSupport

/// Catalogs with two states of a small market, imported by the real binary, for commands that read catalogs.
struct FilterFixture {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (name, text) in [("old", Self.old), ("new", Self.new)] {
            try Data(text.utf8).write(to: URL(filePath: folder.path("\(name).ipf")))
            let imported = try Command.run(["import", "\(name).ipf", "-o", "\(name).catalog"], in: folder.url)
            guard imported.status == 0 else { throw CocoaError(.fileWriteUnknown) }
        }
        try Data(Self.defaults.utf8).write(to: URL(filePath: folder.path("defaults")))
    }

    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Command.Result {
        try Command.run(arguments, in: folder.url, environment: environment)
    }

    static let old = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL,EXCHANGES,CURRENCY,TRADING_HOURS,SECTOR
        STOCK,AAPL,Apple Inc.,US,XNAS,XBOS;XNAS,USD,NYSE(),Technology
        STOCK,IBM,Big Blue,US,XNYS,XNYS;XPHL,USD,NYSE(),Technology
        STOCK,THYAO:TR,"Türk Hava Yolları, A.O.",TR,XIST,XIST,TRY,,
        STOCK,GONE,Gone & Sons,GB,XLON,XLON,GBX,,
        #FUTURE::=TYPE,SYMBOL,DESCRIPTION,PRODUCT,CURRENCY,EXPIRATION,LAST_TRADE
        FUTURE,/YGM27:IFUS,Gold June 27,/YG,USD,2027-06-28,2027-06-25
        FUTURE,/YGZ27:IFUS,Gold December 27,/YG,USD,2027-12-29,2027-12-28
        FUTURE,/YGQ27:IFUS,Gold August 27,/YG,USD,2027-08-27,2027-08-26
        #OPTION::=TYPE,SYMBOL,UNDERLYING,CFI,CURRENCY,MULTIPLIER,SPC,EXPIRATION,LAST_TRADE,STRIKE,OPTION_TYPE,EXPIRATION_STYLE
        OPTION,.AAPL270115C150,AAPL,OCASPS,USD,100,100,2027-01-15,2027-01-15,150,STAN,
        OPTION,.AAPL270115P150,AAPL,OPASPS,USD,100,100,2027-01-15,2027-01-15,150,STAN,
        OPTION,.AAPL270115C152.5,AAPL,OCASPS,USD,100,100,2027-01-15,2027-01-15,152.5,STAN,
        OPTION,.AAPL270115C9,AAPL,OCASPS,USD,100,100,2027-01-15,2027-01-15,9,STAN,
        OPTION,.AAPL270122P150,AAPL,OPASPS,USD,100,10,2027-01-22,2027-01-21,150,STAN,Weeklys
        ##COMPLETE

        """

    static let new =
        old.replacing("STOCK,GONE,Gone & Sons,GB,XLON,XLON,GBX,,\n", with: "")
        .replacing("Big Blue", with: "International Business Machines")
        .replacing("Technology", with: "Hardware", maxReplacements: 1)
        .replacing("##COMPLETE\n", with: "#ETF::=TYPE,SYMBOL,CURRENCY\nETF,SPY,USD\n##COMPLETE\n")

    static let defaults = """
        date=20260101-000000+0000
        hd.US=20260101,20271225
        tv.NYSE=tz=America/New_York;hd=US;0=09301600

        """
}
