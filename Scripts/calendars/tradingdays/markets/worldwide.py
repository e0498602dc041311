"""Venues whose closed days are recorded from exchange_calendars. The package `holidays` names the days."""

from datetime import date

from ..dates import FRI, MON, SAT, SUN, days, nth_weekday, on_or_after
from ..lists import FIRST_YEAR, LAST_YEAR, DayList, Period, Venue, computed, fixed, once, read_facts
from ..reasons import PUBLISHED

RECORDED = "recorded from exchange_calendars"


def is_weekend(day):
    return day.weekday() >= SAT


COMPLETE_SINCE = {"AIXK": 2017, "XIDX": 2002, "XKAR": 2002, "XMOS": 2002, "XPHS": 2002}
"""The first year with complete closures in the packages, if it is after 1990."""
BY_RULE = ("XEUR", "XICE", "XLIT", "XLUX", "XPRA", "XRIS", "XTAL", "XWBO")
"""Venues whose closures all follow from laws, so that future years are known."""


def closed(code, source, rules=(), **fields):
    known = (COMPLETE_SINCE.get(code, FIRST_YEAR), LAST_YEAR if code in BY_RULE else PUBLISHED.year)
    return DayList("hd", code, rules, facts=code, sources=[source, RECORDED], known=known, **fields)


def short(code, source, without, **fields):
    return DayList("sd", code, [], facts=f"{code}-SHORT", sources=[source, RECORDED], without=without, **fields)


HOLIDAYS = {code: closed(code, source) for code, source in {
    "AIXK": "Astana International Exchange trading calendar", "XBDA": "Bermuda Stock Exchange holidays",
    "XBEL": "Belgrade Stock Exchange non-trading days", "XBKK": "Stock Exchange of Thailand holidays",
    "XBOG": "Bolsa de Valores de Colombia calendar", "XBRA": "Bratislava Stock Exchange calendar",
    "XBSE": "Bucharest Stock Exchange trading calendar", "XBUD": "Budapest Stock Exchange trading calendar",
    "XBUE": "Bolsas y Mercados Argentinos calendar", "XCYS": "Cyprus Stock Exchange holidays",
    "XICE": "Nasdaq Iceland trading calendar", "XIDX": "Indonesia Stock Exchange holidays",
    "XKAR": "Pakistan Stock Exchange holidays", "XKLS": "Bursa Malaysia holidays", "XLIM": "Bolsa de Valores de Lima calendar",
    "XLIT": "Nasdaq Baltic trading calendar", "XLJU": "Ljubljana Stock Exchange trading calendar",
    "XMOS": "Moscow Exchange trading calendar", "XPHS": "Philippine Stock Exchange holidays",
    "XPRA": "Prague Stock Exchange trading calendar", "XRIS": "Nasdaq Baltic trading calendar",
    "XSGO": "Bolsa de Santiago calendar", "XSHG": "Shanghai Stock Exchange holidays", "XTAL": "Nasdaq Baltic trading calendar",
    "XWBO": "Vienna Stock Exchange trading calendar", "XZAG": "Zagreb Stock Exchange calendar",
    "XEUR": "Eurex trading calendar", "XLUX": "Luxembourg Stock Exchange trading calendar",
}.items()}
HOLIDAYS["XCAS"] = DayList("hd", "XCAS", [], facts="XCAS", since=2010, notes=["Lunar dates are computed."],
                           sources=["Moroccan decree 2-77-169 on public holidays, recorded from holidays"])
# Half days of earlier years, as the packages have them. The year of the last one is uncertain.
HOLIDAYS["XBUE"] = closed(
    "XBUE", "Bolsas y Mercados Argentinos calendar; Ambito 2024-12-13, El Diario AR 2025-12-30: no trading on December 31; "
    "law 27.399 (2017): holidays that move to a Monday; decree 1103/2026", rules=[
        once("New Year's Eve", "20241231", "20251231", "20261231", kind="exchange"),
        once("Pass to the Immortality of General Güemes", "20200615", "20210621", "20250616", "20260615"),
        once("Respect for Cultural Diversity Day", "20251010"), once("National Sovereignty Day", "20251124"),
        once("Visit of Pope Leo XIV", "20261109", "20261110", kind="public"),
        fixed("New Year's Eve", 12, 31, since=2027, kind="exchange", certainty="assumed")])
