extension ChartSettings {
    /// The contents and actions of a settings screen. Must be used on the thread that created it.
    public final class Screen {
        /// The displayed settings, valid for the chart's instrument.
        public private(set) var settings: Chart.Settings
        /// A Boolean value that indicates whether the settings can be reset.
        public private(set) var canReset = false
        private let delegate: any Delegate
        private let dataSource: any DataSource
        private var content: [Section] = []
        private var candles: [Candle] = []
        private var instrument: Instrument
        private var aggregation: Aggregation
        /// The settings of the data source when they were last read.
        private var source: Chart.Settings

        init(delegate: any Delegate, dataSource: any DataSource) {
            self.delegate = delegate
            self.dataSource = dataSource
            instrument = dataSource.instrument
            aggregation = dataSource.aggregation
            source = dataSource.settings
            settings = source
            reload()
        }

        /// Reads from the data source again.
        public func reload() {
            content = dataSource.settingsContent ?? ChartSettings.defaultContent
            candles = dataSource.candles
            instrument = dataSource.instrument
            aggregation = dataSource.aggregation
            show(dataSource.settings)
            canReset = dataSource.settingsIsChanged
        }

        private func show(_ kept: Chart.Settings) {
            source = kept
            settings = kept.applying(.instrument(known))
        }

        /// The instrument; `nil` if it is unknown.
        private var known: Instrument? { instrument.symbol.isEmpty ? nil : instrument }

        // MARK: Contents

        /// The settings in sections. A setting appears twice if `settingsContent` contains it twice.
        public var sections: [ItemSection] {
            content.map { ItemSection(title: $0.title, items: $0.items.map { Item($0, settings) }) }
        }

        /// Returns the current state of a setting, even of one that the screen does not show.
        public func item(_ content: SettingsContent) -> Item { Item(content, settings) }

        /// The preview of the candles with the current settings; `nil` without candles.
        public var preview: ChartPreview? { ChartPreview(candles, settings, watermark: watermark) }

        /// The symbol, the bar length and the description, as in `AAPL, 5m`, as far as they are known; `nil` if the
        /// watermark is off.
        public var watermark: String? {
            guard settings.watermark else { return nil }
            let first = [known?.symbol, aggregation.description].compactMap(\.self).joined(separator: ", ")
            let second = known?.description ?? ""
            return second.isEmpty ? first : "\(first)\n\(second)"
        }

        // MARK: Actions

        /// Sets a setting from the text of a value, such as `true`, `percent`, `Europe/Berlin` or `up=#00AA00`.
        ///
        /// - Returns: Whether anything changed. If so, the delegate was called once.
        /// - Throws: `SettingError` if the text is invalid for the setting or the setting is disabled.
        @discardableResult
        public func set(_ content: SettingsContent, to text: String) throws(SettingError) -> Bool {
            let changes = try Chart.Settings.Change.all(content, text)
            follow()
            if let refusal = changes.lazy.compactMap(settings.refusal(of:)).first { throw refusal }
            return apply(changes)
        }

        /// Applies a change by the rules of `Chart.Settings.applying(_:)`.
        ///
        /// - Returns: Whether anything changed. If so, the delegate was called once.
        @discardableResult
        public func apply(_ change: Chart.Settings.Change) -> Bool {
            follow()
            return apply([change])
        }

        private func apply(_ changes: [Chart.Settings.Change]) -> Bool {
            let new = changes.reduce(settings) { $0.applying($1) }
            guard new != settings else { return false }
            settings = new
            delegate.settingsDidChanged(new)
            source = dataSource.settings
            // If the data source stores the delegate's settings, its own `settingsIsChanged` is authoritative.
            canReset = source == new ? dataSource.settingsIsChanged : new.differs(from: dataSource.defaultSettings)
            return true
        }

        /// Adopts changes that others have made to the data source, so that the next change does not undo them.
        private func follow() {
            let now = dataSource.settings
            if now != source { show(now) }
        }

        /// Resets the settings: calls the delegate, and then displays the settings of the data source.
        public func reset() {
            delegate.resetSettings()
            reload()
        }
    }
}
