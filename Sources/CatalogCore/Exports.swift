// Queries return profiles, schedules and readings of texts, so clients of this module also need the modules of these
// types.
@_exported public import MarketRules
@_exported public import ProfileFormat
@_exported public import Symbology