for code in ("XLIT", "XRIS", "XTAL"):
    # From 2026 on, the package lacks Christmas Day for these venues.
    HOLIDAYS[code] = closed(code, "Nasdaq Baltic trading calendar", rules=[
        fixed("Christmas Day", 12, 25), fixed("Second Day of Christmas", 12, 26)])
HOLIDAYS["XIDX"] = closed(
    "XIDX", "Indonesia Stock Exchange holidays; for 2026 its announcement Peng-00171/BEI.POP/09-2025, which has the days of joint "
    "leave, too; Suara 2025-08-18; Presidential Decree 14 of 2018", rules=[
        once("Local elections", "20180627"), once("Independence Day joint holiday", "20250818"),
        once("Isra' and Mi'raj", "20260116"), once("Lunar New Year joint holiday", "20260216"),
        once("Day of Silence joint holiday", "20260318"), once("Day of Silence", "20260319"),
        once("Eid al-Fitr joint holiday", "20260320", "20260323", "20260324"), once("Ascension joint holiday", "20260515"),
        once("Eid al-Adha", "20260527"), once("Eid al-Adha joint holiday", "20260528"), once("Islamic New Year", "20260616"),
        once("Prophet's Birthday", "20260825"), once("Christmas joint holiday", "20261224", kind="public")])
HOLIDAYS["XKAR"] = closed(
    "XKAR", "Pakistan Stock Exchange holidays; for 2026 its notice N-89, Cabinet Division 2026-05-20 (May 26 to 28), Profit 2025-06-03, Aaj 2026-06-24 (Ashura), State "
    "Bank of Pakistan 2026-08-25", rules=[
        once("Juma-tul-Wida", "20260320"), once("Eid al-Adha", "20250606", "20260526", "20260527"), once("Ashura", "20260625", "20260626"),
        once("Prophet's Birthday", "20260826")])
HOLIDAYS["XKLS"] = closed(
    "XKLS", "Bursa Malaysia holidays: a Sunday's moves to the next day that is none; Malaysian Reserve 2021-12-02, Reuters 2022-11-16, "
    "exchange_calendars, issue 305 (2023), Bernama 2025-03-14, Oriental Daily 2025-08-26; since 2023 it may trade on holidays that were not "
    "gazetted before the year (Malaysian Reserve 2023-01-03)", rules=[
        once("Malaysia Cup", "20211203"), once("Vesak Day", "20220516", "20260602"), once("General election", "20221118"),
        once("Additional holiday", "20221128", "20250915"), once("Thaipusam", "20230206"), once("Nuzul Al-Quran Day", "20240328")])
HOLIDAYS["XPHS"] = closed(
    "XPHS", "Philippine Stock Exchange holidays; Philstar 2022-09-25; proclamations of the special days of 2022 and 2026", rules=[
        once("EDSA People Power Revolution Anniversary", "20220225"), once("typhoon Karding", "20220926"),
        once("All Souls' Day", "20261102")])
HOLIDAYS["XBKK"] = closed(
    "XBKK", "Stock Exchange of Thailand holidays; Bank of Thailand 38/2020 and cabinet of 2020: Songkran kept later; the special days of "
    "November and December 2020 and of April 12, 2021 are unsure", rules=[
        once("Songkran Festival (in lieu)", "20200727", "20200904", "20200907")])
HOLIDAYS["XBOG"] = closed(
    "XBOG", "Bolsa de Valores de Colombia calendar; its list of 2026-10-03 has July 13, 2026", rules=[
        computed("Our Lady of Chiquinquirá", lambda year: [on_or_after(date(year, 7, 9), MON)], since=2026)])
HOLIDAYS["XSGO"] = closed(
    "XSGO", "Bolsa de Santiago calendar; law 20.983 (2016): January 2 on a Monday, September 17 on a Friday", rules=[
        computed("New Year's bridge", lambda year: [date(year, 1, 2)] if date(year, 1, 2).weekday() == MON else [], since=2017),
        computed("National Holiday", lambda year: [date(year, 9, 17)] if date(year, 9, 17).weekday() == FRI else [], since=2017)])
