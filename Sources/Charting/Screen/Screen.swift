extension ChartSettings {
    /// What a settings screen shows, and what it does; used on the thread that made it.
    public final class Screen {
        /// The settings as they are shown: legal for what the chart is of.
        public private(set) var settings: Chart.Settings
        /// There is something to reset.
        public private(set) var canReset = false
        private let delegate: any Delegate
        private let dataSource: any DataSource
        private var content: [Section] = []
        private var candles: [Candle] = []
        private var instrument: Instrument
        private var aggregation: Aggregation
        /// The data source's settings when they were last asked for.
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

        /// Asks the data source again.
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
            settings = kept.applying(.aggregation(aggregation)).applying(.instrument(known))
        }

        /// The instrument; `nil` where it isn't known.
        private var known: Instrument? { instrument.symbol.isEmpty ? nil : instrument }

        // MARK: What is shown

        /// The settings in their sections. A setting that the content names twice stands there twice.
        public var sections: [ItemSection] {
            content.map { ItemSection(title: $0.title, items: $0.items.map { Item($0, settings) }) }
        }

        /// A setting as it stands now, shown or not.
        public func item(_ content: SettingsContent) -> Item { Item(content, settings) }

        /// The candles, drawn by the settings; `nil` without candles.
        package var preview: ChartPreview? { ChartPreview(candles, settings, watermark: watermark) }

        /// `AAPL, 5m` and the description below, without what isn't known of the instrument; `nil` where the watermark is off.
        public var watermark: String? {
            guard settings.watermark else { return nil }
            let first = [known?.symbol, aggregation.description].compactMap(\.self).joined(separator: ", ")
            let second = known?.description ?? ""
            return second.isEmpty ? first : "\(first)\n\(second)"
        }

        // MARK: What is done

        /// Sets a setting to a value's text: `true`, `percent`, `Europe/Berlin`, `up=#00AA00`.
        ///
        /// - Returns: whether anything changed. If so, the delegate was called once.
        /// - Throws: `SettingError` where the text is no value of the setting, or the setting is disabled.
        @discardableResult
        public func set(_ content: SettingsContent, to text: String) throws(SettingError) -> Bool {
            let changes = try Chart.Settings.Change.all(content, text)
            follow()
            let item = item(content)
            guard item.isEnabled else {
                throw SettingError(content, "\(item.title) can't be changed now", item.reason)
            }
            return apply(changes)
        }

        /// Makes a change by the rules (`Chart.Settings.applying(_:)`).
        ///
        /// - Returns: whether anything changed. If so, the delegate was called once.
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
            // A data source that keeps what its delegate gets knows best.
            canReset = source == new ? dataSource.settingsIsChanged : new.differs(from: dataSource.defaultSettings)
            return true
        }

        /// Shows what the data source has where somebody else has changed it, so that the next change doesn't undo that.
        private func follow() {
            let now = dataSource.settings
            if now != source { show(now) }
        }

        /// The action Reset: calls the delegate, and shows what the data source has then.
        public func reset() {
            delegate.resetSettings()
            reload()
        }
    }
}
