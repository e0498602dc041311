"""Columns, plans, search and errors of a table, and tables of changing files."""

import os
import shutil
import sqlite3
import subprocess
import threading
import time
import unittest

import ipf
from support import IPF, catalog, connect, odd, path, plan, sample


class ColumnTests(unittest.TestCase):
    def test_columns_have_types_and_some_are_hidden(self):
        columns = {row[1]: (row[2], row[6]) for row in connect(sample()).execute("PRAGMA table_xinfo(t)")}
        self.assertEqual(columns["SYMBOL"], ("TEXT", 0))
        self.assertEqual(columns["STRIKE"], ("REAL", 0))
        self.assertEqual(columns["EXPIRATION"], ("TEXT", 0))
        self.assertEqual(columns["AUTOCOMPLETE_WEIGHT"], ("TEXT", 0))
        self.assertEqual([name for name in columns if columns[name][1]], ["t", "rank", "tier", "reason"])

    def test_names_that_are_equal_in_sql_are_distinguished(self):
        columns = [(row[1], row[6]) for row in connect(odd()).execute("PRAGMA table_xinfo(t)")]
        names = [name for name, _ in columns]
        self.assertEqual(len({name.lower() for name in names}), len(names))
        for name in ('a "b" c', "CURRENCY", "Currency_2", "rank", "select"):
            self.assertIn((name, 0), columns)
        # The field keeps its name, and the hidden column gets a number.
        self.assertIn(("rank_2", 1), columns)

    def test_some_fields_can_be_selected(self):
        connection = connect()
        connection.execute(f"CREATE VIRTUAL TABLE t USING ipf('{sample()}', STRIKE, \"SYMBOL\")")
        self.assertEqual(connection.execute("SELECT * FROM t WHERE symbol = 'AAPL'").fetchall(), [(None, "AAPL")])
        with self.assertRaisesRegex(sqlite3.OperationalError, "there is no field STRIK; did you mean STRIKE"):
            connection.execute(f"CREATE VIRTUAL TABLE u USING ipf('{sample()}', STRIK)")

    def test_more_fields_than_columns_are_an_error(self):
        fields = ["SYMBOL"] + [f"F{number:04}" for number in range(2500)]
        catalog("wide.ipfc", fields, [["A"] + [str(number) for number in range(2500)]])
        connection, place = connect(), path("wide.ipfc")
        with self.assertRaisesRegex(sqlite3.OperationalError, "has 2502 fields, but a table has at most 1996; name the fields that you need"):
            connection.execute(f"CREATE VIRTUAL TABLE t USING ipf('{place}')")
        connection.execute(f"CREATE VIRTUAL TABLE t USING ipf('{place}', SYMBOL, F2345)")
        self.assertEqual(connection.execute("SELECT * FROM t").fetchall(), [("A", "2345")])

    def test_a_field_named_twice_is_an_error(self):
        with self.assertRaisesRegex(sqlite3.OperationalError, "the field EXPIRATION is named twice"):
            connect().execute(f"CREATE VIRTUAL TABLE t USING ipf('{sample()}', EXPIRATION, SYMBOL, EXPIRATION)")

    def test_a_field_may_have_the_name_of_the_table(self):
        connection = connect(sample(), table="symbol")
        self.assertEqual(connection.execute("SELECT symbol FROM symbol('apple') ORDER BY rank LIMIT 1").fetchone(), ("AAPL",))
        with self.assertRaisesRegex(sqlite3.OperationalError, 'expected the hidden column "symbol_2" on its left side'):
            connection.execute("SELECT 1 FROM symbol WHERE symbol MATCH 'apple'").fetchall()

    def test_names_that_differ_in_case_are_distinguished(self):
        names = ["".join(letter.upper() if number >> place & 1 else letter for place, letter in enumerate("abcdefghijk")) for number in range(1900)]
        catalog("cases.ipfc", ["SYMBOL"] + names, [["A"] + [str(number) for number in range(1900)]])
        begun = time.process_time()
        connection = connect(path("cases.ipfc"))
        # As a batch, the look-ups are fast. One by one, they would exceed the limit.
        self.assertLess(time.process_time() - begun, 5)
        columns = {row[1] for row in connection.execute("PRAGMA table_info(t)")}
        self.assertEqual(len({column.lower() for column in columns}), 1902)
        self.assertLessEqual({f"{number}" for number in range(2, 1901)}, {column.split("_")[1] for column in columns if "_" in column})

    def test_many_columns_are_read(self):
        fields = ["SYMBOL"] + [f"F{number:04}" for number in range(300)]
        rows = [[f"S{row:03}"] + [f"{row}.{number}" for number in range(300)] for row in range(200)]
        catalog("many.ipfc", fields, rows)
        found = connect(path("many.ipfc")).execute("SELECT * FROM t ORDER BY symbol").fetchall()
        self.assertEqual([list(row[1:]) for row in found], rows)


