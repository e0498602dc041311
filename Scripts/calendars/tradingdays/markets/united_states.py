"""United States: stock exchanges, trading at night, bonds, and the futures exchanges of Chicago, New York and ICE."""

from dataclasses import replace
from datetime import date

from ..dates import FRI, MON, SAT, SUN, THU, TUE, WED, days, nearest, nth_weekday, sunday_to_monday
from ..lists import FIRST_YEAR, LAST_YEAR, DayList, Period, Venue, computed, easter_monday, fixed, from_easter, good_friday, once, weekday

NYSE = "NYSE rules 7.2 and 51 and the exchange's yearly holiday announcements"


def part(name, *rules, sources=(), notes=(), kind="hd"):
    return DayList(kind, f"US.{name}", rules, sources, notes=notes)


new_year = fixed("New Year's Day", 1, 1, sunday_to_monday)
king = weekday("Martin Luther King Jr. Day", 1, MON, 3, since=1998)
presidents = weekday("Washington's Birthday", 2, MON, 3)
memorial = weekday("Memorial Day", 5, MON, -1)
juneteenth = fixed("Juneteenth", 6, 19, nearest, since=2022)
independence = fixed("Independence Day", 7, 4, nearest)
labor = weekday("Labor Day", 9, MON, 1)
thanksgiving = weekday("Thanksgiving Day", 11, THU, 4)
christmas = fixed("Christmas Day", 12, 25, nearest)

PARTS = [
    part("NYD", new_year, notes=["A Saturday's New Year's Day is not kept: the Friday before ends the accounting year."]),
    part("MLD", king),
    part("PRD", presidents),
    part("GFD", good_friday(kind="exchange")),
    part("MEM", memorial),
    part("JNT", juneteenth),
    part("IND", independence),
    part("LAB", labor),
    part("THX", thanksgiving),
    part("XMS", christmas),
    part("MOURNING",
         once("mourning for President Nixon", "19940427"),
         once("mourning for President Reagan", "20040611"),
         once("mourning for President Ford", "20070102"),
         once("mourning for President G. H. W. Bush", "20181205"),
         once("mourning for President Carter", "20250109")),
    part("CLOSED",
         once("attacks of September 11", "20010911", "20010912", "20010913", "20010914"),
         once("hurricane Sandy", "20121029", "20121030")),
]
PAST_SOURCE = ("NYSE, holidays and special closings since 1885, as pandas_market_calendars has them, and the same as exchange_calendars from 1970 on; "
               "TradingHours.com 2022-08-25, NYSE historical trading schedules")
LAST_SATURDAY = date(1952, 9, 27)


def in_the_past(*rules):
    return [replace(rule, since=max(rule.since, 1950) if rule.since != FIRST_YEAR else 1950, until=min(rule.until, FIRST_YEAR - 1)) for rule in rules]


def elections(year):
    """The Tuesday after the first Monday of November: every year until 1968, then only in years of presidential
    elections, until 1980."""
    return [days(nth_weekday(year, 11, MON, 1), 1)] if year <= 1968 or year <= 1980 and year % 4 == 0 else []


def closed_saturdays(year):
    """The Saturdays from May 31 to September 30 that were closed, in the years with trading on other Saturdays."""
    start = date(year, 5, 31)
    return [day for day in (days(start, n) for n in range(123)) if day.weekday() == SAT and day <= date(year, 9, 30)]


def wednesdays_1968(year):
    open_ones = (date(1968, 7, 3), date(1968, 9, 4), date(1968, 11, 6), date(1968, 11, 13), date(1968, 11, 27), date(1968, 12, 25))
    return [day for day in (days(date(1968, 6, 12), 7 * n) for n in range(29)) if day not in open_ones]


def weekdays_1968(year):
    return [day for day in (days(date(1968, 1, 22), n) for n in range(40)) if day.weekday() < SAT]


