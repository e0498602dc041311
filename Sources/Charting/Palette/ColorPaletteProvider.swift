/// A provider of the colors from which users choose.
public protocol ColorPaletteProvider {
    /// Publishes the current palette, then every change.
    ///
    /// A provider may publish on any thread. `ChartResourceManager.palette` delivers the colors on the main thread. A
    /// `StoredColorPaletteProvider` publishes there by default.
    var palette: AnyPublisher<[CGColor], Never> { get }
    /// Adds a color at the end, unless the palette already contains it.
    func addColor(_ color: CGColor)
    /// Removes a color, if the palette contains it.
    func removeColor(_ color: CGColor)
}

/// A stored palette of different colors, in the order in which they were added.
///
/// Duplicate colors in the store count once. Values that are not colors are ignored, and `storageFault` names them.
/// Before new colors replace such values, the stored text is moved to another key. The provider is thread-safe. An
/// owner on the main actor subscribes and stores the received colors:
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

    /// Creates a palette in `storage` under `key`.
    ///
    /// - Parameters:
    ///   - defaults: The colors to use if the store has none; `nil` for `ChartResourceManager.defaultPaletteColors`.
    ///   - key: The key in the store; defaults to `palette`.
    ///   - onMainThread: Whether `palette` is delivered on the main thread instead of the thread that makes a change.
    public init(
        storage: any StorageManager & Sendable, defaults: [ChartColor]? = nil, key: String = "palette",
        onMainThread: Bool = true
    ) {
        kept = StoredSetting(
            key: key, defaultValue: KeptPalette(defaults ?? ChartColor.defaultPalette), storage: storage)
        self.onMainThread = onMainThread
    }

    /// The current palette.
    public var colors: [ChartColor] { kept.value.colors }

    /// Publishes the current palette, then every change, as `ChartResourceManager.palette` does.
    public var palette: AnyPublisher<[CGColor], Never> {
        let colors = kept.valueChanged.map(\.colors).eraseToAnyPublisher()
        return (onMainThread ? colors.onMainThread() : colors).map { $0.map(\.cgColor) }.eraseToAnyPublisher()
    }

    /// Adds a color at the end, unless the palette already contains it.
    public func addColor(_ color: CGColor) {
        kept.update { KeptPalette($0.colors + [ChartColor(cgColor: color)]) }
    }

    /// Removes a color, if the palette contains it.
    public func removeColor(_ color: CGColor) {
        let color = ChartColor(cgColor: color)
        kept.update { kept in KeptPalette(kept.colors.filter { $0 != color }) }
    }

    /// Resets the palette to `defaults`.
    public func reset() { kept.update { _ in kept.defaultValue } }

    /// Reads the palette from the store again.
    public func reload() { kept.reload() }

    /// The reason that the palette could not be read or written completely; `nil` if there is no fault.
    public var storageFault: StorageError? { kept.storageFault }
}

extension ChartColor {
    /// Colors that are distinct on both dark and light backgrounds.
    static let defaultPalette: [ChartColor] = [
        0xF6465D, 0xFF7452, 0xFF991F, 0xE2B203, 0x94C748, 0x2EBD85, 0x00A3BF, 0x4C9AFF, 0x1B6FE0, 0x6554C0, 0x998DD9,
        0xE774BB, 0xA1887F, 0x8993A4, 0x5A616C,
    ].map { ChartColor(rgba: $0 << 8 | 0xFF) }
}

/// The different colors of a palette, encoded as an array of hexadecimal texts.
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
            "found \(first.element.excerpt) at [\(first.offset)]\(more), expected colors as #RRGGBB or #RRGGBBAA; they are "
            + "ignored, and the text is set aside before the next change is stored: correct it, or add them again"
    }

    func encode(to encoder: any Encoder) throws { try colors.encode(to: encoder) }

    /// A stored element: the text of a color, or another value.
    private struct Text: Decodable {
        let color: ChartColor?
        let excerpt: String

        init(from decoder: any Decoder) throws {
            color = try? ChartColor(from: decoder)
            excerpt = (try? JSONValue(from: decoder))?.excerpt ?? "a value"
        }
    }
}
