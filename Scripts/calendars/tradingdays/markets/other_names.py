"""Other names of the same markets in calendar packages. NYSE, LSE and other common names are in the table of places."""

from . import americas, asia, crossborder, europe, frontier, middle_east, oceania, united_states, worldwide

NAMES = {
    "XIEX": "IEX Investors_Exchange", "XTSE": "XTSX TSXV", "IFUS": "ICUS IEPA NYFE ICE ICEUS", "CMES": "CME CBOT NYMEX COMEX",
    "XTKS": "JPX XJPX", "XOSL": "OSE", "XATH": "ASEX", "MTAA": "XMIL", "XCBF": "CBOE_Futures", "XCBO": "CBOE_Index_Options CBOE_Equity_Options",
    "BondUS": "SIFMAUS SIFMA_US", "CME_GRAINS": "CMEGlobex_Grains", "CME_LIVESTOCK": "CMEGlobex_Livestock",
    "CME_FX": "CMEGlobex_FX", "CME_ENERGY": "CMEGlobex_EnergyAndMetals", "BVMF": "BMF", "EUREX_FIXED_INCOME": "EUREX_Bond",
    "CRYPTO": "24_7", "FX": "FOREX",
    "CME_EQUITIES": "CME_Globex_Equity", "CME_INTEREST": "CME_Globex_Fixed_Income", "CME_CRYPTO": "CME_Globex_Crypto",
}
LISTS = []
KNOWN = {venue.code: venue for module in (united_states, americas, europe, middle_east, asia, oceania, frontier, worldwide, crossborder)
         for venue in module.VENUES}
VENUES = [KNOWN[code].also_called(name) for code, names in NAMES.items() for name in names.split()]
