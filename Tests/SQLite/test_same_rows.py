"""Random queries give equal results for the virtual table and an ordinary table of its rows."""

import random
import unittest

from support import connect, odd, plan, profiles, sample


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


class Questions:
    """Random queries on a table with known rows."""

    def __init__(self, seed, fields, names, rows):
        self.pick = random.Random(seed)
        self.fields, self.names, self.rows = fields, names, rows

    def value(self, column):
        choice = self.pick.random()
        if choice < 0.6:
            return self.pick.choice(self.rows)[column]
        if choice < 0.7:
            return self.pick.choice(self.pick.choice(self.rows))
        return self.pick.choice(
            (None, 0, 5, 100, 100.0, 0.1, -3, 2**53 + 1, 1e300, "", "100", "100.0", " 100", "abc", "2026", "2026-02", "2026-02-01",
             "2026-02-01x", "9999-12-31", "~", "OPTION", b"OPTION", b"", "S5"))

    def pattern(self, column):
        text = str(self.pick.choice(self.rows)[column])[:12]
        text = text[:self.pick.choice((1, 2, 4, 12))] + self.pick.choice(("", "*"))
        for _ in range(self.pick.randrange(3)):
            at = self.pick.randrange(len(text) + 1)
            text = text[:at] + self.pick.choice(("*", "?", "[a-z]", "[A-Z0-9]")) + text[at + self.pick.randrange(2):]
        return text

    def condition(self):
        column = self.pick.choice(self.fields)
        name, choice = self.names[column], self.pick.random()
        if choice < 0.08:
            return f"rowid {self.pick.choice(('=', '<', '>='))} ?", [self.pick.choice((0, 3, 3.0, 3.5, "3", -1, None, 10**12))]
        if choice < 0.5:
            collation = self.pick.choice(("", "", "", " COLLATE NOCASE"))
            return f"{name} {self.pick.choice(('=', '=', 'IS'))} ?{collation}", [self.value(column)]
        if choice < 0.75:
            return f"{name} {self.pick.choice(('<', '<=', '>', '>=', '!='))} ?", [self.value(column)]
        if choice < 0.8:
            values = [self.value(column) for _ in range(self.pick.randrange(1, 4))]
            return f"{name} IN ({','.join('?' * len(values))})", values
        if choice < 0.88:
            return f"{name} IS {self.pick.choice(('', 'NOT '))}NULL", []
        if choice < 0.94:
            return f"{name} GLOB ?", [self.pattern(column)]
        if choice < 0.98:
            pattern = self.pattern(column).replace("*", "%").replace("?", "_")
            return f"{name} LIKE ?", [self.pick.choice((pattern, pattern.lower(), pattern.upper()))]
        # If numbers of a table are compared with texts that look like numbers, SQLite converts the texts.
        return f"{name} IN (SELECT n FROM numbers)", []

    def question(self):
        parts, values = [], []
        for _ in range(self.pick.choice((0, 1, 1, 2, 2, 3))):
            text, more = self.condition()
            parts.append(("NOT " if self.pick.random() < 0.05 else "") + f"({text})")
            values += more
        where = " WHERE " + self.pick.choice((" AND ", " AND ", " AND ", " OR ")).join(parts) if parts else ""
        columns = [self.names[self.pick.choice(self.fields)] for _ in range(self.pick.randrange(1, 4))]
        choice = self.pick.random()
        if choice < 0.3:
            names = ", ".join(columns)
            return f"SELECT {names}, count(*), max(rowid) FROM {{}}{where} GROUP BY {names} ORDER BY {names}", values
        if choice < 0.4:
            return f"SELECT DISTINCT {columns[0]} FROM {{}}{where} ORDER BY 1", values
        order = [name + self.pick.choice(("", " DESC", " NULLS LAST", " COLLATE NOCASE")) for name in columns]
        order = ", ".join(order + ["rowid" + self.pick.choice(("", " DESC"))])
        limit = self.pick.choice(("", "", " LIMIT 10", " LIMIT 5 OFFSET 20"))
        return f"SELECT rowid, {', '.join(columns)} FROM {{}}{where} ORDER BY {order}{limit}", values


