/// What all charts of an application share: the palette.
///
/// ```swift
/// DXChartApp.resourceManager.colorPaletteProvider = StoredColorPaletteProvider(storage: storage)
/// ```
public final class ChartResourceManager: Sendable {
    /// A palette of colours that are distinct on dark and on light ground, so that both themes have the same.
    public var defaultPaletteColors: [CGColor] { ChartColor.defaultPalette.map(\.cgColor) }

    private let current: ReplayedValue<any ColorPaletteProvider & Sendable>
    private let onMainThread: Bool

    /// A manager of its own.
    ///
    /// - Parameters:
    ///   - colorPaletteProvider: one with the default colours, kept nowhere, if left out.
    ///   - onMainThread: `palette` is received on the main thread, whatever the provider's own is on.
    package init(colorPaletteProvider: (any ColorPaletteProvider & Sendable)? = nil, onMainThread: Bool = true) {
        current = ReplayedValue(
            colorPaletteProvider
                ?? StoredColorPaletteProvider(storage: InMemoryStorage(), onMainThread: onMainThread))
        self.onMainThread = onMainThread
    }

    /// The palette of all charts.
    public var colorPaletteProvider: any ColorPaletteProvider & Sendable {
        get { current.value }
        set { current.set(newValue) }
    }

    /// The colours of the palette of all charts at once, then whenever they change, or another provider is set.
    ///
    /// They are received on the main thread, unless the manager was made otherwise: at once where the subscription is made on it,
    /// so that an owner on the main actor needs no hop. Of changes that come quicker than the main thread takes them it gets the last.
    public var palette: AnyPublisher<[CGColor], Never> {
        let palette = current.publisher.map(\.palette).switchToLatest().map { $0.map(ChartColor.init(cgColor:)) }
        let colors = palette.removeDuplicates().eraseToAnyPublisher()
        return (onMainThread ? colors.onMainThread() : colors).map { $0.map(\.cgColor) }.eraseToAnyPublisher()
    }
}

/// The application's charts as a whole.
public enum DXChartApp {
    /// What all of them share. Its palette lasts as long as the program, until a provider that keeps it is set.
    public static let resourceManager = ChartResourceManager()
}