PAST = DayList("hd", "US.PAST", in_the_past(
    new_year, fixed("Lincoln's Birthday", 2, 12, sunday_to_monday, until=1953), once("Lincoln's Birthday", "19680212", kind="public", certainty="rule"),
    fixed("Washington's Birthday", 2, 22, sunday_to_monday, until=1963), fixed("Washington's Birthday", 2, 22, nearest, since=1964, until=1970),
    weekday("Washington's Birthday", 2, MON, 3, since=1971), good_friday(kind="exchange"),
    fixed("Memorial Day", 5, 30, sunday_to_monday, until=1963), fixed("Memorial Day", 5, 30, nearest, since=1964, until=1969),
    weekday("Memorial Day", 5, MON, -1, since=1971),
    fixed("Independence Day", 7, 4, sunday_to_monday, until=1953), fixed("Independence Day", 7, 4, nearest, since=1954),
    labor, fixed("Columbus Day", 10, 12, sunday_to_monday, until=1953), computed("Election Day", elections, kind="election"),
    fixed("Veterans Day", 11, 11, sunday_to_monday, until=1953), once("Veterans Day", "19681111", kind="public", certainty="rule"), thanksgiving,
    fixed("Christmas Day", 12, 25, sunday_to_monday, until=1953), fixed("Christmas Day", 12, 25, nearest, since=1954),
    once("beside a holiday", "19501223", "19561224", "19581226", "19610529", "19680705", kind="exchange"),
    computed("Saturday in summer", closed_saturdays, until=1952, kind="exchange"),
    computed("backlog of paper", wednesdays_1968, since=1968, until=1968, kind="exchange"),
    once("mourning for President Kennedy", "19631125"), once("mourning for Martin Luther King", "19680409"), once("snow", "19690210"),
    once("mourning for President Eisenhower", "19690331"), once("first landing on the moon", "19690721", kind="ceremony"),
    once("mourning for President Truman", "19721228"), once("mourning for President Johnson", "19730125"),
    once("blackout in New York", "19770714", kind="system"), once("hurricane Gloria", "19850927")),
    [PAST_SOURCE], since=1950, known=(1950, FIRST_YEAR - 1),
    closed_weekdays=lambda day: day.weekday() == SUN or day.weekday() == SAT and day > LAST_SATURDAY)
NYSE_UNTIL_1400 = DayList("xd", "XNYS.UNTIL1400", in_the_past(
    once("mourning for President Hoover", "19641023"),
    once("strike in the city's transit", *(f"196601{day:02}" for day in (6, 7, 10, 11, 12, 13, 14))),
    once("backlog of paper", *(f"196708{day:02}" for day in (9, 10, 11, 14, 15, 16, 17, 18)), kind="exchange"),
    computed("backlog of paper", weekdays_1968, since=1968, until=1968, kind="exchange")),
    [PAST_SOURCE], since=1950, notes=["Trading stopped at 14:00."])
US = DayList("hd", "US", sources=[NYSE], expression=",".join(f"US.{p.name[3:]}" for p in PARTS) + ",US.PAST", known=(1950, LAST_YEAR), since=1950)
US_ALL = DayList("hd", "US", [r for p in PARTS for r in p.rules])


def before_independence_day(year):
    """July 3, if July 4 is on a Tuesday, Wednesday or Friday; since 2013 also if it is on a Thursday."""
    weekdays = (TUE, WED, FRI) if year < 2013 else (TUE, WED, THU, FRI)
    return [date(year, 7, 3)] if date(year, 7, 4).weekday() in weekdays else []


def after_independence_day(year):
    """July 5, if July 4 is on a Thursday, until 2012."""
    return [date(year, 7, 5)] if date(year, 7, 4).weekday() == THU else []


SHORT = [
    DayList("sd", "US.BFD", [weekday("Day after Thanksgiving", 11, THU, 4, 1, since=1993, kind="exchange")], without=US_ALL),
    DayList("sd", "US.XEV", [fixed("Christmas Eve", 12, 24, since=1993, kind="exchange")], without=US_ALL),
    DayList("sd", "US.IDE", [
        computed("Day before Independence Day", before_independence_day, since=1995, kind="exchange"),
        computed("Day after Independence Day", after_independence_day, since=1995, until=2012, kind="exchange")], without=US_ALL),
    DayList("sd", "US.EARLY", [once("Friday after Christmas", "19971226", "20031226", kind="exchange"),
                               once("Last trading day of 1999", "19991231", kind="exchange")]),
    DayList("sd", "US", sources=[NYSE], expression="US.BFD,US.XEV,US.IDE,US.EARLY",
            notes=["Stocks close at 13:00 New York, options at 13:00 or 13:15."]),
    DayList("xd", "US.CLOSE1400", [
        once("Christmas Eve", "19901224", "19911224", "19921224", kind="exchange"),
        once("Day after Thanksgiving", "19921127", kind="exchange")],
            notes=["Stocks close at 14:00."]),
]

# MARK: bonds

SIFMA = "SIFMA's recommended United States holiday schedule"
BOND = DayList("hd", "US-BOND", [
    fixed("New Year's Day", 1, 1, sunday_to_monday),
    weekday("Martin Luther King Jr. Day", 1, MON, 3),
    presidents, good_friday(until=1995),
    computed("Good Friday",
             # Good Friday is no holiday in the years in which the employment report is published on that day.
             lambda year: [] if year in (2010, 2012, 2015, 2021, 2023, 2026)
             else good_friday().dates(year), since=1996),
    memorial, juneteenth, independence, labor,
    weekday("Columbus Day", 10, MON, 2),
    fixed("Veterans Day", 11, 11, sunday_to_monday),
    thanksgiving, christmas,
    once("mourning for President Reagan", "20040611"),
    once("mourning for President G. H. W. Bush", "20181205"),
    once("attacks of September 11", "20010911", "20010912"),
    once("hurricane Sandy", "20121030"),
], sources=[SIFMA, "its news of 2018-12-01: closed on December 5"], facts="US-BOND", known=(1996, LAST_YEAR))

