import Scanning
import Testing

@Suite struct ByteCursorTests {
    @Test func bytesAreReadUpToTheEnd() {
        let text = "ab"
        var cursor = ByteCursor(text.utf8Span.span)
        let first = (cursor.peek, cursor.peek(ahead: 1), cursor.peek(ahead: 2), cursor.isAtEnd)
        #expect(first.0 == 0x61 && first.1 == 0x62 && first.2 == nil && !first.3)
        let taken = [cursor.next(), cursor.next(), cursor.next(), cursor.next()]
        #expect(taken == [0x61, 0x62, nil, nil])
        let last = (cursor.peek, cursor.peek(ahead: 0), cursor.position, cursor.isAtEnd)
        #expect(last.0 == nil && last.1 == nil && last.2 == 2 && last.3)
    }

    @Test func anEmptyTextHasNoBytes() {
        let text = ""
        var cursor = ByteCursor(text.utf8Span.span)
        let (skipped, taken, isAtEnd) = (cursor.skip(0x61), cursor.take { _ in true }, cursor.isAtEnd)
        #expect(!skipped && taken == 0..<0 && isAtEnd)
    }

    @Test func onlyMatchingBytesAreSkipped() {
        let text = "(x)"
        var cursor = ByteCursor(text.utf8Span.span)
        let skipped = [
            cursor.skip(ASCII.closeParenthesis), cursor.skip(ASCII.openParenthesis),
            cursor.skip(ASCII.openParenthesis),
        ]
        #expect(skipped == [false, true, false])
        let place = cursor.position
        #expect(place == 1)
    }

    @Test func bytesAreTakenWhileTheConditionHolds() {
        let text = "2026x"
        var cursor = ByteCursor(text.utf8Span.span)
        let taken = [cursor.take(while: \.isASCIIDigit), cursor.take(while: \.isASCIIDigit), cursor.take { _ in true }]
        #expect(taken == [0..<4, 4..<4, 4..<5])
    }

    /// A cursor over a part of a text counts positions from the start of the whole text, so that errors have the right
    /// position. It ends at the end of the part.
    @Test func positionsOfAPartCountFromTheWholeText() {
        let text = "tz=GMT;hd=US"
        var cursor = ByteCursor(text.utf8Span.span, in: 7..<9)
        let start = cursor.position
        let taken = cursor.take { _ in true }
        let (isAtEnd, beyond) = (cursor.isAtEnd, cursor.peek)
        #expect(start == 7 && taken == 7..<9 && isAtEnd && beyond == nil)
        cursor.move(to: 8)
        let again = cursor.next()
        #expect(again == UInt8(ascii: "d"))
    }

    @Test func positionsOutsideThePartTrap() async {
        await #expect(processExitsWith: .failure) {
            let text = "abc"
            var cursor = ByteCursor(text.utf8Span.span, in: 0..<2)
            cursor.move(to: 3)
        }
        await #expect(processExitsWith: .failure) {
            let text = "abc"
            _ = ByteCursor(text.utf8Span.span, in: 1..<4).position
        }
    }
}
