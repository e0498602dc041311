import Scanning
import Testing

struct BinarySearchTests {
    /// Compares the binary search with a linear search.
    @Test func binarySearchEqualsALinearSearch() {
        for count in 0...9 {
            for first in 0...count {
                let range = 5..<(5 + count)
                #expect(range.partitioningIndex { $0 >= 5 + first } == 5 + first, "\(first) of \(count)")
            }
        }
        #expect((Int.max - 2..<Int.max).partitioningIndex { $0 >= Int.max - 1 } == Int.max - 1)
    }
}