SHORTS = {code: short(code, source, HOLIDAYS[code]) for code, source in {
    "XBDA": "Bermuda Stock Exchange holidays", "XBUE": "Bolsas y Mercados Argentinos calendar", "XKLS": "Bursa Malaysia holidays",
    "XSGO": "Bolsa de Santiago calendar", "XWBO": "Vienna Stock Exchange trading calendar", "XLUX": "Luxembourg Stock Exchange trading calendar",
}.items()}
MOSCOW_EXTRA = DayList("xd", "XMOS.EXTRA", [once("working day at a weekend", "20251101", kind="public")], facts="XMOS-EXTRA",
                       closed_weekdays=lambda day: not is_weekend(day), sources=["Moscow Exchange trading calendar", RECORDED],
                       notes=["Working days at weekends."])
MOSCOW_IDLE = {date(year, month, day) for year, month, found in [
    (2025, 3, [8]), (2025, 11, [1, 2, 22, 23]), (2026, 1, [3, 4, 10, 11]), (2026, 2, [14, 15]), (2026, 3, [7, 8, 21, 22]), (2026, 5, [9, 10]),
    (2026, 6, [20, 21]), (2026, 8, [1, 2, 15, 16]), (2026, 9, [12, 13]), (2026, 10, [24, 25]), (2026, 12, [5, 6])] for day in found}


def moscow_weekends(year):
    first, last = max(date(year, 1, 1), date(2025, 3, 1)), date(year, 12, 31)
    every = (days(first, n) for n in range((last - first).days + 1))
    return [day for day in every if is_weekend(day) and day not in MOSCOW_IDLE]


MOSCOW_WEEKENDS = DayList("xd", "XMOS.WEEKEND", [
    once("weekend session on a public holiday", "20260223", "20260501", "20260612", "20261104", kind="exchange"),
    computed("weekend session", moscow_weekends, since=2025, until=2026, kind="exchange", certainty="announced")],
    closed_weekdays=lambda day: False, sources=[
        "Vedomosti 2025-11-25, Prime 2025-11-25 and Interfax 2025-12-30: sessions from 9:50 to 19:00 at all weekends but the listed, and on four "
        "public holidays of 2026; Kommersant on November 2025; from March 1, 2025"],
    notes=["Sessions of weekends and of public holidays, from 9:50 to 19:00, settled with the next trading day. Which weekends of 2025",
           "had none is known of November, and unsure of other months; those of 2027 are not announced."])
SANTIAGO_EVES = DayList("xd", "XSGO.EVE", [], facts="XSGO-EVE", sources=["Bolsa de Santiago calendar", RECORDED],
                        notes=["Until 12:30 on the last days before Christmas and the new year."])

LISTS = [*HOLIDAYS.values(), *SHORTS.values(), MOSCOW_EXTRA, MOSCOW_WEEKENDS, SANTIAGO_EVES]

DAY = "td=12345;de=+0000"


def venue(code, title, zone, hours, extra="", holidays="", note="", sources=(), periods=()):
    shorts = f"sd={code};" if code in SHORTS else ""
    return Venue(code, title, zone, f"hd={holidays or code};{shorts}{DAY};0={hours}{extra}", note, sources=sources, periods=periods)


BANGKOK = "Bangkok Post 2024-03: the afternoon from 14:00 instead of 14:30 from March 25, 2024"
JAKARTA = "Kontan 2023-03-29: the hours before the epidemic again from April 3, 2023; mornings until 12:00, 11:30 on Fridays"
JAKARTA_SHORT = "BEI Kep-00031/BEI/03-2020: shorter hours from March 30, 2020"
BUENOS_AIRES = "BYMA, market hours of July 2025, and iProUP 2025-09: from 10:30 instead of 11:00 from July 28, 2025"
MANILA = "Inquirer 2011-09-27, Reuters 2012-01-02: until 13:00 from October 3, 2011, afternoons from January 2, 2012"
MANILA_SHORT = "Rappler 2020-03-15, ABS-CBN 2021-11-23, 2022-01-12 and 2022-02-23: until 13:00 in the epidemic"


MOSCOW = "p06500950r10001845a19002350"
MOSCOW_EVENING = "Moscow Exchange 2020-06-23: evening sessions of shares from June 22, 2020"
MOSCOW_AGAIN = "Moscow Exchange n51152: evening sessions again from September 12, 2022; none since February 28, 2022"


def moscow(first, last, hours, source, name):
    return Period(first, last, f"0={hours};ds.xd.XMOS.EXTRA=def:{hours}", source, name)


