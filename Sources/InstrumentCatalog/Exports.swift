// A catalog's answers are profiles and instruments with schedules, so who imports this module gets those as well.
@_exported public import MarketRules
@_exported public import ProfileFormat
