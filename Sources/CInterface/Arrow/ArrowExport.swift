internal import CIPF

// Arrow's C data interface. A consumer may release the exported parts in any order. So each struct has its own box,
// which `private_data` retains and `release` releases. If a consumer moved a child out, the child's `release` is NULL.

/// The owner of an exported array's buffer list, child structs and buffers.
///
/// SAFETY: The memory belongs to this object, which lives as long as the exported struct.
@safe private final class ArrayBox {
    let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
    let children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>
    let childCount: Int
    let dictionary: UnsafeMutablePointer<ArrowArray>?
    private let owners: [AnyObject]

    init(
        _ values: ArrowValues, children columns: [ArrowValues], of fields: [ArrowField],
        dictionary values2: ArrowValues?
    ) {
        unsafe buffers = .allocate(capacity: max(1, values.buffers.count))
        for index in unsafe values.buffers.indices { unsafe (buffers + index).initialize(to: values.buffers[index]) }
        unsafe children = .allocate(capacity: max(1, columns.count))
        for (index, column) in columns.enumerated() {
            let child = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
            unsafe child.initialize(to: ArrowArray(column, dictionary: fields[index].dictionary))
            unsafe (children + index).initialize(to: child)
        }
        childCount = columns.count
        unsafe dictionary = values2.map { values in
            let place = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
            unsafe place.initialize(to: ArrowArray(values))
            return unsafe place
        }
        owners = values.owners
    }

    deinit {
        for index in 0..<childCount {
            if let child = unsafe children[index] {
                unsafe child.pointee.release?(child)
                unsafe child.deallocate()
            }
        }
        if let dictionary = unsafe dictionary {
            unsafe dictionary.pointee.release?(dictionary)
            unsafe dictionary.deallocate()
        }
        unsafe children.deallocate()
        unsafe buffers.deallocate()
    }
}

/// SAFETY: The box is retained once for the struct, and released with it.
extension ArrowArray {
    /// Exports a column.
    init(_ values: ArrowValues, dictionary: ArrowValues? = nil) {
        let box = ArrayBox(values, children: [], of: [], dictionary: dictionary)
        unsafe self.init(count: values.count, nullCount: values.nullCount, buffers: values.buffers.count, box)
    }

    /// Exports a batch.
    init(_ batch: ArrowBatch, of fields: [ArrowField]) {
        // SAFETY: Rows of a table are never null, so there is no validity buffer.
        let rows = unsafe ArrowValues(count: batch.count, nullCount: 0, [nil], [])
        let box = ArrayBox(rows, children: batch.columns, of: fields, dictionary: nil)
        unsafe self.init(count: batch.count, nullCount: 0, buffers: 1, box)
    }

    private init(count: Int, nullCount: Int, buffers: Int, _ box: ArrayBox) {
        unsafe self.init(
            length: Int64(count), null_count: Int64(nullCount), offset: 0, n_buffers: Int64(buffers),
            n_children: Int64(box.childCount), buffers: box.buffers,
            children: box.childCount == 0 ? nil : box.children, dictionary: box.dictionary,
            release: { array in
                guard let array = unsafe array, let data = unsafe array.pointee.private_data else { return }
                unsafe array.pointee.release = nil
                unsafe array.pointee.private_data = nil
                unsafe Unmanaged<ArrayBox>.fromOpaque(data).release()
            },
            private_data: Unmanaged.passRetained(box).toOpaque())
    }
}

/// The owner of an exported schema's texts and children.
///
/// SAFETY: as for `ArrayBox`.
@safe private final class SchemaBox {
    let format: KeptText
    let name: KeptText
    let children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowSchema>?>
    let childCount: Int
    let dictionary: UnsafeMutablePointer<ArrowSchema>?

    init(_ format: String, _ name: String, children fields: [ArrowField], hasDictionary: Bool) {
        self.format = KeptText(format)
        self.name = KeptText(name)
        childCount = fields.count
        unsafe children = .allocate(capacity: max(1, fields.count))
        for (index, field) in fields.enumerated() {
            let child = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
            unsafe child.initialize(to: ArrowSchema(field))
            unsafe (children + index).initialize(to: child)
        }
        if hasDictionary {
            let place = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
            unsafe place.initialize(to: ArrowSchema(ArrowField("", "u")))
            unsafe dictionary = unsafe place
        } else {
            unsafe dictionary = nil
        }
    }

    deinit {
        for index in 0..<childCount {
            if let child = unsafe children[index] {
                unsafe child.pointee.release?(child)
                unsafe child.deallocate()
            }
        }
        if let dictionary = unsafe dictionary {
            unsafe dictionary.pointee.release?(dictionary)
            unsafe dictionary.deallocate()
        }
        unsafe children.deallocate()
    }
}

/// SAFETY: The box is retained once for the struct, and released with it.
extension ArrowSchema {
    /// Exports the schema of a column.
    init(_ field: ArrowField) {
        unsafe self.init(SchemaBox(field.format, field.name, children: [], hasDictionary: field.dictionary != nil))
    }

    /// Exports the schema of a table.
    init(_ fields: [ArrowField]) {
        unsafe self.init(SchemaBox("+s", "", children: fields, hasDictionary: false))
    }

    private init(_ box: SchemaBox) {
        unsafe self.init(
            format: box.format.text.data, name: box.name.text.data, metadata: nil, flags: Int64(ARROW_FLAG_NULLABLE),
            n_children: Int64(box.childCount), children: box.childCount == 0 ? nil : box.children,
            dictionary: box.dictionary,
            release: { schema in
                guard let schema = unsafe schema, let data = unsafe schema.pointee.private_data else { return }
                unsafe schema.pointee.release = nil
                unsafe schema.pointee.private_data = nil
                unsafe Unmanaged<SchemaBox>.fromOpaque(data).release()
            },
            private_data: Unmanaged.passRetained(box).toOpaque())
    }
}
