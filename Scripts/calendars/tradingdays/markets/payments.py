"""Payment systems: days on which euros, dollars and pounds settle, and on which SOFR is published."""

from ..dates import MON, THU, sunday_to_monday
from ..lists import LAST_YEAR, DayList, Venue, easter_monday, fixed, good_friday, once, weekday
from . import united_states as us
from .europe import boxing, christmas, labour, new_year

TARGET2 = DayList("hd", "TARGET2", [
    new_year, good_friday(since=2000), easter_monday(since=2000), labour.limited(since=2000), christmas, boxing.limited(since=2000),
    once("Changeover to the year 2000", "19991231", kind="other"),
    once("Changeover to euro banknotes and coins", "20011231", kind="other"),
], since=1999, sources=[
    "ECB 1998-09-03, 1999-03-31, 1999-07-15 and 2000-05-25: closing days of 1999, 2000 and 2001; ECB 2000-12-14: the long-term calendar, from 2002"])

FED = DayList("hd", "FED", [
    us.new_year, weekday("Martin Luther King Jr. Day", 1, MON, 3), us.presidents, us.memorial,
    fixed("Juneteenth", 6, 19, sunday_to_monday, since=2022), fixed("Independence Day", 7, 4, sunday_to_monday), us.labor,
    weekday("Columbus Day", 10, MON, 2), fixed("Veterans Day", 11, 11, sunday_to_monday), weekday("Thanksgiving Day", 11, THU, 4),
    fixed("Christmas Day", 12, 25, sunday_to_monday),
], sources=["Federal Reserve Bank Services, holiday schedules, and 5 U.S.C. 6103"],
    notes=["A Sunday's holiday is kept on Monday; of a Saturday's, banks are open the Friday before."])

SOFR = DayList("hd", "SOFR", [*us.BOND.rules, good_friday(kind="exchange")], since=2018, known=(2018, LAST_YEAR), sources=[
    us.SIFMA, "New York Fed 2020-06-25: SOFR follows SIFMA's calendar; 2021-03-03 and QuantLib's calendar of SOFR: none on a Good Friday "
    "with the employment report either"],
    notes=["Other than the Federal Reserve: closed on Good Friday and, where a Saturday's holiday is kept on Friday, on that; it follows SIFMA."])

CHAPS = DayList("hd", "CHAPS", expression="UK", sources=["Bank of England, CHAPS reference manual: closed on bank holidays of England and Wales"])

LISTS = [TARGET2, FED, SOFR, CHAPS]

WHOLE = "td=12345;de=+0000;0=r0000+0000"
WHOLE_DAYS = "Days on which payments settle, each a whole one: the hours of the system are not listed."
T2 = Venue("TARGET2", "T2, the euro's payment system", "Europe/Berlin", f"hd=TARGET2;{WHOLE}", WHOLE_DAYS)
VENUES = [
    T2, *(T2.also_called(code) for code in ("T2", "TARGET", "XECB")),
    Venue("FED", "Federal Reserve payment services", "America/New_York", f"hd=FED;{WHOLE}", WHOLE_DAYS),
    Venue("SOFR", "Secured Overnight Financing Rate", "America/New_York", f"hd=SOFR;{WHOLE}", "Days on which the rate is published, each a whole one."),
    Venue("CHAPS", "CHAPS, the pound's payment system", "Europe/London", f"hd=CHAPS;{WHOLE}", WHOLE_DAYS),
]

# Venues whose trades are settled through a payment system, which is written as the venue's property `settle`.
SETTLEMENT = {code: system for system, codes in {
    "FED": "NewYork NewYorkUS NewYorkRTH NewYorkETH NewYorkOTC EquityUS OOTC XNYS XNAS XASE ARCX BATS XIEX XBOS OPRA OPRA15 XCBO BondUS",
    "TARGET2": "XDUB XPAR XAMS XBRU XLIS XMAD XMCE MTAA ETFP XETR XFRA XGAT XBER XMUN XSTU XDUS XHAM XATH XHEL FNFI XMAL XLIT XRIS XTAL XLJU "
               "XWBO XLUX XCYS XBRA",
    "CHAPS": "XLON",
}.items() for code in codes.split()}