BOND_SHORT = DayList("sd", "US-BOND", [
    once("mourning for President Ford", "20070102"), once("mourning for President Carter", "20250109")], facts="US-BOND-SHORT", sources=[SIFMA], without=BOND,
                     notes=["Recommended close at 14:00 New York."])
BOND_NOON = DayList("xd", "US-BOND.CLOSE1200", [
    once("Good Friday with the employment report", "20100402", "20120406", "20150403", "20210402", "20230407", "20260403"),
    once("hurricane Sandy", "20121029")],
    notes=["Recommended close at 12:00 New York."])

# MARK: futures

CME_PARTS = ["NYD", "MLD", "PRD", "GFD", "MEM", "JNT", "IND", "LAB", "THX", "XMS"]
CME = DayList("hd", "CME", sources=["CME Group's yearly Globex holiday calendars"],
              expression=",".join(f"US.{p}" for p in CME_PARTS),
              notes=["Days whose trading counts for the next trade date (strategy jntd), or that are closed."])
CMES_CLOSED = DayList("hd", "CMES", sources=[
    "CME Group's yearly Globex holiday calendars; energy, metals and foreign exchange traded on the days of mourning of 2007, 2018 and 2025: "
    "CNBC 2007-01-02, CME Group 2018-12-02 and 2024-12-30, and until 8:00 on June 11, 2004: Mondo Visione 2004-06-09; September 12, 2001: CME 2001-09-12"],
                      expression="US.NYD,US.GFD,US.XMS,US.MOURNING,20010912,-20040611,-20070102,-20181205,-20250109", notes=["Days without any product's trading."])
REPORT_FRIDAYS = DayList("xd", "CME.REPORT", [
    once("Good Friday with the employment report",
         "20100402", "20120406", "20150403", "20210402", "20230407", "20260403")],
    notes=["Financial futures trade until shortly after the report."])
JOINED = [king, presidents, memorial, juneteenth, independence, labor, thanksgiving]


def joined(until, since=1990):
    return [rule.limited(since, until) for rule in JOINED]


STOP1030 = DayList("xd", "CME.HALT1030", joined(2013) + [
    once("Martin Luther King Jr. Day", "20140120", kind="public", certainty="rule"),
    once("Washington's Birthday", "20140217", kind="public", certainty="rule")],
    notes=["Equity index futures halted at 10:30 Chicago on these holidays until the spring of 2014, at 12:00 since."])
STOP1200 = DayList("xd", "CME.HALT1200", joined(2021),
                   notes=["Trading halted at 12:00 Chicago on these holidays until 2021; energy and metals at 13:30 since,",
                          "foreign exchange and cryptocurrencies no more."])


def on_fridays(year):
    """Holidays on a Friday. Trading does not begin again on that evening."""
    return [day for rule in JOINED for day in rule.dates(year) if rule.since <= year and day.weekday() == FRI]


FRIDAYS = DayList("xd", "CME.FRIDAY", [computed("Holiday on a Friday", on_fridays, since=2026)],
                  sources=["CME Group's Globex holiday schedule of 2026: energy and metals close at 12:00 Chicago"])
CLOSES_2025 = ("CME Group's Globex holiday schedules: since 2025 energy, metals, foreign exchange and cryptocurrencies close at "
               "13:45 on the day after Thanksgiving, foreign exchange and cryptocurrencies at 12:45 on Christmas Eve")
FRIDAYS_2024 = DayList("xd", "CME.BFD2024", [weekday("Day after Thanksgiving", 11, THU, 4, 1, since=1993, until=2024, kind="exchange")],
                       sources=[CLOSES_2025])
FRIDAYS_2020 = DayList("xd", "CME.BFD2020", [weekday("Day after Thanksgiving", 11, THU, 4, 1, since=2018, until=2020, kind="exchange")],
                       sources=["Cryptocurrencies, which began in December 2017, until 12:15 as pandas_market_calendars has it"])
EVES_2024 = DayList("xd", "CME.XEV2024", [fixed("Christmas Eve", 12, 24, since=1993, until=2024, kind="exchange")], without=US_ALL,
                    sources=[CLOSES_2025])


def before_friday_july_3(year):
    return [date(year, 7, 2)] if date(year, 7, 4).weekday() == SAT else []


GRAIN_EVES = DayList("xd", "CME.IDE", [
    computed("Day before Independence Day", before_friday_july_3, since=2020, kind="exchange")],
    notes=["Thursdays before an Independence Day that is kept on a Friday: grains close early, stocks do not."])


