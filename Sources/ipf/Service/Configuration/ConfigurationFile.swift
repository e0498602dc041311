#if Service
    /// A file of options, with one option per line, in a subset of YAML.
    ///
    /// ```
    /// # of the host in Frankfurt
    /// catalog: /var/lib/ipf/all.ipfc
    /// port: 8443
    /// access-log: true
    /// allow-host: [ipf.example.org, ipf]        # or a line for each:
    /// allow-origin:
    ///   - "https://desk.example.org"
    /// ```
    struct ConfigurationFile {
        struct Entry {
            let key: String
            let value: Value
            /// The line number, from 1.
            let line: Int
        }

        enum Value: Equatable {
            case one(String)
            case several([String])
            /// A key without a value, or with `null`: the option is not set.
            case none
        }

        /// The reason why a file can't be parsed.
        struct Fault: Error {
            let line: Int
            let reason: String
        }

        private(set) var entries: [Entry] = []
        /// The list that is being read, one item per line: its key, its items so far, and the line of the key.
        private var open: (key: String, items: [String], line: Int)?

        /// - Throws: `Fault` for the first line that is not in the supported subset of YAML, or that repeats a key.
        init(parsing text: String) throws(Fault) {
            var number = 0
            for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
                number += 1
                try take(line, number)
            }
            try close()
        }

        private mutating func take(_ line: Substring, _ number: Int) throws(Fault) {
            let isIndented = line.first == " " || line.first == "\t"
            let text = line.drop { $0 == " " }
            guard text.first != "\t" else { throw Fault(line: number, reason: "found a tab, expected spaces") }
            if text.isEmpty || text.first == "#" || (number == 1 && line == "---") { return }
            if text.first == "-", text.dropFirst().first.map({ $0 == " " }) ?? true {
                guard open != nil else {
                    throw Fault(line: number, reason: "found an item, expected OPTION: before it")
                }
                var cursor = Cursor(text.dropFirst(), number)
                open?.items.append(try cursor.whole())
                return
            }
            try close()
            let name = text.prefix { $0 != ":" }
            let rest = text.dropFirst(name.count)
            guard !isIndented, !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }),
                rest.first == ":", rest.count == 1 || rest.dropFirst().first == " "
            else {
                throw Fault(
                    line: number,
                    reason: "found “\(text.prefix(40))”, expected OPTION: VALUE at the beginning of the line")
            }
            if let first = entries.first(where: { $0.key == name }) {
                throw Fault(
                    line: number, reason: "\(name) is set twice, first on line \(first.line); remove one of them")
            }
            var cursor = Cursor(rest.dropFirst(), number)
            let key = String(name)
            switch try cursor.value() {
            case .none: open = (key, [], number)
            case let value: entries.append(Entry(key: key, value: value, line: number))
            }
        }

        /// Completes the list that is being read.
        private mutating func close() throws(Fault) {
            guard let (key, items, line) = open else { return }
            entries.append(Entry(key: key, value: items.isEmpty ? .none : .several(items), line: line))
            open = nil
        }

        // MARK: Values

        /// A cursor over the text after the colon of a line or the dash of an item.
        private struct Cursor {
            private var rest: Substring
            private let line: Int

            init(_ text: Substring, _ line: Int) {
                rest = text
                self.line = line
            }

            /// Parses a value, optionally followed by a comment.
            mutating func value() throws(Fault) -> Value {
                skip()
                if isAtEnd { return .none }
                if rest.first == "[" { return .several(try list()) }
                let isQuoted = rest.first == "\"" || rest.first == "'"
                let text = try whole()
                return !isQuoted && ["null", "~"].contains(text) ? .none : .one(text)
            }

            /// Parses a single value, optionally followed by a comment.
            mutating func whole() throws(Fault) -> String {
                skip()
                let text = try scalar(until: "")
                skip()
                guard isAtEnd else { throw fault("expected the end of the line after the value") }
                return text
            }

            /// Parses a list: `[a, "b"]`.
            private mutating func list() throws(Fault) -> [String] {
                rest.removeFirst()
                var items: [String] = []
                while true {
                    skip()
                    if rest.first == "]" { break }
                    items.append(try scalar(until: ",]"))
                    skip()
                    if rest.first == "," {
                        rest.removeFirst()
                    } else if rest.first != "]" {
                        throw fault("expected , or ]")
                    }
                }
                rest.removeFirst()
                skip()
                guard isAtEnd else { throw fault("expected the end of the line after ]") }
                return items
            }

            /// Parses a plain or quoted value.
            ///
            /// - Parameter ends: The characters that end a plain value, in addition to a comment and the end of the
            ///   line.
            private mutating func scalar(until ends: String) throws(Fault) -> String {
                switch rest.first {
                case "'": return try single()
                case "\"": return try double()
                case let first? where "&*!|>%@`{}[]?".contains(first):
                    throw fault("expected a value; put a value with this first character in quotes")
                default: break
                }
                var text = ""
                while let next = rest.first, !ends.contains(next), !(next == "#" && (text.last ?? " ") == " ") {
                    text.append(next)
                    rest.removeFirst()
                }
                while text.last == " " { text.removeLast() }
                guard !text.isEmpty else { throw fault("expected a value") }
                guard !text.contains(": ") else {
                    throw Fault(
                        line: line,
                        reason: "found “\(text.prefix(40))”, which contains a colon and a space; put it in quotes")
                }
                return text
            }

            /// Parses a value in single quotes: `'it''s'`.
            private mutating func single() throws(Fault) -> String {
                rest.removeFirst()
                var text = ""
                while let next = rest.popFirst() {
                    if next != "'" {
                        text.append(next)
                    } else if rest.first == "'" {
                        text.append(next)
                        rest.removeFirst()
                    } else {
                        return text
                    }
                }
                throw fault("expected ' at the end of the value")
            }

            /// Parses a value in double quotes: `"a \"b\" \\"`.
            private mutating func double() throws(Fault) -> String {
                rest.removeFirst()
                var text = ""
                while let next = rest.popFirst() {
                    if next == "\"" { return text }
                    guard next == "\\" else {
                        text.append(next)
                        continue
                    }
                    guard let escaped = rest.popFirst(), "\"\\/".contains(escaped) else {
                        throw fault("expected \\\" or \\\\ in double quotes; use single quotes for other backslashes")
                    }
                    text.append(escaped)
                }
                throw fault("expected \" at the end of the value")
            }

            private mutating func skip() { rest = rest.drop { $0 == " " } }

            private var isAtEnd: Bool { rest.isEmpty || rest.first == "#" }

            private func fault(_ expected: String) -> Fault {
                let found = rest.isEmpty ? "the end of the line" : "“\(rest.prefix(40))”"
                return Fault(line: line, reason: "found \(found), \(expected)")
            }
        }
    }
#endif
