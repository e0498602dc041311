#if Master
    import ArgumentParser
    import MasterStore

    /// The options for the author of a batch.
    struct AuthorOptions: ParsableArguments {
        @Option(help: ArgumentHelp("The person behind the batch, for the log.", valueName: "person"))
        var by: String?

        @Option(help: ArgumentHelp("The reason for the batch, for the log.", valueName: "text"))
        var reason: String?

        var author: BatchAuthor { BatchAuthor(person: by, reason: reason) }
    }
#endif