def before_long_weekends(year):
    """The Fridays before holidays on a Monday in January (since 1998), February, May and September, until May 2015."""
    mondays = [nth_weekday(year, 1, MON, 3)] if year >= 1998 else []
    mondays += [nth_weekday(year, 2, MON, 3), nth_weekday(year, 5, MON, -1)]
    mondays += [nth_weekday(year, 9, MON, 1)] if year <= 2014 else []
    return [days(monday, -3) for monday in mondays]


LONG_WEEKENDS = DayList("xd", "CME.LONG_WEEKEND", [
    computed("Last trading day before a long weekend", before_long_weekends, until=2015, kind="exchange"),
    once("Last trading day before a long weekend", "20090409", "20100702", "20110701", kind="exchange"),
], sources=["CME 2003-08, 2005-03-16 and 2006-02-01, holiday schedules: interest rates close at 15:15; the years as pandas_market_calendars has them"])
ICE = DayList("hd", "IFUS", [
    fixed("New Year's Day", 1, 1, sunday_to_monday), good_friday(), christmas],
    sources=["ICE Futures U.S. holiday hours notices", "it traded on the days of mourning of 2018 and 2025: Reuters 2018-12-03 has only CME "
             "Group's futures on shares and interest rates among the closures, SIFMA's matrix of 2025-01-09 an early close of some products"], facts="IFUS", known=(FIRST_YEAR, LAST_YEAR))
ICE_SHORT = DayList("sd", "IFUS", [king, presidents, memorial, independence, labor, thanksgiving],
                    sources=["ICE Futures U.S. holiday hours notices"], without=ICE,
                    notes=["Trading stops at 13:00 New York."])

GRAIN_MORNINGS = DayList("xd", "CME.MORNING", [
    computed("Trading day after a holiday",
             lambda year: [after(d) for r in (new_year, independence, christmas) for d in r.dates(year) if d.weekday() != FRI],
             kind="exchange")],
    notes=["The trading day after New Year's Day, Independence Day and Christmas Day, unless they are Fridays.",
           "Grains open with the day session only; no evening session before."])


def after(day):
    day = days(day, 1)
    while day.weekday() > FRI or any(day in p.dates() for p in PARTS[:10]):
        day = days(day, 1)
    return day


LISTS = PARTS + [PAST, US] + SHORT + [
    BOND, BOND_SHORT, BOND_NOON, CME, CMES_CLOSED, REPORT_FRIDAYS, STOP1030, STOP1200, FRIDAYS, FRIDAYS_2024, FRIDAYS_2020, EVES_2024, GRAIN_EVES,
    LONG_WEEKENDS, GRAIN_MORNINGS, ICE, ICE_SHORT, NYSE_UNTIL_1400,
    DayList("hd", "ICE-US", expression="IFUS"), DayList("sd", "ICE-US", expression="IFUS"),
]

NY = "America/New_York"
OLD = "ds.xd.US.CLOSE1400=ec:0200"
STOCKS = f"hd=US;sd=US;sds=ec0300;td=12345;de=+0000;rt=0300;{OLD}"
RTH = f"{STOCKS};0=r09301600"
ETH = f"{STOCKS};0=p04000930r09301600a16002000"
NYSE_DAYS = ";".join([
    "ds.19940211=ec:0130", "ds.19960108=def:r11001400", "ds.19971027=ec:0030", "ds.20020911=def:r12001600",
    "ds.20050601=ec:0004", *(f"ds.{day}=def:r{opens}1600" for day, opens in (
        ("19901227", "0931"), ("19910117", "0931"), ("19910225", "0931"), ("19951218", "1030"), ("20010917", "0933"),
        ("20011008", "0931"), ("20030320", "0932"), ("20040607", "0932"), ("20061227", "0932")))])

PAST_HOURS = "TradingHours.com 2022-08-25, NYSE historical trading schedules; days of other hours as pandas_market_calendars has NYSE's list"


def past(first, last, hours, name, days="", source=PAST_HOURS):
    """Returns a period of past hours. `days` lists days with other hours: `YYYYMMDD-HHMM-HHMM`, separated by spaces."""
    others = [";ds.{}=def:r{}{}".format(*day.split("-")) for day in days.split()]
    return Period(first, last, hours + "".join(others), source, name)


