#if ISAL
    import CIsal

    /// Decompresses with ISA-L. This type itself parses the header and trailer of gzip members, so that errors equal
    /// those of zlib.
    ///
    /// ISA-L reads ahead by up to seven bytes, some of which may come from an earlier call. After a gzip member, these
    /// bytes are part of the checksum and length. After raw data, they are returned to the caller
    /// (`InflateStep.unused`).
    @safe
    package struct IsalInflater: Inflater, ~Copyable {
        private enum Part {
            case header, data, tail, end
        }

        /// The number of bytes of checksum and length.
        private static let tailBytes = 8
        /// The length of the longest match in bytes.
        private static let longestMatch = 258

        // On the heap, because a state of 90 KB is too large to be moved.
        private let state: UnsafeMutableRawPointer
        private let isGzip: Bool
        private var part: Part
        private var header = GzipHeader()
        private var checksum = CRC32()
        private var length: UInt32 = 0
        private var tail: UInt64 = 0
        private var tailCount = 0

        /// Creates an inflater.
        ///
        /// - Parameter format: `.gzip` or `.raw`. Only zlib supports zlib's own format.
        package init(_ format: InflateFormat) throws(InflateFault) {
            precondition(format != .zlib)
            isGzip = format == .gzip
            part = isGzip ? .header : .data
            // SAFETY: `cisal_new` initializes the state. Only this value uses it, and `deinit` frees it.
            guard let state = unsafe cisal_new() else { throw .outOfMemory }
            unsafe self.state = state
        }

        deinit {
            // SAFETY: `cisal_new` allocated the state, which is not used afterwards.
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
            // SAFETY: The state was initialized in `init`.
            unsafe cisal_reset(state)
            part = isGzip ? .header : .data
            header = GzipHeader()
            checksum = CRC32()
            (length, tail, tailCount) = (0, 0, 0)
        }

        package var isBetweenBlocks: Bool {
            // SAFETY: The state was initialized in `init`.
            unsafe part == .data && cisal_is_between_blocks(state)
        }

        // MARK: Parts

        private mutating func inflateData(
            _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>, _ step: inout InflateStep
        ) throws(InflateFault) {
            let rest = input.extracting(step.taken...)
            let start = output.count
            // SAFETY: Both buffers outlive the call, which gets their sizes. The state does not use them after the
            // call. The initialized count is the number of bytes that ISA-L reports.
            let (result, taken, written) = unsafe rest.withUnsafeBufferPointer { source in
                unsafe output.withUnsafeMutableBufferPointer { free, initialized in
                    let made = unsafe cisal_inflate(
                        state, source.baseAddress, UInt32(clamping: source.count),
                        free.baseAddress.map { unsafe $0 + initialized }, UInt32(clamping: free.count - initialized))
                    // After an error, the count of ISA-L may include the bytes of an invalid match.
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

        /// Consumes a byte of the checksum or length, from the bytes that ISA-L has read ahead or from the input.
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
            // SAFETY: The state was initialized in `init`.
            step.unused = unsafe Int(cisal_unused(state))
            switch result {
            case ISAL_INVALID_LOOKBACK: return .damaged("invalid distance too far back", step)
            case ISAL_INVALID_SYMBOL: return .damaged("invalid code", step)
            default: return .damaged("invalid block", step)
            }
        }
    }
#endif
