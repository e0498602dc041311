extension Decoder where Source: ~Copyable, Output: ~Copyable {
    /// `SOURCE = 1*MEMBER *%x00` (RFC 1952: members follow each other; zeros after the last are padding).
    mutating func inflateMembers() throws(PipelineStop) {
        switch library {
        case .zlib: try inflateMembers(Self.inflater { () throws(InflateFault) in try ZlibInflater(.gzip) })
        #if ISAL
            case .isal: try inflateMembers(Self.inflater { () throws(InflateFault) in try IsalInflater(.gzip) })
        #endif
        }
    }

    private mutating func inflateMembers<Engine: Inflater & ~Copyable>(
        _ engine: consuming Engine
    ) throws(PipelineStop) {
        var inflater = engine
        var noChecksum: CRC32?
        while true {
            try inflateStream(&inflater, &noChecksum, what: "a gzip member")
            guard try isMemberNext() else { return }
            inflater.reset()
        }
    }

    /// Looks after a member: true for another one, false for padding or nothing up to the end.
    private mutating func isMemberNext() throws(PipelineStop) -> Bool {
        if input.wouldWait { output.flush() }
        guard try input.fill() else { return false }
        let end = input.taken
        if input.rest[0] == 0x1F {
            // One byte alone may be a member that was cut off; its inflater will say so.
            let isWhole = try input.fill(2)
            if !isWhole || input.rest[1] == 0x8B { return true }
        }
        while try input.fill() {
            var zeros = 0
            while zeros < input.rest.count, input.rest[zeros] == 0 { zeros += 1 }
            input.take(zeros)
            if !input.rest.isEmpty {
                throw .failed(trailing(from: end, after: "gzip data", expected: "another gzip member or the end"))
            }
        }
        return false
    }
}
