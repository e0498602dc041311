"""Turkey, Israel, Saudi Arabia and South Africa: religious calendars, and weekends that changed."""

from datetime import date

from ..dates import FRI, SAT, SUN, THU, sunday_to_monday
from ..lists import DayList, Period, Venue, fixed, from_easter, good_friday, once
from ..reasons import PUBLISHED

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

# MARK: Israel. The week was Sunday to Thursday until 2026-01-04, and has been Monday to Friday since.

SWITCH = date(2026, 1, 5)


def tase_closed(day):
    return day.weekday() == SAT or day.weekday() == (FRI if day < SWITCH else SUN)


XTAE_YEARS = 2005
XTAE = DayList("hd", "XTAE", [
    once("Municipal elections", "20181030"),
    once("The week begins on Monday from now on", "20260104", kind="exchange", slug="WEEK"),
], facts="XTAE", closed_weekdays=tase_closed, since=XTAE_YEARS,
               sources=["Tel Aviv Stock Exchange vacation schedule"])
XTAE_SHORT = DayList("sd", "XTAE", [], facts="XTAE-SHORT", closed_weekdays=tase_closed, since=XTAE_YEARS,
                     without=XTAE, sources=["Tel Aviv Stock Exchange vacation schedule"],
                     notes=["The middle days of Passover and Sukkot: trading stops at 14:15 Tel Aviv."])

# MARK: Saudi Arabia. The weekend was Thursday and Friday until 2013-06-28, and has been Friday and Saturday since.

MOVE = date(2013, 6, 29)


def tadawul_closed(day):
    return day.weekday() == FRI or day.weekday() == (THU if day < MOVE else SAT)


SAUDI_YEARS = 2007
XSAU = DayList("hd", "XSAU", [
    once("National Day, kept on Thursday", "20220922", kind="public", slug="THURSDAY"), once("Victory over Argentina", "20221123", kind="public"),
    once("Eid al-Fitr", "20210511", "20210512"), once("Eid al-Adha", "20230625", "20230626", "20250610"),
    once("National Day", "20230924", kind="public"), once("Founding Day", "20250223")],
               facts="XSAU", closed_weekdays=tadawul_closed, since=SAUDI_YEARS, known=(2020, PUBLISHED.year),
               sources=["Saudi Exchange holiday announcements: Argaam of 2020 to 2022, Zawya 2023-06, East Coast Daily 2025-05-28, Saudi Exchange's "
                        "holiday calendar, as holidays 0.108 has them since 2020"])

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
    once("municipal elections", "20060301", "20110518", "20160803", "20211101", "20261104"),
    once("in place of May 1, which was Ascension Day too", "20080502"),
    once("in place of Christmas on a Sunday", "20111227", "20161227"),
    once("in place of Christmas on a Sunday", "20221227"),
    once("victory at the rugby world cup", "20231215"),
    once("change of the millennium", "19991231", "20000103"),
], sources=["Public Holidays Act 36 of 1994, with December 31, 1999 and January 2, 2000 proclaimed; JSE trading calendar"], since=1995)

LISTS = [TR, TR_SHORT, XTAE, XTAE_SHORT, XSAU, ZA]

ISTANBUL = [
    Period("", "20091018", "0=r09301230r14001700;sds=;ds.sd.TR=def:r09301230",
           "Garanti 2009-10: the afternoon ended at 17:00 before October 19, 2009; what came earlier is not listed",
           "two sessions until 17:00"),
    Period("20091019", "20151129", "0=r09301230r14001730;sds=;ds.sd.TR=def:r09301230",
           "Garanti 2009-10: from October 19, 2009", "two sessions until 17:30"),
    Period("20151130", "20160327", "0=r09351230r13301730a17301740;sds=;ds.sd.TR=def:r09351230",
           "Borsa Istanbul, BISTECH: from November 30, 2015; a call auction at midday", "call auction from 12:30 to 13:30"),
    Period("20160328", "20161113", "0=r09351300r14001730a17301740;sds=;ds.sd.TR=def:r09351230",
           "Anadolu Agency 2016-02-17: the call auction at midday an hour long from 13:00, from March 28, 2016",
           "call auction from 13:00 to 14:00, closing at 17:30"),
    Period("20161114", "20191003", "0=r10001300r14001800a18001810;sds=;ds.sd.TR=def:r10001230",
           "Borsa Istanbul 2016-10-27: from 10:00 to 18:00 from November 14, 2016", "call auction from 13:00 to 14:00"),
]
ISTANBUL_NOW = ["Borsa Istanbul announcement 2019/56: no call auction at midday from October 4, 2019"]

VENUES = [
    Venue("XIST", "Borsa Istanbul", "Europe/Istanbul",
          "hd=TR;sd=TR;sds=ec0530;td=12345;de=+0000;0=r10001800a18001810",
          "The closing auction and trading at last are the after-market.", ISTANBUL, ISTANBUL_NOW),
    Venue("BIST", "Borsa Istanbul", "Europe/Istanbul",
          "hd=TR;sd=TR;sds=ec0530;td=12345;de=+0000;0=r10001800a18001810", periods=ISTANBUL, sources=ISTANBUL_NOW),
    Venue("XTAE", "Tel Aviv Stock Exchange", "Asia/Jerusalem",
          "hd=XTAE;sd=XTAE;td=12345;de=+0000;0=r09591715a17151725;5=r09591350;ds.sd.XTAE=def:r09591415",
          "The closing auction is the after-market.", [
              Period("", "20200201", "td=71234;5=;0=r09451715a17151725;7=r09451615a16151625;ds.sd.XTAE=def:r09451415",
                     "World Federation of Exchanges 2020-02: opening at 9:45 before February 2, 2020; earlier closes are not listed",
                     "Sunday to Thursday, from 9:45"),
              Period("20200202", "20200307", "td=71234;5=;7=r09591615a16151625",
                     "World Federation of Exchanges 2020-02", "Sunday to Thursday, Sundays until 16:15"),
              Period("20200308", "20260104", "td=71234;5=;7=r09591540a15401550",
                     "World Federation of Exchanges 2020-02: Sundays 35 minutes shorter from March 8, 2020", "Sunday to Thursday"),
          ], ["Globes 2026-01-05: Monday to Friday from January 5, 2026"]),
    Venue("XSAU", "Saudi Exchange", "Asia/Riyadh",
          "hd=XSAU;td=71234;de=+0000;0=r10001500a15001520",
          "The closing auction and trading at last are the after-market. Before 2020 computed, not published, dates.", [
              Period("", "20130628", "td=67123;0=r11001530",
                     "Royal order of June 23, 2013: the weekend is Friday and Saturday from June 29, 2013", "Saturday to Wednesday"),
              Period("20130629", "20160402", "0=r11001530",
                     "tradinghours.com: 10:00 to 15:00 instead of 11:00 to 15:30 from April 3, 2016", "from 11:00 to 15:30"),
              Period("20160403", "20180526", "0=r10001500",
                     "Saudi Exchange: closing auction and trading at last from May 27, 2018", "without closing auction"),
              Period("20200326", "20200530", "0=r10001300a13001320",
                     "Saudi Exchange 2020-03-25 and 2020-05-28: shorter hours in the epidemic", "until 13:00 in the epidemic"),
          ], ["Saudi Exchange 2025-02-27"]),
    Venue("XJSE", "Johannesburg Stock Exchange", "Africa/Johannesburg", "hd=XJSE;td=12345;de=+0000;0=r09001700"),
]
