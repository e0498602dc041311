internal import Scanning

/// The common fields of the profiles of neighboring rows, and the fields in which these profiles differ.
///
/// Similar rows are neighbors: 1,024 consecutive rows have one value, or none, in most fields. Such fields are set
/// once, in a template profile from which the profiles of the rows start. For each row, only the fields that differ
/// within its block are read. Blocks with equal common values share a template.
struct ProfileBlocks: ~Copyable, Sendable {
    /// A field in which the rows of a block differ.
    struct Step: BitwiseCopyable, Sendable {
        /// The packed value ids of the rows, if they are stored in blocks.
        let numbers: BlockNumbers
        /// The index of the field's column. The low bits are flags of the column from `ProfileValues`, so that reading
        /// the flags needs no other memory.
        private let word: UInt32

        fileprivate init(_ numbers: BlockNumbers, _ column: Int, _ values: borrowing ProfileValues) {
            self.numbers = numbers
            word =
                UInt32(truncatingIfNeeded: column) &<< 5
                | (values.source(column) == .numbers ? 1 : 0) | (values.source(column) == .rowTexts ? 2 : 0)
                | (values.isFetched(column) ? 4 : 0) | (values.isRead(column) ? 8 : 0)
                | (values.isShared(column) ? 16 : 0)
        }

        /// The index of the field's column.
        @inline(__always)
        var column: Int { Int(word &>> 5) }
        /// Whether the ids are in `numbers`.
        @inline(__always)
        var isNumbered: Bool { word & 1 != 0 }
        /// Whether each row stores its own text.
        @inline(__always)
        var isRowText: Bool { word & 2 != 0 }
        /// Copies of `ProfileValues.isFetched`, `isRead` and `isShared`.
        @inline(__always)
        var isFetched: Bool { word & 4 != 0 }
        @inline(__always)
        var isRead: Bool { word & 8 != 0 }
        @inline(__always)
        var isShared: Bool { word & 16 != 0 }
    }

    private struct Block: BitwiseCopyable {
        let firstStep: UInt32
        let endStep: UInt32
        let beginning: UInt32
    }

    private let blocks: TrivialArray<Block>
    private let steps: TrivialArray<Step>
    private let beginnings: [InstrumentProfile]

    /// The first row of the blocks.
    private let first: Int

    /// - Parameter rows: The rows, a whole number of blocks.
    /// - Complexity: O(columns × rows / 1,024).
    init(_ values: borrowing ProfileValues, _ rows: Range<Int>) {
        var blocks = TrivialArray<Block>()
        var steps = TrivialArray<Step>()
        var beginnings: [InstrumentProfile] = []
        var known: [[UInt32]: Int] = [:]
        var beginning = 0
        // For each column, the id that all rows of the previous block share; 0 if the rows have no value, or differ.
        var common = [UInt32](repeating: 0, count: values.count)
        var found = TrivialArray(repeating: BlockNumbers.zeros, count: values.count)
        var next = TrivialArray(repeating: -1, count: values.count)
        for first in stride(from: rows.lowerBound, to: rows.upperBound, by: PackedNumbers.blockRows) {
            let range = first..<min(first + PackedNumbers.blockRows, rows.upperBound)
            var numbers = found.mutableSpan
            var nextRows = next.mutableSpan
            // Custom fields are in column order: if rows differ in one custom field, all custom fields become steps.
            var differInCustom = false
            for column in 0..<values.count {
                numbers[column] = values.numbers(column, ofBlock: range, &nextRows)
                if values.isCustom(column), numbers[column].common == nil { differInCustom = true }
            }
            let firstStep = steps.count
            var isSame = !beginnings.isEmpty
            for column in 0..<values.count where column != values.symbolColumn {
                var id: UInt32 = 0
                if let known = numbers[column].common, known == 0 || !values.isCustom(column) || !differInCustom {
                    id = known
                } else {
                    steps.append(Step(numbers[column], column, values))
                }
                if id != common[column] {
                    common[column] = id
                    isSame = false
                }
            }
            if values.symbolColumn >= 0 {
                steps.append(Step(numbers[values.symbolColumn], values.symbolColumn, values))
            }
            if !isSame {
                beginning = known[common] ?? beginnings.count
                if beginning == beginnings.count {
                    known[common] = beginning
                    beginnings.append(Self.beginning(common, values))
                }
            }
            blocks.append(
                Block(firstStep: UInt32(firstStep), endStep: UInt32(steps.count), beginning: UInt32(beginning)))
        }
        first = rows.lowerBound
        self.blocks = blocks
        self.steps = steps
        self.beginnings = beginnings
    }

    private static func beginning(_ ids: [UInt32], _ values: borrowing ProfileValues) -> InstrumentProfile {
        var profile = InstrumentProfile()
        for (column, id) in ids.enumerated() where id > 0 {
            if values.isShared(column) {
                values.setShared(column, id, in: &profile)
            } else {
                values.set(column, id, 0, in: &profile)
            }
        }
        return profile
    }

    /// Returns the steps that complete the profile of a row, in column order with the symbol last.
    ///
    /// - Precondition: `row` is in the range of the blocks.
    @_lifetime(borrow self)
    @inline(__always)
    func steps(of row: Int) -> Span<Step> {
        let block = blocks[(row - first) / PackedNumbers.blockRows]
        return steps.span.extracting(Int(block.firstStep)..<Int(block.endStep))
    }

    /// Returns the template from which the profile of a row starts.
    ///
    /// - Precondition: `row` is in the range of the blocks.
    @inline(__always)
    func beginning(of row: Int) -> InstrumentProfile {
        beginnings[Int(blocks[(row - first) / PackedNumbers.blockRows].beginning)]
    }
}
