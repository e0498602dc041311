import CatalogExport
import Scanning
import SystemFiles

/// Writes Parquet through Python: pyarrow reads the table as an Arrow stream and writes the file.
struct ParquetFile {
    /// The Python interpreter that has pyarrow: a name in `PATH`, or a path.
    let python: String

    /// The script for pyarrow. It writes row groups of 512 Ki rows, which are large enough to compress well. Several
    /// groups let readers skip or parallelize.
    private static let script = """
        import sys
        # Without the working folder, whose files are not programs.
        sys.path[:] = [folder for folder in sys.path if folder]
        try:
            import pyarrow as pa, pyarrow.parquet as pq
        except ImportError as error:
            print(error, file=sys.stderr)
            sys.exit(\(noLibrary))
        try:
            with pa.ipc.open_stream(sys.stdin.buffer) as reader, \\
                    pq.ParquetWriter(sys.argv[1], reader.schema, compression="zstd") as writer:
                group = []
                for batch in reader:
                    group.append(batch)
                    if len(group) == 8:
                        writer.write_table(pa.Table.from_batches(group))
                        group = []
                if group:
                    writer.write_table(pa.Table.from_batches(group))
        except (OSError, pa.ArrowException) as error:
            print(error, file=sys.stderr)
            sys.exit(1)
        """

    /// The exit codes of the script if pyarrow is missing, and of `env` if Python is missing.
    private static let noLibrary: Int32 = 9
    private static let noProgram: Int32 = 127

    /// Writes all of a table.
    ///
    /// - Throws: `Failure` if there is no Python with pyarrow, or it can't write the file.
    func write(_ table: ExportTable, notes: [(name: String, value: String)], to path: String) throws {
        // If Python ends early, its exit code reports that, so ignore the signal for the broken pipe.
        Signals.ignore(.brokenPipe)
        let process: ChildProcess
        do { process = try ChildProcess(["/usr/bin/env", python, "-c", Self.script, path]) } catch {
            throw Failure(.inputOutput, "Python can't be started: \(error.words)\(Self.otherwise)")
        }
        var broken: (any Error)?
        do {
            _ = try ArrowWriter.write(table, as: .stream, notes: notes) { bytes in try process.input.write(bytes) }
        } catch {
            broken = error
        }
        let (text, status) = process.end()
        let said = text.split(separator: "\n").last.map(String.init) ?? ""
        switch status {
        case 0 where broken == nil && Self.isParquet(path): return
        case Self.noLibrary:
            throw Failure(
                .inputOutput,
                "Parquet is written by pyarrow, which \(python) doesn't have (\(said)): \(python) -m pip install pyarrow, or "
                    + "name a Python that has it with --python\(Self.otherwise)")
        case Self.noProgram:
            throw Failure(
                .inputOutput,
                "Parquet is written by Python with pyarrow, but \(python) was not found; install it, or name one with "
                    + "--python\(Self.otherwise)")
        default:
            throw Failure(
                .inputOutput,
                "pyarrow could not write it: \(said.isEmpty ? "it ended with status \(status)" : said)"
            )
        }
    }

    /// Returns whether a file starts with the magic number of Parquet.
    private static func isParquet(_ path: String) -> Bool {
        (try? OpenFile(path, for: .reading).bytes(at: 0, limit: 4)) == Array("PAR1".utf8)
    }

    private static let otherwise: TerminalText = "; or choose another format (.arrow, .sqlite)"
}
