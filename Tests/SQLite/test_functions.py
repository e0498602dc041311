"""Trading hours and prices in SQL."""

import datetime
import sqlite3
import unittest

import ipf
from support import catalog, connect, path, plan, sample


class SessionsTests(unittest.TestCase):
    def test_sessions_equal_those_of_the_library(self):
        found = connect().execute("SELECT date, kind, open, close, is_beyond_coverage FROM ipf_sessions('XNYS', '2026-01-01', '2026-12-31')")
        moment = lambda time: time.astimezone(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S")
        expected = [
            (row["date"].isoformat(), row["kind"], moment(row["open"]), moment(row["close"]), int(row["is_beyond_coverage"]))
            for row in ipf.Schedule("XNYS").sessions("2026-01-01", "2026-12-31").to_dicts()]
        self.assertGreater(len(expected), 250)
        self.assertEqual(found.fetchall(), expected)

    def test_a_short_day_of_a_symbol_ends_early(self):
        question = "SELECT kind, open, close FROM ipf_sessions('AAPL', '2026-11-27')"
        expected = [
            ("pre-market", "2026-11-27 09:00:00", "2026-11-27 14:30:00"), ("regular", "2026-11-27 14:30:00", "2026-11-27 18:00:00"),
            ("after-market", "2026-11-27 18:00:00", "2026-11-27 22:00:00")]
        self.assertEqual(connect(sample()).execute(question).fetchall(), expected)

    def test_sqlite_parses_the_times(self):
        question = "SELECT sum((julianday(close) - julianday(open)) * 24) FROM ipf_sessions('XNYS', '2026-11-26', '2026-11-27') WHERE kind = 'regular'"
        self.assertAlmostEqual(connect().execute(question).fetchone()[0], 3.5, 5)

    def test_days_without_sessions_have_no_rows(self):
        connection = connect(sample())
        for arguments in ("'XNYS', '2026-11-28'", "'AAPL', '2026-11-28', '2026-11-29'"):
            self.assertEqual(connection.execute(f"SELECT * FROM ipf_sessions({arguments})").fetchall(), [])
        question = "SELECT 1, s.date FROM (SELECT 1) LEFT JOIN ipf_sessions('XNYS', '2026-11-28') s"
        self.assertEqual(connection.execute(question).fetchall(), [(1, None)])

    def test_conditions_may_contain_or(self):
        connection = connect(sample())
        sessions = "ipf_sessions('AAPL', '2026-11-23', '2026-11-27') s"
        connection.execute(f"CREATE TABLE o AS SELECT * FROM {sessions}")
        for condition in (
            "s.open > '2026-11-25' OR s.kind = 'regular'", "s.open > '2026-11-26' OR s.open < '2026-11-24'",
            "s.kind = 'regular' AND (s.date = '2026-11-24' OR s.open > '2026-11-26')"):
            found = connection.execute(f"SELECT s.date, s.kind FROM {sessions} WHERE {condition}").fetchall()
            self.assertEqual(found, connection.execute(f"SELECT s.date, s.kind FROM o s WHERE {condition}").fetchall())
            self.assertGreater(len(found), 0)
        question = f"SELECT count(s.date) FROM (SELECT 1) LEFT JOIN {sessions} ON s.kind = 'regular' OR s.date = '2026-11-24'"
        self.assertEqual(connection.execute(question).fetchone(), (6,))

    def test_sessions_can_be_joined_to_each_row(self):
        question = (
            "SELECT t.symbol, s.close FROM t, ipf_sessions(t.trading_hours, '2026-11-27') s "
            "WHERE t.symbol IN ('AAPL', 'MSFT') AND s.kind = 'regular' ORDER BY 1")
        self.assertEqual(
            connect(sample()).execute(question).fetchall(), [("AAPL", "2026-11-27 18:00:00"), ("MSFT", "2026-11-27 18:00:00")])

    def test_the_table_of_symbols_can_be_selected(self):
        connection = connect()
        question = "SELECT count(*) FROM ipf_sessions('AAPL', '2026-11-27')"
        with self.assertRaisesRegex(sqlite3.OperationalError, "to look up symbols, create a catalog table: CREATE VIRTUAL TABLE"):
            connection.execute(question)
        connection.execute(f"CREATE VIRTUAL TABLE a USING ipf('{sample()}')")
        self.assertEqual(connection.execute(question).fetchone(), (3,))
        connection.execute(f"CREATE VIRTUAL TABLE b USING ipf('{sample()}')")
        with self.assertRaisesRegex(sqlite3.OperationalError, "to look up symbols, name one of the 2 catalog tables as the last argument"):
            connection.execute(question)
        self.assertEqual(connection.execute("SELECT count(*) FROM ipf_sessions('AAPL', '2026-11-27', '2026-11-27', 'b')").fetchone(), (3,))
        # The hours of a venue need no catalog table.
        self.assertEqual(connection.execute("SELECT count(*) FROM ipf_sessions('XNYS', '2026-11-27')").fetchone(), (1,))
        with self.assertRaisesRegex(sqlite3.OperationalError, "found no catalog table c"):
            connection.execute("SELECT 1 FROM ipf_sessions('AAPL', '2026-11-27', '2026-11-27', 'c')").fetchall()

    def test_tables_that_no_statement_names_are_used(self):
        database = path("sessions.db")
        connect(sample(), database=database).close()
        question = "SELECT count(*) FROM ipf_sessions('AAPL', '2026-11-27')"
        self.assertEqual(connect(database=database).execute(question).fetchone(), (3,))
        connection = connect(database=database)
        connection.execute(f"CREATE VIRTUAL TABLE temp.u USING ipf('{sample()}')")
        with self.assertRaisesRegex(sqlite3.OperationalError, "one of the 2 catalog tables"):
            connection.execute(question)
        connection.execute("DROP TABLE u")
        connection.execute("ATTACH ? AS other", (path("other.db"),))
        connect(sample(), table="later", database=path("other.db")).close()
        self.assertEqual(
            connection.execute("SELECT count(*) FROM ipf_sessions('AAPL', '2026-11-27', '2026-11-27', 'later')").fetchone(), (3,))
        connection.execute("DETACH other")
        self.assertEqual(connection.execute(question).fetchone(), (3,))

    def test_tables_of_one_name_are_distinguished(self):
        connection = connect()
        connection.execute("ATTACH ':memory:' AS n")
        for schema, hours in (("main", "15001800"), ("n", "10001200")):
            definition = f"X(name=X;tz=UTC;td=12345;de=+0000;0={hours})"
            catalog(f"{schema}.ipfc", ("SYMBOL", "DESCRIPTION", "TRADING_HOURS"), [("ZZ", "", definition)])
            connection.execute(f"CREATE VIRTUAL TABLE {schema}.t USING ipf('{path(schema + '.ipfc')}')")
        ask = lambda table: connection.execute("SELECT ipf_is_open('ZZ', '2026-11-27 15:30', ?)", (table,)).fetchone()[0]
        self.assertEqual([ask(table) for table in ("t", "main.t", "n.t", "N.T")], [1, 1, 0, 0])
        connection.execute(f"CREATE VIRTUAL TABLE temp.t USING ipf('{path('n.ipfc')}')")
        self.assertEqual([ask(table) for table in ("t", "main.t", "temp.t")], [0, 1, 0])
        with self.assertRaisesRegex(sqlite3.OperationalError, "found no catalog table m.t"):
            ask("m.t")

    def test_databases_can_be_attached_later(self):
        database, question = path("attached.db"), "SELECT count(*) FROM ipf_sessions('AAPL', '2026-11-27')"
        connect(sample(), database=database).close()
        connection = connect(sample(), table="mine")
        self.assertEqual(connection.execute(question).fetchone(), (3,))
        connection.execute("ATTACH ? AS m", (database,))
        # A table that is attached later has the same effect as one that was attached before the first query.
        with self.assertRaisesRegex(sqlite3.OperationalError, "one of the 2 catalog tables"):
            connection.execute(question)
        connection.execute("DETACH m")
        self.assertEqual(connection.execute(question).fetchone(), (3,))

    def test_invalid_arguments_are_errors(self):
        connection = connect()
        for question, expected in (
            ("SELECT 1 FROM ipf_sessions", r"expected ipf_sessions\('AAPL', '2026-11-23', '2026-11-27'\)"),
            ("SELECT 1 FROM ipf_sessions('XNYS')", "expected ipf_sessions"),
            ("SELECT 1 FROM ipf_sessions('XNYS', '2026-2-1')", "'2026-2-1' is not a date"),
            ("SELECT 1 FROM ipf_sessions('XNYS', '2026-02-01', '2026-02-30')", "'2026-02-30' is not a date"),
            ("SELECT 1 FROM ipf_sessions('XNYS', '2026-11-27 rubbish')", "'2026-11-27 rubbish' is not a date"),
        ):
            with self.subTest(question=question), self.assertRaisesRegex(sqlite3.OperationalError, expected):
                connection.execute(question).fetchall()
        self.assertEqual(connection.execute("SELECT date FROM ipf_sessions('XNYS', '2026-11-27 15:30:00')").fetchall(), [("2026-11-27",)])
        for arguments in ("NULL, '2026-11-27'", "'XNYS', NULL", "'XNYS', '2026-11-27', NULL"):
            self.assertEqual(connection.execute(f"SELECT 1 FROM ipf_sessions({arguments})").fetchall(), [])

    def test_a_name_without_a_schedule_is_a_row_with_its_fault(self):
        hours = [("A", "X(name=X;tz=UTC;0=09001700)"), ("B", "X(0=x)"), ("C", ""), ("D", "Y(name=Y;tz=UTC;0=10001800)"), ("E", "??")]
        catalog("faults.ipfc", ("SYMBOL", "DESCRIPTION", "TRADING_HOURS"), [(symbol, "", text) for symbol, text in hours])
        connection = connect(path("faults.ipfc"))
        regular = lambda start, end: ("2026-11-27", "regular", f"2026-11-27 {start}:00:00", f"2026-11-27 {end}:00:00", 0, None)
        fault = lambda text: (None, None, None, None, None, text)
        common = [("A", *regular("09", 17)), ("B", *fault("trading hours: no time zone: expected tz=ZONE"))]
        for argument, expected in (
            ("t.symbol", [
                *common, ("C", *fault("C: the catalog has no trading hours for it")), ("D", *regular(10, 18)),
                ("E", *fault("trading hours: no definition: expected VENUE(properties)"))]),
            ("t.trading_hours", [
                *common, ("D", *regular(10, 18)), ("E", *fault("??: neither a symbol of the catalog nor a venue"))])):
            question = f"SELECT t.symbol, s.* FROM t, ipf_sessions({argument}, '2026-11-27') s ORDER BY t.symbol"
            with self.subTest(argument=argument):
                self.assertEqual(connection.execute(question).fetchall(), expected)
        # The positions of earlier columns and of the arguments have not changed.
        names = [column[0] for column in connection.execute("SELECT * FROM ipf_sessions('XNYS', '2026-11-27')").description]
        self.assertEqual(names, ["date", "kind", "open", "close", "is_beyond_coverage", "fault"])
        # The function also works without a catalog table, and in the middle of a join with a condition.
        self.assertEqual(connect().execute("SELECT count(*), count(fault) FROM ipf_sessions('X(0=x)', '2026-11-27')").fetchone(), (1, 1))
        self.assertEqual(
            connection.execute("SELECT count(*) FROM t, ipf_sessions(t.trading_hours, '2026-11-27') s WHERE s.kind = 'regular'").fetchone(), (2,))


class FunctionTests(unittest.TestCase):
    def test_is_open_answers_for_a_time(self):
        connection = connect(sample())
        for name, moment, expected in (
            ("XNYS", "2026-11-27 15:30", 1), ("XNYS", "2026-11-27 18:00:00", 0), ("XNYS", "2026-11-27T17:59:59.9Z", 1),
            ("XNYS", "2026-11-27 12:59:00-05:00", 1), ("XNYS", "2026-11-27", 0), ("AAPL", 1795793400, 1), ("AAPL", "2026-11-26 15:30", 0),
            ("XNYS", 1795793400.0, 1), ("XNYS", "1795793400", 1), ("XNYS", 1795802399.999, 1), ("XNYS", 1795802400.5, 0),
            (None, "2026-11-27", None), ("XNYS", None, None),
        ):
            with self.subTest(name=name, moment=moment):
                self.assertEqual(connection.execute("SELECT ipf_is_open(?, ?)", (name, moment)).fetchone(), (expected,))
        self.assertEqual(connection.execute("SELECT ipf_is_open('AAPL', '2026-11-27 10:00', 't')").fetchone(), (1,))
        for moment in ("2026-11-27 25:00", "now", "2026-11-27 15", "2026", "20261127", 1e300, float("inf"), b"x"):
            with self.subTest(moment=moment), self.assertRaisesRegex(sqlite3.OperationalError, "is not a time; expected UTC such as"):
                connection.execute("SELECT ipf_is_open('XNYS', ?)", (moment,)).fetchall()

    def test_each_row_uses_its_own_table(self):
        connection = connect(sample())
        for name, hours in (("early", "10001200"), ("late", "15001800")):
            definition = f"X(name=X;tz=UTC;td=12345;de=+0000;0={hours})"
            catalog(f"{name}.ipfc", ("SYMBOL", "DESCRIPTION", "TRADING_HOURS"), [("ZZ", "", definition)])
            connection.execute(f"CREATE VIRTUAL TABLE {name} USING ipf('{path(name + '.ipfc')}')")
        question = "SELECT ipf_is_open('ZZ', '2026-11-27 15:30', x) FROM (SELECT ? AS x UNION ALL SELECT ?)"
        self.assertEqual(connection.execute(question, ("early", "late")).fetchall(), [(0,), (1,)])
        self.assertEqual(connection.execute(question, ("late", "early")).fetchall(), [(1,), (0,)])
        question = "SELECT ipf_is_open('AAPL', '2026-11-27 15:30', x) FROM (SELECT ? AS x UNION ALL SELECT ?)"
        for tables in (("t", "nosuch"), ("nosuch", "t")):
            with self.assertRaisesRegex(sqlite3.OperationalError, "found no catalog table nosuch"):
                connection.execute(question, tables).fetchall()
        self.assertEqual(connection.execute(question, ("t", "T")).fetchall(), [(1,), (1,)])

    def test_many_rows_are_answered(self):
        question = (
            "WITH RECURSIVE s(t) AS (SELECT 1795737600 UNION ALL SELECT t + 60 FROM s WHERE t < 1795737600 + 86340) "
            "SELECT sum(ipf_is_open('XNYS', t)) FROM s")
        self.assertEqual(connect().execute(question).fetchone(), (210,))

    def test_functions_work_in_views_of_an_untrusted_schema(self):
        connection = connect()
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute(
            "CREATE VIEW v AS SELECT ipf_round(1.02, '0.05'), ipf_is_open('XNYS', '2026-11-27 15:30'), date "
            "FROM ipf_sessions('XNYS', '2026-11-27')")
        self.assertEqual(connection.execute("SELECT * FROM v").fetchall(), [(1.0, 1, "2026-11-27")])

    def test_prices_are_rounded(self):
        connection = connect()
        for price, increments, expected in ((101.237, "0.05", 101.25), (19.996, "0.01 20; 0.02", 20.0), (None, "0.05", None), (1, None, None)):
            self.assertEqual(connection.execute("SELECT ipf_round(?, ?)", (price, increments)).fetchone(), (expected,))

    def test_an_unreadable_definition_is_null_in_its_row(self):
        catalog("bad.ipfc", ("SYMBOL", "PRICE_INCREMENTS", "TRADING_HOURS"), [("A", "0.05", "X(name=X;tz=UTC;td=12345;de=+0000;0=15001800)"), ("B", "x", "x(")])
        connection = connect(path("bad.ipfc"))
        self.assertEqual(
            connection.execute(
                "SELECT symbol, ipf_round(1.02, price_increments), ipf_is_open(trading_hours, '2026-11-27 15:30'), "
                "ipf_is_open(symbol, '2026-11-27 15:30') FROM t ORDER BY symbol").fetchall(),
            [("A", 1.0, 1, 1), ("B", None, None, None)])


if __name__ == "__main__":
    unittest.main()
