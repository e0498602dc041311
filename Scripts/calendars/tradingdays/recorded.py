"""Which packages supply the recorded facts of lists, and with which calendars venues are compared."""

from dataclasses import dataclass
from datetime import date
from typing import Callable, Sequence

from .lists import DayList

FORECAST = "Computed, not published, and therefore uncertain by a day: the lunar dates of 2027-2030."


@dataclass(frozen=True)
class Entry:
    module: str
    attribute: str
    kind: str = "closed"
    exchange: str = ""
    names: Sequence[tuple[str, str]] = ()
    """The sources of reasons, (code, financial or country). The first also completes years without an exchange."""
    picks: Callable[[date, str], bool] = lambda day, hours: False
    reason: str = ""
    notes: Sequence[str] = ()
    code: str = ""
    """The code of the list, if no exchange has it."""
    completing: int = 1
    """The number of `names` that also give days outside of the exchange's calendar."""

    def day_list(self) -> DayList:
        from importlib import import_module
        module = import_module(f"tradingdays.markets.{self.module}")
        if self.attribute.islower():
            return getattr(module, self.attribute.upper())[self.code or self.exchange]
        return getattr(module, self.attribute)


LISTS = {
    "US-BOND": Entry("united_states", "BOND", "bond"),
    "US-BOND-SHORT": Entry("united_states", "BOND_SHORT", "bond", reason="short"),
    "IFUS": Entry("united_states", "ICE", exchange="IEPA"),
    "TR": Entry("middle_east", "TR", exchange="XIST", names=[("XIST", "financial"), ("TR", "country")], notes=[FORECAST]),
    "TR-SHORT": Entry("middle_east", "TR_SHORT", "special", "XIST", picks=lambda day, hours: hours == "1000-1230",
                      reason="half day, eve of a holiday", notes=[FORECAST]),
    "XTAE": Entry("middle_east", "XTAE", exchange="XTAE", names=[("IL", "country")],
                  notes=["Checked against the exchange's lists for 2019-2026; computed for other years."]),
    "XTAE-SHORT": Entry("middle_east", "XTAE_SHORT", "special", "XTAE", picks=lambda day, hours: hours.endswith("1415"),
                        reason="middle day of Passover or Sukkot",
                        notes=["Checked against the exchange's lists for 2019-2026; computed for other years."]),
    "XSAU": Entry("middle_east", "XSAU", exchange="XSAU", names=[("XSAU", "financial"), ("SA", "country")], completing=2,
                  notes=["Computed, not from the exchange, and therefore uncertain by days: 2007-2020 and 2027-2030."]),
    "HK": Entry("asia", "HK", exchange="XHKG", names=[("XHKG", "financial"), ("HK", "country")], notes=[FORECAST]),
    "HK-SHORT": Entry("asia", "HK_SHORT", "special", "XHKG", picks=lambda day, hours: hours.endswith(("-1200", "-1230")),
                      reason="half day", notes=[FORECAST]),
    "SG": Entry("asia", "SG", exchange="XSES", names=[("XSES", "financial"), ("SG", "country")], notes=[FORECAST]),
    "SG-SHORT": Entry("asia", "SG_SHORT", "lunar eve", names=[("SG", "country")], notes=[FORECAST]),
    "KR": Entry("asia", "KR", exchange="XKRX", names=[("XKRX", "financial"), ("KR", "country")], notes=[FORECAST]),
    "KR-LATE": Entry("asia", "KR_LATE", "special", "XKRX", reason="first session of the year",
                     picks=lambda day, hours: day.month == 1 and hours.startswith("10")),
    "KR-EXAM": Entry("asia", "KR_EXAM", "special", "XKRX", reason="university entrance exam",
                     picks=lambda day, hours: day.month > 10 and hours.startswith("10") and day < date(2021, 1, 1)),
    "TW": Entry("asia", "TW", exchange="XTAI", names=[("XTAI", "financial"), ("TW", "country")], notes=[FORECAST]),
    "XBOM": Entry("asia", "IN", exchange="XBOM", names=[("XBOM", "financial"), ("IN", "country")], notes=[FORECAST]),
    "AU": Entry("oceania", "AU", exchange="XASX", names=[("AU", "country")]),
    "XNZE": Entry("oceania", "NZ", exchange="XNZE", names=[("NZ", "country")]),
    "XATH": Entry("europe", "XATH", exchange="ASEX"),
}

