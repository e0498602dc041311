/// The colours that people choose from.
public protocol ColorPaletteProvider: AnyObject {
    /// The palette at once, then whenever it changes.
    var palette: AnyPublisher<[ChartColor], Never> { get }
    /// Adds a colour at the end, unless it is there.
    func addColor(_ color: ChartColor)
    /// Removes a colour, if it is there.
    func removeColor(_ color: ChartColor)
}

/// A palette kept in a store: each colour once, in the order in which they were added.
///
/// What is stored twice counts once, and what is no colour is left out. It may be used from any thread.
public final class StoredColorPaletteProvider: ColorPaletteProvider, Sendable {
    private let kept: StoredSetting<KeptPalette>

    /// The palette in `storage` under `key`.
    ///
    /// - Parameters:
    ///   - defaults: the colours where nothing is stored.
    ///   - key: `palette` if left out.
    public init(
        storage: any StorageManager, defaults: [ChartColor] = ChartResourceManager.defaultPaletteColors,
        key: String = "palette"
    ) {
        kept = StoredSetting(key: key, titleString: "Palette", defaultValue: KeptPalette(defaults), storage: storage)
    }

    /// The palette now.
    public var colors: [ChartColor] { kept.value.colors }

    /// The palette at once, then whenever it changes.
    public var palette: AnyPublisher<[ChartColor], Never> { kept.valueChanged.map(\.colors).eraseToAnyPublisher() }

    /// Adds a colour at the end, unless it is there.
    public func addColor(_ color: ChartColor) { kept.update { KeptPalette($0.colors + [color]) } }

    /// Removes a colour, if it is there.
    public func removeColor(_ color: ChartColor) {
        kept.update { kept in KeptPalette(kept.colors.filter { $0 != color }) }
    }

    /// Makes the palette what it was made with (`defaults`).
    public func reset() { kept.update { _ in kept.defaultValue } }

    /// Why the store could not read or keep the palette; `nil` where it did.
    public var storageFault: StorageError? { kept.storageFault }
}

/// Colours, each once; coded as a list of hex texts.
private struct KeptPalette: Codable, Equatable {
    let colors: [ChartColor]

    init(_ colors: [ChartColor]) { self.colors = colors.firsts(by: \.self) }

    init(from decoder: any Decoder) throws {
        self.init(try [Text](from: decoder).compactMap(\.color))
    }

    func encode(to encoder: any Encoder) throws { try colors.encode(to: encoder) }

    /// A colour, or something else that was stored.
    private struct Text: Decodable {
        let color: ChartColor?

        init(from decoder: any Decoder) throws { color = try? ChartColor(from: decoder) }
    }
}
