extension ChartSettings {
    /// What a settings screen shows, and what it does; used on the thread that made it.
    public final class Screen {
        /// The settings as they are shown: legal for what the chart is of.
        public private(set) var settings: Chart.Settings
        private weak var delegate: (any Delegate)?
        private weak var dataSource: (any DataSource)?
        private var content: [Section] = []
        private var candles: [Candle] = []
        private var instrument: Instrument?
        private var aggregation: Aggregation?
        private var isChanged = false

        init(delegate: (any Delegate)?, dataSource: any DataSource) {
            self.delegate = delegate
            self.dataSource = dataSource
            settings = dataSource.settings
            reload()
        }

        /// Asks the data source again; a source that is gone leaves everything as it is.
        public func reload() {
            guard let dataSource else { return }
            content = dataSource.settingsContent ?? ChartSettings.defaultContent
            candles = dataSource.candles
            instrument = dataSource.instrument
            aggregation = dataSource.aggregation
            show(dataSource.settings)
            isChanged = dataSource.settingsIsChanged
        }

        // MARK: What is shown

        /// The settings in their sections. A setting that the content names twice stands there twice.
        public var sections: [ItemSection] {
            content.map { ItemSection(title: $0.title, items: $0.items.map { Item($0, settings) }) }
        }

        /// A setting as it stands now, shown or not.
        public func item(_ content: SettingsContent) -> Item { Item(content, settings) }

        /// There is something to reset.
        public var canReset: Bool { isChanged }

        /// The candles, drawn by the settings; `nil` without candles.
        package var preview: ChartPreview? { ChartPreview(candles, settings, watermark: watermark) }

        /// `AAPL, 5m` and the description below, whatever is known of it; `nil` where nothing is, or the watermark is off.
        public var watermark: String? {
            guard settings.watermark else { return nil }
            let first = [instrument?.symbol, aggregation?.description].compactMap(\.self).joined(separator: ", ")
            let lines = [first, instrument?.description ?? ""].filter { !$0.isEmpty }
            return lines.isEmpty ? nil : lines.joined(separator: "\n")
        }

        // MARK: What is done

        /// Sets a setting to a value's text: `true`, `percent`, `Europe/Berlin`, `up=#00AA00`.
        ///
        /// - Returns: whether anything changed. If so, the delegate was called once.
        /// - Throws: `SettingError` where the text is no value of the setting, or the setting is disabled.
        @discardableResult
        public func set(_ content: SettingsContent, to text: String) throws(SettingError) -> Bool {
            let change = try Chart.Settings.Change(content, text)
            let item = item(content)
            guard item.isEnabled else {
                throw SettingError(content, "\(content.title) can't be changed now", item.reason)
            }
            return apply(change)
        }

        /// Makes a change by the rules (`Chart.Settings.applying(_:)`).
        ///
        /// - Returns: whether anything changed. If so, the delegate was called once.
        @discardableResult
        public func apply(_ change: Chart.Settings.Change) -> Bool {
            let new = settings.applying(change)
            guard new != settings else { return false }
            settings = new
            delegate?.settingsDidChanged(new)
            // A data source that keeps what its delegate gets knows best.
            isChanged = dataSource.flatMap { $0.settings == new ? $0.settingsIsChanged : nil } ?? new.isChanged
            return true
        }

        /// The action Reset: calls the delegate, and shows what the data source has then, or the default settings if that is
        /// what it had before.
        public func reset() {
            let before = dataSource?.settings
            delegate?.resetSettings()
            guard let dataSource, dataSource.settings != before else {
                settings = settings.reset
                isChanged = false
                return
            }
            reload()
        }

        private func show(_ kept: Chart.Settings) {
            settings = kept
            if let aggregation { settings.apply(.aggregation(aggregation)) }
            settings.apply(.instrument(instrument))
        }
    }
}