NYSE_HOURS = [
    past("", "19520928", "td=123456;0=r10001500;6=r10001200", "until 15:00, Saturdays until 12:00", "19511224-1000-1300"),
    past("19520929", "19690101", "0=r10001530;ds.xd.XNYS.UNTIL1400=def:r10001400", "until 15:30",
         "19601212-1100-1530 19631122-1000-1407 19651110-1105-1530 19670207-1015-1400"),
    past("19690102", "19690704", "0=r10001400", "until 14:00", "19690211-1100-1400 19690602-1045-1400"),
    past("19690705", "19690926", "0=r10001430", "until 14:30"),
    past("19690927", "19700503", "0=r10001500", "until 15:00"),
    past("19700504", "19740930", "0=r10001530", "until 15:30", "19731217-1100-1530 19740116-1015-1530"),
    past("19741001", "19850929", "0=r10001600", "from 10:00",
         "19741122-1015-1600 19741224-1000-1400 19750212-1000-1430 19751224-1000-1400 19760202-1115-1600 19760608-1015-1600 19760809-1000-1500 "
         "19780120-1200-1600 19780206-1000-1400 19780207-1100-1600 19810330-1000-1517 19810909-1000-1528"),
    past("19850930", "19891231", "0=r09301600", "until 1989",
         " ".join([f"{day}-0930-1400" for day in ("19871023", *range(19871026, 19871031))] + [f"{day}-0930-1430" for day in range(19871102, 19871105)]
                  + ["19871105-0930-1500", "19871106-0930-1500"] + [f"{day}-0930-1530" for day in range(19871109, 19871112)] + ["19891110-1100-1600"])),
]

# On these days, all exchanges opened late or closed early. Exact hours of pre- and post-market are not known.
ALL_EXCHANGES = "ds.19960108=def:r11001400;ds.19971027=def:p04000930r09301530;ds.20020911=def:r12001600a16002000"
ALL_SOURCES = ["AP 1996-01-08: New York, American and Nasdaq stock exchanges from 11:00 to 14:00; SEC, Trading Analysis of October 27 and "
               "28, 1997: a market-wide halt at 15:30; ABC News 2002-09-11: all three opened late, NYSE at 12:00"]


def us(code, title, properties, note="", **fields):
    return Venue(code, title, NY, properties, note, **fields)


STOCK_VENUES = [
    us("NewYork", "New York", "hd=;sd=;td=12345;de=+0000",
       "A frame for definitions that bring their own sessions; no holidays."),
    us("NewYorkUS", "New York, US holidays", STOCKS, "A frame for definitions that bring their own sessions."),
    us("NewYorkRTH", "New York, regular trading hours", RTH),
    us("NewYorkETH", "New York, extended trading hours", ETH),
    us("NewYorkOTC", "New York, over the counter", f"{STOCKS};0=p07300930r09301600a16001830"),
    us("EquityUS", "US equities", f"{ETH};{ALL_EXCHANGES}", sources=ALL_SOURCES),
    us("OOTC", "OTC other", f"{STOCKS};0=p06000930r09301600a16001700"),
    us("XNYS", "New York Stock Exchange", f"{RTH};{NYSE_DAYS}", periods=NYSE_HOURS, note=
       "1994-02-11 and 1996-01-08 snow; 1997-10-27 circuit breaker; 2002-09-11 commemoration; 2005-06-01 systems; 1995-12-18 a late opening for systems, and eight for minutes of silence."),
    us("XNAS", "Nasdaq", f"{ETH};{ALL_EXCHANGES}", sources=ALL_SOURCES),
    us("XASE", "NYSE American", f"{STOCKS};0=p07000930r09301600a16002000;{ALL_EXCHANGES}".replace("p0400", "p0700"), sources=ALL_SOURCES),
    us("ARCX", "NYSE Arca", ETH),
    us("BATS", "Cboe BZX", f"{STOCKS};0=p07000930r09301600a16002000"),
    us("XIEX", "IEX", f"{STOCKS};0=p08000930r09301600a16001700", periods=[
        Period("", "20150820", "0=r09301600", "IEX Trading Alert 2015-015: pre- and post-market from August 21, 2015",
               "without pre- and post-market")]),
    us("XBOS", "Nasdaq BX", f"{STOCKS};0=p07000930r09301600a16001900", sources=["Nasdaq BX: system hours from 7:00 to 19:00"]),
    us("OPRA", "US options", RTH),
    us("OPRA15", "US options until 16:15", f"{STOCKS};0=r09301615"),
    us("BondUS", "US bonds", "hd=US-BOND;sd=US-BOND;sds=ec0330;td=12345;de=+0000;0=r07001730;"
       "ds.xd.US-BOND.CLOSE1200=ec:0530"),
]

# Overnight trading belongs to the date on which it ends. Days on which the exchanges are closed have none. The following
# hours are not listed, because no source says that they are in force: the night session of 24X (its filing is due by
# December 27, 2026: Federal Register 2026-05-19), that of Nasdaq (SR-NASDAQ-2025-109, 91 FR 1350) and the longer hours
# of NYSE Arca (SR-NYSEARCA-2026-53). These venues wait for consolidated data at night.
BLUE_OCEAN = us("OCEA", "Blue Ocean ATS", "hd=US;td=12345;de=2000;0=o-20000400", sources=[
    "ISO 10383: OCEA, BOATS", "Databento, Blue Ocean ATS MEMOIR Depth: from 20:00 to 4:00, Sunday to Thursday", "PPro8 wiki 2026-03-16: it follows NYSE's calendar",
    "Alpaca 2026-10-12, 24/5 trading: none on the evening before a holiday"],
    periods=[Period("", "20211031", "0=", "GARP 2023-02-03: trading since October 2021; the day is not told, so that it is listed from November 1, "
                    "2021", "before its launch")])