class PlanTests(unittest.TestCase):
    def test_plans_use_indexes_and_orders(self):
        connection = connect(sample())
        for question, expected in (
            ("SELECT 1 FROM t", "scan"),
            ("SELECT 1 FROM t WHERE rowid = 5", "row: rowid=?"),
            ("SELECT 1 FROM t WHERE symbol = 'AAPL'", "symbol index: SYMBOL=?"),
            ("SELECT 1 FROM t WHERE symbol IN ('AAPL', 'MSFT') AND type = 'STOCK'", "symbol index: SYMBOL IN (?)"),
            ("SELECT 1 FROM t WHERE isin = 'US0378331005'", "identifier index: ISIN=?"),
            ("SELECT 1 FROM t WHERE type = 'OPTION' AND expiration >= '2027' AND strike < 5",
             "filter: TYPE=? AND EXPIRATION>=? AND STRIKE<?"),
            ("SELECT 1 FROM t WHERE cusip IS NULL AND symbol GLOB 'A*'", "filter: CUSIP IS NULL AND SYMBOL GLOB ?"),
            ("SELECT 1 FROM t WHERE t MATCH 'apple' AND currency = 'USD' ORDER BY rank",
             "search index: t MATCH ? AND CURRENCY=?; in order of rank"),
            ("SELECT type, count(*) FROM t GROUP BY type", "scan; in order of TYPE"),
            ("SELECT 1 FROM t WHERE type = 'STOCK' ORDER BY currency DESC, symbol, strike",
             "filter: TYPE=?; in order of CURRENCY DESC, SYMBOL"),
            ("SELECT 1 FROM t WHERE symbol LIKE 'aap%' AND expiration LIKE '2027-%'", "filter: EXPIRATION LIKE ? AND SYMBOL LIKE ?"),
            # The catalog's indexes use another collation.
            ("SELECT 1 FROM t WHERE symbol = 'aapl' COLLATE NOCASE", "scan"),
            ("SELECT 1 FROM t WHERE multiplier = 5", "scan"),
        ):
            with self.subTest(question=question):
                self.assertEqual(plan(connection, question), [expected])

    def test_plans_depend_only_on_the_shape(self):
        connection = connect(sample())
        for number in range(50):
            self.assertEqual(plan(connection, f"SELECT 1 FROM t WHERE symbol = '{number}'"), ["symbol index: SYMBOL=?"])

    def test_a_list_returns_each_row_once(self):
        connection = connect(odd())
        count = "SELECT count(*) FROM t WHERE figi IN "
        # No instrument has 'bbg1', so the index matches it in another case, too.
        self.assertEqual(connection.execute(count + "('BBG1', 'bbg1', 'BBG2', 'BBG1')").fetchone(),
                         connection.execute(count + "('BBG1', 'BBG2')").fetchone())

    def test_long_lists_are_fast(self):
        rows = [(f"S{number}", f"text {number}", f"{number % 50}") for number in range(40_000)]
        catalog("long.ipfc", ("SYMBOL", "DESCRIPTION", "KIND"), rows)
        connection, taken = connect(path("long.ipfc")), []
        connection.execute("CREATE TABLE texts(text TEXT)")
        connection.executemany("INSERT INTO texts VALUES (?)", [(f"text {number}",) for number in range(0, 60_000, 3)])
        for column in ("+description", "description"):
            begun = time.process_time()
            found = connection.execute(f"SELECT count(*) FROM t WHERE {column} IN (SELECT text FROM texts)").fetchone()
            taken.append(time.process_time() - begun)
            self.assertEqual(found, (13_334,))
        # Comparing each value with each text would take a hundred times as long.
        self.assertLess(taken[1], 10 * taken[0] + 0.1)
        connection.execute("UPDATE texts SET text = rowid")
        self.assertEqual(connection.execute("SELECT count(*) FROM t WHERE kind IN (SELECT text FROM texts)").fetchone(), (39_200,))

    def test_joins_use_lookups(self):
        steps = plan(connect(sample()), "SELECT 1 FROM t a JOIN t b ON b.symbol = a.underlying WHERE a.type = 'OPTION'")
        self.assertEqual(steps, ["filter: TYPE=?", "symbol index: SYMBOL=?"])


