internal import HTTPTypes

/// The files of the page. They are part of the program, by `.embedInCode` in Package.swift: a new file is named there and here. Its
/// documents are those of `ViewRoutes`.
enum PageRoutes {
    private static let files: [(path: String, bytes: [UInt8])] = [
        ("/page/api.js", PackageResources.api_js),
        ("/page/app.js", PackageResources.app_js),
        ("/page/calendar.js", PackageResources.calendar_js),
        ("/page/chain.js", PackageResources.chain_js),
        ("/page/chart.css", PackageResources.chart_css),
        ("/page/chart.js", PackageResources.chart_js),
        ("/page/chartpicture.js", PackageResources.chartpicture_js),
        ("/page/charts.css", PackageResources.charts_css),
        ("/page/charts.js", PackageResources.charts_js),
        ("/page/chartstudies.js", PackageResources.chartstudies_js),
        ("/page/compare.js", PackageResources.compare_js),
        ("/page/days.js", PackageResources.days_js),
        ("/page/dom.js", PackageResources.dom_js),
        ("/page/formulas.js", PackageResources.formulas_js),
        ("/page/home.js", PackageResources.home_js),
        ("/page/hours.js", PackageResources.hours_js),
        ("/page/icon.svg", PackageResources.icon_svg),
        ("/page/ics.js", PackageResources.ics_js),
        ("/page/identity.js", PackageResources.identity_js),
        ("/page/instrument.js", PackageResources.instrument_js),
        ("/page/market.js", PackageResources.market_js),
        ("/page/mics.js", PackageResources.mics_js),
        ("/page/month.js", PackageResources.month_js),
        ("/page/notes.js", PackageResources.notes_js),
        ("/page/peek.js", PackageResources.peek_js),
        ("/page/preview.js", PackageResources.preview_js),
        ("/page/recent.js", PackageResources.recent_js),
        ("/page/related.js", PackageResources.related_js),
        ("/page/route.js", PackageResources.route_js),
        ("/page/search.js", PackageResources.search_js),
        ("/page/settings.js", PackageResources.settings_js),
        ("/page/sketch.js", PackageResources.sketch_js),
        ("/page/steps.js", PackageResources.steps_js),
        ("/page/studies.js", PackageResources.studies_js),
        ("/page/studyline.js", PackageResources.studyline_js),
        ("/page/style.css", PackageResources.style_css),
        ("/page/time.js", PackageResources.time_js),
        ("/page/token.js", PackageResources.token_js),
        ("/page/track.js", PackageResources.track_js),
        ("/page/types.js", PackageResources.types_js),
        ("/page/week.js", PackageResources.week_js),
    ]

    static let routes = files.map { path, bytes in
        let tag = StaticFile.tag(bytes)
        let type = type(path)
        return Route(path, [.open, .changing]) { _ in
            var answer = Answer(type, .bytes(bytes), caching: .fixed(etag: tag))
            answer.headers = SecurityHeaders.document
            return answer
        }
    }

    private static func type(_ path: String) -> String {
        switch path.split(separator: ".").dropFirst().last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        default: "image/svg+xml"
        }
    }
}