NIGHT_VENUES = [BLUE_OCEAN, BLUE_OCEAN.also_called("BOATS")]
# Venues whose shares also trade at night elsewhere. They are written as `night` of the venue, which schedules use only
# if overnight sessions are requested.
NIGHT = dict.fromkeys("NewYorkETH EquityUS XNYS XNAS XASE ARCX BATS XIEX XBOS".split(), BLUE_OCEAN.code)

# Indexes: the day ends at 18:00, when futures on them open.
INDEX = "hd=US;sd=US;sds=ec0300;td=12345;de=1800;0=r09301600"
INDEX_VENUES = [
    us("DJI", "Dow Jones indexes", INDEX, sources=["S&P Dow Jones Indices: calculated while US stocks trade"]),
    us("SPI", "Standard & Poor's indexes", INDEX, sources=["S&P Dow Jones Indices: calculated while US stocks trade"]),
    us("RTI", "Russell indexes", INDEX, sources=["FTSE Russell: US indexes are calculated while US stocks trade"]),
    us("dxFeedUS", "Indicators of US stocks", RTH, "Breadth and other indicators, counted while US stocks trade."),
    us("FRED", "Federal Reserve Economic Data", "td=1234567;de=+0000;0=r0000+0000",
       "Values of days, without trading hours: every day is a whole one."),
]

CHICAGO = "America/Chicago"
CLOSED = "ds.hd.US.NYD=closed;ds.hd.US.GFD=closed;ds.hd.US.XMS=closed"
OPEN_PARTS = ["MLD", "PRD", "MEM", "JNT", "IND", "LAB", "THX"]


def halts(offset):
    return ";".join(f"ds.hd.US.{p}=ec:{offset}" for p in OPEN_PARTS)


def all_closed():
    return ";".join(f"ds.hd.US.{p}=closed" for p in CME_PARTS)


FRAME = "hd=CME;hds=jntd3;td=12345;de=1700"
GLOBEX = f"{FRAME};sd=US.BFD,US.XEV;sds=ec0345;0=r-17001600"
FINANCE = f"{GLOBEX};{CLOSED};{halts('0400')};ds.xd.CME.REPORT=ec:0545"
EQUITY_CLOSED = ";".join([f"ds.{day}=closed" for day in (20010911, 20010912, 20010913, 20010914)]
                         + ["ds.20040611=def:r-17000800", "ds.20121029=def:r-17000815", "ds.20121030=def:r-17000815"])
EQUITY = (f"{FRAME};sd=US;sds=ec0345;0=r-17001600;{CLOSED};{halts('0400')};"
          f"ds.xd.CME.HALT1030=ec:0530;ds.xd.CME.REPORT=ec:0745;{EQUITY_CLOSED};ds.20070102=closed;ds.20181205=ec:0730;ds.20250109=ec:0730")
ENERGY = (f"{FRAME};sd=US.BFD,US.XEV;sds=ec0315;0=r-17001600;{CLOSED};{halts('0230')};"
          "ds.xd.CME.HALT1200=ec:0400;ds.xd.CME.FRIDAY=ec:0400;ds.sd.US.BFD=ec:0215;ds.xd.CME.BFD2024=ec:0315;ds.20040611=closed")

CLOSES = "ds.sd.US.BFD=ec:0215;ds.sd.US.XEV=ec:0315;ds.xd.CME.BFD2024=ec:0345;ds.xd.CME.XEV2024=ec:0345"

# The trading days of Saturday and Sunday are empty: they start and end when Friday's ends. Monday's starts then, too.
WEEKENDS = "1=d---17001700r---1700--0200--04001600;6=d-1700-1700;7=d--1700--1700"

MOURNING = "Mourning for presidents: closed on 2004-06-11, until 12:15 on 2025-01-09."
STORM_SOURCES = ["CME 2001-09-12, Mondo Visione 2001-09-14 and 2001-09-18: equity indexes again from September 17, other products from September 13; "
                 "the night before the attacks is not listed", "CME Group and Reuters 2012-10-29: equity indexes until 8:15 on October 29 and 30, interest "
                 "rates until 11:00 on October 29"]
MOURNING_SOURCES = ["Mondo Visione 2004-06-09: Globex until 8:00 on June 11, 2004; CNN 2004-06-07: CBOT and NYMEX closed", "CNBC 2007-01-02: equity indexes closed, interest rates until 12:15 Chicago, foreign exchange until 12:00; CME Group "
                    "2018-12-02: equity indexes until 8:30, interest rates closed; CME Group 2024-12-30: until 8:30 and 12:15"]


def chicago(code, title, properties, note="", **fields):
    return Venue(code, title, CHICAGO, properties, note, **fields)


