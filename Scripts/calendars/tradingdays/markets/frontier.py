"""The Emirates, Kuwait, Qatar, Egypt, Nigeria, Sri Lanka and Vietnam: holidays that are moved or announced each year."""

from ..dates import FRI, SAT, SUN, TUE
from ..lists import DayList, Period, Venue, fixed, once, weekday


def friday_and_saturday(day):
    return day.weekday() in (FRI, SAT)


def first_sunday_of_march(**limits):
    return weekday("Bank holiday", 3, SUN, 1, kind="exchange", **limits)


# Before 2022 the week in the Emirates was Sunday to Thursday. Those years are not listed.
AE = DayList("hd", "AE", facts="AE", since=2022, known=(2022, 2026), sources=[
    "UAE Securities and Commodities Authority, since 2026 Capital Market Authority, holidays of the financial markets; holidays 0.108"])
KUWAIT = DayList("hd", "XKUW", facts="XKUW", since=2024, known=(2024, 2025), closed_weekdays=friday_and_saturday,
                 sources=["Boursa Kuwait 2025-09; Council of Ministers and Civil Service Commission of Kuwait"])
QATAR = DayList("hd", "DSMD", [
    fixed("Closing of the banks' year", 1, 1, kind="exchange", since=2009), once("New Year's Holiday", "20250102", kind="public"),
    weekday("National Sports Day", 2, TUE, 2, since=2012), first_sunday_of_march(since=2010, until=2025),
    fixed("Qatar National Day", 12, 18)], facts="DSMD", since=2025, known_days=("20250615", "20260228"), closed_weekdays=friday_and_saturday,
    sources=["Cabinet decisions 6/2008 and 33/2009, Amiri Decree 57/2025: the banks' and the exchange's days (Lusail 2017-03-01, Doha Connect "
             "2025-12-29)"],
    notes=["Complete between the feasts only: the central bank decides how long the exchange is closed at each."])
EGYPT = DayList("hd", "XCAI", facts="XCAI", since=2025, known_days=("20250704", "20260317"), closed_weekdays=friday_and_saturday,
                sources=["Egyptian Exchange, announcements and trading calendar of 2021; holidays 0.108"])
NIGERIA = DayList("hd", "XNSA", facts="XNSA", since=2025, known_days=("20250101", "20260524"),
                  sources=["Public Holidays Act and declarations of the Ministry of Interior; holidays 0.108"])
SRI_LANKA = DayList("hd", "XCOL", facts="XCOL", since=2025, known=(2025, 2026),
                    sources=["Holidays Act 29 of 1971; Colombo Stock Exchange, market holidays; holidays 0.108"])
VIETNAM = DayList("hd", "VN", facts="VN", since=2016, known=(2016, 2026),
                  sources=["Labour Code, and the yearly decisions on moved days off; HOSE 2019, 1943/TB-SGDHCM and 2025-12-09; holidays 0.108"])
HOSE_FAILURE = DayList("hd", "XSTC.FAILURE", [once("trading system failure", "20180123", "20180124", kind="system")],
                       sources=["VnEconomy 2018-01-24: Ho Chi Minh was closed, Hanoi was not"])

LISTS = [AE, KUWAIT, QATAR, EGYPT, NIGERIA, SRI_LANKA, VIETNAM, HOSE_FAILURE, DayList("hd", "XSTC", expression="VN,XSTC.FAILURE")]

EMIRATES = ["Gulf News and Khaleej Times 2021-12-08: Monday to Friday from January 3, 2022, from 10:00 to 15:00; before Sunday to Thursday"]
SUNDAYS = "td=71234;de=+0000"
WEEKDAYS = "td=12345;de=+0000"
DUBAI_2015 = "Reuters 2015-05-25: from June 4, 2015 the closing auction from 13:45, trading at last from 13:55; before the auction from 13:50"
CAIRO_RAMADAN = "EGX 2024-03-07: until 13:30 in Ramadan; other years by the same rule"
CAIRO_SHORT = "0=r10001315a13151330"

