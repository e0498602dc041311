"""Japan, Hong Kong, Singapore, Korea, Taiwan and India: lunar calendars come from recorded facts."""

from datetime import date

from ..dates import MON, SUN, SAT, autumnal_equinox, days, nth_weekday, sunday_to_monday, vernal_equinox
from ..lists import DayList, Venue, computed, easter_monday, fixed, good_friday, once, weekday

# MARK: Japan


def japan(name, month, day, **limits):
    return fixed(name, month, day, sunday_to_monday, **limits)


def bridge(year):
    """A weekday between two holidays: Respect for the Aged Day, and the equinox two days later."""
    aged = nth_weekday(year, 9, MON, 3)
    return [days(aged, 1)] if days(aged, 2) == autumnal_equinox(year) else []


def golden_week(year):
    """A holiday of May 3, 4 or 5 on a Sunday moves past the other two."""
    return [date(year, 5, 6)] if any(date(year, 5, d).weekday() == SUN for d in (3, 4, 5)) else []


JP = DayList("hd", "JP", [
    fixed("New Year's Day", 1, 1), fixed("bank holiday", 1, 2), fixed("bank holiday", 1, 3),
    japan("Coming of Age Day", 1, 15, until=1999), weekday("Coming of Age Day", 1, MON, 2, since=2000),
    japan("National Foundation Day", 2, 11),
    japan("Emperor Naruhito's birthday", 2, 23, since=2020),
    computed("Vernal Equinox Day", lambda year: [sunday_to_monday(vernal_equinox(year))]),
    japan("Greenery Day, Showa Day since 2007", 4, 29),
    fixed("Constitution Memorial Day", 5, 3), fixed("Greenery Day, before 2007 Citizens' Holiday", 5, 4),
    fixed("Children's Day", 5, 5), computed("May 6 in place of a Sunday", golden_week, since=2007),
    computed("May 6 in place of Children's Day on a Sunday",
             lambda year: [date(year, 5, 6)] if date(year, 5, 5).weekday() == SUN else [], until=2006),
    computed("May 4 in place of Constitution Memorial Day on a Sunday",
             lambda year: [date(year, 5, 4)] if date(year, 5, 3).weekday() == SUN else [], until=2006),
    japan("Marine Day", 7, 20, since=1996, until=2002),
    computed("Marine Day", lambda year: {2020: [date(2020, 7, 23)], 2021: [date(2021, 7, 22)]}.get(
        year, [nth_weekday(year, 7, MON, 3)]), since=2003),
    computed("Mountain Day", lambda year: {2020: [date(2020, 8, 10)], 2021: [date(2021, 8, 9)]}.get(
        year, [sunday_to_monday(date(year, 8, 11))]), since=2016),
    japan("Respect for the Aged Day", 9, 15, until=2002), weekday("Respect for the Aged Day", 9, MON, 3, since=2003),
    computed("Citizens' Holiday between two holidays", bridge, since=2003),
    computed("Autumnal Equinox Day", lambda year: [sunday_to_monday(autumnal_equinox(year))]),
    japan("Sports Day", 10, 10, until=1999),
    computed("Sports Day", lambda year: {2020: [date(2020, 7, 24)], 2021: [date(2021, 7, 23)]}.get(
        year, [nth_weekday(year, 10, MON, 2)]), since=2000),
    japan("Culture Day", 11, 3), japan("Labor Thanksgiving Day", 11, 23),
    japan("Emperor Akihito's birthday", 12, 23, until=2018),
    fixed("bank holiday", 12, 31),
    once("enthronement of Emperor Akihito", "19901112"),
    once("wedding of Crown Prince Naruhito", "19930609"),
    once("abdication and enthronement", "20190430", "20190501", "20190502"),
    once("enthronement ceremony of Emperor Naruhito", "20191022"),
    once("trading system failure", "20201001"),
], sources=["Act on National Holidays (1948) and amendments; Japan Exchange Group calendar"])

# MARK: Hong Kong

