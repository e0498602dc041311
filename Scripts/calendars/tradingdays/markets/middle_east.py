"""Turkey, Israel, Saudi Arabia and South Africa: religious calendars, and weekends that moved."""

from datetime import date

from ..dates import FRI, SAT, SUN, THU, days, sunday_to_monday
from ..lists import DayList, Venue, computed, fixed, from_easter, good_friday, once

# MARK: Turkey

TR = DayList("hd", "TR", [
    fixed("New Year's Day", 1, 1),
    fixed("National Sovereignty and Children's Day", 4, 23),
    fixed("Labour and Solidarity Day", 5, 1, since=2009),
    fixed("Commemoration of Ataturk, Youth and Sports Day", 5, 19),
    fixed("Democracy and National Unity Day", 7, 15, since=2017),
    fixed("Victory Day", 8, 30),
    fixed("Republic Day", 10, 29),
], sources=["Law 2429 on national and public holidays; Borsa Istanbul's yearly list"], facts="TR")
TR_SHORT = DayList("sd", "TR", [fixed("the eve of Republic Day", 10, 28)],
                   sources=["Law 2429 on national and public holidays; Borsa Istanbul's yearly list"], facts="TR-SHORT",
                   without=TR, notes=["Trading stops at 12:30 Istanbul."])

# MARK: Israel. The week was Sunday to Thursday until 2026-01-04, and is Monday to Friday since.

SWITCH = date(2026, 1, 5)


def tase_closed(day):
    return day.weekday() == SAT or day.weekday() == (FRI if day < SWITCH else SUN)


def weekly(name, wanted, since, until):
    first = days(since, (wanted - since.weekday()) % 7)
    return computed(name, lambda year: [d for d in (days(first, 7 * n) for n in range(60 * 45))
                                        if d.year == year and d <= until])


XTAE_YEARS = 2005
XTAE = DayList("hd", "XTAE", [
    once("Municipal elections", "20181030"),
    once("The week begins on Monday from now on", "20260104", kind="exchange", slug="WEEK"),
], facts="XTAE", closed_weekdays=tase_closed, since=XTAE_YEARS,
               sources=["Tel Aviv Stock Exchange vacation schedule"])
XTAE_SHORT = DayList("sd", "XTAE", [], facts="XTAE-SHORT", closed_weekdays=tase_closed, since=XTAE_YEARS,
                     without=XTAE, sources=["Tel Aviv Stock Exchange vacation schedule"],
                     notes=["The middle days of Passover and Sukkot: trading stops at 14:15 Tel Aviv."])
XTAE_SUNDAYS = DayList("xd", "XTAE.SUNDAY", [weekly("Sundays", SUN, date(XTAE_YEARS, 1, 1), days(SWITCH, -1))],
                       closed_weekdays=tase_closed, without=XTAE_SHORT,
                       notes=["Sundays traded until 2026-01-04, until 15:40."])
XTAE_FRIDAYS = DayList("xd", "XTAE.FRIDAY", [weekly("Fridays", FRI, date(XTAE_YEARS, 1, 1), days(SWITCH, -1))],
                       closed_weekdays=lambda day: False, notes=["Fridays did not trade until 2026-01-04."])

# MARK: Saudi Arabia. The weekend was Thursday and Friday until 2013-06-28, and is Friday and Saturday since.

MOVE = date(2013, 6, 29)


def tadawul_closed(day):
    return day.weekday() == FRI or day.weekday() == (THU if day < MOVE else SAT)


SAUDI_YEARS = 2007
XSAU = DayList("hd", "XSAU", [once("National Day, kept on Thursday", "20220922", kind="public", slug="THURSDAY")],
               facts="XSAU", closed_weekdays=tadawul_closed, since=SAUDI_YEARS,
               sources=["Saudi Exchange holiday announcements"])
XSAU_SATURDAYS = DayList("xd", "XSAU.SATURDAY", [weekly("Saturdays", SAT, date(SAUDI_YEARS, 1, 1), days(MOVE, -1))],
                         closed_weekdays=tadawul_closed, notes=["Saturdays traded until 2013-06-28."])
XSAU_THURSDAYS = DayList("xd", "XSAU.THURSDAY", [weekly("Thursdays", THU, date(SAUDI_YEARS, 1, 1), days(MOVE, -1))],
                         closed_weekdays=lambda day: False, notes=["Thursdays did not trade until 2013-06-28."])

# MARK: South Africa

ZA = DayList("hd", "XJSE", [
    fixed("New Year's Day", 1, 1, sunday_to_monday),
    fixed("Human Rights Day", 3, 21, sunday_to_monday), good_friday(),
    from_easter("Family Day", 1),
    fixed("Freedom Day", 4, 27, sunday_to_monday), fixed("Workers' Day", 5, 1, sunday_to_monday),
    fixed("Youth Day", 6, 16, sunday_to_monday), fixed("National Women's Day", 8, 9, sunday_to_monday),
    fixed("Heritage Day", 9, 24, sunday_to_monday), fixed("Day of Reconciliation", 12, 16, sunday_to_monday),
    fixed("Christmas Day", 12, 25, sunday_to_monday), fixed("Day of Goodwill", 12, 26, sunday_to_monday),
    once("general elections", "20040414", "20090422", "20140507", "20190508", "20240529"),
    once("municipal elections", "20060301", "20110518", "20160803", "20211101"),
    once("in place of May 1, which was Ascension Day too", "20080502"),
    once("in place of Christmas on a Sunday", "20111227", "20161227"),
    once("in place of Christmas on a Sunday", "20221227"),
    once("victory at the rugby world cup", "20231215"),
], sources=["Public Holidays Act 36 of 1994; JSE trading calendar"], since=1995)

LISTS = [TR, TR_SHORT, XTAE, XTAE_SHORT, XTAE_SUNDAYS, XTAE_FRIDAYS, XSAU, XSAU_SATURDAYS, XSAU_THURSDAYS, ZA]
VENUES = [
    Venue("XIST", "Borsa Istanbul", "Europe/Istanbul",
          "hd=TR;sd=TR;sds=ec0530;td=12345;de=+0000;0=r10001800a18001810",
          "The closing auction and trading at last are the after-market."),
    Venue("BIST", "Borsa Istanbul", "Europe/Istanbul",
          "hd=TR;sd=TR;sds=ec0530;td=12345;de=+0000;0=r10001800a18001810"),
    Venue("XTAE", "Tel Aviv Stock Exchange", "Asia/Jerusalem",
          "hd=XTAE;sd=XTAE;td=12345;de=+0000;0=r09591715a17151725;5=r09591350;"
          "ds.xd.XTAE.SUNDAY=def:r09591540;ds.xd.XTAE.FRIDAY=closed;ds.sd.XTAE=def:r09591415",
          "The closing auction is the after-market."),
    Venue("XSAU", "Saudi Exchange", "Asia/Riyadh",
          "hd=XSAU;td=71234;de=+0000;0=r10001500a15001520;ds.xd.XSAU.SATURDAY=def:r11001530;"
          "ds.xd.XSAU.THURSDAY=closed",
          "The closing auction and trading at last are the after-market. Before 2021 computed, not published, dates."),
    Venue("XJSE", "Johannesburg Stock Exchange", "Africa/Johannesburg", "hd=XJSE;td=12345;de=+0000;0=r09001700"),
]
