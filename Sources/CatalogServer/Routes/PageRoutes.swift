internal import HTTPTypes

/// `/` and the files of the page. They are part of the program, by `.embedInCode` in Package.swift: a new file is named there and
/// here.
enum PageRoutes {
    private static let files: [(path: String, bytes: [UInt8])] = [
        ("/page/api.js", PackageResources.api_js),
        ("/page/app.js", PackageResources.app_js),
        ("/page/chain.js", PackageResources.chain_js),
        ("/page/chart.css", PackageResources.chart_css),
        ("/chart", PackageResources.chart_html),
        ("/page/chart.js", PackageResources.chart_js),
        ("/page/chartpicture.js", PackageResources.chartpicture_js),
        ("/page/charts.css", PackageResources.charts_css),
        ("/page/charts.js", PackageResources.charts_js),
        ("/page/compare.js", PackageResources.compare_js),
        ("/page/dom.js", PackageResources.dom_js),
        ("/page/icon.svg", PackageResources.icon_svg),
        ("/", PackageResources.index_html),
        ("/page/instrument.js", PackageResources.instrument_js),
        ("/page/ladder.js", PackageResources.ladder_js),
        ("/page/month.js", PackageResources.month_js),
        ("/page/preview.js", PackageResources.preview_js),
        ("/page/route.js", PackageResources.route_js),
        ("/page/search.js", PackageResources.search_js),
        ("/settings", PackageResources.settings_html),
        ("/page/settings.js", PackageResources.settings_js),
        ("/page/start.js", PackageResources.start_js),
        ("/studies", PackageResources.studies_html),
        ("/page/studies.js", PackageResources.studies_js),
        ("/page/style.css", PackageResources.style_css),
        ("/page/time.js", PackageResources.time_js),
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
        case "svg": "image/svg+xml"
        default: "text/html; charset=utf-8"
        }
    }
}
