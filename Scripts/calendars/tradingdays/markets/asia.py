"""Japan, Hong Kong, Singapore, Korea, Taiwan and India: lunar calendars come from recorded facts."""

from dataclasses import replace
from datetime import date

from ..dates import MON, SUN, SAT, autumnal_equinox, days, nth_weekday, sunday_to_monday, to_friday, to_monday, vernal_equinox
from ..lists import DayList, Period, Venue, computed, easter_monday, fixed, good_friday, once, weekday

# MARK: Japan


def japanese(rule):
    return replace(rule, lang="ja") if rule.local else rule


def japan(name, month, day, **limits):
    return fixed(name, month, day, sunday_to_monday, **limits)


def bridge(year):
    """The weekday between Respect for the Aged Day and the equinox, if these are two days apart, is a holiday, too."""
    aged = nth_weekday(year, 9, MON, 3)
    return [days(aged, 1)] if days(aged, 2) == autumnal_equinox(year) else []


def golden_week(year):
    """If May 3, 4 or 5 is a Sunday, its holiday moves to the day after the other two holidays."""
    return [date(year, 5, 6)] if any(date(year, 5, d).weekday() == SUN for d in (3, 4, 5)) else []


JP = DayList("hd", "JP", [japanese(rule) for rule in [
    fixed("New Year's Day", 1, 1, local="元日"),
    *(fixed("New Year holiday", month, day, local="年末年始休業", kind="exchange") for month, day in ((1, 2), (1, 3), (12, 31))),
    japan("Coming of Age Day", 1, 15, until=1999, local="成人の日"),
    weekday("Coming of Age Day", 1, MON, 2, since=2000, local="成人の日"),
    japan("National Foundation Day", 2, 11, local="建国記念の日"),
    japan("Emperor Naruhito's birthday", 2, 23, since=2020, local="天皇誕生日"),
    computed("Vernal Equinox Day", lambda year: [sunday_to_monday(vernal_equinox(year))], local="春分の日"),
    japan("Greenery Day", 4, 29, until=2006, local="みどりの日"),
    japan("Showa Day", 4, 29, since=2007, local="昭和の日"),
    fixed("Constitution Memorial Day", 5, 3, local="憲法記念日"),
    fixed("Citizens' Holiday", 5, 4, until=2006, local="国民の休日"),
    fixed("Greenery Day", 5, 4, since=2007, local="みどりの日"),
    fixed("Children's Day", 5, 5, local="こどもの日"),
    computed("Substitute holiday", golden_week, since=2007, local="振替休日"),
    computed("Substitute holiday",
             lambda year: [date(year, 5, 6)] if date(year, 5, 5).weekday() == SUN else [], until=2006, local="振替休日"),
    computed("Substitute holiday",
             lambda year: [date(year, 5, 4)] if date(year, 5, 3).weekday() == SUN else [], until=2006, local="振替休日"),
    japan("Marine Day", 7, 20, since=1996, until=2002, local="海の日"),
    computed("Marine Day", lambda year: {2020: [date(2020, 7, 23)], 2021: [date(2021, 7, 22)]}.get(
        year, [nth_weekday(year, 7, MON, 3)]), since=2003, local="海の日"),
    computed("Mountain Day", lambda year: {2020: [date(2020, 8, 10)], 2021: [date(2021, 8, 9)]}.get(
        year, [sunday_to_monday(date(year, 8, 11))]), since=2016, local="山の日"),
    japan("Respect for the Aged Day", 9, 15, until=2002, local="敬老の日"),
    weekday("Respect for the Aged Day", 9, MON, 3, since=2003, local="敬老の日"),
    computed("Citizens' Holiday", bridge, since=2003, local="国民の休日"),
    computed("Autumnal Equinox Day", lambda year: [sunday_to_monday(autumnal_equinox(year))], local="秋分の日"),
    japan("Sports Day", 10, 10, until=1999, local="スポーツの日"),
    computed("Sports Day", lambda year: {2020: [date(2020, 7, 24)], 2021: [date(2021, 7, 23)]}.get(
        year, [nth_weekday(year, 10, MON, 2)]), since=2000, local="スポーツの日"),
    japan("Culture Day", 11, 3, local="文化の日"),
    japan("Labor Thanksgiving Day", 11, 23, local="勤労感謝の日"),
    japan("Emperor Akihito's birthday", 12, 23, until=2018, local="天皇誕生日"),
    once("enthronement of Emperor Akihito", "19901112"),
    once("wedding of Crown Prince Naruhito", "19930609"),
    once("abdication and enthronement", "20190430", "20190501", "20190502"),
    once("enthronement ceremony of Emperor Naruhito", "20191022"),
    once("trading system failure", "20201001", kind="system"),
]], sources=["Act on National Holidays (1948) and amendments; Japan Exchange Group calendar"])


