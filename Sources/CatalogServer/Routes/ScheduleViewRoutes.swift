internal import CatalogAnswers
internal import Essentials
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// `/schedule-view?symbol=&format=json|html`: a schedule in the format of the vendor's schedule viewer.
enum ScheduleViewRoutes {
    static let routes = [
        Route("/schedule-view", .changing) { context in
            let query = context.query
            try query.allow(["symbol", "format", "venue", "with", "from", "to", "help"])
            let format = query["format"] ?? (context.acceptedTypes.first == "text/html" ? "html" : "json")
            guard ["json", "html"].contains(format) else {
                throw Problem.unexpected("format", format, Problem.Expected.viewFormat)
            }
            let subject = try ScheduleSubject(context)
            let numbers = try subject.dayNumbers(query)
            let caching: RouteResponse.Caching = query["from"] == nil ? .none : .catalog
            let days = try numbers.map(subject.day)
            if format == "html" { return html(subject, days, caching) }
            var json = JSONWriter(capacity: 8192)
            json.object { json in
                json.member("symbol", subject.symbol)
                json.member("schedule", subject.schedule.definition)
                json.member("timezone", subject.schedule.zone.id)
                let clock = VenueClock(zone: subject.schedule.zone)
                json.array("sessions") { json in
                    for session in days.flatMap({ $0.sessions }) where session.isTrading && !session.isEmpty {
                        json.object { json in
                            json.member("type", session.type.code)
                            json.member("day", session.date.description)
                            json.member("start", clock.withOffset(session.start))
                            json.member("end", clock.withOffset(session.end))
                        }
                    }
                }
            }
            return .json(json, caching: caching)
        }
    ]

    private static func html(_ subject: ScheduleSubject, _ days: [Trading.Day], _ caching: RouteResponse.Caching)
        -> RouteResponse
    {
        let title = MarkupText.escaped("\(subject.symbol): trading hours on \(subject.schedule.name)")
        var text = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title></head><body>
            <h1>\(title)</h1>
            <p>Time zone: \(MarkupText.escaped(subject.schedule.zone.id)); <code>\(MarkupText.escaped(subject.schedule.definition))</code></p>
            <table border="1"><thead><tr><th>Date</th><th>Day</th><th>Status</th><th>Sessions</th></tr></thead><tbody>

            """
        let clock = VenueClock(zone: subject.schedule.zone)
        for day in days {
            let sessions = day.sessions.filter { $0.isTrading && !$0.isEmpty }
                .map { "\($0.type) \(clock.withOffset($0.start)) – \(clock.withOffset($0.end))" }.joined(
                    separator: "<br>")
            text +=
                "<tr><td>\(day.date)</td><td>\(CalendarDate.shortWeekdayNames[day.weekday - 1])</td><td>\(day.words)</td><td>\(sessions)</td></tr>\n"
        }
        text += "</tbody></table></body></html>\n"
        return .document("text/html; charset=utf-8", Array(text.utf8), caching: caching)
    }
}
