"""Europe: London, Euronext, Deutsche Boerse, SIX, the Nordics, Warsaw, Athens, Dublin."""

from datetime import date

from ..dates import FRI, MON, SAT, on_or_after, on_or_before, sunday_to_monday, to_friday, to_monday
from ..lists import DayList, Period, Venue, computed, easter_monday, fixed, from_easter, from_orthodox_easter, good_friday, once
from ..lists import weekday
from ..names import EVES, exchange_days, told

new_year = fixed("New Year's Day", 1, 1)
labour = fixed("Labour Day", 5, 1)
whit_monday = from_easter("Whit Monday", 50)
ascension = from_easter("Ascension Day", 39)
christmas_eve = fixed("Christmas Eve", 12, 24)
christmas = fixed("Christmas Day", 12, 25)
boxing = fixed("St Stephen's Day", 12, 26)
new_years_eve = fixed("New Year's Eve", 12, 31)

# MARK: United Kingdom and Ireland

UK = DayList("hd", "UK", [
    fixed("New Year's Day", 1, 1, substitute=True),
    good_friday(), easter_monday(),
    computed("Early May bank holiday", lambda year: [on_or_after(date(year, 5, 1), MON)]
             if year not in (1995, 2020) else []),
    once("Early May bank holiday moved to VE Day", "19950508", "20200508"),
    computed("Spring bank holiday", lambda year: [on_or_before(date(year, 5, 31), MON)]
             if year not in (2002, 2012, 2022) else []),
    once("Golden Jubilee", "20020603", "20020604"),
    once("Diamond Jubilee", "20120604", "20120605"),
    once("Platinum Jubilee", "20220602", "20220603"),
    weekday("Summer bank holiday", 8, MON, -1),
    fixed("Christmas Day", 12, 25, substitute=True), fixed("Boxing Day", 12, 26, substitute=True),
    once("millennium", "19991231"),
    once("wedding of Prince William", "20110429"),
    once("funeral of Queen Elizabeth II", "20220919"),
    once("coronation of King Charles III", "20230508"),
], sources=["Banking and Financial Dealings Act 1971 and royal proclamations; London Stock Exchange business days"])


def eves(year):
    return [to_friday(date(year, 12, 24)), to_friday(date(year, 12, 31))]


UK_SHORT = DayList("sd", "UK", exchange_days([computed("Last trading day before Christmas or New Year's Day", eves)]),
                   sources=["London Stock Exchange business days"], without=UK, notes=["Trading stops at 12:30 London."])

IE = DayList("hd", "XDUB", told("ga", [
    fixed("New Year's Day", 1, 1, substitute=True),
    fixed("St Patrick's Day", 3, 17, to_monday, until=2000),
    good_friday(), easter_monday(),
    weekday("May bank holiday", 5, MON, 1, until=2018),
    weekday("May bank holiday", 5, MON, 1, since=2021),
    fixed("Labour Day", 5, 1, to_monday, since=2008, until=2009), fixed("Labour Day", 5, 1, to_monday, since=2019),
    weekday("June bank holiday", 6, MON, 1, until=2018),
    fixed("Christmas Eve", 12, 24, until=2004),
    fixed("Christmas Day", 12, 25, substitute=True), fixed("St Stephen's Day", 12, 26, substitute=True),
    once("storm Emma", "20180302"),
], own=("Good Friday", "Christmas Eve")), sources=["Irish Stock Exchange and, since 2019, Euronext Dublin trading calendars"])
IE_SHORT = DayList("sd", "XDUB", exchange_days([
    computed("Last trading day before Christmas or New Year's Day", eves, since=2010),
    once("storm Emma", "20180301"),
]), sources=["Irish Stock Exchange and, since 2019, Euronext Dublin trading calendars"], without=IE,
    notes=["Trading stops at 12:28 Dublin."])

IFEU = DayList("hd", "IFEU", [fixed("New Year's Day", 1, 1, sunday_to_monday), good_friday(),
                              fixed("Christmas Day", 12, 25, sunday_to_monday)],
               sources=["ICE Futures Europe trading hours circulars"])