def first_sessions(year):
    return [to_monday(date(year, 1, 4))]


def last_sessions(year):
    return [to_friday(date(year, 12, 30))]


JP_SHORT = DayList("sd", "JP", [japanese(rule) for rule in [
    computed("first session of the year", first_sessions, until=2009, local="大発会", kind="exchange"),
    computed("last session of the year", last_sessions, until=2008, local="大納会", kind="exchange"),
]], sources=["Tokyo Stock Exchange: first and last sessions of a year, mornings only until 2009"], without=JP)


# MARK: Hong Kong

HK = DayList("hd", "HK", [
    fixed("New Year's Day", 1, 1, sunday_to_monday), good_friday(), easter_monday(),
    fixed("Labour Day", 5, 1, sunday_to_monday, since=1999),
    fixed("Establishment Day", 7, 1, sunday_to_monday, since=1997),
    fixed("National Day", 10, 1, sunday_to_monday, since=1997),
    fixed("Christmas Day", 12, 25), fixed("Boxing Day", 12, 26),
    computed("the weekday after Christmas Day", lambda year: [date(year, 12, 27)]
             if date(year, 12, 25).weekday() in (SAT, SUN) else []),
    once("typhoon Saola", "20230901"), once("black rainstorm warning", "20230908", kind="weather"),
], sources=["General Holidays Ordinance; HKEX trading calendar"], facts="HK")
HK_SHORT = DayList("sd", "HK", [fixed("Christmas Eve", 12, 24), fixed("New Year's Eve", 12, 31)],
                   sources=["HKEX trading calendar"], facts="HK-SHORT", without=HK,
                   notes=["Only the morning session, until 12:00 Hong Kong."])

# Days on which a storm shortened trading, with the hours of that day.
HK_STORMS = {
    "20120724": "r13001600", "20130923": "r13001600", "20140916": "r13001600", "20200819": "r13301600a16001610",
    "20210628": "r13301600a16001610", "20220825": "r13001600a16001610", "20221102": "r09301200r13001355", "20231009": "r14001600a16001610",
}
HK_STORM_SOURCES = [
    "Trading from 13:00, 13:30 or 14:00 after a storm: Reuters 2012-07-24 and 2013-09-23, Businessweek 2014-09-18, HKEX 2020-08-19, BBC "
    "2021-06-28, Investing.com 2022-08-25, HKEX 2023-10-09; until 13:55 before one: Xinhua 2022-11-02; those before 2012 are not listed"]

# MARK: the others

SG = DayList("hd", "SG", [], sources=["Singapore Exchange trading calendar"], facts="SG")
SG_SHORT = DayList("sd", "SG", [fixed("Christmas Eve", 12, 24), fixed("New Year's Eve", 12, 31)],
                   sources=["Singapore Exchange trading calendar"], facts="SG-SHORT", without=SG,
                   notes=["Eves of Christmas, New Year's Day and the lunar new year: trading stops at 12:00 Singapore."])


def korea_closed(day):
    """Returns whether a weekday is closed. Until 1998-12-05 there was trading on Saturday mornings."""
    return day.weekday() == SUN or day.weekday() == SAT and day > date(1998, 12, 5)


KR = DayList("hd", "KR", [once("Local elections", "20260603"),
                          fixed("Constitution Day", 7, 17, to_monday, since=2026, local="제헌절", lang="ko")],
             sources=["Korea Exchange market closing days; Korea Times 2026-02-03: July 17 is a public holiday again"], facts="KR",
             closed_weekdays=korea_closed)
KR_LATE = DayList("sd", "KR", [], sources=["Korea Exchange announcements"], facts="KR-LATE", without=KR,
                  closed_weekdays=korea_closed,
                  notes=["The year's first session starts at 10:00 Seoul; on the day of the university entrance exam",
                         "the session is from 10:00 an hour later (list xd.KR.EXAM)."])
KR_EXAM = DayList("xd", "KR.EXAM", [once("university entrance exam", "19930820", "20211118", "20221117", "20231116", "20241114",
                                         "20251113", "20261119")], facts="KR-EXAM", sources=["Korea Exchange announcements"])
TW = DayList("hd", "TW", [once("Chinese New Year (Adjusted Holiday)", "20220204", kind="public"),
                          once("No trading before Chinese New Year", "20230118")],
             sources=["Taiwan Stock Exchange holiday schedule; that of 2022 as told in exchange_calendars, issue 164"], facts="TW")