SEPTEMBER_2015 = "CME Group 2015-09: the daily pause from 16:00 instead of 16:15 from September 21, 2015"
QUARTER_PAST = Period("", "20150918", "0=r-17001615;sds=ec0330;ds.xd.CME.BFD2024=ec:0330;ds.xd.CME.HALT1200=ec:0415;"
                      "ds.xd.CME.REPORT=ec:0600;"
                      + ";".join(f"ds.hd.US.{p}=ec:0245" for p in OPEN_PARTS), SEPTEMBER_2015, "until 16:15")


def equity_pause(opens, pause):
    """Returns rules of early closes with complete hours. `ec` would shorten only the session after the pause."""
    days = {**{f"ds.sd.{d}": 1215 for d in ("US.BFD", "US.XEV", "US.IDE")}, **{f"ds.hd.US.{p}": 1200 for p in OPEN_PARTS},
            "ds.xd.CME.HALT1030": 1030, "ds.xd.CME.REPORT": "0815", "ds.20181205": "0830"}
    return f"0=r-{opens}1515{pause};sds=;" + ";".join(f"{day}=def:r-{opens}{until}" for day, until in days.items())


EQUITY_HOURS = [
    Period("", "20121116", equity_pause("1700", ""),
           "CME Group 2012-11: until 15:15 before November 19, 2012; trading from 15:30 to 16:30 for the next day is not listed",
           "until 15:15"),
    Period("20121119", "20150918", equity_pause("1700", "r15301615"),
           "CME Group 2012-11: a pause from 15:15 to 15:30; " + SEPTEMBER_2015, "pause at 15:15, until 16:15"),
    Period("20150921", "20210625", equity_pause("1700", "r15301600"),
           "CME Group: no pause at 15:15 any more; that it was from June 28, 2021 is unsure", "pause at 15:15"),
]
GRAIN_HOURS = [
    Period("", "20120518", "0=r-18000715r09301315;ds.xd.CME.MORNING=def:r09301315;ds.sd.US.BFD=def:r09301315",
           "CME Group 2012-05: 21 hours a day from May 21, 2012; day sessions before August 2006 were in the pits", "until 13:15"),
    Period("20120521", "20130405", "0=r-17001400;sds=ec0200;ds.xd.CME.MORNING=def:r09301400;ds.sd.US.BFD=def:r09301400",
           "CME Group 2012-05; Reuters 2013-03-05: fewer hours from April 8, 2013", "21 hours"),
    Period("20130408", "20150702", "0=r-19000745r08301315;ds.xd.CME.MORNING=def:r08301315;ds.sd.US.BFD=def:r08301315",
           "Reuters 2013-03-05; CME Group, Extended Trading and Post-Close Sessions in CBOT Grains: until 13:20 from July 6, 2015",
           "until 13:15"),
]
GLOBEX_2003 = ("CME SER S-3997 and Mondo Visione 2003-08: from 17:00 instead of 16:30, without a pause from 22:00 to 23:00, from September "
               "29, 2003; on Sundays from 17:30 as before")