# From November to February, trading ends at 17:00. Half days end at 13:30, as in other months.
SANTIAGO_SUMMERS = [
    Period("" if year == FIRST_YEAR - 1 else f"{year}1101", f"{days(date(year + 1, 3, 1), -1):%Y%m%d}", "0=r09301700",
           "Bolsa de Santiago trading hours", "summer hours") for year in range(FIRST_YEAR - 1, LAST_YEAR + 1)]
KARACHI_RAMADANS = [
    Period("20210414", "20210512", "0=r10171400;5=r10171300", "Daily Times and Business Recorder 2021-04: until 14:00, on Fridays 13:00", "Ramadan"),
    Period("20220404", "20220502", "0=r09171400;5=r09171300", "Business Recorder 2022-04-14; the first two weeks are unsure", "Ramadan"),
    Period("20230323", "20230420", "0=r09171330;5=r09171230", "ProPakistani 2023-03-22: until 13:30, on Fridays 12:30", "Ramadan"),
    Period("20240312", "20240409", "0=r09171400;5=r09171300", "Business Recorder 2024-03-11: until 14:00, on Fridays 13:00", "Ramadan"),
    Period("20260219", "20260319", "0=r09171330;5=r09171230", "PK Revenue 2026-02-19: until 13:30, on Fridays 12:30", "Ramadan"),
]


