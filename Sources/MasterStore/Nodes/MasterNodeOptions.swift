package import Ingest
package import InstrumentCatalog

/// How a store is followed.
package struct MasterNodeOptions: Sendable {
    /// Where segments of the store lie, to begin from; `nil` begins from the store itself.
    package var segments: SegmentFolder?
    /// How the catalog is kept.
    package var live = LiveCatalogOptions()
    /// The waits before a store that is away is asked again.
    package var retry = RetryPolicy(retries: .max, firstWait: .milliseconds(250), longestWait: .seconds(10))
    /// How often a standby is asked.
    package var poll: Duration = .milliseconds(20)
    /// The longest that the store may take for an answer. A node asks each second at least.
    package var answerBound = Duration.seconds(10)
    /// The longest that the store may take for the next row of many instruments.
    package var rowsBound = Duration.seconds(600)
    /// A standby that is further behind its primary is as good as away.
    package var mostLag = Duration.seconds(30)
    /// Beyond so many changes all of the store is compared.
    package var mostChanges = 200_000

    package init() {}
}
