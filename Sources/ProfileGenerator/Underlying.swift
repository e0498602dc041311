/// An underlying of options, with the properties that its chains have in common.
struct Underlying {
    enum Kind {
        case stock, fund, index
    }

    let symbol: Text
    /// The price in hundredths. Strikes are generated around it.
    let price: Int
    let kind: Kind
    /// The rank by popularity among underlyings of its kind, from 0 for the most popular.
    let popularity: Int

    /// The number of options on the underlying in a universe of full size.
    var naturalCount: Int {
        switch kind {
        case .index: 6_000
        case .fund: popularity < 5 ? 7_000 : popularity < 20 ? 3_000 : 250
        case .stock: popularity < 60 ? 2_500 : popularity < 1_000 ? 700 : 130
        }
    }

    /// The distance between neighboring strikes in hundredths.
    var strikeStep: Int {
        switch price {
        case ..<2_500: 50
        case ..<10_000: 100
        case ..<20_000: 250
        case ..<100_000: 500
        case ..<1_000_000: 2_500
        default: 10_000
        }
    }

    /// The exchanges where the options are traded: all exchanges if the underlying is popular.
    var exchanges: Text {
        switch kind {
        case .index: Self.exchangeLists[0]
        case .fund, .stock:
            Self.exchangeLists[popularity < 400 ? 1 : popularity < 1_500 ? 2 : 3 + popularity % 4]
        }
    }

    private static let exchangeLists = [
        "C1EX;XCBO",
        "AMXO;ARCO;BATO;BCTO;C2OX;EDGO;EMLD;GMNI;MCRY;MPRL;MXOP;XBOX;XCBO;XISX;XMIO;XNDQ;XPHL",
        "AMXO;ARCO;BATO;BCTO;C2OX;EDGO;EMLD;GMNI;MCRY;MPRL;XCBO;XISX;XMIO;XNDQ;XPHL",
        "AMXO;ARCO;BATO;BCTO;EDGO;EMLD;GMNI;MCRY;MPRL;XBOX;XCBO;XISX;XMIO;XNDQ;XPHL",
        "AMXO;ARCO;BATO;EDGO;EMLD;GMNI;MCRY;MPRL;XCBO;XISX;XMIO;XPHL", "AMXO;ARCO;BATO;MPRL;XCBO;XISX;XNDQ;XPHL",
        "AMXO;ARCO;XCBO;XPHL",
    ].map { Text($0) }
}

extension Universe {
    /// Adds an underlying if its popularity is within the limit for its kind.
    mutating func addOptionable(_ underlying: Underlying) {
        let limit =
            switch underlying.kind {
            case .index: max(1, optionableLimit / 100)
            case .fund: max(1, optionableLimit / 12)
            case .stock: optionableLimit
            }
        if underlying.popularity < limit { optionable.append(underlying) }
    }
}
