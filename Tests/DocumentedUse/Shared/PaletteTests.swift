import Charting
import Foundation
import Testing

/// The calls of the article about the palette, in a custom provider.
@Suite struct PaletteTests {
    final class OwnPalette: ColorPaletteProvider {
        private let storage: StorageManager = UserDefaults.standard
        private let key: String
        private var defaultColors: [CGColor] { DXChartApp.resourceManager.defaultPaletteColors }

        init(key: String) { self.key = key }

        private lazy var subject: CurrentValueSubject<[CGColor], Never> = .init(colors)
        var palette: AnyPublisher<[CGColor], Never> { subject.eraseToAnyPublisher() }

        func addColor(_ color: CGColor) {
            colors.append(color)
            subject.send(colors)
        }

        func removeColor(_ color: CGColor) {
            colors.removeAll { $0 == color }
            subject.send(colors)
        }

        private var colors: [CGColor] {
            get {
                do {
                    let kept = try storage.getObject(forKey: key, castTo: [ChartColor].self)
                    return kept.map(\.cgColor)
                } catch {
                    recordUnlessMissing(error)
                    return defaultColors
                }
            }
            set {
                do {
                    let kept = newValue.map { ChartColor(cgColor: $0) }
                    try storage.setObject(kept, forKey: key)
                } catch {
                    Issue.record(error)
                }
            }
        }
    }

    @MainActor @Test func chartsUseTheSelectedPalette() {
        let key = "swift-ipf.documented-use.\(UUID())"
        defer { UserDefaults.forget(key) }
        let before = DXChartApp.resourceManager.colorPaletteProvider
        defer { DXChartApp.resourceManager.colorPaletteProvider = before }
        DXChartApp.resourceManager.colorPaletteProvider = OwnPalette(key: key)
        let provider = DXChartApp.resourceManager.colorPaletteProvider
        let own = DXChartApp.resourceManager.defaultPaletteColors
        let orange = ChartColor(red: 1, green: 0.5, blue: 0).cgColor
        provider.addColor(orange)
        #expect(DXChartApp.resourceManager.palette.latest == own + [orange])
        provider.removeColor(own[0])
        #expect(DXChartApp.resourceManager.palette.latest == own.dropFirst() + [orange])
        #expect(OwnPalette(key: key).palette.latest == own.dropFirst() + [orange])
    }

    /// A text that is not a color becomes `nil`, even if it is a literal.
    @Test func otherTextsAreNotColors() {
        #expect(ChartColor("#GG0000") == nil)
        #expect(ChartColor("#F80") == ChartColor(rgba: 0xFF88_00FF))
    }
}