# MARK: Euronext

EURONEXT = "Euronext's yearly trading calendar; before 2001 the national exchange's"
COMMON = [new_year, good_friday(), easter_monday(), labour]
XPAR = DayList("hd", "XPAR", told("fr", COMMON + [
    whit_monday.limited(until=2001), fixed("Bastille Day", 7, 14, until=2000), christmas, boxing,
    fixed("New Year's Eve", 12, 31, until=2001)], own=("Good Friday", "St Stephen's Day", *EVES)), sources=[EURONEXT])
XAMS = DayList("hd", "XAMS", told("nl", COMMON + [
    fixed("Queen's Day", 4, 30, until=2001), ascension.limited(until=2000), whit_monday.limited(until=2001),
    christmas, boxing, fixed("New Year's Eve", 12, 31, until=2001)],
    own=("Good Friday", "Labour Day", *EVES)), sources=[EURONEXT])
XBRU = DayList("hd", "XBRU", told("nl", COMMON + [
    ascension.limited(until=2000), whit_monday.limited(until=2001), fixed("National Day", 7, 21, until=2000),
    christmas, boxing, fixed("New Year's Eve", 12, 31, until=2001)],
    own=("Good Friday", "St Stephen's Day", *EVES)), sources=[EURONEXT])
XLIS = DayList("hd", "XLIS", told("pt", COMMON + [
    from_easter("Carnival Tuesday", -47, until=2002), fixed("Liberty Day", 4, 25, until=2002),
    fixed("Portugal Day", 6, 10, until=2002), fixed("St Anthony's Day", 6, 13, until=2001),
    from_easter("Corpus Christi", 60, until=2002), fixed("Assumption Day", 8, 15, until=2002),
    fixed("Republic Day", 10, 5, until=2002), fixed("All Saints' Day", 11, 1, until=2002),
    fixed("Restoration of Independence", 12, 1, until=2002), fixed("Immaculate Conception", 12, 8, until=2002),
    christmas_eve.limited(until=2002), christmas, boxing],
    own=("Easter Monday", "St Stephen's Day", "Carnival Tuesday", *EVES)), sources=[EURONEXT])
HALF_PARIS = [fixed("Christmas Eve", 12, 24), fixed("New Year's Eve", 12, 31, since=2002)]
EURONEXT_SHORT = [
    DayList("sd", "XPAR", exchange_days(HALF_PARIS, "fr"), sources=[EURONEXT], without=XPAR,
            notes=["Trading stops at 14:05 Paris."]),
    DayList("sd", "XAMS", exchange_days(HALF_PARIS, "nl"), sources=[EURONEXT], without=XAMS,
            notes=["Trading stops at 14:05 Amsterdam."]),
    DayList("sd", "XBRU", exchange_days(HALF_PARIS, "nl"), sources=[EURONEXT], without=XBRU,
            notes=["Trading stops at 14:05 Brussels."]),
    DayList("sd", "XLIS", exchange_days([fixed("Christmas Eve", 12, 24, since=2003), fixed("New Year's Eve", 12, 31)], "pt"),
            sources=[EURONEXT], without=XLIS, notes=["Trading stops at 13:05 Lisbon."]),
]
XOSL = DayList("hd", "XOSL", told("no", [
    new_year, from_easter("Maundy Thursday", -3), good_friday(), easter_monday(), labour,
    fixed("Constitution Day", 5, 17), ascension, whit_monday, christmas_eve, christmas, boxing, new_years_eve,
], own=EVES), sources=["Oslo Bors trading calendar"])
XOSL_SHORT = DayList("sd", "XOSL", exchange_days([from_easter("Wednesday before Easter", -4, since=2011)], "no"),
                     sources=["Oslo Bors trading calendar"], notes=["Trading stops at 13:00 Oslo."])

# MARK: Spain, Italy, Germany, Switzerland, Poland, Greece


