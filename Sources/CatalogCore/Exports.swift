// A catalog's answers are profiles, instruments with schedules and readings of texts, so who imports this module gets those as well.
@_exported public import MarketRules
@_exported public import ProfileFormat
@_exported public import Symbology
