import Charting

/// What the application has: instruments from an address, and everything else in one folder.
@MainActor final class Desk {
    let provider: CatalogIPFDataProvider
    /// Symbols, in the order in which they were added.
    let watchlist: StoredSetting<[String]>
    let studies: StoredStudiesProvider
    /// At most five favourites, as many as the chart has room for.
    let favourites: ConstrainedFavourites<StoredStudiesProvider>
    /// The favourites by name, as they were sent last.
    let favouriteNames = ReplayedValue<[StudySettings.UUID]>([])
    let settings: ChartSettingsStore
    let screen: ChartSettings.Screen
    let palette: StoredColorPaletteProvider
    /// What the chart shows; `nil` before the first is opened.
    var instrument: Instrument?
    /// The price of its last trade; `nil` before one is known. Profiles have no prices: a feed of quotes calls `trade(at:)`, here it is
    /// typed.
    var lastPrice: Double?
    /// What lasts as long as the desk.
    var subscriptions: [AnyCancellable] = []
    /// Changes of the instrument that is open.
    var instrumentSubscription: AnyCancellable?

    init(address: String, folder: String) throws {
        let storage = try FileStorage(folder: folder)
        provider = CatalogIPFDataProvider(address: address)
        watchlist = StoredSetting(key: "watchlist", defaultValue: [], storage: storage)
        studies = StoredStudiesProvider(storage: storage, favourites: ["SMA"])
        favourites = ConstrainedFavourites(studies, maximum: 5)
        // An interface leaves these two on the main thread, which is what they do by themselves.
        settings = ChartSettingsStore(storage: storage, onMainThread: false)
        palette = StoredColorPaletteProvider(storage: storage, onMainThread: false)
        screen = ChartSettings.makeScreen(delegate: settings, dataSource: settings)
        DXChartApp.resourceManager.colorPaletteProvider = palette
    }

    /// Does what was typed.
    ///
    /// - Throws: what the libraries say of values that aren't allowed; `DeskError` for anything else that can't be done.
    func perform(_ name: String, _ words: [String]) throws {
        guard let command = Self.commands.first(where: { $0.name == name }) else {
            throw DeskError("found “\(name)”, expected one of the commands that “help” lists")
        }
        guard words.count >= command.words.count else {
            throw DeskError("expected \(([name] + command.words).joined(separator: " "))")
        }
        try command.perform(self, words)
    }
}

/// Why something can't be done: one line, for people.
struct DeskError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
