"""Studies of bars: their values, forms, parameters and errors."""

import inspect
import math

import ipf
import numpy
import pytest
from ipf import studies


def bars(count=300, start="2026-03-02T14:30"):
    place = numpy.arange(count)
    close = 100 + 9 * numpy.sin(place / 23) + numpy.cos(place * 1.7)
    opened = numpy.concatenate([[100.0], close[:-1]])
    return {
        "open": opened, "high": numpy.maximum(opened, close) + 0.5, "low": numpy.minimum(opened, close) - 0.4, "close": close,
        "volume": 1000.0 + place % 17, "time": numpy.datetime64(start) + place * numpy.timedelta64(30, "m")}


def lines(result):
    return result if isinstance(result, tuple) else (result,)


def wilder(values, length):
    """Returns Wilder's average, computed directly from its definition."""
    result, last = numpy.full(len(values), numpy.nan), None
    for place, value in enumerate(values):
        if last is None:
            if place >= length:
                last = values[place - length + 1 : place + 1].mean()
        else:
            last += (value - last) / length
        result[place] = numpy.nan if last is None else last
    return result


def test_the_index_of_relative_strength_is_that_of_its_definition():
    close = bars()["close"]
    change = numpy.diff(close, prepend=numpy.nan)
    rises, falls = wilder(numpy.fmax(change, 0), 14), wilder(numpy.fmax(-change, 0), 14)
    numpy.testing.assert_allclose(studies.rsi(close, 14), 100 * rises / (rises + falls), rtol=1e-9)


def test_every_study_has_a_function_with_lines():
    table = bars()
    names = [name for name in dir(studies) if name != "Live"]
    assert len(names) == 108
    for name in names:
        function = getattr(studies, name)
        result = lines(function(table))
        assert result and all(column.dtype == "float64" and len(column) == 300 for column in result), name
        assert all(field.isidentifier() for field in getattr(result, "_fields", ())), name
        assert function.__name__ == name and name.replace("_", "") in function.__doc__.lower(), name


def test_arrays_by_place_are_the_columns_that_a_study_reads():
    table = bars()
    by_place = studies.atr(table["high"], table["low"], table["close"], 14)
    numpy.testing.assert_array_equal(by_place, studies.atr(table, length=14))
    by_name = studies.atr(close=table["close"], high=table["high"], low=table["low"])
    numpy.testing.assert_array_equal(by_place, by_name)


def test_parameters_have_names_and_defaults():
    signature = inspect.signature(studies.macd)
    defaults = {key: one.default for key, one in signature.parameters.items()}
    assert (defaults["fast_length"], defaults["slow_length"], defaults["signal_length"], defaults["average"]) == (12, 26, 9, "EXPONENTIAL")
    close = bars()["close"]
    numpy.testing.assert_array_equal(studies.macd(close, 5, 20).macd, studies.macd(close, fast_length=5, slow_length=20).macd)
    assert not numpy.array_equal(studies.sma(close, 9), studies.sma(close, 9, displace=2), equal_nan=True)
    assert not numpy.array_equal(studies.day_open_close(bars()).close, studies.day_open_close(bars(), previous=False).close, equal_nan=True)


def test_levels_with_the_name_of_a_column_have_another_one():
    keys = list(inspect.signature(studies.choppiness_index).parameters)
    assert keys == ["high", "low", "close", "length", "high_level", "low_level", "schedule"]


def test_a_price_decides_which_columns_are_read():
    table = bars()
    middle = studies.sma(table["high"], table["low"], price="HL2")
    numpy.testing.assert_allclose(middle, studies.sma((table["high"] + table["low"]) / 2), rtol=1e-12)


def test_levels_are_omitted_and_lines_have_names_of_python():
    assert studies.dmi(bars())._fields == ("plus_di", "minus_di", "adx")
    assert studies.stochastic_full(bars())._fields == ("k", "d")
    assert studies.ichimoku(bars())._fields[2:4] == ("senkou_a", "senkou_b")


