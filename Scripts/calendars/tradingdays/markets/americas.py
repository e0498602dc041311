"""Canada, Mexico and Brazil."""

from datetime import date

from ..dates import MON, SUN, days, last_weekday, nth_weekday, on_or_before
from ..lists import DayList, Period, Venue, computed, fixed, from_easter, good_friday, once, weekday
from ..names import exchange_days, told

CA = DayList("hd", "CA", [
    fixed("New Year's Day", 1, 1, substitute=True),
    weekday("Family Day", 2, MON, 3, since=2008),
    good_friday(),
    computed("Victoria Day", lambda year: [on_or_before(date(year, 5, 24), MON)]),
    fixed("Canada Day", 7, 1, substitute=True),
    weekday("Civic Holiday", 8, MON, 1),
    weekday("Labour Day", 9, MON, 1),
    weekday("Thanksgiving Day", 10, MON, 2),
    fixed("Christmas Day", 12, 25, substitute=True),
    fixed("Boxing Day", 12, 26, substitute=True),
    once("attacks of September 11", "20010911", "20010912"),
], sources=["TMX Group's yearly trading calendar"])
CA_SHORT = DayList("sd", "CA", exchange_days([fixed("Christmas Eve", 12, 24, since=2010)]),
                   sources=["TMX Group's yearly trading calendar"], without=CA,
                   notes=["Trading stops at 13:00 Toronto."])

MX = DayList("hd", "MX", told("es-MX", [
    fixed("New Year's Day", 1, 1),
    fixed("Constitution Day", 2, 5, until=2005), weekday("Constitution Day", 2, MON, 1, since=2006),
    fixed("Benito Juárez's birthday", 3, 21, until=2006, slug="JUAREZ"),
    weekday("Benito Juárez's birthday", 3, MON, 3, since=2007, slug="JUAREZ"),
    from_easter("Maundy Thursday", -3), good_friday(),
    fixed("Labour Day", 5, 1),
    fixed("Independence Day", 9, 16),
    fixed("All Souls' Day", 11, 2, since=2006),
    fixed("Revolution Day", 11, 20, until=2006), weekday("Revolution Day", 11, MON, 3, since=2007),
    fixed("Day of bank employees", 12, 12),
    fixed("Christmas Day", 12, 25),
    # Every sixth year: until 2018 on December 1, since 2024 on October 1.
    computed("Inauguration of the president",
             lambda year: [date(year, 12, 1)] if year in (2006, 2012, 2018)
             else [date(year, 10, 1)] if year in (2024, 2030) else []),
    once("bicentenary of independence", "20100917"),
]), sources=["Federal Labour Law article 74; CNBV's yearly list of closing days"])

BR = DayList("hd", "BR", told("pt-BR", [
    fixed("New Year's Day", 1, 1),
    fixed("Anniversary of São Paulo", 1, 25, until=2021, slug="ANNIVERSARY"),
    from_easter("Carnival Monday", -48), from_easter("Carnival Tuesday", -47),
    good_friday(),
    fixed("Tiradentes", 4, 21),
    fixed("Labour Day", 5, 1),
    from_easter("Corpus Christi", 60),
    fixed("Constitutionalist Revolution", 7, 9, since=1998, until=2019),
    once("Constitutionalist Revolution", "20210709"),
    fixed("Independence Day", 9, 7),
    fixed("Our Lady of Aparecida", 10, 12),
    fixed("All Souls' Day", 11, 2),
    fixed("Republic Day", 11, 15),
    fixed("Black Awareness Day", 11, 20, since=2006, until=2019),
    fixed("Black Awareness Day", 11, 20, since=2024),
    fixed("Christmas Eve", 12, 24), fixed("Christmas Day", 12, 25),
    computed("Last weekday of the year", lambda year: [last_weekday(year)]),
    once("opening of the football world cup in Sao Paulo", "20140612"),
], own=("Christmas Eve", "Last weekday of the year")), sources=["B3's yearly trading calendar"])


def new_york_winter(year):
    """Mondays to Fridays on which New York has standard time. Brazil no longer changes its clocks, so its hours differ
    on these days."""
    start, end = nth_weekday(year, 3, SUN, 2), nth_weekday(year, 11, SUN, 1)
    first = date(2019, 11, 4) if year == 2019 else date(year, 1, 1)
    every = (days(first, n) for n in range(366))
    return [d for d in every if d.year == year and not start <= d < end]


LATE = DayList("xd", "BR.LATE", exchange_days([computed("New York's standard time", new_york_winter, since=2019)]), without=BR,
               sources=["B3's trading hours notices"], notes=["The cash market closes at 18:00, not 17:00."])
ASHES = DayList("sd", "BR", exchange_days([from_easter("Ash Wednesday", -46, since=2016)], "pt-BR"),
                sources=["B3's yearly trading calendar"], notes=["Trading starts at 13:00 Sao Paulo."])
ASHES_EARLY = DayList("xd", "BR.ASHES", exchange_days([from_easter("Ash Wednesday", -46, since=2016, until=2019)], "pt-BR"),
                      notes=["Trading starts at 13:00 and ends at 17:00 Sao Paulo."])

SUMMER_HOURS = "O Estado de S. Paulo 2003-10-07, 2006-10-25 and 2007-10: from 11:00 to 18:00 in Brazil's summer time; other years by the same rule"
# Brazil's summer time, decreed each year.
SUMMERS = [Period(first, last, "0=r11001800", SUMMER_HOURS, "summer time") for first, last in (
    ("20031020", "20040213"), ("20041103", "20050218"), ("20051017", "20060217"), ("20061106", "20070223"), ("20071015", "20080215"),
    ("20081020", "20090213"), ("20091019", "20100219"), ("20101018", "20110218"), ("20111017", "20120224"))]
SUMMERS.append(Period("20171016", "20180309", "0=r10001800", "B3 2017-09: until 18:00 from October 16, 2017; the end is unsure",
                      "summer time"))

LISTS = [
    CA, CA_SHORT, DayList("hd", "ICE-CA", expression="CA"), MX, BR, LATE, ASHES, ASHES_EARLY,
]
VENUES = [
    Venue("XTSE", "Toronto Stock Exchange", "America/Toronto",
          "hd=CA;sd=CA;sds=ec0300;td=12345;de=+0000;0=r09301600a16151700;ds.20081217=def:r09300948",
          sources=["CBC 2008-12-19: on December 17, 2008 a failure ended trading at 9:48"]),
    Venue("IFCA", "ICE Futures Canada", "America/Winnipeg", "hd=CA;td=12345;de=1800;0=r-19001315",
          "Canola; closed on July 27, 2018, its products having moved to ICE Futures U.S. Toronto's holidays are assumed.",
          sources=["ICE Futures Canada contract specifications: from 19:00 to 13:15 Winnipeg"]),
    Venue("XMEX", "Mexican Stock Exchange", "America/Chicago", "hd=MX;td=12345;de=+0000;0=r08301500",
          "The exchange keeps New York's hours all year, also since Mexico gave up summer time: hence the zone of Chicago."),
    Venue("BVMF", "B3", "America/Sao_Paulo", "hd=BR;sd=BR;td=12345;de=+0000;0=r10001700a17301800;ds.xd.BR.LATE=def:r10001800;"
          "ds.sd.BR=def:r13001800;ds.xd.BR.ASHES=def:r13001700",
          "While New York keeps standard time the cash market closes at 18:00.", SUMMERS),
]