class SameRowsTests(unittest.TestCase):
    def compare(self, place, count):
        fields, rows = profiles(place)
        connection = connect(place)
        columns = connection.execute("PRAGMA table_info(t)").fetchall()
        self.assertEqual(len(columns), len(fields))
        names = [quoted(column[1]) for column in columns]
        declared = ", ".join(f"{name} {column[2]}" for name, column in zip(names, columns))
        connection.execute(f"CREATE TABLE o(place INTEGER PRIMARY KEY, {declared})")
        places = ",".join("?" * (len(fields) + 1))
        connection.executemany(f"INSERT INTO o VALUES ({places})", [(place, *row) for place, row in enumerate(rows)])
        connection.execute("CREATE TABLE numbers(n NUMERIC)")
        connection.executemany("INSERT INTO numbers VALUES (?)", [(5,), (100,), (0.1,), ("a",), (None,)])
        self.assertEqual(connection.execute("SELECT * FROM t").fetchall(), rows)
        self.assertEqual(
            connection.execute("SELECT * FROM t ORDER BY rowid DESC").fetchall(), rows[::-1])
        questions, seen = Questions(19, range(len(fields)), names, rows), set()
        for number in range(count):
            text, values = questions.question()
            with self.subTest(number=number, text=text, values=values):
                found = connection.execute(text.format("t"), values).fetchall()
                self.assertEqual(found, connection.execute(text.format("o"), values).fetchall())
                seen |= {step.split(":")[0].split(";")[0] for step in plan(connection, text.format("t"), *values)}
        self.assertLessEqual({"row", "symbol index", "identifier index", "filter", "scan"}, seen)

    def test_queries_on_odd_texts_and_numbers_agree(self):
        self.compare(odd(), 1500)

    def test_queries_on_the_sample_agree(self):
        self.compare(sample(), 500)

    def test_joins_agree(self):
        connection = connect(sample())
        columns = [row[1] for row in connection.execute("PRAGMA table_info(t)")]
        connection.execute(f"CREATE TABLE o AS SELECT {', '.join(columns)} FROM t")
        for question in (
            "SELECT a.symbol, b.symbol FROM {0} a JOIN {0} b ON b.underlying = a.symbol WHERE a.type = 'STOCK' ORDER BY 1, 2",
            "SELECT a.symbol, b.symbol FROM {0} a LEFT JOIN {0} b ON b.symbol = a.underlying AND b.type = 'STOCK' ORDER BY 1, 2",
            "SELECT a.symbol FROM {0} a LEFT JOIN {0} b ON b.symbol = a.underlying WHERE b.type IS NULL ORDER BY 1",
            "SELECT a.symbol FROM {0} a WHERE EXISTS (SELECT 1 FROM {0} b WHERE b.isin = a.isin AND b.rowid <> a.rowid) ORDER BY 1",
            "SELECT a.symbol, b.symbol FROM {0} b LEFT JOIN {0} a ON a.currency = b.symbol AND a.type IN ('INDEX', 'BOND') ORDER BY 1, 2",
            "SELECT max(description), min(symbol) FROM {0}",
            "SELECT type, (SELECT symbol FROM {0} b WHERE b.type = a.type ORDER BY symbol DESC LIMIT 1) FROM {0} a GROUP BY type",
        ):
            with self.subTest(question=question):
                found = connection.execute(question.format("t")).fetchall()
                self.assertGreater(len(found), 0)
                self.assertEqual(found, connection.execute(question.format("o")).fetchall())

    def test_repeated_filters_agree(self):
        fields, rows = profiles(odd())
        connection = connect(odd())
        columns = connection.execute("PRAGMA table_info(t)").fetchall()
        declared = ", ".join(f"{quoted(column[1])} {column[2]}" for column in columns)
        connection.execute(f"CREATE TABLE o(place INTEGER PRIMARY KEY, {declared})")
        places = ",".join("?" * (len(fields) + 1))
        connection.executemany(f"INSERT INTO o VALUES ({places})", [(place, *row) for place, row in enumerate(rows)])
        # The outer rows of joins: some values occur in the catalog, others don't. Texts of numbers equal strikes.
        connection.execute("CREATE TABLE probes(kind, day, strike)")
        pick = random.Random(5)
        odd_values = (None, "", "100", "1e2", " 100", "x", "2026-01", "2026-01-31x", "9999-12-31", b"100", 0, 100, 1e300)
        one = lambda name: pick.choice(odd_values if pick.random() < 0.2 else [row[fields.index(name)] for row in rows])
        probes = [("OPTION" if number % 60 else "STOCK", one("EXPIRATION"), one("STRIKE")) for number in range(300)]
        probes += [("Zoo", "2026-01-31", 100)] * 5 + [("NONE", "2026-01-31", 100)] * 5
        connection.executemany("INSERT INTO probes VALUES (?, ?, ?)", probes)
        for terms in (
            "x.type = 'OPTION' AND x.strike = p.strike", "x.type = p.kind AND x.strike = p.strike",
            "x.type = p.kind AND x.expiration = p.day", "x.type = p.kind AND x.expiration = p.day AND x.strike = p.strike",
            "x.type = p.kind AND x.last_trade = p.day AND x.strike = p.strike AND x.currency IS NOT NULL",
            "x.type = p.kind AND x.expiration = p.day AND x.last_trade = p.day AND x.expiration = '2026-01-31'",
            "x.type IN ('OPTION', 'STOCK') AND x.strike = p.strike", "x.currency IS NULL AND x.strike = p.strike",
        ):
            question = "SELECT p.rowid, x.rowid, x.symbol FROM probes p CROSS JOIN {} x ON " + terms + " ORDER BY 1, 2"
            with self.subTest(terms=terms):
                found = connection.execute(question.format("t")).fetchall()
                self.assertGreater(len(found), 0)
                self.assertEqual(found, connection.execute(question.format("o")).fetchall())
        pairs = ("SELECT c.symbol, p.symbol FROM {0} c JOIN {0} p USING (type, expiration, strike) "
                 "WHERE type = 'OPTION' AND c.currency = 'EUR' AND p.currency = 'USD' ORDER BY 1, 2")
        self.assertEqual(connection.execute(pairs.format("t")).fetchall(), connection.execute(pairs.format("o")).fetchall())


if __name__ == "__main__":
    unittest.main()