def test_results_have_the_form_of_the_column():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    table = bars()
    expected = studies.sma(table["close"], 5)
    index = pandas.date_range("2026-01-01", periods=300, freq="min", tz="Europe/Berlin")
    series = studies.sma(pandas.Series(table["close"], index=index, name="close"), 5)
    assert series.index.equals(index) and series.name == "close"
    numpy.testing.assert_array_equal(series, expected)
    frame = polars.DataFrame({key: table[key] for key in ("high", "low", "close")})
    assert isinstance(studies.stochastic_full(frame).k, polars.Series)
    numpy.testing.assert_array_equal(studies.sma(polars.Series("close", table["close"]), 5).to_numpy(), expected)
    numpy.testing.assert_array_equal(studies.sma(list(table["close"]), 5), expected)


def test_a_missing_value_is_missing_while_it_is_in_the_window():
    pandas = pytest.importorskip("pandas")
    close = bars()["close"]
    close[50] = math.nan
    assert list(numpy.flatnonzero(numpy.isnan(studies.sma(close, 5)[4:])) + 4) == [50, 51, 52, 53, 54]
    nullable = pandas.Series(close).astype("Float64")
    numpy.testing.assert_array_equal(studies.sma(nullable, 5), studies.sma(close, 5))


def test_days_of_trading_restart_studies():
    pandas = pytest.importorskip("pandas")
    table = bars()
    schedule = ipf.Schedule("XNYS(tz=America/New_York;hd=US;0=p04000930r09301600a16002000)")
    restarted = studies.previous_day_range(table, schedule=schedule)
    # 2026-03-02 is a Monday. Its regular session, 14:30 to 21:00 UTC, has the first 13 bars.
    tuesday = numpy.searchsorted(table["time"], numpy.datetime64("2026-03-03T14:30"))
    assert restarted.high[tuesday] == table["high"][:13].max()
    assert studies.previous_day_range(table).high[tuesday] != restarted.high[tuesday]
    index = pandas.DatetimeIndex(table["time"], tz="UTC").tz_convert("America/New_York")
    frame = pandas.DataFrame({key: table[key] for key in table if key != "time"}, index=index)
    numpy.testing.assert_array_equal(studies.previous_day_range(frame, schedule=schedule).high, restarted.high)


def test_bars_one_after_the_other_give_the_same_values():
    table = bars()
    live = studies.Live("keltner_channels", length=7)
    for place in range(300):
        live.append(**{key: table[key][place : place + 1] * 1.1 for key in ("high", "low", "close")})
        live.replace_last(**{key: table[key][place : place + 1] for key in ("high", "low", "close")})
    assert len(live) == 300
    for one, whole in zip(live.lines, studies.keltner_channels(table, 7)):
        numpy.testing.assert_array_equal(one, whole)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: studies.rsi(bars()["close"], 0), "length: found “0”, expected a whole number from 1"),
        (lambda: studies.rsi(bars()["close"], period=14), "rsi|RSI: found no parameter 'period', expected one of length"),
        (lambda: studies.rsi(bars()["close"], 14, length=14), "twice"),
        (lambda: studies.atr(bars()["close"]), "ATR reads high, low, close, found no low, close"),
        (lambda: studies.rsi(), "RSI reads close: found none"),
        (lambda: studies.rsi(["a"]), "close: .*expected numbers"),
        (lambda: studies.rsi(numpy.zeros((2, 2))), "close: found 2 dimensions"),
        (lambda: studies.atr([1, 2], [1, 2], [1]), "different lengths: high 2, low 2, close 1"),
        (lambda: studies.ema([1, 2], average="X"), "found no parameter 'average'"),
        (lambda: studies.macd([1, 2], average="X"), "average: found “X”, expected one of SIMPLE"),
        (lambda: studies.vwap({**bars(3), "time": bars(3)["time"][::-1]}), "expected bars in ascending order of time"),
        (lambda: studies.Live("rsi").append(), "found no column, expected close"),
        (lambda: studies.Live("rsi").append(x=[1]), "found 'x', expected close"),
        (lambda: studies.Live("rsx"), "found the study 'rsx'"),
    ],
)
def test_errors_say_what_was_found_and_expected(call, message):
    with pytest.raises(ipf.InvalidArgument, match=message):
        call()


def test_unknown_studies_are_no_attributes():
    with pytest.raises(AttributeError):
        studies.rsx
