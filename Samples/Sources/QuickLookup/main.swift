// Looks up instruments by symbol. The first run imports the source into a catalog. Later runs only open the catalog.
//
//     swift run --package-path Samples QuickLookup Samples/Data/sample.ipf.gz AAPL THYAO:TR
import Charting
import Foundation

let words = CommandLine.arguments.dropFirst()
guard let address = words.first else {
    print("found no address; usage: QuickLookup ADDRESS SYMBOL...")
    exit(2)
}

let provider = CatalogIPFDataProvider(address: address)
do {
    let catalog = try await provider.load()
    print("\(catalog.count) instruments")
} catch {
    print("no instruments: \(error)")
}
for symbol in words.dropFirst() {
    guard let instrument = provider.instrument(symbol) else {
        print("\(symbol): unknown")
        continue
    }
    print("\(symbol): \(instrument.description), \(instrument.timezone), steps of \(instrument.priceIncrements)")
}