HK = DayList("hd", "HK", [
    fixed("New Year's Day", 1, 1, sunday_to_monday), good_friday(), easter_monday(),
    fixed("Labour Day", 5, 1, sunday_to_monday, since=1999),
    fixed("Establishment Day", 7, 1, sunday_to_monday, since=1997),
    fixed("National Day", 10, 1, sunday_to_monday, since=1997),
    fixed("Christmas Day", 12, 25), fixed("Boxing Day", 12, 26),
    computed("the weekday after Christmas Day", lambda year: [date(year, 12, 27)]
             if date(year, 12, 25).weekday() in (SAT, SUN) else []),
], sources=["General Holidays Ordinance; HKEX trading calendar"], facts="HK")
HK_SHORT = DayList("sd", "HK", [fixed("Christmas Eve", 12, 24), fixed("New Year's Eve", 12, 31)],
                   sources=["HKEX trading calendar"], facts="HK-SHORT", without=HK,
                   notes=["Only the morning session, until 12:00 Hong Kong."])

# MARK: the others

SG = DayList("hd", "SG", [], sources=["Singapore Exchange trading calendar"], facts="SG")
SG_SHORT = DayList("sd", "SG", [fixed("Christmas Eve", 12, 24), fixed("New Year's Eve", 12, 31)],
                   sources=["Singapore Exchange trading calendar"], facts="SG-SHORT", without=SG,
                   notes=["Eves of Christmas, New Year's Day and the lunar new year: trading stops at 12:00 Singapore."])
KR = DayList("hd", "KR", [once("Local elections", "20260603")], sources=["Korea Exchange market closing days"], facts="KR")
KR_LATE = DayList("sd", "KR", [], sources=["Korea Exchange announcements"], facts="KR-LATE", without=KR,
                  notes=["The year's first session starts at 10:00 Seoul; on the day of the university entrance exam",
                         "the session is from 10:00 an hour later (list xd.KR.EXAM)."])
KR_EXAM = DayList("xd", "KR.EXAM", [once("university entrance exam", "20211118", "20221117", "20231116", "20241114",
                                         "20251113", "20261119")], facts="KR-EXAM", sources=["Korea Exchange announcements"])
TW = DayList("hd", "TW", [], sources=["Taiwan Stock Exchange holiday schedule"], facts="TW")
IN = DayList("hd", "XBOM", [], sources=["BSE and NSE trading holidays"], facts="XBOM", since=1999)
IN_EXTRA = DayList("xd", "XBOM.EXTRA", [once("union budget on a Saturday", "20250201"),
                                        once("regular session on a Saturday", "20240120")],
                   closed_weekdays=lambda day: False, sources=["BSE and NSE circulars"],
                   notes=["Whole sessions at a weekend; the yearly hour of Muhurat trading is left out."])

LISTS = [JP, HK, HK_SHORT, SG, SG_SHORT, KR, KR_LATE, KR_EXAM, TW, IN, IN_EXTRA]

DAY = "td=12345;de=+0000"
VENUES = [
    Venue("XTKS", "Tokyo Stock Exchange", "Asia/Tokyo", f"hd=JP;{DAY};0=r09001130r12301530",
          "The afternoon ended at 15:00 until 2024-11-01."),
    Venue("XHKG", "Hong Kong Exchanges", "Asia/Hong_Kong",
          f"hd=HK;sd=HK;{DAY};0=r09301200r13001600a16001610;ds.sd.HK=def:r09301200a12001210",
          "The hours are those since 2012-03-05; the closing auction is the after-market."),
    Venue("XSES", "Singapore Exchange", "Asia/Singapore", f"hd=SG;sd=SG;{DAY};0=r09001200r13001700a17001716;"
          "ds.sd.SG=def:r09001200a12001216", "The midday break is that since 2017-11-13; the closing auction is the after-market."),
    Venue("XKRX", "Korea Exchange", "Asia/Seoul", f"hd=KR;sd=KR;{DAY};0=r09001530a15401800;"
          "ds.sd.KR=def:r10001530a15401800;ds.xd.KR.EXAM=def:r10001630a16401800",
          "The session ended at 15:00 until 2016-07-29."),
    Venue("XTAI", "Taiwan Stock Exchange", "Asia/Taipei", f"hd=TW;{DAY};0=r09001330a14001430"),
    Venue("XBOM", "BSE", "Asia/Kolkata", f"hd=XBOM;{DAY};0=r09151530a15401600;"
          "ds.xd.XBOM.EXTRA=def:r09151530"),
    Venue("XNSE", "National Stock Exchange of India", "Asia/Kolkata", f"hd=XBOM;{DAY};0=r09151530a15401600;"
          "ds.xd.XBOM.EXTRA=def:r09151530"),
]
