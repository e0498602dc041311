import Foundation
import MarketRules

@testable import CatalogServer

/// Compares answers with the OpenAPI document of the service.
struct OpenAPIDocument {
    private let paths: [String: Any]
    private let schemas: [String: Any]

    init() throws {
        let json =
            try JSONSerialization.jsonObject(with: Data(ServiceFiles.bytes("openapi.json"))) as? [String: Any] ?? [:]
        paths = json["paths"] as? [String: Any] ?? [:]
        schemas = (json["components"] as? [String: Any])?["schemas"] as? [String: Any] ?? [:]
    }

    var documentedPaths: Set<String> { Set(paths.keys) }

    /// The identifier of each operation; empty if it has none.
    var operations: [String] {
        paths.values.flatMap { path in
            (path as? [String: [String: Any]] ?? [:]).values.map { $0["operationId"] as? String ?? "" }
        }
    }

    /// Returns the names of a path's parameters for GET.
    func parameters(_ path: String) -> Set<String> {
        let operation = (paths[path] as? [String: Any])?["get"] as? [String: Any]
        return Set((operation?["parameters"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String })
    }

    /// Returns the properties of a schema by name, with the documented type: `number`, `string`, `string date`.
    ///
    /// A name such as `Chain.series` refers to the items of a list in the schema.
    func properties(_ place: String) -> [String: String] {
        var schema: [String: Any]?
        for name in place.split(separator: ".").map(String.init) {
            let next = schema.map { ($0["properties"] as? [String: Any])?[name] } ?? schemas[name]
            let found = next as? [String: Any]
            schema = found?["items"] as? [String: Any] ?? found
        }
        return (schema?["properties"] as? [String: [String: Any]] ?? [:]).mapValues { property in
            ["type", "format"].compactMap { property[$0] as? String }.joined(separator: " ")
        }
    }

    /// Returns the required members of a schema's objects.
    func required(_ schema: String) -> [String] {
        (schemas[schema] as? [String: Any])?["required"] as? [String] ?? []
    }

    /// Returns the differences between an answer and the document; empty if they agree.
    func faults(_ path: String, _ method: String, _ status: Int, _ type: String?, _ body: [UInt8]) -> [String] {
        guard let operation = (paths[path] as? [String: Any])?[method] as? [String: Any],
            let responses = operation["responses"] as? [String: Any]
        else { return ["\(method) \(path) is not documented"] }
        guard let response = (responses["\(status)"] ?? responses["\(status / 100)XX"]) as? [String: Any] else {
            return ["\(path): status \(status) is not documented"]
        }
        guard let content = response["content"] as? [String: Any] else { return [] }
        let name = type.map { String($0.prefix { $0 != ";" }) } ?? ""
        guard let schema = (content[name] as? [String: Any])?["schema"] else {
            return ["\(path): \(name) is not documented for \(status)"]
        }
        guard name == "application/json" || name.hasSuffix("+json") else { return [] }
        guard let value = try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) else {
            return ["\(path): the body isn't JSON"]
        }
        return check(value, schema, path)
    }

    private func check(_ value: Any, _ schema: Any, _ place: String) -> [String] {
        guard var schema = schema as? [String: Any] else { return [] }
        if let reference = schema["$ref"] as? String {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            guard let target = schemas[name] as? [String: Any] else { return ["\(place): no schema \(name)"] }
            schema = target
        }
        if let choices = schema["oneOf"] as? [Any] {
            let faults = choices.map { check(value, $0, place) }
            return faults.contains { $0.isEmpty } ? [] : faults.flatMap { $0 }
        }
        switch schema["type"] as? String {
        case "object":
            guard let object = value as? [String: Any] else { return ["\(place): expected an object"] }
            let properties = schema["properties"] as? [String: Any] ?? [:]
            var faults = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map {
                "\(place): no \($0)"
            }
            for (key, member) in object {
                if let property = properties[key] {
                    faults += check(member, property, "\(place).\(key)")
                } else if schema["additionalProperties"] as? Bool == false {
                    faults.append("\(place): \(key) is not documented")
                } else if let others = schema["additionalProperties"] as? [String: Any] {
                    faults += check(member, others, "\(place).\(key)")
                }
            }
            return faults
        case "array":
            guard let items = value as? [Any] else { return ["\(place): expected a list"] }
            return items.enumerated().flatMap { check($1, schema["items"] ?? [:], "\(place)[\($0)]") }
        case "string":
            guard let text = value as? String else { return ["\(place): expected a text"] }
            if let choices = schema["enum"] as? [String], !choices.contains(text) {
                return ["\(place): \(text) is not documented"]
            }
            switch schema["format"] as? String {
            case "date": return text.wholeMatch(of: /\d{4}-\d\d-\d\d/) == nil ? ["\(place): \(text) isn't a date"] : []
            case "date-time":
                return MomentText(text, digits: .seconds)?.instant == nil ? ["\(place): \(text) isn't an instant"] : []
            default: return []
            }
        case "number", "integer": return value is NSNumber ? [] : ["\(place): expected a number"]
        case "boolean": return value is Bool ? [] : ["\(place): expected true or false"]
        default: return []
        }
    }
}
