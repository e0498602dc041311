"""Calls the service at an address through the client that openapi-python-client generated, and prints the responses."""
import datetime
import sys

from instrument_lookup import Client
from instrument_lookup.api.default import (
    add_trading_time, get_days, get_instrument, get_statistics, is_ready, list_instruments, look_up, round_price, search)
from instrument_lookup.models import LookUpBody, Problem, RoundPriceDirection

client = Client(base_url=sys.argv[1], raise_on_unexpected_status=True)

apple = get_instrument.sync(symbol="AAPL", client=client)
print(apple.symbol, apple.type_, apple.country, apple.currency, apple.isin, apple.cusip, apple.has_options)
found = search.sync(q="AAPL", limit=1, client=client).results[0]
print(found.symbol, found.match.tier, found.isin)
listed = list_instruments.sync(isin=apple.isin, fields="OPOL", client=client).results[0]
print(listed.symbol, listed.isin, listed.additional_properties["OPOL"])
answers = look_up.sync(body=LookUpBody(identifiers=["AAPL"]), client=client).answers
print(answers[0].identifier.value, answers[0].profiles[0].additional_properties["SYMBOL"])
missing = get_instrument.sync(symbol="APPL", client=client)
assert isinstance(missing, Problem)
print(missing.status, "APPL:", missing.suggestions[0].symbol)
day = get_days.sync(symbol="AAPL", from_="2026-11-27", to="2026-11-27", client=client).days[0]
assert day.date == datetime.date(2026, 11, 27)
print(day.date, "early close," if day.is_short_day else "", day.reason.name)
added = add_trading_time.sync(symbol="AAPL", time="2026-11-25T20:30:00Z", duration="90m", sessions="r", client=client)
print(added.result.isoformat())
print(round_price.sync(symbol="THYAO:TR", price=20.01, direction=RoundPriceDirection.UP, client=client).text)
print(get_statistics.sync(client=client).catalog.count)
print(is_ready.sync(client=client).ready)
