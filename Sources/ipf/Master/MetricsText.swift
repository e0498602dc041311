#if Master
    /// Metrics of a command of the master, as the text of a file for node_exporter's textfile collector.
    struct MetricsText {
        /// The prefix of all metric names, and the label that all samples have.
        let prefix, label: String
        private var text = ""

        init(prefix: String, label: String) { (self.prefix, self.label) = (prefix, label) }

        /// Adds a metric.
        ///
        /// - Parameter samples: The values, each with its further labels, such as `,change="added"`.
        mutating func add(
            _ name: String, _ help: String, _ samples: [(labels: String, value: Int)], kind: String = "gauge"
        ) {
            text += "# HELP \(prefix)_\(name) \(help)\n# TYPE \(prefix)_\(name) \(kind)\n"
            for (labels, value) in samples { text += "\(prefix)_\(name){\(label)\(labels)} \(value)\n" }
        }

        /// Replaces the file at `path`.
        ///
        /// - Throws: `Failure` if the file cannot be written.
        func write(to path: String) throws { try OutputFile.replace(path, with: text) }
    }
#endif
