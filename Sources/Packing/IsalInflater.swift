#if ISAL
    import CIsal

    /// Inflates by ISA-L. What stands around the data of a gzip member is read here, so that it is refused as zlib refuses it.
    ///
    /// ISA-L looks ahead by up to seven bytes, and they may have come with an earlier call. After a gzip member they are part
    /// of its checksum and length; after raw data they are given back (`InflateStep.unused`).
    @safe
    package struct IsalInflater: Inflater, ~Copyable {
        private enum Part {
            case header, data, tail, end
        }

        /// Bytes of checksum and length.
        private static let tailBytes = 8
        /// Bytes of the longest match.
        private static let longestMatch = 258

        // 90 KB: too much to be moved.
        private let state: UnsafeMutableRawPointer
        private let isGzip: Bool
        private var part: Part
        private var header = GzipHeader()
        private var checksum = CRC32()
        private var length: UInt32 = 0
        private var tail: UInt64 = 0
        private var tailCount = 0

        /// - Parameter format: `.gzip` or `.raw`; zlib's own format is for zlib.
        package init(_ format: InflateFormat) throws(InflateFault) {
            precondition(format != .zlib)
            isGzip = format == .gzip
            part = isGzip ? .header : .data
            // SAFETY: initialised by `cisal_new`, used through this value alone, freed in `deinit`.
            guard let state = unsafe cisal_new() else { throw .outOfMemory }
            unsafe self.state = state
        }

        deinit {
            // SAFETY: `cisal_new` has allocated it, and nothing uses it any more.
            unsafe free(state)
        }

        package mutating func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>)
            throws(InflateFault) -> InflateStep
        {
            var step = InflateStep(taken: 0, written: 0, isAtEnd: false)
            while part == .header, step.taken < input.count {
                step.taken += 1
                do throws(GzipHeader.Fault) { try header.take(input[step.taken - 1]) } catch {
                    throw .damaged(error.words, step)
                }
                if header.isWhole { part = .data }
            }
            if part == .data { try inflateData(input, into: &output, &step) }
            while part == .tail, tailCount < Self.tailBytes, step.unused > 0 || step.taken < input.count {
                try takeTail(input, &step)
            }
            step.isAtEnd = part == .end
            return step
        }

        package mutating func reset() {
            // SAFETY: the state was initialised in `init`.
            unsafe cisal_reset(state)
            part = isGzip ? .header : .data
            header = GzipHeader()
            checksum = CRC32()
            (length, tail, tailCount) = (0, 0, 0)
        }

        package var isBetweenBlocks: Bool {
            // SAFETY: the state was initialised in `init`.
            unsafe part == .data && cisal_is_between_blocks(state)
        }

        // MARK: Parts

        private mutating func inflateData(
            _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>, _ step: inout InflateStep
        ) throws(InflateFault) {
            let rest = input.extracting(step.taken...)
            let start = output.count
            // SAFETY: both memories outlive the call, which gets their sizes, and the state isn't read for them after it; as many
            // bytes count as initialised as ISA-L says it wrote.
            let (result, taken, written) = unsafe rest.withUnsafeBufferPointer { source in
                unsafe output.withUnsafeMutableBufferPointer { free, initialized in
                    let made = unsafe cisal_inflate(
                        state, source.baseAddress, UInt32(clamping: source.count),
                        free.baseAddress.map { unsafe $0 + initialized }, UInt32(clamping: free.count - initialized))
                    // The bytes of a match count before it is known that there is none.
                    let written = max(0, Int(made.written) - (made.result < 0 ? Self.longestMatch : 0))
                    initialized += written
                    return (made.result, Int(made.taken), written)
                }
            }
            step.taken += taken
            step.written = written
            guard result >= 0 else { throw damaged(result, step) }
            if isGzip {
                checksum.add(output.span.extracting(start...))
                length &+= UInt32(written)
            }
            guard unsafe cisal_is_finished(state) else { return }
            part = isGzip ? .tail : .end
            unsafe (step.unused, step.unusedBytes) = (Int(cisal_unused(state)), cisal_unused_bytes(state))
        }

        /// Takes a byte of checksum and length: one that ISA-L has looked ahead for, or one of the input.
        private mutating func takeTail(_ input: Span<UInt8>, _ step: inout InflateStep) throws(InflateFault) {
            let byte: UInt8
            if step.unused > 0 {
                byte = UInt8(truncatingIfNeeded: step.unusedBytes)
                step.unusedBytes >>= 8
                step.unused -= 1
            } else {
                byte = input[step.taken]
                step.taken += 1
            }
            tail |= UInt64(byte) << (8 * UInt64(tailCount))
            tailCount += 1
            if tailCount == 4, UInt32(truncatingIfNeeded: tail) != checksum.value {
                throw .damaged("incorrect data check", step)
            }
            guard tailCount == Self.tailBytes else { return }
            guard UInt32(truncatingIfNeeded: tail >> 32) == length else {
                throw .damaged("incorrect length check", step)
            }
            part = .end
        }

        private func damaged(_ result: CInt, _ made: InflateStep) -> InflateFault {
            var step = made
            // SAFETY: the state was initialised in `init`.
            step.unused = unsafe Int(cisal_unused(state))
            switch result {
            case ISAL_INVALID_LOOKBACK: return .damaged("invalid distance too far back", step)
            case ISAL_INVALID_SYMBOL: return .damaged("invalid code", step)
            default: return .damaged("invalid block", step)
            }
        }
    }
#endif
