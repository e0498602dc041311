// A trading desk in a terminal: instruments from a source, a watchlist, studies, chart settings and colors. Changes are
// stored in a folder, and every desk on that folder shows them at once.
//
//     swift run --package-path Samples TradingDesk Samples/Data/sample.ipf.gz /tmp/desk
import Charting
import Foundation

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
    print("found \(arguments.count - 1) arguments, expected an address and a folder; usage: TradingDesk ADDRESS FOLDER")
    exit(2)
}

let desk = try Desk(address: arguments[1], folder: arguments[2])
do {
    let catalog = try await desk.provider.load()
    print("\(catalog.count) instruments; “help” lists the commands")
} catch {
    print("no instruments: \(error)")
}
desk.showChanges()
for await line in typedLines() {
    let words = line.split(separator: " ").map(String.init)
    guard let name = words.first else { continue }
    if name == "quit" { break }
    do {
        try desk.perform(name, Array(words.dropFirst()))
    } catch {
        print(error)
    }
}

/// The typed lines. Another thread reads them, so that the main thread can receive changes.
func typedLines() -> AsyncStream<String> {
    AsyncStream { continuation in
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
    }
}