class SearchTests(unittest.TestCase):
    def test_hits_equal_those_of_the_library(self):
        for place in (sample(), odd()):
            known, connection = ipf.open(place), connect(place)
            rank = "rank_2" if place == odd() else "rank"
            # The second query has many pages of hits.
            for text in ("apple", "S1", "turk hava", "USD", "nothing has this", "", "apple\0x"):
                hits = known.search(text, limit=100_000)
                expected = [(hit.instrument.symbol, place, hit.tier, hit.reason) for place, hit in enumerate(hits)]
                for order in ("", f" ORDER BY {rank}"):
                    question = f"SELECT symbol, {rank}, tier, reason FROM t WHERE t MATCH ?{order}"
                    self.assertEqual(connection.execute(question, (text,)).fetchall(), expected, (text, order))
                question = f"SELECT symbol FROM t(?) ORDER BY {rank} DESC LIMIT 5"
                self.assertEqual(connection.execute(question, (text,)).fetchall(), [row[:1] for row in expected[::-1][:5]])
        self.assertGreater(len(ipf.open(odd()).search("S1", limit=100_000)), 300)

    def test_searches_can_have_conditions(self):
        connection = connect(sample())
        question = "SELECT symbol FROM t WHERE t MATCH ? AND type = 'SPREAD' AND description LIKE '%less%' ORDER BY rank LIMIT 3"
        self.assertEqual(connection.execute(question, ("apple",)).fetchall(), [("=AAPL-MSFT",)])
        for nothing in (None, b""):
            self.assertEqual(connection.execute("SELECT 1 FROM t WHERE t MATCH ?", (nothing,)).fetchall(), [])
        self.assertEqual(connection.execute("SELECT count(*) > 0 FROM t WHERE t MATCH 100").fetchall(), [(1,)])
        self.assertEqual(connection.execute("SELECT count(*), count(rank), count(tier) FROM t WHERE symbol = 'AAPL'").fetchone(), (1, 0, 0))
        self.assertEqual(connection.execute("SELECT t FROM t('apple') LIMIT 1").fetchone(), ("apple",))

    def test_unsupported_searches_are_errors(self):
        connection = connect(sample())
        for question in (
            "SELECT 1 FROM t WHERE description MATCH 'x'", "SELECT 1 FROM t WHERE t MATCH 'apple' AND (t MATCH 'x' OR symbol = 'AAPL')"):
            with self.assertRaisesRegex(sqlite3.OperationalError, 'MATCH can\'t be evaluated here; expected the hidden column "t" on its left side'):
                connection.execute(question).fetchall()
        self.assertEqual(connection.execute("SELECT 1 FROM t WHERE NOT t MATCH NULL").fetchall(), [])
        # All bytes of the text count, including those after a zero byte.
        for condition in ("t MATCH ?", "NOT t MATCH ?"):
            with self.assertRaisesRegex(sqlite3.OperationalError, "the text to search is 5006 bytes long"):
                connection.execute(f"SELECT 1 FROM t WHERE {condition}", ("apple\0" + "b" * 5000,)).fetchall()

    def test_searches_combine_with_any_condition(self):
        for place in (sample(), odd()):
            connection = connect(place)
            connection.execute("CREATE TABLE words AS SELECT 'apple' AS word UNION SELECT 'S1' UNION SELECT 'usd'")
            found = {text: f"rowid IN (SELECT rowid FROM t WHERE t MATCH '{text}')" for text in ("apple", "S1", "usd")}
            for condition in (
                "t MATCH 'apple' AND (symbol = 'AAPL' OR type = 'STOCK')", "t MATCH 'S1' AND (type = 'STOCK' OR currency = 'USD')",
                "t MATCH 'apple' AND (symbol = 'AAPL' OR isin = 'US0378331005')", "t MATCH 'apple' OR symbol = 'S1'",
                "NOT t MATCH 'apple'", "t MATCH 'apple' AND t MATCH 'usd'", "t MATCH 'S1' AND t MATCH 'usd' AND type = 'STOCK'",
                "t MATCH 'apple' OR t MATCH 'S1'", "(t MATCH 'apple') + (t MATCH 'usd') = 1"):
                plain = condition
                for text, rows in found.items():
                    plain = plain.replace(f"t MATCH '{text}'", rows)
                with self.subTest(place=place, condition=condition):
                    question = "SELECT rowid, symbol FROM t WHERE {} ORDER BY rowid"
                    self.assertEqual(connection.execute(question.format(condition)).fetchall(), connection.execute(question.format(plain)).fetchall())
            # The searched texts come from another table.
            question = "SELECT word, count(t.rowid) FROM {} GROUP BY word ORDER BY word"
            expected = [(word, connection.execute("SELECT count(*) FROM t(?)", (word,)).fetchone()[0]) for word in ("S1", "apple", "usd")]
            expected = [row for row in expected if row[1]]
            for tables in ("words, t WHERE t MATCH word", "words JOIN t ON t MATCH word OR t MATCH word"):
                self.assertEqual(connection.execute(question.format(tables)).fetchall(), expected)
            self.assertEqual(
                connection.execute("SELECT count(*) FROM t LEFT JOIN words ON t MATCH word WHERE word IS NOT NULL").fetchone()[0],
                sum(count for _, count in expected))
            # The second query has many pages of hits; the rank is that of the first text.
            ranks = dict(connection.execute("SELECT rowid, rank FROM t('S1')" if place == sample() else "SELECT rowid, rank_2 FROM t('S1')"))
            both = connection.execute(f"SELECT rowid, {'rank' if place == sample() else 'rank_2'} FROM t WHERE t MATCH 'S1' AND t MATCH 'usd'")
            self.assertTrue(all(ranks[row] == rank for row, rank in both))
        self.assertEqual(connect(sample()).execute(
            "SELECT count(*) FROM t WHERE t MATCH 'apple' AND (type = 'STOCK' OR currency = 'USD')").fetchone(), (2,))


