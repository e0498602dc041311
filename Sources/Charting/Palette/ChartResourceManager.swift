/// What all charts of an application share: the palette.
///
/// ```swift
/// ChartResourceManager.shared.colorPaletteProvider = StoredColorPaletteProvider(storage: storage)
/// ```
public final class ChartResourceManager: Sendable {
    /// The one of the application. Its palette lasts as long as the program, until a provider that keeps it is set.
    public static let shared = ChartResourceManager()

    /// A palette of colours that are distinct on dark and on light ground, so that both themes have the same.
    public static let defaultPaletteColors: [ChartColor] = [
        "#F6465D", "#FF7452", "#FF991F", "#E2B203", "#94C748", "#2EBD85", "#00A3BF", "#4C9AFF", "#1B6FE0", "#6554C0",
        "#998DD9", "#E774BB", "#A1887F", "#8993A4", "#5A616C",
    ]

    private let current: ReplayedValue<any ColorPaletteProvider & Sendable>

    /// A manager of its own.
    ///
    /// - Parameter colorPaletteProvider: one with the default colours, kept nowhere, if left out.
    public init(colorPaletteProvider: (any ColorPaletteProvider & Sendable)? = nil) {
        current = ReplayedValue(colorPaletteProvider ?? StoredColorPaletteProvider(storage: InMemoryStorage()))
    }

    /// The palette of all charts.
    public var colorPaletteProvider: any ColorPaletteProvider & Sendable {
        get { current.value }
        set { current.set(newValue) }
    }

    /// The colours of the palette of all charts at once, then whenever they change, or another provider is set.
    public var palette: AnyPublisher<[ChartColor], Never> {
        current.publisher.map(\.palette).switchToLatest().removeDuplicates().eraseToAnyPublisher()
    }
}
