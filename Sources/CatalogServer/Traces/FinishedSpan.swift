internal import Scanning
internal import Tracing

/// A span in the form of OTLP, as JSON.
struct FinishedSpan: Sendable {
    var place: TraceParent
    /// The enclosing span; `nil` for the first of a trace.
    var parent: UInt64?
    var kind: SpanKind
    var name: String
    /// The start and the end, in nanoseconds since 1970.
    var begin: UInt64
    var end: UInt64 = 0
    var attributes = SpanAttributes([:])
    var status: SpanStatus?
}

extension FinishedSpan {
    /// Returns the body of a request to a collector (`ExportTraceServiceRequest`).
    static func document(_ spans: [FinishedSpan]) -> [UInt8] {
        var json = JSONWriter(capacity: 512 + 512 * spans.count)
        json.object { json in
            json.array("resourceSpans") { json in
                json.object { json in
                    json.object("resource") { json in
                        json.array("attributes") { json in
                            attribute("service.name", .string("ipf"), &json)
                            attribute("service.version", .string("\(PackageVersion.number)"), &json)
                        }
                    }
                    json.array("scopeSpans") { json in
                        json.object { json in
                            json.object("scope") { $0.member("name", "ipf") }
                            json.array("spans") { json in for span in spans { span.write(to: &json) } }
                        }
                    }
                }
            }
        }
        return json.bytes
    }

    private func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("traceId", place.traceText)
            json.member("spanId", place.spanText)
            if let parent {
                json.member("parentSpanId", parent.hexDigits)
            }
            json.member("name", name)
            json.member("kind", number)
            // The JSON form of Protocol Buffers writes 64-bit integers as strings.
            json.member("startTimeUnixNano", String(begin))
            json.member("endTimeUnixNano", String(end))
            json.array("attributes") { json in attributes.forEach { Self.attribute($0, $1, &json) } }
            guard let status else { return }
            json.object("status") { json in
                json.member("code", status.code == .error ? 2 : 1)
                json.optional("message", status.message)
            }
        }
    }

    /// The number of the kind in OTLP.
    private var number: Int {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }

    private static func attribute(_ name: String, _ value: SpanAttribute, _ json: inout JSONWriter) {
        json.object { json in
            json.member("key", name)
            json.object("value") { json in
                switch value {
                case .string(let text): json.member("stringValue", text)
                case .int32(let number): json.member("intValue", String(number))
                case .int64(let number): json.member("intValue", String(number))
                case .double(let number): json.member("doubleValue", number)
                case .bool(let truth): json.member("boolValue", truth)
                default: json.member("stringValue", "\(value)")
                }
            }
        }
    }
}
