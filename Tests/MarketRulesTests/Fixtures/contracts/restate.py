"""States rules of contracts a second time, over the holidays of pandas_market_calendars.

Usage: pip install pandas_market_calendars==5.5.0 && python3 restate.py > restated.tsv
"""

import datetime as dt

import pandas_market_calendars as pmc
from dateutil.easter import easter

D = dt.date


def cal(name):
    c = pmc.get_calendar(name)
    days = c.valid_days("2018-06-01", "2028-12-31")
    return {d.date() for d in days}


C = {
    n: cal(n)
    for n in [
        "CME_Agriculture",
        "CFE",
        "NYSE",
        "EUREX",
        "ICE",
        "LSE",
        "XPAR",
        "XAMS",
        "XMIL",
        "TSX",
        "JPX",
        "HKEX",
        "ASX",
        "XTAI",
        "NSE",
        "BMF",
    ]
}
# CME Group's futures exchanges were open on the two days of mourning, when only shares and bonds closed.
C["CME_Agriculture"] |= {D(2018, 12, 5), D(2025, 1, 9)}
T2 = set()  # the euro's payment system: closed on 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December
x = D(2018, 6, 1)
while x < D(2028, 12, 31):
    e = easter(x.year)
    if (
        x.weekday() < 5
        and (x.month, x.day) not in ((1, 1), (5, 1), (12, 25), (12, 26))
        and x not in (e - dt.timedelta(2), e + dt.timedelta(1))
    ):
        T2.add(x)
    x += dt.timedelta(1)
C["T2"] = T2
one = dt.timedelta(1)


def prev(d, s, n=1):
    while n:
        d -= one
        n -= d in s
    return d


def nxt(d, s, n=1):
    while n:
        d += one
        n -= d in s
    return d


def before(d, s):
    return d if d in s else prev(d, s)


def after(d, s):
    return d if d in s else nxt(d, s)


def add(y, m, k):
    i = y * 12 + m - 1 + k
    return i // 12, i % 12 + 1


def nth(y, m, wd, n):
    d = D(y, m, 1)
    while d.weekday() != wd:
        d += one
    return d + 7 * one * (n - 1)


def lastwd(y, m, wd):
    d = eom(y, m)
    while d.weekday() != wd:
        d -= one
    return d


def eom(y, m):
    y2, m2 = add(y, m, 1)
    return D(y2, m2, 1) - one


def bdays(y, m, s):
    return sorted(d for d in s if (d.year, d.month) == (y, m))


L = "FGHJKMNQUVXZ"
rows = []


def emit(kind, roots, months, field, f, s, frm=2020, to=2027, first=None, last=None):
    for r in roots.split():
        for y in range(frm, to + 1):
            for ch in months:
                m = L.index(ch) + 1
                if first and y * 100 + m < first or last and y * 100 + m > last:
                    continue
                d = f(y, m, C[s] if isinstance(s, str) else s)
                rows.append((kind, f"{r}{ch}{y%100:02}", field, str(d)))


cme = "CME_Agriculture"
Q = "HMUZ"
A = L


def third_friday(y, m, s):
    return before(nth(y, m, 4, 3), s)


emit("future", "ES MES NQ MNQ RTY M2K EMD YM MYM XAF XAK", Q, "last", third_friday, cme)
emit("future", "NKD NIY", Q, "last", lambda y, m, s: prev(nth(y, m, 4, 2), s), cme)


def vx(y, m, s):
    y2, m2 = add(y, m, 1)
    f = nth(y2, m2, 4, 3)
    w = f - 30 * one
    if w in s and f in s:
        return w
    # the business day before the Wednesday
    return prev(w, s)


emit("future", "VX VXM", A, "last", vx, "CFE")


def seven_before_last(y, m, s):
    b = bdays(y, m, s)
    return b[-8]


emit("future", "ZB UB ZN TN", Q, "last", seven_before_last, cme)
lastbd = lambda y, m, s: bdays(y, m, s)[-1]
prior_last = lambda y, m, s: bdays(*add(y, m, -1), s)[-1]
emit("future", "ZF ZT Z3N", Q, "last", lastbd, cme)
emit("future", "ZB ZN ZF ZT", Q, "notice", prior_last, cme)
emit("future", "ZQ SR1 10Y", A, "last", lastbd, cme)