def casablanca_ramadans():
    """Periods of the 30 days before the feast that ends Ramadan. The feast's date is computed, so both ends may be
    wrong by a day or two."""
    # These feasts are not recorded facts, because they are on a weekend or after the last recorded year.
    feasts = {(2028, 0): date(2028, 2, 26), (2031, 0): date(2031, 1, 24)}
    for day, (reason, _) in read_facts("XCAS").items():
        if "Eid al-Fitr" in reason.name:
            # A feast has two recorded days, of which the first is used. A year may have two such feasts, so the key has
            # the half of the year.
            feasts.setdefault((day.year, day.month // 7), day)
    hours = "0=r10001330a13301340"
    source = "casablanca-bourse.com, les horaires de cotation: from 10:00 to 13:30 in the month of Ramadan, whose days are computed"
    months = [Period(f"{days(feast, -30):%Y%m%d}", f"{days(feast, -1):%Y%m%d}", hours, source, "Ramadan")
              for feast in sorted(feasts.values())]
    epidemic = Period("20200324", f"{days(feasts[2020, 0], -1):%Y%m%d}", hours,
                      "Infomediaire 2020-03: the hours of Ramadan from March 24, 2020; the end is unsure, here that of Ramadan", "epidemic")
    return [epidemic if month.last == epidemic.last else month for month in months]


EUREX_HOURS = ("Eurex, Trading Hours Extension and trading hours: futures on shares and bonds of Germany and the Euro zone from 1:10 in winter and 2:10 "
               "in summer since December 10, 2018, from 8:00 before; until 22:00 since when is unsure")


def eurex(code, title, holidays, extended, note, hours="r08002200"):
    """Returns a venue whose extended hours begin at 0:10 GMT all year. Summers, when this is 2:10 local time, are
    periods."""
    periods = [Period("", "20181207", "0=r08002200", EUREX_HOURS, "from 8:00")] if extended else []
    for year in range(2019, LAST_YEAR + 1) if extended else ():
        first, last = nth_weekday(year, 3, SUN, -1), nth_weekday(year, 10, SUN, -1)
        periods.append(Period(f"{days(first, 1):%Y%m%d}", f"{days(last, -1):%Y%m%d}", "0=r02102200", EUREX_HOURS, "summer"))
    return Venue(code, title, "Europe/Berlin", f"hd={holidays};{DAY};0={'r01102200' if extended else hours}", note, periods,
                 [HOME_MARKETS])


HOME_MARKETS = ("Eurex circulars 187/08 and 055/2018: derivatives of German and Swiss shares and indexes are closed with Xetra and SIX, those on "
                "bonds and on European indexes only on Eurex's own holidays")
VENUES = [
    venue("AIXK", "Astana International Exchange", "Asia/Almaty", "r11001700"),
    venue("XBDA", "Bermuda Stock Exchange", "Atlantic/Bermuda", "r09001630", ";ds.sd.XBDA=def:r09001400"),
    venue("XBEL", "Belgrade Stock Exchange", "Europe/Belgrade", "r09301400"),
    venue("XBKK", "Stock Exchange of Thailand", "Asia/Bangkok", "r10001230r14001630", periods=[
        Period("", "20240322", "0=r10001230r14301630", BANGKOK, "afternoon from 14:30")]),
    venue("XBOG", "Bolsa de Valores de Colombia", "America/New_York", "r09301600",
          note="The exchange keeps New York's hours all year: hence the zone."),
    venue("XBRA", "Bratislava Stock Exchange", "Europe/Bratislava", "r11001530"),
    venue("XBSE", "Bucharest Stock Exchange", "Europe/Bucharest", "r10001745"),
    venue("XBUD", "Budapest Stock Exchange", "Europe/Budapest", "r09001700"),
    venue("XBUE", "Bolsas y Mercados Argentinos", "America/Argentina/Buenos_Aires", "r10301700", ";ds.sd.XBUE=def:r10301500", periods=[
        Period("", "20241223", "0=r11001700;ds.sd.XBUE=def:r11001300", BUENOS_AIRES + "; half days until 15:00 from 2024, before unsure",
               "from 11:00"),
        Period("20241224", "20250725", "0=r11001700;ds.sd.XBUE=def:r11001500", BUENOS_AIRES, "from 11:00"),
    ], sources=["Ambito 2024-12-13: until 15:00 on December 24"]),
    venue("XCYS", "Cyprus Stock Exchange", "Asia/Nicosia", "r10301700"),
    venue("XICE", "Nasdaq Iceland", "Atlantic/Reykjavik", "r09301530"),
    venue("XIDX", "Indonesia Stock Exchange", "Asia/Jakarta", "r09001200r13301550;5=r09001130r14001550",
          note="The closing auction until 16:00 is not listed.", periods=[
              Period("", "20121228", "0=r09301200r13301600;5=r09301130r14001600",
                     "Indonesia Stock Exchange: from 9:00 instead of 9:30 from January 2, 2013; the earliest years are unsure", "from 9:30"),
              Period("20200330", "20230331", "0=r09001130r13301450;5=r09001130r13301450", JAKARTA_SHORT, "until 14:50 in the epidemic"),
          ], sources=[JAKARTA]),
    venue("XKAR", "Pakistan Stock Exchange", "Asia/Karachi", "r09321530;5=r09171200r14321630", note="Ramadan is listed for 2021 to 2024 and 2026.",
          periods=KARACHI_RAMADANS, sources=["Business Recorder 2021-05-17: on Fridays from 9:15 to 12:00 and from 14:30 to 16:30, as before; "
                                             "the earliest years are unsure"]),
    venue("XKLS", "Bursa Malaysia", "Asia/Kuala_Lumpur", "r09001230r14301700", ";ds.sd.XKLS=def:r09001230",
          sources=["Bursa Malaysia, trading sessions; the earliest years are unsure"]),
    venue("XLIM", "Bolsa de Valores de Lima", "America/Lima", "r09001600"),
    venue("XLIT", "Nasdaq Vilnius", "Europe/Vilnius", "r10001600"),
    venue("XRIS", "Nasdaq Riga", "Europe/Riga", "r10001600"),
    venue("XTAL", "Nasdaq Tallinn", "Europe/Tallinn", "r10001600"),
    venue("XLJU", "Ljubljana Stock Exchange", "Europe/Ljubljana", "r09151515"),
    venue("XMOS", "Moscow Exchange", "Europe/Moscow", MOSCOW, f";ds.xd.XMOS.WEEKEND=def:r09501900;ds.xd.XMOS.EXTRA=def:{MOSCOW}",
          note="The morning and the evening session are pre- and after-market. Days off that a decree moves are traded.", periods=[
              moscow("", "20200621", "r10001845", MOSCOW_EVENING, "without evening session"),
              moscow("20200622", "20220225", "r10001845a19002350", MOSCOW_EVENING + "; mornings, at the end of 2021, are not listed",
                     "without morning session"),
              moscow("20220228", "20220909", "r10001845", MOSCOW_AGAIN, "without evening session"),
              moscow("20220912", "20250124", "r10001845a19002350", MOSCOW_AGAIN + "; RIA 2025-09-24: mornings again from January 27, 2025",
                     "without morning session"),
          ], sources=["RIA 2025-09-24: from 6:50 to 9:50, from 9:50 to 18:50 and until 23:50"]),
    venue("XCAS", "Casablanca Stock Exchange", "Africa/Casablanca", "r09301530a15301540",
          note="Trading at the closing price is the after-market.", periods=casablanca_ramadans(),
          sources=["casablanca-bourse.com, les horaires de cotation"]),
    venue("XPHS", "Philippine Stock Exchange", "Asia/Manila", "r09301200r13001500", periods=[
        Period("", "20110930", "0=r09301210", MANILA + "; an afternoon session from February 20, 2002 is not listed", "mornings until 12:10"),
        Period("20111003", "20111230", "0=r09301300", MANILA, "until 13:00"),
        Period("20120102", "20200313", "0=r09301200r13301530", MANILA, "until 15:30"),
        Period("20200316", "20200316", "0=r09301300", MANILA_SHORT, "until 13:00 in the epidemic"),
        Period("20200317", "20200414", "0=r09001300", MANILA_SHORT, "from 9:00 to 13:00 in the epidemic"),
        Period("20200415", "20211203", "0=r09301300", MANILA_SHORT, "until 13:00 in the epidemic"),
        Period("20220114", "20220228", "0=r09301300", MANILA_SHORT, "until 13:00 in the epidemic"),
    ], sources=["ABS-CBN 2022-02-23: from 9:30 to 15:00 from March 1, 2022"]),
    venue("XPRA", "Prague Stock Exchange", "Europe/Prague", "r09001620"),
    Venue("XSGO", "Bolsa de Santiago", "America/Santiago", f"hd=XSGO;sd=XSGO;{DAY};0=r09301600;ds.sd.XSGO=def:r09301330;ds.xd.XSGO.EVE=def:r09301230",
          periods=SANTIAGO_SUMMERS),
    venue("XSHG", "Shanghai Stock Exchange", "Asia/Shanghai", "r09301130r13001500"),
    venue("XSHE", "Shenzhen Stock Exchange", "Asia/Shanghai", "r09301130r13001500", holidays="XSHG"),
    venue("BJSE", "Beijing Stock Exchange", "Asia/Shanghai", "r09301130r13001500", holidays="XSHG", note="Opened on November 15, 2021.",
          sources=["bse.cn, trading rules of the Beijing Stock Exchange: call auctions and hours as in Shanghai and Shenzhen"]),
    venue("XWBO", "Vienna Stock Exchange", "Europe/Vienna", "r09001730", ";ds.sd.XWBO=def:r09001415"),
    venue("XZAG", "Zagreb Stock Exchange", "Europe/Zagreb", "r09001600"),
    venue("XEUR", "Eurex", "Europe/Berlin", "r08002200"),
    eurex("EUREX_INDEX", "Eurex, European and world indexes", "XEUR", True, "EURO STOXX 50 and MSCI futures; options begin at 9:00."),
    eurex("EUREX_GERMAN_INDEX", "Eurex, German indexes", "DE,XEUR", True, "DAX and Mini-DAX futures; options begin at 9:00."),
    eurex("EUREX_SWISS_INDEX", "Eurex, Swiss indexes", "XSWX,XEUR", False, "SMI futures."),
    eurex("EUREX_EQUITY", "Eurex, German shares", "DE,XEUR", False, "Options on shares.", "r09001730"),
    eurex("EUREX_FIXED_INCOME", "Eurex, fixed income", "XEUR", True, "Euro-Bund, -Bobl, -Schatz and -Buxl futures."),
    venue("XEEE", "European Energy Exchange", "Europe/Berlin", "r08001800", holidays="XEUR"),
    venue("XSTU", "Boerse Stuttgart", "Europe/Berlin", "r07302200", holidays="XEUR"),
    Venue("XDUS", "Boerse Duesseldorf", "Europe/Berlin", f"hd=DE;sd=DE;{DAY};0=r08002200;ds.sd.DE=def:r08001400"),
    Venue("XHAM", "Boerse Hamburg", "Europe/Berlin", f"hd=DE;sd=DE;{DAY};0=r08002200;ds.sd.DE=def:r08001400"),
    Venue("XLUX", "Luxembourg Stock Exchange", "Europe/Luxembourg", f"hd=XLUX;sd=XLUX;{DAY};0=r09001740;ds.sd.XLUX=def:r09001405"),
    Venue("XCBF", "Cboe Futures Exchange", "America/Chicago", f"hd=US;sd=US.BFD;{DAY};0=r08301515;ds.sd.US.BFD=def:r08301215"),
    Venue("XCBO", "Cboe Options Exchange", "America/Chicago", f"hd=US;sd=US;{DAY};0=r08301515;ds.sd.US=def:r08301215"),
]
