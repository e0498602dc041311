#!/usr/bin/env python3
"""Sends random requests to `ipf serve`, one after the other. No response may be an error of the service, or take more
processor time than a request may use. usage: campaign.py CATALOG [--count 10000] [--seed 1] [--bound 2.0]

The program is $IPF, by default .build/debug/ipf. Prints the most expensive responses. The exit code is 1 if one of them
exceeds the bound or is an error."""
import argparse
import heapq
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import urllib.parse

# A client reads at most this many bytes of a response, because exports have no limit.
MOST_BYTES = 64 << 10
TEXTS = [".", "a", "s", "/", "=", "1", "apple", "a b c d e f g h", "call call call", "aple", "spx", "*", "??", "\x00", "é", "İŞ", "💥", "A" * 900,
         "the " * 250, ".AAPL", "AAPL 15JAN27 260 C", "/ESZ6", "XNAS:AAPL", "FOO:AAPL", "US0378331005", "-1", "1e999", "'", "%", "..", "a" * 60]
PATTERNS = ["*", "?*", "*a*", "*a*b*", "*0*1*2*", "AAPL*", "*1,*2,*3,*4,*5", ",".join(f"*{i}*" for i in range(199)), "OPTION", "STOCK,ETF", "US", "XNAS", "USD"]
MOMENTS = ["2026-11-27", "2026-11-27T15:00:00Z", "1600-01-01", "9999-12-31", "0001-01-01", "now", "x"]
NUMBERS = ["1", "0", "-1", "10", "100", "1000", "10000", "20000", "99999999999999999999", "1e308", "nan", "0.01", "x"]
PATHS = json.loads(r'''["/v1/search", "/v1/search", "/v1/search", "/v1/list", "/v1/list", "/v1/symbols", "/v1/stats", "/v1/instruments/{s}", "/v1/profiles/{s}",
 "/v1/chains/{s}", "/v1/chains/{s}", "/v1/schedules/{s}/days", "/v1/schedules/{s}/sessions", "/v1/schedules/{s}/at", "/v1/schedules/{s}/next", "/v1/schedules/{s}/bars",
 "/v1/schedules/{s}/between", "/v1/schedules/{s}/add", "/v1/schedules/{s}/offset", "/v1/schedules/{s}/settle", "/v1/price/{s}/round", "/v1/price/{s}/ladder", "/v1/instruments/{s}/history",
 "/v1/pictures/week/{s}.svg", "/v1/pictures/week/{s}.png", "/v1/pictures/year/{s}.svg", "/v1/pictures/year/{s}.png", "/udf/config", "/udf/search", "/udf/symbols",
 "/udf/history", "/udf/symbol_info", "/v1/lookup", "/ipf", "/readyz", "/metrics", "/instrument/{s}", "/schedule-view", "/openapi.json", "/v1/studies", "/nothing"]''')
PARAMETERS = {
    "q": TEXTS, "query": TEXTS, "symbol": None, "facets": ["true", "false"], "limit": NUMBERS, "offset": NUMBERS, "order": ["rank", "symbol", "type", "expiration", "x"],
    "type": PATTERNS, "opol": PATTERNS, "country": PATTERNS, "currency": PATTERNS, "exchange": PATTERNS, "description": PATTERNS, "DESCRIPTION": PATTERNS,
    "SYMBOL": PATTERNS, "ISIN": PATTERNS, "UNDERLYING": PATTERNS, "EXCHANGES": PATTERNS, "expiration": ["2026-01-01..", "..2027-01-01", "x"], "strike": ["100..200", "nan.."],
    "activeOn": MOMENTS, "fields": ["SYMBOL,TYPE", "*", "TRADING_HOURS"], "format": ["json", "ndjson", "csv"], "from": MOMENTS + ["0", "1e18"], "to": MOMENTS + ["1900000000"],
    "at": MOMENTS, "on": MOMENTS, "asOf": ["2026-01-01", "now"], "year": NUMBERS + ["2026", "9998"], "with": PATTERNS, "around": NUMBERS, "strikes": NUMBERS, "summary": ["true"],
    "explain": ["true"], "filter": ["trading", "regular", "x"], "resolution": ["1", "5", "D", "W", "M", "x"], "countback": NUMBERS, "group": ["XNAS", "OPRA", "XCME"],
    "amount": NUMBERS, "days": NUMBERS, "plus": NUMBERS, "joint": PATTERNS, "price": NUMBERS, "length": NUMBERS, "count": NUMBERS, "tz": ["UTC", "x"], "expired": ["true"]}