XMAD = DayList("hd", "XMAD", told("es", COMMON + [
    fixed("Epiphany", 1, 6, until=2006), fixed("Assumption Day", 8, 15, to_monday, until=2004),
    fixed("National Day", 10, 12, until=2004), fixed("All Saints' Day", 11, 1, until=2004),
    fixed("Constitution Day", 12, 6, until=2004), fixed("Immaculate Conception", 12, 8, until=2004),
    fixed("Christmas Eve", 12, 24, until=2011), christmas, boxing, fixed("New Year's Eve", 12, 31, until=2011),
    once("no half days in this year", "20211224", "20211231"),
], own=("Easter Monday", "St Stephen's Day", *EVES)), sources=["Bolsas y Mercados Espanoles trading calendar"])
XMAD_SHORT = DayList("sd", "XMAD", exchange_days([
    fixed("Christmas Eve", 12, 24, since=2012), fixed("New Year's Eve", 12, 31, since=2012)], "es"),
    sources=["Bolsas y Mercados Espanoles trading calendar"], without=XMAD, notes=["Trading stops at 14:00 Madrid."])
IT = DayList("hd", "IT", told("it", COMMON + [
    fixed("Ferragosto", 8, 15), christmas_eve, christmas, boxing, new_years_eve], own=("Good Friday", *EVES)),
    sources=["Borsa Italiana trading calendar"])
DE = DayList("hd", "DE", told("de", COMMON + [
    once("Whit Monday", "20070528"), from_easter("Whit Monday", 50, since=2015, until=2021),
    fixed("Day of German Unity", 10, 3, since=2014, until=2021), once("500 years of the Reformation", "20171031"),
    christmas_eve, christmas, boxing, new_years_eve,
], own=EVES), sources=["Deutsche Boerse's yearly trading calendar"])


def last_of_year(year):
    """The last trading day of a year in which New Year's Eve is closed."""
    return [to_friday(date(year, 12, 30))]


DE_SHORT = DayList("sd", "DE", exchange_days([computed("Last trading day of the year", last_of_year, since=2010)], "de"),
                   sources=["Deutsche Boerse's yearly trading calendar"], without=DE,
                   notes=["Trading stops at 14:00 Frankfurt."])
DE_OPEN = DayList("xd", "DE.OPEN", told("de", [
    ascension, whit_monday, fixed("Day of German Unity", 10, 3)]), without=DE,
    notes=["Public holidays on which the exchanges trade."])
HESSE_OPEN = DayList("xd", "XFRA.OPEN", told("de", [from_easter("Corpus Christi", 60)]),
                     notes=["A public holiday of Hesse on which Frankfurt trades."])
XSWX = DayList("hd", "XSWX", told("de-CH", [
    new_year, fixed("Berchtold's Day", 1, 2), good_friday(), easter_monday(), labour, ascension, whit_monday,
    fixed("National Day", 8, 1), christmas_eve, christmas, boxing, new_years_eve], own=EVES),
    sources=["SIX Swiss Exchange trading calendar"])
XWAR = DayList("hd", "XWAR", told("pl", [
    new_year, fixed("Epiphany", 1, 6, since=2011), good_friday(), easter_monday(), labour,
    fixed("Constitution Day", 5, 3), from_easter("Corpus Christi", 60), fixed("Assumption Day", 8, 15),
    fixed("All Saints' Day", 11, 1), fixed("Independence Day", 11, 11),
    fixed("Christmas Eve", 12, 24, until=2003), fixed("Christmas Eve", 12, 24, since=2005), christmas, boxing,
    fixed("New Year's Eve", 12, 31, since=2012),
    once("funeral of Pope John Paul II", "20050408"),
    once("bridges announced by the exchange", "20071231", "20080502", "20090102"),
    once("technical migration", "20130416"), once("bridge announced by the exchange", "20180102"),
    once("centenary of independence", "20181112"),
], own=("Good Friday", *EVES)), sources=["Warsaw Stock Exchange session calendar"])
XATH = DayList("hd", "XATH", told("el", [
    new_year, fixed("Epiphany", 1, 6), from_orthodox_easter("Clean Monday", -48),
    fixed("Independence Day", 3, 25), good_friday(), easter_monday(),
    from_orthodox_easter("Orthodox Good Friday", -2), from_orthodox_easter("Orthodox Easter Monday", 1),
    labour, from_orthodox_easter("Whit Monday", 50), fixed("Assumption Day", 8, 15), fixed("Ohi Day", 10, 28),
    fixed("Christmas Eve", 12, 24, since=2009), christmas, boxing,
], own=("Good Friday", "Easter Monday", "Christmas Eve")), sources=["Athens Exchange holidays"], facts="XATH")

