import BenchSupport

/// Makes one table of what the harnesses rendered, on standard input, with `IPF_BENCH_ROWS` set.
@main
struct BenchTable {
    static func main() {
        let lines = sequence(state: ()) { _ in readLine() }
        print(FigureTable(rows: lines).render(), terminator: "")
    }
}