VENUES = [
    Venue("XDFM", "Dubai Financial Market", "Asia/Dubai", f"hd=AE;{WEEKDAYS};0=r10001445a14451500",
          "The closing auction and trading at last are the after-market.", [
              Period("", "20150603", "td=71234;0=r10001350a13501400", DUBAI_2015, "Sunday to Thursday, until 14:00"),
              Period("20150604", "20220101", "td=71234;0=r10001345a13451400", DUBAI_2015, "Sunday to Thursday, until 14:00"),
          ], EMIRATES),
    Venue("XADS", "Abu Dhabi Securities Exchange", "Asia/Dubai", f"hd=AE;{WEEKDAYS};0=r10001445a14451500",
          "The closing auction and trading at last are the after-market.", [
              Period("", "20220101", "td=71234", "Gulf News 2021-12-08: the hours stay as they were; until 14:00 before the fall of 2021 is not "
                     "listed", "Sunday to Thursday")], EMIRATES),
    Venue("XKUW", "Boursa Kuwait", "Asia/Kuwait", f"hd=XKUW;{SUNDAYS};0=r09001300a13001315",
          "The closing auction and trading at last are the after-market.", [
              Period("", "20180331", "0=r09001228a12281230",
                     "Boursa Kuwait, trading information of 2017: the closing session from 12:28 to 12:30; its end is unsure", "until 12:30"),
              Period("20180401", "20251011", "0=r09001230a12301245",
                     "EFG Hermes, trading guide; Veto 2025-09-28: half an hour longer from October 12, 2025", "until 12:45")],
          ["Veto 2025-09-28: until 13:00, the closing auction until 13:10, trading at last until 13:15"]),
    Venue("DSMD", "Qatar Stock Exchange", "Asia/Qatar", f"hd=DSMD;{SUNDAYS};0=r09301300a13001315",
          "The closing auction and trading at last are the after-market. Hours before 2011, from 10:00 to 12:45, are not listed.",
          sources=["Qatar Stock Exchange, general overview; EFG Hermes, trading guide"]),
    Venue("XCAI", "Egyptian Exchange", "Africa/Cairo", f"hd=XCAI;{SUNDAYS};0=r09301445a14451500",
          "The closing auction and trading at last are the after-market; when they begin since March 2026 is unsure.", [
              Period("", "20140806", "0=r10301430", "FEAS 2014-07-22: four hours and a half from 10:00 from August 7, 2014; before it unsure",
                     "from 10:30"),
              Period("20140807", "20200317", "0=r10001415a14151430", "FEAS 2014-07-22; EFG Hermes, trading guide", "from 10:00"),
              Period("20200318", "20200528", CAIRO_SHORT, "Amwal Al Ghad 2020-03 and 2020-05: until 13:30 until May 28, 2020",
                     "until 13:30 in the epidemic"),
              Period("20200529", "20240310", "0=r10001415a14151430", "EFG Hermes, trading guide; Ramadan before 2024 is not listed", "from 10:00"),
              Period("20240311", "20240409", CAIRO_SHORT, CAIRO_RAMADAN, "Ramadan"),
              Period("20240410", "20250228", "0=r10001415a14151430", "EFG Hermes, trading guide", "from 10:00"),
              Period("20250301", "20250329", CAIRO_SHORT, CAIRO_RAMADAN, "Ramadan"),
              Period("20250330", "20260217", "0=r10001415a14151430", "EFG Hermes, trading guide", "from 10:00"),
              Period("20260218", "20260319", CAIRO_SHORT, CAIRO_RAMADAN, "Ramadan"),
          ], ["Techno Time 2026: from 9:30 to 15:00 after the feast that ends Ramadan"]),
    Venue("XNSA", "Nigerian Exchange", "Africa/Lagos", f"hd=XNSA;{WEEKDAYS};0=r10001430",
          sources=["Real News Hub 2025-09: before the opening from 9:30, until 14:30"]),
    Venue("XCOL", "Colombo Stock Exchange", "Asia/Colombo", f"hd=XCOL;{WEEKDAYS};0=r09301430;ds.20250506=def:r09301230",
          "2025-05-06 local elections. The shorter hours of 2020 to 2022 are not listed.", sources=["Ada Derana 2025-05-02"]),
    Venue("XSTC", "Ho Chi Minh Stock Exchange", "Asia/Ho_Chi_Minh", f"hd=XSTC;{WEEKDAYS};0=r09001130r13001430a14301445",
          "The closing auction is the after-market. Hours before July 2013 are not listed.", sources=["HSC, HOSE trading regulations"]),
    Venue("XHNX", "Hanoi Stock Exchange", "Asia/Ho_Chi_Minh", f"hd=VN;{WEEKDAYS};0=r09001130r13001430a14301500",
          "The closing auction and trading at its price are the after-market. Hours before July 2013 are not listed.",
          sources=["HSC, HNX trading regulations"]),
]