# MARK: Nordics

NORDIC = "Nasdaq Nordic trading calendar"


def midsummer_eve(year):
    return [on_or_after(date(year, 6, 19), FRI)]


XSTO = DayList("hd", "XSTO", told("sv", [
    new_year, fixed("Epiphany", 1, 6), good_friday(), easter_monday(), labour, ascension,
    whit_monday.limited(until=2004), fixed("National Day", 6, 6, since=2005),
    computed("Midsummer Eve", midsummer_eve), christmas_eve, christmas, boxing, new_years_eve], own=("Midsummer Eve", *EVES)),
    sources=[NORDIC])
XSTO_SHORT = DayList("sd", "XSTO", exchange_days([
    fixed("Day before Epiphany", 1, 5), from_easter("Maundy Thursday", -3), fixed("Walpurgis Night", 4, 30),
    from_easter("Day before Ascension Day", 38),
    computed("Friday before All Saints' Day", lambda year: [on_or_after(date(year, 10, 30), FRI)])], "sv"),
    sources=[NORDIC], without=XSTO, notes=["Trading stops at 13:00 Stockholm."])
XHEL = DayList("hd", "XHEL", told("fi", [
    new_year, fixed("Epiphany", 1, 6), good_friday(), easter_monday(), labour, ascension,
    computed("Midsummer Eve", midsummer_eve), fixed("Independence Day", 12, 6), christmas_eve, christmas, boxing,
    new_years_eve], own=("Midsummer Eve", *EVES)), sources=[NORDIC])
XCSE = DayList("hd", "XCSE", told("da", [
    new_year, from_easter("Maundy Thursday", -3), good_friday(), easter_monday(),
    from_easter("General Prayer Day", 26, until=2023), ascension,
    from_easter("Day after Ascension Day", 40, since=2009), whit_monday, fixed("Constitution Day", 6, 5),
    christmas_eve, christmas, boxing, new_years_eve], own=("Day after Ascension Day", *EVES)), sources=[NORDIC])

# MARK: Bulgaria, Malta, and Cboe, which trades when any of its markets does


def next_workday(year, month, day):
    """Since 2017, the holiday moves to the next Monday if it is on a weekend."""
    kept = date(year, month, day)
    return [kept if year < 2017 else to_monday(kept)]


def christmas_moved(year):
    """For each day of December 24 to 26 on a weekend, a further weekday after December 26 is a holiday."""
    lost = sum(date(year, 12, d).weekday() >= SAT for d in (24, 25, 26))
    return [day for day in (date(year, 12, d) for d in range(27, 31)) if day.weekday() <= FRI][:lost]


def bulgarian(name, month, day, **limits):
    return computed(name, lambda year: next_workday(year, month, day), **limits)


XBUL = DayList("hd", "XBUL", told("bg", [
    bulgarian("New Year's Day", 1, 1), bulgarian("Liberation Day", 3, 3),
    from_orthodox_easter("Orthodox Good Friday", -2), from_orthodox_easter("Orthodox Easter Monday", 1),
    good_friday(since=2009), easter_monday(since=2009),
    bulgarian("Labour Day", 5, 1), bulgarian("St George's Day", 5, 6, since=1998),
    bulgarian("Day of Bulgarian Education and Culture", 5, 24, slug="CULTURE"), bulgarian("Unification Day", 9, 6, since=1998),
    bulgarian("Independence Day", 9, 22, since=1998), fixed("Christmas Eve", 12, 24), christmas, boxing,
    computed("Christmas kept on a weekday", christmas_moved, since=2017),
    once("around the change to the euro", "20251231", "20260102", kind="public"),
], own=("Good Friday", "Easter Monday")), since=2008, sources=[
    "Labour Code article 154; Bulgarian Stock Exchange: closed with Xetra at the western Easter too (econ.bg 2018-03-30)"])
