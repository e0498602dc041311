"""Markets without an exchange: foreign exchange around the clock of New York, and cryptocurrencies without a pause."""

from ..lists import Venue

LISTS = []
VENUES = [
    Venue("FX", "Foreign exchange", "America/New_York", "td=12345;de=1700;0=r-17001700",
          "From Sunday 17:00 to Friday 17:00 New York."),
    Venue("CRYPTO", "Cryptocurrencies", "GMT+00:00", "td=1234567;de=+0000;0=r0000+0000", "Every hour of every day."),
    Venue("24_5", "24/5", "GMT+00:00", "td=12345;de=+0000;0=r0000+0000", "Every hour of Monday to Friday."),
]