# By country code, the venues whose holidays get their names from the package `holidays`.
COUNTRIES = {
    "AIXK": "KZ", "XBDA": "BM", "XBEL": "RS", "XBKK": "TH", "XBOG": "CO", "XBRA": "SK", "XBSE": "RO", "XBUD": "HU", "XBUE": "AR",
    "XCYS": "CY", "XICE": "IS", "XIDX": "ID", "XKAR": "PK", "XKLS": "MY", "XLIM": "PE", "XLIT": "LT", "XLJU": "SI", "XMOS": "RU",
    "XPHS": "PH", "XPRA": "CZ", "XRIS": "LV", "XSGO": "CL", "XSHG": "CN", "XTAL": "EE", "XWBO": "AT", "XZAG": "HR", "XEUR": "DE",
    "XLUX": "LU",
}
LISTS |= {code: Entry("worldwide", "holidays", exchange=code, names=[(country, "country")],
                      completing=1 if code == "XSHG" else 0)
          for code, country in COUNTRIES.items()}
LISTS["XCAS"] = Entry("worldwide", "holidays", names=[("MA", "country")], notes=[FORECAST], code="XCAS")
LISTS |= {f"{code}-SHORT": Entry("worldwide", "shorts", "special", code, picks=picks, reason="half day") for code, picks in {
    "XBDA": lambda day, hours: hours.endswith("1400"), "XBUE": lambda day, hours: hours.endswith("1300"),
    "XKLS": lambda day, hours: hours.endswith("1230"), "XLUX": lambda day, hours: hours.endswith("1405"),
    "XSGO": lambda day, hours: hours.endswith("1330"), "XWBO": lambda day, hours: hours.endswith("1415"),
}.items()}
LISTS["XMOS-EXTRA"] = Entry("worldwide", "MOSCOW_EXTRA", "special", "XMOS", picks=lambda day, hours: day.weekday() > 4,
                            reason="working day at a weekend")
LISTS["XSGO-EVE"] = Entry("worldwide", "SANTIAGO_EVES", "special", "XSGO", picks=lambda day, hours: hours.endswith("1230"),
                          reason="last day before Christmas or the new year")

STARTS = {"XTAE": "2005-01-02"}


def reasons(*groups: tuple[str, str]) -> dict[str, str]:
    return {day: reason for reason, days in groups for day in days.split()}