def sr3(y, m, s):
    y2, m2 = add(y, m, 3)
    return prev(nth(y2, m2, 2, 3), s)


emit("future", "SR3", Q, "last", sr3, cme)
emit("future", "GE", Q, "last", lambda y, m, s: prev(nth(y, m, 2, 3), s, 2), "LSE", last=202306)
emit("future", "6E 6B 6J 6S 6A 6N 6M E7 M6E M6A", Q, "last", lambda y, m, s: prev(nth(y, m, 2, 3), s, 2), cme)
emit("future", "6C MCD", Q, "last", lambda y, m, s: prev(nth(y, m, 2, 3), s, 1), cme)
emit("future", "DX", Q, "last", lambda y, m, s: prev(nth(y, m, 2, 3), s, 2), cme)
both = C[cme] | C["LSE"]
emit("future", "BTC MBT ETH MET", A, "last", lambda y, m, s: before(lastwd(y, m, 4), s), both)


def cl(y, m, s):
    d = D(*add(y, m, -1), 25)
    return prev(d, s, 3) if d in s else prev(prev(d, s), s, 3)


def mcl(y, m, s):
    d = D(*add(y, m, -1), 25)
    return prev(d, s, 4) if d in s else prev(d, s, 5)


emit("future", "CL", A, "last", cl, cme)
emit("future", "CL", A, "notice", lambda y, m, s: nxt(cl(y, m, s), s, 2), cme)
emit("future", "MCL QM T", A, "last", mcl, cme)
emit("option", "LO", A, "last", lambda y, m, s: prev(cl(y, m, s), s, 3), cme)
ng = lambda y, m, s: prev(D(y, m, 1), s, 3)
emit("future", "NG HH", A, "last", ng, cme)
emit("future", "QG MNG HP", A, "last", lambda y, m, s: prev(ng(y, m, s), s), cme)
emit("option", "ON", A, "last", lambda y, m, s: prev(ng(y, m, s), s), cme)
emit("future", "HO RB", A, "last", lambda y, m, s: prev(D(y, m, 1), s), cme)


def brn(y, m, s):
    b = bdays(*add(y, m, -2), s)
    return b[-2] if add(y, m, -2)[1] == 12 else b[-1]


emit("future", "BRN BZ", A, "last", brn, "ICE")
emit("future", "G", A, "last", lambda y, m, s: prev(D(y, m, 14), s, 2), "ICE")
emit("future", "TFM", A, "last", lambda y, m, s: prev(D(y, m, 1), s, 2), "ICE")
third_last = lambda y, m, s: bdays(y, m, s)[-3]
emit("future", "GC MGC", "GJMQVZ", "last", third_last, cme)
emit("future", "SI HG", "HKNUZ", "last", third_last, cme)
emit("future", "PL", "FJNV", "last", third_last, cme)
emit("future", "PA", Q, "last", third_last, cme)
emit("future", "GC", "GJMQVZ", "notice", prior_last, cme)
emit("future", "QO", "GJMQVZ", "last", lambda y, m, s: bdays(*add(y, m, -1), s)[-3], cme)
mid = lambda y, m, s: max(d for d in s if d < D(y, m, 15))
emit("future", "ZC ZW KE ZO MWE", "HKNUZ", "last", mid, cme)
emit("future", "ZS", "FHKNQUX", "last", mid, cme)
emit("future", "ZM ZL", "FHKNQUVZ", "last", mid, cme)
emit("future", "ZR", "FHKNUX", "last", mid, cme)
emit("future", "ZC ZW", "HKNUZ", "notice", prior_last, cme)
emit("future", "LE", "GJMQVZ", "last", lastbd, cme)
emit("future", "HE", "GJKMNQVZ", "last", lambda y, m, s: bdays(y, m, s)[9], cme)


def gf(y, m, s):
    d = lastwd(y, m, 3)
    if m == 11:
        d = nth(y, m, 3, 4) - 7 * one
    while any(d - k * one not in s for k in (0, 1, 2, 3, 6)):
        d -= 7 * one
    return d


