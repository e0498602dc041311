"""Australia and New Zealand."""

from datetime import date

from ..dates import MON, to_friday, to_monday
from ..lists import FIRST_YEAR, LAST_YEAR, DayList, Period, Venue, computed, easter_monday, fixed, good_friday, once, weekday

AU = DayList("hd", "AU", [
    fixed("New Year's Day", 1, 1, to_monday),
    fixed("Australia Day", 1, 26, to_monday, since=1994),
    good_friday(), easter_monday(),
    fixed("Anzac Day", 4, 25),
    weekday("King's (until 2022 Queen's) birthday", 6, MON, 2),
    fixed("Christmas Day", 12, 25, substitute=True), fixed("Boxing Day", 12, 26, substitute=True),
    once("Anzac Day, which was Easter Monday too", "20110426"),
    once("millennium", "19991231"),
    once("mourning for Queen Elizabeth II", "20220922"),
], sources=["ASX trading calendar; New South Wales public holidays"], facts="AU", known=(FIRST_YEAR, LAST_YEAR))


def eves(year):
    return [to_friday(date(year, 12, 24)), to_friday(date(year, 12, 31))]


def australian_eves(year):
    """The eves of Christmas and New Year, which are short days, except in 2022, when the exchange traded full days."""
    return eves(year) if year != 2022 else []


AU_SHORT = DayList("sd", "AU", [computed("the last trading days before Christmas and New Year's Day", australian_eves, since=2009)],
                   sources=["ASX trading calendar; of 2009 Stock Market Trading 2009-12-23"], without=AU, notes=["Trading stops at 14:10 Sydney."])
NZ = DayList("hd", "XNZE", [
    fixed("New Year's Day", 1, 1, substitute=True), fixed("the day after New Year's Day", 1, 2, substitute=True),
    fixed("Waitangi Day", 2, 6, until=2014), fixed("Waitangi Day", 2, 6, to_monday, since=2015),
    good_friday(), easter_monday(),
    fixed("Anzac Day", 4, 25, until=2014), fixed("Anzac Day", 4, 25, to_monday, since=2015),
    weekday("King's (until 2022 Queen's) birthday", 6, MON, 1),
    weekday("Labour Day", 10, MON, 4),
    fixed("Christmas Day", 12, 25, substitute=True), fixed("Boxing Day", 12, 26, substitute=True),
    once("Matariki, by Te Kahui o Matariki Public Holiday Act 2022", "20220624", "20230714", "20240628", "20250620",
         "20260710", "20270625", "20280714", "20290706", "20300621"),
    once("mourning for Queen Elizabeth II", "20220926"),
], sources=["Holidays Act 2003; NZX trading hours and market holidays"], facts="XNZE", known=(FIRST_YEAR, LAST_YEAR))
NZ_SHORT = DayList("sd", "XNZE", [computed("the last trading days before Christmas and New Year's Day", eves, since=2011)],
                   sources=["NZX trading hours and market holidays"], without=NZ,
                   notes=["Trading stops at 12:45 Auckland."])

LISTS = [AU, AU_SHORT, NZ, NZ_SHORT]
VENUES = [
    Venue("XASX", "Australian Securities Exchange", "Australia/Sydney",
          "hd=AU;sd=AU;sds=ec0150;td=12345;de=+0000;0=r10001600a16001612",
          "The closing auction is the after-market."),
    Venue("CHIA", "Cboe Australia", "Australia/Sydney", "hd=AU;sd=AU;sds=ec0200;td=12345;de=+0000;0=r10001612",
          sources=["Cboe Australia trading hours: from 10:00 to 16:12"]),
    Venue("XNZE", "New Zealand Exchange", "Pacific/Auckland",
          "hd=XNZE;sd=XNZE;sds=ec0400;td=12345;de=+0000;0=r10001645", periods=[
              Period("", "20030629", "0=r09001600",
                     "Mondo Visione 2003-06-30: from 10:00 to 17:00 instead of 9:00 to 16:00", "from 9:00 to 16:00"),
          ]),
]
