/// Walks from day to day, keeping the block it is in.
struct DayCursor {
    let compiled: CompiledSchedule
    private(set) var number: Int
    private var block: DayBlock

    /// At a day, which is within the range of answers, or some days beyond it.
    init(_ compiled: CompiledSchedule, day: Int) {
        self.compiled = compiled
        number = day
        block = compiled.block(DayBlock.number(ofDay: day))
    }

    var day: Trading.Day { Trading.Day(block: block, place: number - block.firstDay) }

    mutating func move(by days: Int) {
        number += days
        if number < block.firstDay || number >= block.firstDay + DayBlock.days {
            block = compiled.block(DayBlock.number(ofDay: number))
        }
    }
}
