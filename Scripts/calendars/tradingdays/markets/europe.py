"""Europe: London, Euronext, Deutsche Boerse, SIX, the Nordics, Warsaw, Athens, Dublin."""

from datetime import date

from ..dates import FRI, MON, on_or_after, on_or_before, to_friday, to_monday
from ..lists import DayList, Venue, computed, easter_monday, fixed, from_easter, from_orthodox_easter, good_friday, once
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

IFEU = DayList("hd", "IFEU", [fixed("New Year's Day", 1, 1), good_friday(), christmas],
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
    """The last trading day: New Year's Eve is closed."""
    return [to_friday(date(year, 12, 30))]


DE_SHORT = DayList("sd", "DE", exchange_days([computed("Last trading day of the year", last_of_year, since=2010)], "de"),
                   sources=["Deutsche Boerse's yearly trading calendar"], without=DE,
                   notes=["Trading stops at 14:00 Frankfurt."])
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

LISTS = [
    UK, UK_SHORT, IFEU, IE, IE_SHORT, XPAR, XAMS, XBRU, XLIS, *EURONEXT_SHORT, XOSL, XOSL_SHORT, XMAD, XMAD_SHORT, IT, DE,
    DE_SHORT, XSWX, XWAR, XATH, XSTO, XSTO_SHORT, XHEL, XCSE,
    DayList("hd", "ICE-EU", expression="IFEU"),
    DayList("hd", "NL", expression="XAMS"), DayList("sd", "NL", expression="XAMS"),
    DayList("hd", "DK", expression="XCSE"), DayList("hd", "FI", expression="XHEL"),
    DayList("hd", "SE", expression="XSTO"), DayList("sd", "SE", expression="XSTO"),
]

DAY = "td=12345;de=+0000"


def venue(code, title, zone, holidays, sessions, short="", note=""):
    shorts = f"sd={holidays};{short};" if short else ""
    return Venue(code, title, f"Europe/{zone}", f"hd={holidays};{shorts}{DAY};0={sessions}", note)


EURONEXT_DAY = "r09001730a17301740"
VENUES = [
    venue("XLON", "London Stock Exchange", "London", "UK", "r08001630a16301640", "sds=ec0400",
          "The closing auction and the closing price crossing are the after-market."),
    Venue("IFEU", "ICE Futures Europe", "Europe/London", f"hd=IFEU;{DAY};0=r01002300"),
    venue("XDUB", "Euronext Dublin", "Dublin", "XDUB", "r08001628a16281640", "sds=ec0400"),
    venue("XPAR", "Euronext Paris", "Paris", "XPAR", EURONEXT_DAY, "sds=ec0325",
          "The closing auction and trading at last are the after-market, at all Euronext venues."),
    venue("XAMS", "Euronext Amsterdam", "Amsterdam", "XAMS", EURONEXT_DAY, "sds=ec0325"),
    venue("XBRU", "Euronext Brussels", "Brussels", "XBRU", EURONEXT_DAY, "sds=ec0325"),
    venue("XLIS", "Euronext Lisbon", "Lisbon", "XLIS", "r08001630a16301640", "sds=ec0325"),
    venue("XOSL", "Oslo Bors", "Oslo", "XOSL", "r09001620a16201630", "sds=ec0320"),
    venue("XMAD", "Bolsa de Madrid", "Madrid", "XMAD", "r09001730a17301735", "sds=ec0330"),
    venue("MTAA", "Euronext Milan", "Rome", "IT", EURONEXT_DAY),
    venue("XETR", "Xetra", "Berlin", "DE", "r09001730a17301735", "sds=ec0330",
          "The closing auction is the after-market."),
    venue("XFRA", "Frankfurt Stock Exchange", "Berlin", "DE", "r08002200", "sds=ec0800",
          "Floor (specialist) trading hours."),
    venue("XSWX", "SIX Swiss Exchange", "Zurich", "XSWX", "r09001730a17301740",
          note="The closing auction is part of the regular session; trading at last is the after-market."),
    venue("XWAR", "Warsaw Stock Exchange", "Warsaw", "XWAR", "r09001700a17001705",
          note="The closing auction is part of the regular session; trading at last is the after-market."),
    venue("XATH", "Athens Exchange", "Athens", "XATH", "r10151720",
          note="The closing auction, from 17:10, is part of the regular session."),
    venue("XSTO", "Nasdaq Stockholm", "Stockholm", "XSTO", "r09001730", "sds=ec0430",
          "The closing call of the last five minutes is part of the regular session, at all Nasdaq Nordic venues."),
    venue("XHEL", "Nasdaq Helsinki", "Helsinki", "XHEL", "r10001830"),
    venue("XCSE", "Nasdaq Copenhagen", "Copenhagen", "XCSE", "r09001700"),
]