REASONS = {
    "HK": reasons(
        ("typhoon York", "19990916"), ("typhoon Becky", "19930917"), ("typhoon Utor", "20010706 20130814"),
        ("typhoon Yutu", "20010725"), ("typhoon Kammuri", "20080806"), ("typhoon Nuri", "20080822"),
        ("typhoon Nesat", "20110929"), ("handover", "19970630"), ("millennium", "19991231"),
        ("victory day of the Sino-Japanese war", "19970818 19980817")),
    "TW": reasons(
        ("typhoon Sinlaku", "20020906"), ("typhoon Aere", "20040824 20040825"), ("typhoon Nock-ten", "20041025"),
        ("typhoon Haitang", "20050718"), ("typhoon Matsa", "20050805"), ("typhoon Talim", "20050901"),
        ("typhoon Wipha", "20070918"), ("typhoon Fung-wong", "20080728"), ("typhoon Jangmi", "20080929"),
        ("typhoon Morakot", "20090807"), ("typhoon Saola", "20120802"), ("typhoon Trami", "20130821"),
        ("typhoon Matmo", "20140723"), ("typhoon Chan-hom", "20150710"), ("typhoon Dujuan", "20150929"),
        ("typhoon Nepartak", "20160708"), ("typhoon Megi", "20160927 20160928"), ("typhoon Lekima", "20190809"),
        ("typhoon Mitag", "20190930"), ("typhoon Khanun", "20230803"), ("typhoon Gaemi", "20240724 20240725"),
        ("typhoon Krathon", "20241002 20241003")),
    "XBOM": reasons(
        ("floods in Mumbai", "20050728"), ("attacks in Mumbai", "20081127"),
        ("consecration of the Ram temple", "20240122"),
        ("elections", "20040426 20041013 20090430 20091013 20140424 20141015 20190429 20191021 20240520 20241120 "
                      "20260115")),
    "XTAE": reasons(("elections", "20190409 20190917 20200302 20210323 20221101")),
    "XATH": reasons(
        ("opening of the Olympic games", "20040813"), ("Labour Day moved", "20020507 20130507"),
        ("strike", "20080304 20080305"),
        ("capital controls", " ".join(f"201506{d}" for d in (29, 30)) + " "
         + " ".join(f"201507{d:02}" for d in range(1, 32)))),
    "TR": reasons(("bombings in Istanbul", "20031121"), ("snow", "20020104 20040123"),
                  ("change of the currency", "20041230 20041231")),
    "IFUS": reasons(
        ("mourning for President Nixon", "19940427"), ("mourning for President Reagan", "20040611"),
        ("mourning for President Ford", "20070102"), ("hurricane Sandy", "20121029")),
    "XNZE": reasons(("millennium", "19991231")),
}
"""The reasons of one-off closures by list, which the packages do not have."""

WRONG = {
    # Saudi Exchange's announcements, as holidays has them: the session before a feast and the first after it are
    # traded.
    "XSAU": "20210222 20220428 20220508 20220713 20230425 20230702 20240414 20240415 20240613 20240623 20250327 20250604".split(),
    # Reuters 2018-12-03 and SIFMA 2025-01-09: on days of mourning, ICE's products closed early at most.
    "IFUS": ["20181205", "20250109"],
    # Legislative Council paper of 1998-03-23: Buddha's Birthday is a general holiday from 1999 onwards.
    "HK": "19900502 19910521 19920511 19930528 19940518 19950508 19960524 19970514 19980504".split(),
    # SIFMA 2009-10, 2012-03-21 and 2015-03-09: until noon, for the employment report; a whole day on December 31, 2010.
    "US-BOND": "20100402 20120406 20150403".split(), "US-BOND-SHORT": ["20101231"],
    # Law 27.399: Güemes' day and others move to a Monday; 2025 as Ciudadano 2025-06 and the central bank's calendar
    # have it.
    "XBUE": "20200617 20210617 20250617 20251013 20251117 20260617".split(),
    # State Bank of Pakistan, circular letter 19 of 2025: the Prophet's Birthday on Saturday, September 6.
    "XKAR": ["20250905"],
    # smart-lab 2025-02-22 and Interfax 2025-12-30: days off that are moved are traded, four holidays of 2026 like
    # weekends.
    "XMOS": "20250224 20250310 20260223 20260309 20260501 20260511 20260612 20261104".split(),
}
"""Days by list that a package has as closed, although a public fact says otherwise."""

SAME = """AIXK BVMF XAMS XASX XBDA XBEL XBKK XBOG XBOM XBRA XBRU XBSE XBUD XBUE XCBF XCSE XCYS XDUB XDUS XEEE XETR XEUR XFRA
XHAM XHEL XHKG XICE XIDX XIST XJSE XKAR XKLS XKRX XLIM XLIS XLIT XLJU XLON XLUX XMAD XMEX XMOS XNYS XNZE XOSL XPAR XPHS XPRA XRIS
XSAU XSES XSGO XSHG XSTO XSTU XSWX XTAE XTAI XTAL XTKS XTSE XWAR XWBO XZAG""".split()