# On Diwali, a holiday, there is only a session of an hour in the evening.
MUHURAT = {
    "20001026": "18301945", "20011114": "17001815", "20021104": "17001815", "20041112": "17301845", "20051101": "18051920",
    "20071109": "18001900", "20081028": "18151915", "20101105": "18151915", "20111026": "16451800", "20121113": "15451700",
    "20141023": "18301930", "20151111": "17451845", "20161030": "18301930", "20171019": "18301930", "20181107": "17301830",
    "20191027": "18151915", "20201114": "18151915", "20211104": "18151915", "20221024": "18151915", "20231112": "18151915", "20241101": "18001900", "20251021": "13451445",
}
IN = DayList("hd", "XBOM", [], sources=["BSE and NSE trading holidays; NSE circulars on Muhurat trading"], facts="XBOM", since=1999,
             closed_weekdays=lambda day: day.weekday() >= SAT or f"{day:%Y%m%d}" in MUHURAT)
MUHURAT_RULES = "".join(f";ds.{day}=def:r{hours}" for day, hours in MUHURAT.items())
# Short sessions on Saturdays: tests of software, or of the site to which trading moves in an emergency.
SATURDAYS = {"20120428": "11151245", "20140322": "11151245", "20240302": "09151000r11301230", "20240518": "09151000r11301230"}
SATURDAY_RULES = "".join(f";ds.{day}=def:r{hours}" for day, hours in SATURDAYS.items())
IN_EXTRA = DayList("xd", "XBOM.EXTRA", [
    once("union budget at a weekend", "20150228", "20200201", "20250201", "20260201", kind="exchange"),
    once("regular session on a Saturday", "20240120")],
    closed_weekdays=lambda day: False, sources=[
        "BSE and NSE circulars; NDTV 2020-11-14, Livemint 2023-10-27, Business Standard 2024-05-17, Deccan Herald 2026-01-16"],
    notes=["Whole sessions at a weekend. Muhurat trading at weekends before 2016, and that of November 8, 2026, whose hours",
           "are not known here, are left out, as are special Saturdays before 2012."])

TW_EXTRA = DayList("xd", "TW.EXTRA", [
    once("make-up working day", "20120204", "20120303", "20121222", "20130223", "20130914", "20141227", "20160130", "20160604",
         "20160910", "20170218", "20170603", "20170930", "20180331", "20181222", local="補行上班日", lang="zh-TW", kind="public")],
    closed_weekdays=lambda day: False, sources=["Directorate-General of Personnel Administration's yearly work calendars",
                                                "Taipei Times 2018-07-04: none from 2019 on"],
    notes=["Saturdays on which Taipei traded, to make up for a bridge."])

LISTS = [JP, JP_SHORT, HK, HK_SHORT, SG, SG_SHORT, KR, KR_LATE, KR_EXAM, TW, TW_EXTRA, IN, IN_EXTRA]

DAY = "td=12345;de=+0000"
KRX = "Korea Exchange, history of trading hours"
INDIA = [
    Period("", "20091231", "0=r09551530;ds.xd.XBOM.EXTRA=def:r09551530",
           "Mint 2009-12-18: both exchanges keep 9:55 until January 4, 2010", "opening at 9:55"),
    Period("20100101", "20101015", "0=r09001530;ds.xd.XBOM.EXTRA=def:r09001530",
           "Mint 2009-12-18: opening at 9:00 from January 4, 2010; the call auction from October 18, 2010 moved it to 9:15",
           "opening at 9:00"),
]
FAILURE_2021 = "2021-02-24 the National Stock Exchange stopped from 11:40 to 15:45, and both traded until 17:00 (Mint and Devdiscourse 2021-02-24)."
KOREA = Venue("XKRX", "Korea Exchange", "Asia/Seoul", f"hd=KR;sd=KR;{DAY};0=r09001530a15401800;"
      "ds.sd.KR=def:r10001530a15401800;ds.xd.KR.EXAM=def:r10001630a16401800", periods=[
          Period("", "19941231", "td=123456;0=r09401140r13201520;6=r09401140;ds.sd.KR=def:r10401140r13201520;"
                 "ds.xd.KR.EXAM=def:r10101210r13501550", KRX, "mornings on Saturdays, from 9:40"),
          Period("19950101", "19981206", "td=123456;0=r09301130r13001500;6=r09301130;ds.sd.KR=def:r10301130r13001500;"
                 "ds.xd.KR.EXAM=def:r10001200r13301530;ds.19980103=def:r10301130;ds.19981118=def:r10301230r14001600",
                 KRX, "mornings on Saturdays, from 9:30"),
          Period("19981207", "20000521", "0=r09001200r13001500;ds.sd.KR=def:r10001200r13001500;"
                 "ds.xd.KR.EXAM=def:r10001300r14001600", KRX + ": Saturdays were given up on December 7, 1998",
                 "lunch of an hour"),
          Period("20000522", "20160731", "0=r09001500;ds.sd.KR=def:r10001500;ds.xd.KR.EXAM=def:r10001600",
                 "Korea Herald 2016-08-01: lunch abolished in 2000; closing at 15:30 from August 1, 2016", "until 15:00"),
      ])
