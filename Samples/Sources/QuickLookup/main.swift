// Instruments from an address, as a publisher: the first use imports them into a catalog, later ones just open it.
//
//     swift run --package-path Samples QuickLookup Samples/Data/sample.ipf.gz AAPL THYAO:TR
import Charting
import Foundation

let words = CommandLine.arguments.dropFirst()
guard let address = words.first else { fatalError("usage: QuickLookup ADDRESS SYMBOL...") }

let provider = CatalogIPFDataProvider(address: address)
let loaded = DispatchSemaphore(value: 0)
let subscription = provider.dataPublisher.first().sink { @Sendable result in
    do {
        let instruments = try result.get()
        print("\(instruments.count) instruments")
        for symbol in words.dropFirst() {
            guard let instrument = instruments.first(where: { $0.symbol == symbol }) else {
                print("\(symbol): unknown")
                continue
            }
            print(
                "\(symbol): \(instrument.description), \(instrument.timezone), steps of \(instrument.priceIncrements)")
        }
    } catch {
        print("no instruments: \(error)")
    }
    loaded.signal()
}
loaded.wait()