EXCHANGES = {name: name for name in SAME} | {
    "XNAS": "XNYS", "IFUS": "IEPA", "MTAA": "XMIL", "XATH": "ASEX", "XSHE": "XSHG", "XNSE": "XBOM",
    "CRYPTO": "24/7", "CMES": "CMES", "us_futures": "us_futures",
}
"""Our venues with their calendars in exchange_calendars."""

MARKETS = {
    "XNYS": "NYSE", "XNAS": "NASDAQ", "XIEX": "IEX", "BondUS": "SIFMA_US", "XHKG": "HKEX", "XTKS": "JPX", "XLON": "LSE", "XOSL": "OSE",
    "XSWX": "SIX", "XTSE": "TSX", "XBOM": "BSE", "XNSE": "NSE", "XASX": "ASX", "XTAE": "TASE", "BVMF": "B3", "XSHG": "SSE",
    "XEUR": "EUREX", "EUREX_FIXED_INCOME": "EUREX_Bond", "XCBO": "CBOE_Index_Options", "XCBF": "CFE", "IFUS": "ICE", "CME_EQUITIES": "CME Globex Equity",
    "CME_INTEREST": "CME Globex Fixed Income", "CME_FX": "CMEGlobex_FX", "CME_CRYPTO": "CME Globex Crypto",
    "CME_GRAINS": "CMEGlobex_Grains", "CME_ENERGY": "CMEGlobex_EnergyAndMetals", "CME_LIVESTOCK": "CMEGlobex_Livestock",
}
"""Our venues with their calendars in pandas_market_calendars, except those that it shares with exchange_calendars."""

FINANCIAL = {
    "XNYS": "XNYS", "XNAS": "XNAS", "XLON": "XLON", "XETR": "XETR", "XFRA": "XFRA", "XHKG": "XHKG", "XIST": "XIST", "XTKS": "XJPX", "XJSE": "XJSE",
    "XKAR": "XKAR", "XKRX": "XKRX", "XMAD": "XMAD", "XMEX": "XMEX", "XNSE": "XNSE", "XBOM": "XBOM", "XNZE": "XNZE", "XSAU": "XSAU", "XSES": "XSES",
    "XSHG": "XSHG", "XSHE": "XSHE", "XSWX": "XSWX", "XTAI": "XTAI", "XTSE": "XTSE", "XWAR": "XWAR", "XASX": "XASX", "XBOG": "XBOG", "XBUE": "XBUE",
    "BVMF": "BVMF", "IFEU": "IFEU", "BondUS": "XSIF",
}
"""Our venues with their financial calendars in holidays, which has only whole days. Its CME covers several products."""

EXTENDED = {"XNAS": "NASDAQ", "XIEX": "IEX", "EquityUS": "NYSE"}
"""Our venues with pre- and post-market in pandas_market_calendars."""

SINCE = {"XTAE": 2005, "XSAU": 2021, "XBOM": 1999, "XNSE": 1999, "XJSE": 1995, "XIEX": 2014, "BondUS": 1996, "XNYS": 1950, "CME_CRYPTO": 2018}
"""The first year with known days of a venue, ours or the package's."""


EARLIER = {"XNYS": 1950, "NYSE": 1950}
"""The first compared year of a package's calendar, if it is before 1990."""


def COMPARED():
    from .markets import americas, asia, europe, middle_east, united_states
    return [
        (europe.IE, "XDUB"), (europe.XLIS, "XLIS"), (europe.XMAD, "XMAD"), (europe.XWAR, "XWAR"),
        (europe.XSTO, "XSTO"), (europe.XHEL, "XHEL"), (middle_east.ZA, "XJSE"), (united_states.US_ALL, "XNYS"), (americas.CA, "XTSE"), (americas.MX, "XMEX"), (americas.BR, "BVMF"),
        (europe.UK, "XLON"), (europe.XPAR, "XPAR"), (europe.XAMS, "XAMS"), (europe.XBRU, "XBRU"), (europe.XOSL, "XOSL"),
        (europe.IT, "XMIL"), (europe.DE, "XETR"), (europe.XSWX, "XSWX"), (europe.XCSE, "XCSE"), (asia.JP, "XTKS"),
    ]
