/// A persistent hash trie that maps hashes to numbers. Copies are independent values that share their common nodes. So
/// a view can search the trie of one state while the next state is derived from it.
///
/// Each node has sixteen children, which are selected by bits of the hash, starting with the lowest. A leaf has up to
/// 96 entries, because copying a leaf copies only bytes, whereas copying a node retains each of its children. A change
/// copies the nodes on its path unless they are uniquely referenced. Several entries may have the same hash, so the
/// caller compares the items that the numbers refer to.
struct HashTrie: Sendable {
    private var root = Node()

    /// Calls `body` for each number with a hash, in no particular order, until `body` returns false.
    ///
    /// - Complexity: O(log entries).
    @inline(__always)
    func forEach(_ hash: UInt64, _ body: (UInt32) -> Bool) {
        var node = root
        var bits = hash
        while !node.children.isEmpty {
            guard let child = node.children[Int(bits & 15)] else { return }
            node = child
            bits &>>= 4
        }
        for entry in node.entries where entry.hash == hash && !body(entry.number) { return }
    }

    /// Adds a number with a hash.
    mutating func insert(_ hash: UInt64, _ number: UInt32) {
        Self.change(&root, hash, 0) { $0.append(Entry(hash: hash, number: number)) }
    }

    /// Replaces the number `old`, which has the hash, by `new`.
    mutating func replace(_ hash: UInt64, _ old: UInt32, by new: UInt32) {
        Self.change(&root, hash, 0) { entries in
            for index in entries.indices where entries[index].hash == hash && entries[index].number == old {
                entries[index].number = new
            }
        }
    }

    /// Removes a number with a hash.
    mutating func remove(_ hash: UInt64, _ number: UInt32) {
        Self.change(&root, hash, 0) { $0.removeAll { $0.hash == hash && $0.number == number } }
    }

    // MARK: Nodes

    private struct Entry: BitwiseCopyable {
        var hash: UInt64
        var number: UInt32
    }

    /// A leaf, or a node with sixteen children. It is immutable while it is shared.
    private final class Node: @unchecked Sendable {
        var entries: [Entry]
        var children: [Node?]

        init(_ entries: [Entry] = [], _ children: [Node?] = []) {
            self.entries = entries
            self.children = children
        }
    }

    private static let leafSize = 96

    private static func change(_ node: inout Node, _ hash: UInt64, _ depth: UInt64, _ body: (inout [Entry]) -> Void) {
        if !isKnownUniquelyReferenced(&node) { node = Node(node.entries, node.children) }
        if node.children.isEmpty {
            body(&node.entries)
            if node.entries.count > leafSize, depth < 60 { split(node, depth) }
            return
        }
        let place = Int((hash &>> depth) & 15)
        // Detach the child from its node, so that it is uniquely referenced and can be changed in place.
        var child = node.children[place] ?? Node()
        node.children[place] = nil
        change(&child, hash, depth + 4, body)
        node.children[place] = child
    }

    private static func split(_ node: Node, _ depth: UInt64) {
        let first = node.entries[0].hash
        if node.entries.allSatisfy({ $0.hash == first }) { return }
        var parts = [[Entry]](repeating: [], count: 16)
        for entry in node.entries { parts[Int((entry.hash &>> depth) & 15)].append(entry) }
        node.entries = []
        node.children = parts.map { $0.isEmpty ? nil : Node($0) }
        for child in node.children {
            if let child, child.entries.count > leafSize, depth < 56 { split(child, depth + 4) }
        }
    }
}
