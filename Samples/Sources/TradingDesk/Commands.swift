import Charting

/// A command of the desk.
struct Command {
    let name: String
    /// The words that must follow the name.
    let words: [String]
    let help: String
    let perform: @MainActor (Desk, [String]) throws -> Void
}

extension Desk {
    static let commands = [
        Command(name: "help", words: [], help: "what can be done") { _, _ in printHelp() },
        Command(name: "list", words: ["COUNT"], help: "the best known instruments") { try $0.list($1[0]) },
        Command(name: "search", words: ["TEXT"], help: "instruments by symbols, names, identifiers") {
            try $0.search($1.joined(separator: " "))
        },
        Command(name: "open", words: ["SYMBOL"], help: "the chart of an instrument") { try $0.open($1[0]) },
        Command(name: "hours", words: ["DATE"], help: "its sessions of a day: hours 2026-11-27") {
            try $0.hours($1[0])
        },
        Command(name: "anchors", words: ["DATE"], help: "where studies of that day begin") { try $0.anchors($1[0]) },
        Command(name: "round", words: ["PRICE"], help: "the nearest price that an order may have") {
            try $0.round($1[0])
        },
        Command(name: "trade", words: ["PRICE"], help: "its last trade, as a feed of quotes would send it") {
            try $0.trade(at: $1[0])
        },
        Command(name: "chain", words: [], help: "the options on it") { desk, _ in try desk.chain() },
        Command(name: "watch", words: ["SYMBOL"], help: "adds to the watchlist") { try $0.watch($1[0]) },
        Command(name: "unwatch", words: ["SYMBOL"], help: "removes from it") { $0.unwatch($1[0]) },
        Command(name: "favour", words: ["STUDY..."], help: "studies for the chart, five at most") {
            $0.favourites.setStudiesFavourite(Set($1.map { StudySettings.UUID(rawValue: $0) }))
        },
        Command(name: "unfavour", words: ["STUDY..."], help: "removes them") {
            $0.favourites.setStudiesUnfavourite(Set($1.map { StudySettings.UUID(rawValue: $0) }))
        },
        Command(name: "studies", words: [], help: "the favorites, adapted to the chart's instrument") { desk, _ in
            desk.showStudies()
        },
        Command(name: "study", words: ["STUDY", "PARAMETER", "VALUE"], help: "sets a parameter: study SMA length 20") {
            try $0.setStudy($1[0], $1[1], to: $1[2])
        },
        Command(name: "settings", words: [], help: "the settings screen") { desk, _ in desk.showSettings() },
        Command(name: "set", words: ["SETTING", "VALUE"], help: "changes a setting: set theme light") {
            try $0.set($1[0], to: $1[1])
        },
        Command(name: "reset", words: [], help: "restores the initial settings") { desk, _ in
            desk.screen.reset()
        },
        Command(name: "colors", words: [], help: "the palette") { desk, _ in desk.showColours() },
        Command(name: "color", words: ["HEX"], help: "adds a color, or removes it if it exists: color #FF8800") {
            try $0.toggleColour($1[0])
        },
        Command(name: "quit", words: [], help: "ends the desk; the next run restores the settings") { _, _ in },
    ]

    private static func printHelp() {
        for command in commands {
            let usage = ([command.name] + command.words).joined(separator: " ")
            print(usage.padded(28) + command.help)
        }
    }
}

extension String {
    /// Returns the text with trailing spaces that fill a column.
    func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