OF = {"/v1/search": "q facets limit type opol country on description", "/v1/list": "type opol description SYMBOL ISIN UNDERLYING limit offset order format fields expiration strike activeOn EXCHANGES",
      "/udf/search": "query limit type exchange", "/udf/symbols": "symbol", "/udf/history": "symbol resolution from to countback", "/udf/symbol_info": "group", "/v1/symbols": "q limit on",
      "/v1/chains/{s}": "around strikes summary expiration strike", "/schedule-view": "symbol from to"}


def parameter(name, symbol):
    values = PARAMETERS[name]
    return name, symbol() if values is None else random.choice(values)


def request(symbols):
    """Returns a random method, target and body."""
    def symbol():
        return random.choice(symbols) if random.random() < 0.8 else random.choice(TEXTS)
    path = random.choice(PATHS)
    usual = OF.get(path, "").split()
    names = random.sample(usual, random.randint(0, min(4, len(usual)))) if usual else random.sample(sorted(PARAMETERS), random.randint(0, 3))
    if random.random() < 0.1:
        names.append(random.choice(sorted(PARAMETERS)))
    query = [parameter(name, symbol) for name in names]
    if path in ("/v1/search", "/v1/symbols") and random.random() < 0.9:
        query.insert(0, ("q", random.choice(TEXTS) if random.random() < 0.7 else symbol()[:random.randint(1, 6)]))
    if path in ("/udf/symbols", "/udf/history") and random.random() < 0.9:
        query.insert(0, ("symbol", symbol()))
    target = path.replace("{s}", urllib.parse.quote(symbol(), safe="")) + ("?" + urllib.parse.urlencode(query) if query else "")
    if path != "/v1/lookup":
        return "GET", target, None
    items = [random.choice([symbol(), {"notation": random.choice(TEXTS)}, {"isin": "US0378331005"}, {"x": "y"}, 1]) for _ in range(random.choice([0, 1, 10, 1000]))]
    return "POST", target, json.dumps({"identifiers": items})


def ask(port, method, target, body):
    """Returns the status and the beginning of the body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request(method, target, body, {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        return answer.status, answer.read(MOST_BYTES)
    finally:
        connection.close()


def busy(pid):
    fields = open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(process, port, count, bound):
    """Returns the faults and the most expensive responses."""
    symbols = ["AAPL", "/ES", "SPX", "EUR/USD"]
    lines = ask(port, "GET", "/v1/list?format=ndjson&fields=SYMBOL&limit=500", None)[1].decode().splitlines()[:-1]
    symbols += [json.loads(line)["SYMBOL"] for line in lines if line.startswith("{")]
    fixed = [("GET", "/v1/search?q=.&facets=true", None), ("GET", "/v1/search?facets=true", None), ("GET", "/v1/stats", None)]
    faults, costly = [], []
    for number in range(count):
        method, target, body = fixed[number] if number < len(fixed) else request(symbols)
        before = busy(process.pid)
        status, text = ask(port, method, target, body)
        used = busy(process.pid) - before
        heapq.heappush(costly, (used, status, target[:200]))
        if len(costly) > 10:
            heapq.heappop(costly)
        if used > bound or status >= 500 and (status != 503 or b"--request-budget" not in text):
            faults.append(f"{status} after {used:.2f} s: {method} {target} {(body or '')[:200]} {text[:300]}")
    return faults, sorted(costly, reverse=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("catalog")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bound", type=float, default=2.0)
    options = parser.parse_args()
    random.seed(options.seed)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([os.environ.get("IPF", ".build/debug/ipf"), "serve", options.catalog, "--port", str(port)],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        while "listening on" not in (line := process.stdout.readline()):
            if not line:
                sys.exit("the service did not start")
        faults, costly = run(process, port, options.count, options.bound)
        print(f"seed {options.seed}, {options.count} requests; the most expensive responses:")
        for used, status, target in costly:
            print(f"  {used:.2f} s  {status}  {target}")
        for fault in faults:
            print("FAULT", fault)
        if process.poll() is not None:
            faults.append("ended")
            print(f"the service ended with {process.returncode}")
    finally:
        process.terminate()
        process.wait(20)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
