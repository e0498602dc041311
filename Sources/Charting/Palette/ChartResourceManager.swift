/// The resources that all charts of an application share: the palette.
///
/// ```swift
/// DXChartApp.resourceManager.colorPaletteProvider = StoredColorPaletteProvider(storage: storage)
/// ```
public final class ChartResourceManager: Sendable {
    /// The default palette, whose colors are distinct on both dark and light backgrounds.
    public var defaultPaletteColors: [CGColor] { ChartColor.defaultPalette.map(\.cgColor) }

    private let current: ReplayedValue<any ColorPaletteProvider & Sendable>
    private let onMainThread: Bool

    /// Creates a manager that is independent of the shared one.
    ///
    /// - Parameters:
    ///   - colorPaletteProvider: The provider of the palette; `nil` for a provider that stores the default colors in
    ///     memory.
    ///   - onMainThread: Whether `palette` is delivered on the main thread, whatever the provider's thread.
    package init(colorPaletteProvider: (any ColorPaletteProvider & Sendable)? = nil, onMainThread: Bool = true) {
        current = ReplayedValue(
            colorPaletteProvider
                ?? StoredColorPaletteProvider(storage: InMemoryStorage(), onMainThread: onMainThread))
        self.onMainThread = onMainThread
    }

    /// The provider of the palette that all charts use.
    public var colorPaletteProvider: any ColorPaletteProvider & Sendable {
        get { current.value }
        set { current.set(newValue) }
    }

    /// Publishes the current colors of the palette, then every change, including those by a change of the provider.
    ///
    /// By default, the colors are delivered on the main thread. A subscriber on the main thread receives the current
    /// colors immediately. If changes arrive faster than they are delivered, only the latest is delivered.
    public var palette: AnyPublisher<[CGColor], Never> {
        let palette = current.publisher.map(\.palette).switchToLatest().map { $0.map(ChartColor.init(cgColor:)) }
        let colors = palette.removeDuplicates().eraseToAnyPublisher()
        return (onMainThread ? colors.onMainThread() : colors).map { $0.map(\.cgColor) }.eraseToAnyPublisher()
    }
}

/// The namespace of the application's charts.
public enum DXChartApp {
    /// The shared resources. The initial palette is not persistent; set a provider that stores it.
    public static let resourceManager = ChartResourceManager()
}
