/// All routes of the service.
enum ServiceRoutes {
    static let all: [Route] =
        InstrumentRoutes.routes + HistoryRoutes.routes + LookupRoutes.routes + SymbolRoutes.routes + SearchRoutes.routes
        + ListRoutes.routes + ContractRoutes.routes
        + ChainRoutes.routes + ScheduleRoutes.routes + ArithmeticRoutes.routes + PriceRoutes.routes
        + StatisticsRoutes.routes + ChangeRoutes.routes + OverrideRoutes.routes
        + ScheduleViewRoutes.routes + FeedRoutes.routes + PublishRoutes.routes + HealthRoutes.routes
        + ChartRoutes.routes + PictureRoutes.routes + DocumentRoutes.routes + ViewRoutes.routes
        + PageRoutes.routes

    /// The paths of the routes, as in documentation and metrics.
    static var paths: [String] { all.map(\.path) }
}
