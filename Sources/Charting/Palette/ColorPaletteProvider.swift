/// The colours that people choose from.
public protocol ColorPaletteProvider {
    /// The palette at once, then whenever it changes.
    ///
    /// A provider may send on any thread. `ChartResourceManager.palette` passes the colours on to the main thread, and a
    /// `StoredColorPaletteProvider` sends there itself unless it was made otherwise.
    var palette: AnyPublisher<[CGColor], Never> { get }
    /// Adds a colour at the end, unless it is there.
    func addColor(_ color: CGColor)
    /// Removes a colour, if it is there.
    func removeColor(_ color: CGColor)
}

/// A palette kept in a store: each colour once, in the order in which they were added.
///
/// A colour that is stored twice counts once. Other values are left out and named by `storageFault`, and the text is set aside
/// before new colours are written. It may be used from any thread. An owner on the main actor
/// subscribes and keeps what it receives:
///
/// ```swift
/// @MainActor final class Swatches {
///     private(set) var colors: [CGColor] = []
///     private var subscription: AnyCancellable?
///
///     init(_ provider: StoredColorPaletteProvider) {
///         subscription = provider.palette.sink { @Sendable [weak self] colors in
///             MainActor.assumeIsolated { self?.colors = colors }
///         }
///     }
/// }
/// ```
public final class StoredColorPaletteProvider: ColorPaletteProvider, Sendable {
    private let kept: StoredSetting<KeptPalette>
    private let onMainThread: Bool

    /// The palette in `storage` under `key`.
    ///
    /// - Parameters:
    ///   - defaults: the colours where nothing is stored; `nil`: `ChartResourceManager.defaultPaletteColors`.
    ///   - key: `palette` if left out.
    ///   - onMainThread: `palette` is received on the main thread; otherwise on the thread of the change.
    public init(
        storage: any StorageManager & Sendable, defaults: [ChartColor]? = nil, key: String = "palette",
        onMainThread: Bool = true
    ) {
        kept = StoredSetting(
            key: key, defaultValue: KeptPalette(defaults ?? ChartColor.defaultPalette), storage: storage)
        self.onMainThread = onMainThread
    }

    /// The palette now.
    public var colors: [ChartColor] { kept.value.colors }

    /// The palette at once, then whenever it changes; received as `ChartResourceManager.palette` is.
    public var palette: AnyPublisher<[CGColor], Never> {
        let colors = kept.valueChanged.map(\.colors).eraseToAnyPublisher()
        return (onMainThread ? colors.onMainThread() : colors).map { $0.map(\.cgColor) }.eraseToAnyPublisher()
    }

    /// Adds a colour at the end, unless it is there.
    public func addColor(_ color: CGColor) {
        kept.update { KeptPalette($0.colors + [ChartColor(cgColor: color)]) }
    }

    /// Removes a colour, if it is there.
    public func removeColor(_ color: CGColor) {
        let color = ChartColor(cgColor: color)
        kept.update { kept in KeptPalette(kept.colors.filter { $0 != color }) }
    }

    /// Makes the palette what it was made with (`defaults`).
    public func reset() { kept.update { _ in kept.defaultValue } }

    /// Takes the palette from the store, where something else may have changed it.
    public func reload() { kept.reload() }

    /// Why the store could not read or keep all of the palette; `nil` where it did.
    public var storageFault: StorageError? { kept.storageFault }
}

extension ChartColor {
    /// Distinct on dark and on light ground.
    static let defaultPalette: [ChartColor] = [
        0xF6465D, 0xFF7452, 0xFF991F, 0xE2B203, 0x94C748, 0x2EBD85, 0x00A3BF, 0x4C9AFF, 0x1B6FE0, 0x6554C0, 0x998DD9,
        0xE774BB, 0xA1887F, 0x8993A4, 0x5A616C,
    ].map { ChartColor(rgba: $0 << 8 | 0xFF) }
}

/// Colours, each once; coded as a list of hex texts.
private struct KeptPalette: Codable, Equatable, PartlyReadable {
    let colors: [ChartColor]
    private(set) var unreadable: String?

    init(_ colors: [ChartColor]) { self.colors = colors.firsts(by: \.self) }

    init(from decoder: any Decoder) throws {
        let found = try [Text](from: decoder)
        self.init(found.compactMap(\.color))
        let others = found.enumerated().filter { $1.color == nil }
        guard let first = others.first else { return }
        let more = others.count > 1 ? " and \(others.count - 1) more" : ""
        unreadable =
            "found \(first.element.excerpt) at [\(first.offset)]\(more), expected colours as #RRGGBB or #RRGGBBAA; they are left "
            + "out, and the text is set aside before a change is kept: mend it, or add them anew"
    }

    func encode(to encoder: any Encoder) throws { try colors.encode(to: encoder) }

    /// A colour, or something else that was stored.
    private struct Text: Decodable {
        let color: ChartColor?
        let excerpt: String

        init(from decoder: any Decoder) throws {
            color = try? ChartColor(from: decoder)
            excerpt = (try? JSONValue(from: decoder))?.excerpt ?? "a value"
        }
    }
}