XMAL = DayList("hd", "XMAL", told("mt", [
    new_year, fixed("St Paul's Shipwreck", 2, 10), fixed("St Joseph's Day", 3, 19), fixed("Freedom Day", 3, 31), good_friday(),
    labour, fixed("Sette Giugno", 6, 7), fixed("St Peter and St Paul", 6, 29), fixed("Assumption Day", 8, 15),
    fixed("Our Lady of Victories", 9, 8), fixed("Independence Day", 9, 21), fixed("Immaculate Conception", 12, 8),
    fixed("Republic Day", 12, 13), christmas, easter_monday(), fixed("St Stephen's Day", 12, 26)],
    own=("Easter Monday", "St Stephen's Day")), since=1992, sources=[
        "National Holidays and other Public Holidays Act (Malta); holidaystracker.com, Malta Stock Exchange holidays 2017"])
CBOE = DayList("hd", "BXTR", [
    new_year, good_friday(kind="exchange"), easter_monday(kind="exchange"), christmas, fixed("St Stephen's Day", 12, 26, kind="exchange"),
], sources=["Cboe Europe hours and holidays: open when any of its market segments is"])

LISTS = [
    XBUL, XMAL, CBOE, UK, UK_SHORT, IFEU, IE, IE_SHORT, XPAR, XAMS, XBRU, XLIS, *EURONEXT_SHORT, XOSL, XOSL_SHORT, XMAD, XMAD_SHORT, IT, DE,
    DE_SHORT, DE_OPEN, HESSE_OPEN, XSWX, XWAR, XATH, XSTO, XSTO_SHORT, XHEL, XCSE,
    DayList("hd", "ICE-EU", expression="IFEU"),
    DayList("hd", "NL", expression="XAMS"), DayList("sd", "NL", expression="XAMS"),
    DayList("hd", "DK", expression="XCSE"), DayList("hd", "FI", expression="XHEL"),
    DayList("hd", "SE", expression="XSTO"), DayList("sd", "SE", expression="XSTO"),
]

DAY = "td=12345;de=+0000"


def venue(code, title, zone, holidays, sessions, short="", note="", **fields):
    """Returns a venue. `short` is the strategy of all short days, or rules that are written after all others."""
    shorts = f"sd={holidays};{short};" if short else ""
    if short.startswith("ds."):
        return Venue(code, title, f"Europe/{zone}", f"hd={holidays};sd={holidays};{DAY};0={sessions};{short}", note, **fields)
    return Venue(code, title, f"Europe/{zone}", f"hd={holidays};{shorts}{DAY};0={sessions}", note, **fields)


EURONEXT_DAY = "r09001730a17301740"
HARMONISED = "The Independent 1999-03-10; Deutsche Boerse 2008: the exchanges of Europe agreed on common hours from September 20, 1999"
LONDON = [
    Period("", "19980717", "0=r08301630",
           "The Independent 1998-04 and 1999-03-10: a later opening is considered, 9:00 a year later; that it was from July 20, 1998 is unsure",
           "from 8:30"),
    Period("19980720", "19990917", "0=r09001630", HARMONISED, "from 9:00"),
    Period("19990920", "20000526", "0=r08001630", "London Stock Exchange: closing auctions since the year 2000; that it was from May 30 is unsure",
           "without closing auction"),
]
XETRA = [
    Period("", "19990917", "0=r08301700;sds=ec0300", HARMONISED + "; until then from 8:30 to 17:00, before November 28, 1997 on IBIS",
           "from 8:30 to 17:00"),
    Period("20000602", "20031031", "0=r09002000a20002005;sds=ec0600",
           "Deutsche Welle 2003-11-03: until 20:00 from June 2000, until 17:30 from November 3, 2003", "until 20:00"),
]
MILAN = "Borsa Italiana 2005-12-06, 2009-09-08 and notice 17016 (2015): continuous trading from 9:10, 9:05 from January 2, 2006, " \
        "9:00 from September 29, 2009; until 17:25, until 17:30 from November 23, 2015; the earliest years are unsure"