VENUES = [
    Venue("XTKS", "Tokyo Stock Exchange", "Asia/Tokyo", f"hd=JP;sd=JP;{DAY};0=r09001130r12301530;ds.sd.JP=def:r09001100",
          periods=[
              Period("", "20111118", "0=r09001100r12301500",
                     "Japan Exchange Group: the morning session ends at 11:30 from November 21, 2011", "morning until 11:00"),
              Period("20111121", "20241104", "0=r09001130r12301500",
                     "Japan Exchange Group; Jiji Press 2024-11-05: the close moved from 15:00 to 15:30", "until 15:00"),
          ]),
    Venue("XHKG", "Hong Kong Exchanges", "Asia/Hong_Kong",
          f"hd=HK;sd=HK;{DAY};0=r09301200r13001600a16001610;ds.sd.HK=def:r09301200a12001210;"
          + ";".join(f"ds.{day}=def:{hours}" for day, hours in HK_STORMS.items()),
          "The closing auction is the after-market.", [
              Period("", "20110306", "0=r10001230r14301600;ds.sd.HK=def:r10001230",
                     "HKEx news release 2010-11-23; Straits Times: two hours of lunch from 12:30", "two hours of lunch"),
              Period("20110307", "20120304", "0=r09301200r13301600;ds.sd.HK=def:r09301200",
                     "HKEx news release 2010-11-23: from March 7, 2011", "lunch of an hour and a half"),
              Period("20120305", "20160724", "0=r09301200r13001600;ds.sd.HK=def:r09301200",
                     "HKEx news release 2012-03-01: from March 5, 2012; the closing auction began on July 25, 2016",
                     "without closing auction"),
          ], HK_STORM_SOURCES),
    Venue("XSES", "Singapore Exchange", "Asia/Singapore", f"hd=SG;sd=SG;{DAY};0=r09001200r13001700a17001716;"
          "ds.sd.SG=def:r09001200a12001216", "The closing auction is the after-market.", [
              Period("", "20110731", "0=r09001230r14001700a17001706;ds.sd.SG=def:r09001230a12301236",
                     "Straits Times 2017-07-18: a break from 12:30 to 14:00 before 2011", "lunch from 12:30 to 14:00"),
              Period("20110801", "20171112", "0=r09001700a17001706;ds.sd.SG=def:r09001230a12301236",
                     "Singapore Exchange: all-day trading from August 1, 2011", "without a midday break"),
          ], ["Straits Times 2017-07-18: a break from 12:00 to 13:00 from November 13, 2017"]),
    KOREA,
    # Both markets of Korea have the same hours and closed days.
    KOREA.also_called("XKOS", "KOSDAQ"),
    Venue("XTAI", "Taiwan Stock Exchange", "Asia/Taipei",
          f"hd=TW;{DAY};0=r09001330a14001430;ds.xd.TW.EXTRA=def:r09001330a14001430",
          "Saturday mornings until 2000 are not listed.", [
              Period("", "20001231", "0=r09001200a13001330",
                     "FinanceAsia 2000: from January 2001 until 13:30, after-hours trading from 14:00 instead of 13:00",
                     "until 12:00"),
          ]),
    Venue("XBOM", "BSE", "Asia/Kolkata", f"hd=XBOM;{DAY};0=r09151530a15401600;"
          "ds.xd.XBOM.EXTRA=def:r09151530;ds.20210224=def:r09151700" + MUHURAT_RULES + SATURDAY_RULES, FAILURE_2021, periods=INDIA),
    Venue("XNSE", "National Stock Exchange of India", "Asia/Kolkata", f"hd=XBOM;{DAY};0=r09151530a15401600;"
          "ds.xd.XBOM.EXTRA=def:r09151530;ds.20210224=def:r09151140r15451700" + MUHURAT_RULES + SATURDAY_RULES, FAILURE_2021, periods=INDIA),
]
