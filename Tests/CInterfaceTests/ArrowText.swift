import CIPF
import ProfileFormat

/// A stream in Arrow's C interface, decoded to texts without a library of Arrow. The initializer releases the stream.
///
/// SAFETY: the structs contain the lengths of their buffers.
struct ArrowText {
    var names: [String] = []
    var formats: [String] = []
    /// The values of each row, one per column; `nil` for null.
    var rows: [[String?]] = []
    var batches = 0

    init(_ stream: inout ArrowArrayStream) {
        var schema = unsafe ArrowSchema()
        unsafe precondition(stream.get_schema(&stream, &schema) == 0)
        var hasDictionary: [Bool] = []
        for index in unsafe 0..<Int(schema.n_children) {
            let child = unsafe schema.children[index]!.pointee
            names.append(unsafe String(cString: child.name))
            formats.append(unsafe String(cString: child.format))
            hasDictionary.append(unsafe child.dictionary != nil)
        }
        unsafe schema.release(&schema)
        while true {
            var batch = unsafe ArrowArray()
            unsafe precondition(stream.get_next(&stream, &batch) == 0)
            if unsafe batch.release == nil { break }
            batches += 1
            let columns = formats.indices.map { index in
                let child = unsafe batch.children[index]!
                let values = unsafe Self.texts(child.pointee, formats[index])
                guard hasDictionary[index] else { return values }
                let known = unsafe Self.texts(child.pointee.dictionary.pointee, "u")
                precondition(Set(known).count == known.count, "\(names[index]) has a value twice")
                return values.map { $0.flatMap { known[Int($0)!] } }
            }
            for row in unsafe 0..<Int(batch.length) { rows.append(columns.map { $0[row] }) }
            // Releasing the array releases its children.
            unsafe batch.release(&batch)
        }
        unsafe stream.release(&stream)
    }

    private static func texts(_ array: ArrowArray, _ format: String) -> [String?] {
        let validity = unsafe array.buffers[0]?.assumingMemoryBound(to: UInt8.self)
        unsafe precondition(array.offset == 0 && (validity != nil || array.null_count == 0))
        var nulls = 0
        let texts: [String?] = unsafe (0..<Int(array.length)).map { row in
            if let validity = unsafe validity, unsafe validity[row / 8] >> UInt8(row % 8) & 1 == 0 {
                nulls += 1
                return nil
            }
            let data = unsafe array.buffers[1]!
            switch format {
            case "u":
                let offsets = unsafe data.assumingMemoryBound(to: Int32.self)
                let bytes = unsafe UnsafeRawBufferPointer(
                    start: array.buffers[2], count: Int(offsets[Int(array.length)]))
                return unsafe String(decoding: bytes[Int(offsets[row])..<Int(offsets[row + 1])], as: UTF8.self)
            case "c": return unsafe String(data.assumingMemoryBound(to: Int8.self)[row])
            case "s": return unsafe String(data.assumingMemoryBound(to: Int16.self)[row])
            case "l", "tsu:UTC": return unsafe String(data.assumingMemoryBound(to: Int64.self)[row])
            case "g": return unsafe DecimalNumber.format(data.assumingMemoryBound(to: Double.self)[row])
            case "tdD":
                return unsafe CalendarDate(dayNumber: Int(data.assumingMemoryBound(to: Int32.self)[row])).description
            case "b":
                return unsafe String(data.assumingMemoryBound(to: UInt8.self)[row / 8] >> UInt8(row % 8) & 1 == 1)
            default: preconditionFailure(format)
            }
        }
        unsafe precondition(nulls == Int(array.null_count))
        return texts
    }
}
