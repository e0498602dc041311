import Charting

/// What changes is shown, whoever changes it: this desk, or another one on the same folder.
///
/// All of it is sent on the thread of the change, which may be any: a terminal may be written to from each of them.
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
            palette.palette.sink { @Sendable colors in print("palette: \(colors.count) colours") },
        ]
    }

    /// Follows the instrument on the chart: a source may change or remove it.
    func showChanges(of symbol: String) {
        instrumentSubscription = provider.changes(of: symbol).dropFirst().sink { @Sendable instrument in
            print("\(symbol): \(instrument?.description ?? "is not listed any more")")
        }
    }
}