MONEY_HOURS = [
    Period("", "20030926", "0=r-1700-2200r-23001600;1=r-1730-2200r-23001600",
           GLOBEX_2003 + "; the half hour from 16:30 is not listed, for the day begins at 17:00; the earliest years are unsure", "pause from 22:00 to 23:00"),
    Period("20030929", "20050325", "1=r-17301600",
           GLOBEX_2003 + "; CME 2005-03-16: from 17:00 on Sundays too, since when is unsure", "from 17:30 on Sundays"),
]
FUTURES_VENUES = [
    chicago("GLBX", "CME Globex", FINANCE),
    chicago("XCME", "Chicago Mercantile Exchange", FINANCE),
    chicago("XCBT", "Chicago Board of Trade", FINANCE),
    chicago("XNYM", "New York Mercantile Exchange", ENERGY, periods=[QUARTER_PAST]),
    chicago("XCEC", "Commodity Exchange", ENERGY, periods=[QUARTER_PAST]),
    chicago("CME_EQUITIES", "CME equity indexes", EQUITY, "2001 the attacks of September 11, 2012 hurricane Sandy, the others mourning for presidents.",
            periods=EQUITY_HOURS, sources=[*MOURNING_SOURCES, *STORM_SOURCES]),
    chicago("CME_INTEREST", "CME interest rates", f"{FINANCE};ds.xd.CME.LONG_WEEKEND=ec:0045;ds.20010912=closed;ds.20040611=def:r-17000800;ds.20070102=ec:0345;ds.20101231=ec:0345;ds.20121029=ec:0500;"
            "ds.20181205=closed;ds.20250109=ec:0345",
            "2001 the attacks of September 11, 2012 hurricane Sandy; 2007-01-02, 2018-12-05 and 2025-01-09 mourning for presidents.", periods=MONEY_HOURS,
            sources=[*MOURNING_SOURCES, *STORM_SOURCES, "2010-12-31 as pandas_market_calendars has it"]),
    chicago("CME_ENERGY", "CME energy and metals", ENERGY, periods=[QUARTER_PAST]),
    chicago("CME_GRAINS", "CME grains and oilseeds",
            f"{FRAME};sd=US;sds=ec0115;0=r-19000745r08301320;{all_closed()};"
            "ds.xd.CME.MORNING=def:r08301320;ds.sd.US.BFD=def:r08301320;ds.xd.CME.IDE=ec:0115;ds.20040611=closed;ds.20250109=ec:0105", MOURNING, periods=GRAIN_HOURS),
    chicago("CME_FX", "CME foreign exchange",
            f"{GLOBEX};{CLOSED};ds.xd.CME.HALT1200=ec:0400;ds.xd.CME.REPORT=ec:0545;ds.20010912=closed;ds.20040611=def:r-17000800;ds.20070102=ec:0400;{CLOSES}",
            "Since 2022 trading is not halted on holidays that are not closed. 2007-01-02 mourning for a president.", periods=MONEY_HOURS),
    chicago("CME_LIVESTOCK", "CME livestock",
            f"{FRAME};sd=US.BFD,US.XEV;sds=ec0100;0=r08301305;{all_closed()};"
            "ds.sd.US.XEV=ec:0050;ds.xd.CME.XEV2024=ec:0100;ds.20010912=closed;ds.20040611=closed;ds.20250109=ec:0050", MOURNING),
    chicago("CME_CRYPTO", "CME cryptocurrencies", f"{FRAME};sd=US.BFD,US.XEV;0=r-17001600;{WEEKENDS};{CLOSED};"
            f"ds.xd.CME.REPORT=ec:0545;{CLOSES}",
            "Since 2022 trading is not halted on holidays that are not closed. Weekends are traded since May 29, 2026, but for two hours of "
            "maintenance on Saturdays, and belong to Monday.", sources=[
                "Elwood 2026-07-02: maintenance from 2:00 to 4:00 Chicago; that weekdays keep the pause from 16:00 to 17:00 is unsure"],
            periods=[Period("", "20260529", "1=r-17001600;6=;7=;ds.xd.CME.HALT1200=ec:0400;ds.xd.CME.BFD2024=ec:0315;ds.xd.CME.BFD2020=ec:0345",
                            "CME Group: cryptocurrencies trade at weekends, too, from May 29, 2026", "without weekends")]),
    chicago("CME_DAIRY", "CME dairy",
            f"{FRAME};sd=US.BFD,US.XEV;sds=ec0345;0=r-17001600;5=r-17001355;{all_closed()};"
            "ds.sd.US.BFD=ec:0150;ds.20040611=closed;ds.20250109=ec:0345", MOURNING),
    chicago("CME_LUMBER", "CME lumber", f"{FRAME};sd=US.BFD,US.XEV;sds=ec0300;0=r09001505;{all_closed()};ds.20040611=closed;ds.20250109=ec:0250",
            MOURNING, sources=["CME Group contract specifications of LBR: Monday to Friday from 9:00 to 15:05"]),
    chicago("ClearPort", "CME ClearPort", FINANCE, "Hours of NYMEX and COMEX products; others are taken until 17:45.", periods=[
        Period("", "20150918", "0=r-17001615", "CME Group SER-4979 (2009): until 16:15, until 16:00 from September 21, 2015",
               "until 16:15")], sources=["CME ClearPort hours, product availability"]),
    chicago("CMES", "CME Group, the widest hours", "hd=CMES;sd=US.BFD,US.XEV;sds=ec0500;td=12345;de=1700;0=r-17001700;"
            "ds.xd.US.CLOSE1400=ec:0500;ds.20040611=def:r-17000800;" + ";".join(f"ds.hd.US.{p}=ec:0500" for p in OPEN_PARTS),
            "Trading days of any product, as calendar packages have them; each group has a venue of its own."),
    us("us_futures", "US futures exchanges, the widest hours", "hd=US.NYD,US.GFD,US.XMS;td=12345;de=1800;0=r-18001800",
       "Days on which CME Group, Cboe or ICE trade, as calendar packages have them."),
    us("IFUS", "ICE Futures U.S.", "hd=IFUS;sd=IFUS;sds=ec0500;td=12345;de=1800;0=r-20001800"),
    us("XNLI", "NYSE Liffe U.S.", "hd=US;td=12345;de=1800;0=r-19161700",
       "Metals; closed on June 13, 2014, its products having moved to ICE Futures U.S.",
       sources=["NYSE Liffe U.S. contract specifications: from 19:16 to 17:00"]),
]
VENUES = STOCK_VENUES + NIGHT_VENUES + INDEX_VENUES + FUTURES_VENUES
