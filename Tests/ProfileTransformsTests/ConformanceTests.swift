import Foundation
import ProfileTransforms
import TestSupport
import Testing

/// Every row of the recorded behavior in `../shared/conformance/transform`.
@Suite(.enabled(if: Conformance.folder != nil, "no conformance tables; set IPF_CONFORMANCE"))
struct ConformanceTests {
    @Test func everyRowHasTheRecordedAnswer() throws {
        let folder = try #require(Conformance.folder).appending(path: "transform")
        let table = try String(contentsOf: folder.appending(path: "transform.tsv"), encoding: .utf8)
        var rows = 0
        for (index, line) in table.split(separator: "\n").enumerated() {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let program = try JSONDecoder().decode(String.self, from: Data(columns[0].utf8))
            let fields = try JSONDecoder().decode([String: String].self, from: Data(columns[1].utf8))
            let answer = Self.answer(program, fields, folder.path)
            #expect(try Self.areSame(answer, columns[2]), "row \(index + 1): \(columns[0])\n \(answer)\n \(columns[2])")
            rows += 1
        }
        #expect(rows > 1_000)
    }

    /// Runs a transform, and returns the result in the form of the table.
    static func answer(_ program: String, _ fields: [String: String], _ folder: String) -> String {
        var profile = InstrumentProfile()
        for (name, value) in fields {
            if let field = ProfileField(name: name) {
                profile.set(field, value.utf8Span.span)
            } else {
                profile.setCustomField(name, value)
            }
        }
        do {
            let before = profile
            var run = try ProfileTransform(program, folder: folder).run()
            let isKept = try run.apply(&profile)
            let counts = run.counts.map { " \($0.line):\($0.count)" }.joined()
            if !isKept { return "deleted" + counts }
            let changes = ProfileChange.changes(from: before, to: profile)
            let object = Dictionary(uniqueKeysWithValues: changes.map { ($0.field, $0.after) })
            return String(decoding: try JSONEncoder().encode(object), as: UTF8.self) + counts
        } catch let error as ProfileTransformError {
            return error.position.map { "error \($0.line):\($0.column)" } ?? "error"
        } catch {
            return "fail"
        }
    }

    /// Objects are compared as values, everything else as text.
    static func areSame(_ a: String, _ b: String) throws -> Bool {
        guard let endOfA = a.lastIndex(of: "}"), let endOfB = b.lastIndex(of: "}"), a.hasPrefix("{"), b.hasPrefix("{")
        else {
            return a == b
        }
        func object(_ text: Substring) throws -> [String: String] {
            try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        }
        return try a[endOfA...] == b[endOfB...] && object(a[...endOfA]) == object(b[...endOfB])
    }
}