MILANESE = [
    Period("", "20051230", "0=r09101725a17251740", MILAN, "from 9:10 to 17:25"),
    Period("20060102", "20090928", "0=r09051725a17251735", MILAN, "from 9:05 to 17:25"),
    Period("20090929", "20151120", "0=r09001725a17251735", MILAN, "until 17:25"),
]
WARSAW = [
    Period("", "20080829", "0=r09301620a16201630",
           "Warsaw Stock Exchange 2008-06-18: from 9:00 instead of 9:30 from September 1, 2008; before the year 2005 unsure", "from 9:30"),
    Period("20080901", "20101231", "0=r09001620a16201630",
           "Warsaw Stock Exchange 2008-06-18; Bloomberg 2013-03-27: an hour longer from the start of 2011", "until 16:30"),
    Period("20110103", "20130412", "0=r09001730a17301735",
           "The Trade 2013-04; Bankier 2013-04-15: until 17:05 instead of 17:35 from April 15, 2013", "until 17:35"),
]
NORDIC_HOURS = "Stockholmsbörsen 2004: common hours of Stockholm and Helsinki from the end of September 2004; the earliest years are unsure"
PARIS = "Wall Street Italia 2000-03-31: from 9:00 instead of 10:00 since September 20, 1999, until 17:30 instead of 17:00 from April 3, 2000"
PARISIAN = [
    Period("", "19990917", "0=r10001700;sds=ec0255", PARIS, "from 10:00 to 17:00"),
    Period("19990920", "20000331", "0=r09001700;sds=ec0255", PARIS, "until 17:00"),
]
AMSTERDAM = "Mondo Visione 1999-07-23: from 9:00 to 16:30 from August 1, 1999; "
DUTCH = [
    Period("", "19990730", "0=r09301630;sds=ec0225", AMSTERDAM + "the opening before is unsure", "from 9:30 to 16:30"),
    Period("19990802", "20000331", "0=r09001630;sds=ec0225",
           AMSTERDAM + "until 17:30 as the other exchanges (Wall Street Italia 2000-03-31); that it was from April 3, 2000 is unsure",
           "until 16:30"),
]
OSLO = "Reuters and Finextra 2012-06-29: until 16:30 again from August 6, 2012, as before September 2008"
VENUES = [
    venue("XLON", "London Stock Exchange", "London", "UK", "r08001630a16301640", "sds=ec0400",
          "The closing auction and the closing price crossing are the after-market.", periods=LONDON),
    Venue("IFEU", "ICE Futures Europe", "Europe/London", f"hd=IFEU;{DAY};0=r01002300"),
    venue("XDUB", "Euronext Dublin", "Dublin", "XDUB", "r08001628a16281640", "sds=ec0400",
          sources=["realtrading.com, Irish Stock Exchange: from 8:00 to 16:28; what came before Xetra in the year 2000 is not known"]),
    venue("XPAR", "Euronext Paris", "Paris", "XPAR", EURONEXT_DAY, "sds=ec0325",
          "The closing auction and trading at last are the after-market, at all Euronext venues.", periods=PARISIAN),
    venue("XAMS", "Euronext Amsterdam", "Amsterdam", "XAMS", EURONEXT_DAY, "sds=ec0325", periods=DUTCH),
    venue("XBRU", "Euronext Brussels", "Brussels", "XBRU", EURONEXT_DAY, "sds=ec0325",
          sources=["bankdirekt.at, Boersenusancen of 2003: from 9:00 to 17:30; what came before Euronext is not known"]),
    venue("XLIS", "Euronext Lisbon", "Lisbon", "XLIS", "r08001630a16301640", "sds=ec0325",
          sources=["Borsa Italiana 2018-07-24 and others: from 8:00 to 16:30; what came before Euronext is not known"]),
    venue("XOSL", "Oslo Bors", "Oslo", "XOSL", "r09001620a16201630", "sds=ec0320", periods=[
        Period("20080901", "20120803", "0=r09001720a17201730;sds=ec0420", OSLO, "until 17:30")]),
    venue("XMAD", "Bolsa de Madrid", "Madrid", "XMAD", "r09001730a17301735", "sds=ec0330",
          sources=["bankdirekt.at, Boersenusancen of 2003: from 9:00 to 17:30; before the year 2000 unsure"]),
    venue("MTAA", "Euronext Milan", "Rome", "IT", EURONEXT_DAY, periods=MILANESE),
    venue("XETR", "Xetra", "Berlin", "DE", "r09001730a17301735", "sds=ec0330",
          "The closing auction is the after-market.", periods=XETRA),
    venue("XFRA", "Frankfurt Stock Exchange", "Berlin", "DE", "r08002200",
          "ds.xd.DE.OPEN=def:r08002000;ds.xd.XFRA.OPEN=def:r08002000;ds.sd.DE=def:r08001400", "Floor (specialist) trading hours.", periods=[
              Period("", "20000601", "0=r09001730;ds.xd.DE.OPEN=;ds.xd.XFRA.OPEN=;ds.sd.DE=def:r09001400",
                     "Deutsche Welle 2003-11-03: longer hours from June 2000; what came before September 20, 1999 is not listed",
                     "until 17:30"),
              Period("20000602", "20110531", "0=r09002000;ds.xd.DE.OPEN=;ds.xd.XFRA.OPEN=;ds.sd.DE=def:r09001400",
                     "Deutsche Welle 2003-11-03; Bild 2011-03-24: from 8:00 from June 1, 2011", "from 9:00 to 20:00"),
              Period("20110601", "20211126", "0=r08002000;ds.xd.DE.OPEN=;ds.xd.XFRA.OPEN=",
                     "Fonds professionell 2021-11: until 22:00 from November 29, 2021", "until 20:00"),
          ], sources=["aktiencheck.de 2022-10: until 20:00 on public holidays of Germany and Hesse"]),
    venue("XSWX", "SIX Swiss Exchange", "Zurich", "XSWX", "r09001730a17301740",
          note="The closing auction is part of the regular session; trading at last is the after-market.", periods=[
              Period("", "20010622", "0=r09001700",
                     "SWX Swiss Exchange 2001-05-15 and after: until 17:00 before June 25, 2001; some months until 18:00 after it "
                     "are not listed; before September 20, 1999 unsure", "until 17:00"),
              Period("20010625", "20200619", "0=r09001730",
                     "SIX 2020-05-20: trading at the closing price from June 22, 2020", "without trading at last"),
          ]),
    venue("XWAR", "Warsaw Stock Exchange", "Warsaw", "XWAR", "r09001700a17001705",
          note="The closing auction is part of the regular session; trading at last is the after-market.", periods=WARSAW),
    venue("XATH", "Athens Exchange", "Athens", "XATH", "r10301720",
          note="The call until 10:30 takes orders; the closing auction and trading at the close are part of the regular session.", periods=[
              Period("", "20010914", "0=r10001430", "Kathimerini 2001-09: from 10:00 to 14:30; the earliest years are unsure", "until 14:30"),
              Period("20010917", "20020131", "0=r11001600",
                     "Kathimerini 2001-09: after some weeks from 12:00 to 18:00, not listed, from 11:00 to 16:00", "from 11:00 to 16:00"),
              Period("20020201", "20060929", "0=r11001630",
                     "Kathimerini 2001-09 and 2006-09: five hours and a half until October 2, 2006", "from 11:00"),
              Period("20061002", "20080926", "0=r10301630", "Kathimerini 2006-09: from 10:30 to 16:30 from October 2, 2006", "until 16:30"),
          ], sources=["Alpha Finance, trading categories of Athens Exchange; Kathimerini 2016-09-20"]),
    venue("XSTO", "Nasdaq Stockholm", "Stockholm", "XSTO", "r09001730", "sds=ec0430",
          "The closing call of the last five minutes is part of the regular session, at all Nasdaq Nordic venues.",
          periods=[Period("", "20040924", "0=r09301730", NORDIC_HOURS, "from 9:30")]),
    venue("XHEL", "Nasdaq Helsinki", "Helsinki", "XHEL", "r10001830",
          periods=[Period("", "20040924", "0=r10001800", NORDIC_HOURS + "; the evening session is not listed", "until 18:00")]),
    venue("XCSE", "Nasdaq Copenhagen", "Copenhagen", "XCSE", "r09001700",
          sources=["Mondo Visione 2001-11: from 9:00 to 17:00 in 2001 too; the earliest years are unsure"]),
    venue("FNSE", "First North Sweden", "Stockholm", "XSTO", "r09001730", "sds=ec0430", "Hours and days of the main market."),
    venue("FNFI", "First North Finland", "Helsinki", "XHEL", "r10001830", note="Hours and days of the main market."),
    venue("FNDK", "First North Denmark", "Copenhagen", "XCSE", "r09001700", note="Hours and days of the main market."),
    venue("XNGM", "Nordic Growth Market", "Stockholm", "XSTO", "r09001730", "sds=ec0430", sources=["ngm.se, opening hours"]),
    venue("XSAT", "Spotlight Stock Market", "Stockholm", "XSTO", "r09001730", "sds=ec0430",
          sources=["Spotlight Stock Market, opening hours"]),
    venue("XMCE", "Mercado Continuo Español", "Madrid", "XMAD", "r09001730a17301735", "sds=ec0330",
          "Its stocks are those of all Spanish exchanges."),
    venue("ETFP", "ETFplus", "Rome", "IT", "r09001730a17301735", periods=[
        Period("", "20151120", "0=r09001725a17251730", "Borsa Italiana notice 17016 (2015): until 17:30 from November 23, 2015",
               "until 17:25")]),
    venue("XGAT", "Tradegate", "Berlin", "DE", "r07302200", "ds.xd.DE.OPEN=def:r07302000;ds.sd.DE=def:r07301400",
          "Until 20:00 on public holidays. Earlier years, from 8:00 and with Whit Monday 2015 to 2021, are not listed.",
          sources=["Tradegate Exchange trading calendar; Waldecker Bank 2020-05: until 20:00 on public holidays"]),
    venue("XBER", "Boerse Berlin", "Berlin", "DE", "r08002200", "ds.sd.DE=def:r08001400", sources=["Boerse Berlin, trading hours"]),
    venue("XMUN", "Boerse Muenchen", "Berlin", "DE", "r08002200", "ds.sd.DE=def:r08001400",
          sources=["Boerse Muenchen, trading hours"]),
    venue("XBUL", "Bulgarian Stock Exchange", "Sofia", "XBUL", "r10001700",
          note="Both auctions are part of the regular session.",
          periods=[Period("", "20120629", "0=r09301345", "abird.info 2012-06-29: from 9:30 to 17:30 from July 2, 2012; "
                          "Wikipedia: until 13:45 before, the opening is unsure", "until 13:45")],
          sources=["Bulgarian Stock Exchange, trading sessions"]),
    venue("XMAL", "Malta Stock Exchange", "Malta", "XMAL", "r09301530", periods=[
        Period("", "20170417", "0=r09301230", "Rizzo Farrugia 2017-04: until 15:30 from April 18, 2017; three hours before",
               "until 12:30")]),
    venue("BXTR", "Cboe Europe, trade reporting", "London", "BXTR", "r07151715", sources=["Cboe Europe hours: TRF from 7:15 to 17:15"]),
    venue("CEUX", "Cboe Europe, DXE", "London", "BXTR", "r08001630a16301655",
          note="The Cboe Closing Cross is the after-market; some segments close earlier, with their markets.",
          sources=["Cboe Europe hours; Cboe notice 181931 (2020)"]),
    venue("CHIX", "Cboe Europe, CXE", "London", "BXTR", "r08001630", sources=["Cboe Europe hours"]),
]
