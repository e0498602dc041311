import Charting

/// The state of the application. Instruments come from a source, and all other data is in one folder.
@MainActor final class Desk {
    let provider: CatalogIPFDataProvider
    /// The watched symbols, in the order in which they were added.
    let watchlist: StoredSetting<[String]>
    let studies: StoredStudiesProvider
    /// At most five favorites, because the chart has no room for more.
    let favourites: ConstrainedFavourites<StoredStudiesProvider>
    /// The most recently delivered favorites, in order of their names.
    let favouriteNames = ReplayedValue<[StudySettings.UUID]>([])
    let settings: ChartSettingsStore
    let screen: ChartSettings.Screen
    let palette: StoredColorPaletteProvider
    /// The instrument on the chart; `nil` before the first one is opened.
    var instrument: Instrument?
    /// The price of the instrument's last trade; `nil` before the first trade.
    ///
    /// Profiles contain no prices. An application's quote feed would call `trade(at:)`; here the user types the price.
    var lastPrice: Double?
    /// The subscriptions that last as long as the desk.
    var subscriptions: [AnyCancellable] = []
    /// The subscription to changes of the open instrument.
    var instrumentSubscription: AnyCancellable?

    init(address: String, folder: String) throws {
        let storage = try FileStorage(folder: folder)
        provider = CatalogIPFDataProvider(address: address)
        watchlist = StoredSetting(key: "watchlist", defaultValue: [], storage: storage)
        studies = StoredStudiesProvider(storage: storage, favourites: ["SMA"])
        favourites = ConstrainedFavourites(studies, maximum: 5)
        // By default both deliver on the main thread, which is right for a user interface.
        settings = ChartSettingsStore(storage: storage, onMainThread: false)
        palette = StoredColorPaletteProvider(storage: storage, onMainThread: false)
        screen = ChartSettings.makeScreen(delegate: settings, dataSource: settings)
        DXChartApp.resourceManager.colorPaletteProvider = palette
    }

    /// Performs a typed command.
    ///
    /// - Throws: The libraries' errors for invalid values; `DeskError` for other failures.
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

/// A failure of a command. The description is one line for the user.
struct DeskError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