class ErrorTests(unittest.TestCase):
    def test_invalid_declarations_are_errors(self):
        text = path("text")
        with open(text, "w") as file:
            file.write("not a catalog")
        quoted = path("it's \"odd\".ipfc")
        shutil.copy(sample(), quoted)
        connection = connect()
        for arguments, expected in (
            ("", r"expected the path of a catalog: CREATE VIRTUAL TABLE t USING ipf\('all.ipfc'\)"),
            ("'/no/such.ipfc'", "/no/such.ipfc: can't open it: No such file"),
            (f"'{text}'", "isn't a catalog"),
        ):
            with self.assertRaisesRegex(sqlite3.OperationalError, expected):
                connection.execute(f"CREATE VIRTUAL TABLE t USING ipf({arguments})")
        connection.execute("CREATE VIRTUAL TABLE t USING ipf('%s')" % quoted.replace("'", "''"))
        connection.execute(f"CREATE VIRTUAL TABLE u USING ipf({sample()})")
        for table in "tu":
            self.assertEqual(connection.execute(f"SELECT count(*) FROM {table}").fetchone(), (len(ipf.open(sample())),))

    def test_the_table_is_read_only(self):
        connection = connect(sample())
        for change in ("INSERT INTO t(symbol) VALUES ('X')", "DELETE FROM t", "UPDATE t SET symbol = 'X'"):
            with self.assertRaisesRegex(sqlite3.OperationalError, "may not be modified"):
                connection.execute(change)


