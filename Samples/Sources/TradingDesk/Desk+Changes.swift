import Charting

/// Shows changes that are made by this desk, or by another desk that uses the same folder.
///
/// Changes are delivered on the thread that makes them, which may be any thread. Every thread may write to a terminal.
extension Desk {
    func showChanges() {
        subscriptions = [
            watchlist.valueChanged.sink { @Sendable symbols in print("watchlist: \(symbols.joined(separator: " "))") },
            favourites.favouriteStudies.sink { @Sendable [favouriteNames] names in
                favouriteNames.set(names.sorted())
                print("favourites: \(names.sorted().map(\.rawValue).joined(separator: " "))")
            },
            settings.settingsChanged.sink { @Sendable [weak self] settings in
                print("settings: theme \(settings.theme), scale \(settings.scaleType)")
                Task { @MainActor in self?.screen.reload() }
            },
            palette.palette.sink { @Sendable colors in print("palette: \(colors.count) colors") },
        ]
    }

    /// Shows changes of the instrument on the chart. A source may change or remove it.
    func showChanges(of symbol: String) {
        instrumentSubscription = provider.changes(of: symbol).dropFirst().sink { @Sendable instrument in
            print("\(symbol): \(instrument?.description ?? "is no longer listed")")
        }
    }
}