emit("future", "GF", "FHJKQUVX", "last", gf, cme)
emit("future", "KC", "HKNUZ", "last", lambda y, m, s: bdays(y, m, s)[-9], cme)
emit("future", "CC", "HKNUZ", "last", lambda y, m, s: bdays(y, m, s)[-12], cme)
emit("future", "CT", "HKNVZ", "last", lambda y, m, s: bdays(y, m, s)[-17], cme)
emit("future", "SB", "HKNV", "last", prior_last, cme)
emit("future", "OJ", "FHKNUX", "last", lambda y, m, s: bdays(y, m, s)[-15], cme)
emit("future", "KC", "HKNUZ", "notice", lambda y, m, s: prev(bdays(y, m, s)[0], s, 7), cme)
emit("future", "CT", "HKNVZ", "notice", lambda y, m, s: prev(bdays(y, m, s)[0], s, 5), cme)
emit("future", "FESX FDAX FDXM FDXS FSXE FTDX FSMI", Q, "last", third_friday, "EUREX")


def bund(y, m, s):
    return prev(after(D(y, m, 10), s), s, 2)


emit("future", "FGBL FGBM FGBS FGBX FBTP FOAT", Q, "last", bund, "EUREX")


def fvs(y, m, s):
    y2, m2 = add(y, m, 1)
    return before(nth(y2, m2, 4, 3) - 30 * one, s)


emit("future", "FVS", A, "last", fvs, "EUREX")
emit("future", "I", Q, "last", lambda y, m, s: prev(nth(y, m, 2, 3), s, 2), C["LSE"] & T2)
emit("future", "SO3", Q, "last", sr3, "LSE")
emit("future", "R", Q, "last", lambda y, m, s: bdays(y, m, s)[-3], "LSE")
emit("future", "Z", Q, "last", third_friday, "LSE")
emit("future", "FCE", A, "last", third_friday, "XPAR")
emit("future", "FTI", A, "last", third_friday, "XAMS")
emit("future", "EBM", "HKUZ", "last", lambda y, m, s: after(D(y, m, 10), s), "XPAR")
emit("future", "CGB CGF", Q, "last", seven_before_last, "TSX")
emit("future", "NK225 TOPIX", Q, "last", lambda y, m, s: prev(nth(y, m, 4, 2), s), "JPX", to=2026)
emit("future", "JGBL", Q, "last", lambda y, m, s: prev(after(D(y, m, 20), s), s, 5), "JPX", to=2026)
emit("future", "HSI HHI", A, "last", lambda y, m, s: bdays(y, m, s)[-2], "HKEX", to=2026)
emit("future", "AP", Q, "last", lambda y, m, s: before(nth(y, m, 3, 3), s), "ASX", to=2026)
emit(
    "future",
    "NIFTY",
    A,
    "last",
    lambda y, m, s: before(lastwd(y, m, 3 if (y, m) < (2025, 9) else 1), s),
    "NSE",
    to=2026,
)
emit("option", "SPX NDX RUT", A, "last", lambda y, m, s: prev(third_friday(y, m, s), s), "NYSE")
emit("option", "SPX EQUITY OEX", A, "expiration", third_friday, "NYSE")
emit("option", "VIX", A, "expiration", vx, "NYSE")


def friday_two_before(y, m, s):
    l = bdays(*add(y, m, -1), s)[-1]
    d = prev(l, s, 2)
    while d.weekday() != 4:
        d -= one
    return before(d, s)


emit("option", "OZN OZB OZC OZS", A, "last", friday_two_before, cme)


def og(y, m, s):
    d = bdays(*add(y, m, -1), s)[-4]
    if d.weekday() == 4 or (d + one).weekday() < 5 and d + one not in s:
        d = prev(d, s)
    return d


emit("option", "OG SO", A, "last", og, cme)
emit("option", "EUU", A, "last", lambda y, m, s: before(nth(y, m, 2, 3) - (5 + 7) * one, s), cme)
emit("option", "EW", A, "last", lastbd, cme)
print("# Made by restate.py: kind, contract, field, date.")
for r in rows:
    print("\t".join(r))