class LifeTests(unittest.TestCase):
    fields = ("SYMBOL", "DESCRIPTION", "FIGI", "NOTE", "STRIKE")

    def test_a_replaced_file_is_used_from_the_next_statement(self):
        place = path("live.ipfc")
        catalog("live.ipfc", self.fields, [("A", "one", "F1", "n", "5"), ("B", "two", "F2", "", "")], identifiers=["FIGI"])
        connection = connect(place)
        everything = "SELECT symbol, figi, note, strike FROM t ORDER BY symbol"
        self.assertEqual(connection.execute(everything).fetchall(), [("A", "F1", "n", 5), ("B", "F2", None, None)])
        begun = connection.execute("SELECT symbol, (SELECT count(*) FROM t) FROM t ORDER BY symbol")
        self.assertEqual(begun.fetchone(), ("A", 2))
        catalog("live.ipfc", self.fields[:3] + ("NEW",), [("A", "one", "F1", "x"), ("C", "three", "F1", ""), ("D", "four", "", "")])
        # A running statement continues to read the file that it started with. So do statements that run meanwhile.
        self.assertEqual(connection.execute("SELECT count(*) FROM t").fetchone(), (2,))
        self.assertEqual(begun.fetchall(), [("B", 2)])
        # Afterward the new file is used. Its missing field is NULL, and new connections see its new field.
        self.assertEqual(connection.execute(everything).fetchall(), [("A", "F1", None, None), ("C", "F1", None, None), ("D", None, None, None)])
        for question, count in (
            # The new file has no index of the identifier, although the plan uses one.
            ("figi = 'F1'", 2), ("figi IN ('F1', 'F2', NULL)", 2), ("figi = 'f1'", 0), ("note = 'n'", 0), ("note IS NULL", 3),
            ("note IS NOT NULL", 0), ("note GLOB '*'", 0), ("strike > 1", 0), ("t MATCH 'three'", 1), ("note IS 'n'", 0),
        ):
            self.assertEqual(connection.execute(f"SELECT count(*) FROM t WHERE {question}").fetchone(), (count,), question)
        self.assertEqual(connection.execute("SELECT note, count(*) FROM t GROUP BY note").fetchall(), [(None, 3)])
        self.assertEqual(connect(place).execute("SELECT new FROM t WHERE symbol = 'A'").fetchone(), ("x",))
        os.remove(place)
        with self.assertRaisesRegex(sqlite3.OperationalError, "live.ipfc: can't open it: No such file"):
            connection.execute(everything)

    def test_a_table_with_a_missing_file_can_be_dropped(self):
        database, place = path("gone.db"), path("gone.ipfc")
        for ways_out in (
            ["DROP TABLE t"],
            ["PRAGMA writable_schema = ON", "DELETE FROM sqlite_master WHERE name = 't'", "PRAGMA writable_schema = RESET"]):
            shutil.copy(sample(), place)
            connect(place, database=database).close()
            os.remove(place)
            connection = connect(database=database)
            with self.assertRaisesRegex(sqlite3.OperationalError, "gone.ipfc: can't open it: No such file"):
                connection.execute("SELECT 1 FROM t")
            if len(ways_out) == 1:
                shutil.copy(sample(), place)
            for statement in ways_out:
                connection.execute(statement)
            connection.commit()
            self.assertEqual(connection.execute("SELECT count(*) FROM sqlite_master").fetchone(), (0,))
            connection.close()

    def test_earlier_states_can_be_queried(self):
        place = path("past.ipfc")
        for day, note, symbols in (("2026-03-01", "old", "ABC"), ("2026-04-01", "new", "BCD")):
            source = path(f"{day}.ipf")
            with open(source, "w") as file:
                file.write("#X::=TYPE,SYMBOL,DESCRIPTION,NOTE\n")
                file.writelines(f"X,{symbol},{symbol} {note},{note if symbol == 'C' else ''}\n" for symbol in symbols)
                file.write("##COMPLETE\n")
            subprocess.run(
                [IPF, "import", source, "-o", place, "--keep-history", "--valid-from", f"{day}T06:00:00Z"], check=True, timeout=60,
                capture_output=True)
        connection = connect(place)
        connection.execute(f"CREATE VIRTUAL TABLE march USING ipf('{place}', as_of = '2026-03-31')")
        connection.execute(f"CREATE VIRTUAL TABLE some USING ipf('{place}', AS_OF='2026-03-01T06:00:00Z', SYMBOL)")
        rows = [("A", "A old", None), ("B", "B old", None), ("C", "C old", "old")]
        for order in ("", " ORDER BY symbol", " ORDER BY note, symbol"):
            self.assertEqual(connection.execute("SELECT symbol, description, note FROM march" + order).fetchall(), rows)
        rowids = [rowid for rowid, in connection.execute("SELECT rowid FROM march ORDER BY rowid DESC")]
        self.assertEqual(rowids, sorted(rowids, reverse=True))
        found = [connection.execute("SELECT symbol FROM march WHERE rowid = ?", (rowid,)).fetchall() for rowid in rowids]
        self.assertEqual(sorted(found), [[("A",)], [("B",)], [("C",)]])
        for question, expected in (
            ("SELECT symbol FROM march EXCEPT SELECT symbol FROM t", [("A",)]),
            # The earlier state has rows of a type in two parts, in the file and in later changes, but lists it once.
            ("SELECT type, count(*) FROM march GROUP BY type", [("X", 3)]),
            ("SELECT t.note FROM t JOIN march USING (symbol) WHERE march.note <> t.note", [("new",)]),
            ("SELECT symbol FROM march WHERE march MATCH 'old' AND note = 'old'", [("C",)]),
            ("SELECT * FROM some WHERE symbol = 'A'", [("A",)]), ("SELECT * FROM some WHERE symbol = 'D'", []),
        ):
            self.assertEqual(connection.execute(question).fetchall(), expected, question)
        for moment, expected in (("2025-01-01", "2026-03-01"), ("x", '"x" is not a point in time, expected a date')):
            with self.assertRaisesRegex(sqlite3.OperationalError, expected):
                connection.execute(f"CREATE VIRTUAL TABLE u USING ipf('{place}', as_of = '{moment}')")

    def test_an_empty_catalog_has_no_rows(self):
        catalog("empty.ipfc", self.fields, [])
        connection = connect(path("empty.ipfc"), table='"the table"')
        self.assertEqual(connection.execute('SELECT count(*) FROM "the table"').fetchone(), (0,))
        self.assertEqual(connection.execute('SELECT rowid FROM "the table" ORDER BY rowid DESC').fetchall(), [])

    def test_tables_can_be_stored_in_a_database(self):
        database = path("kept.db")
        connection = connect(sample(), database=database)
        connection.execute("ALTER TABLE t RENAME TO instruments")
        connection.execute("CREATE VIEW stocks AS SELECT * FROM instruments WHERE type = 'STOCK'")
        connection.commit()
        connection.close()
        connection = connect(database=database)
        self.assertEqual(
            connection.execute("SELECT symbol FROM instruments WHERE instruments MATCH 'apple' AND type = 'STOCK' ORDER BY rank LIMIT 1")
            .fetchone(), ("AAPL",))
        self.assertEqual(connection.execute("SELECT description FROM stocks WHERE symbol = 'AAPL'").fetchone(), ("Apple Inc. - Common Stock",))
        connection.execute("DROP VIEW stocks")
        connection.execute("DROP TABLE instruments")
        with self.assertRaisesRegex(sqlite3.OperationalError, "no such table"):
            connection.execute("SELECT 1 FROM instruments")

    def test_connections_work_in_threads(self):
        faults = []

        def ask():
            try:
                connection = connect(sample())
                for _ in range(20):
                    found = connection.execute("SELECT count(*) FROM t WHERE type = 'STOCK'").fetchone()
                    found += connection.execute("SELECT symbol FROM t WHERE t MATCH 'apple' ORDER BY rank").fetchone()
                    found += connection.execute("SELECT count(*) FROM ipf_sessions('AAPL', '2026-11-23', '2026-11-27')").fetchone()
                    if found != (309, "AAPL", 12):
                        faults.append(found)
                connection.close()
            except Exception as fault:
                faults.append(fault)

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(faults, [])


if __name__ == "__main__":
    unittest.main()
